/** Finds named changes in the source: planted faults and equivalent mutants are kept as text before and after. */
import { applyTo, type Mutant } from './mutant.ts';

export interface Named {
  file: string;
  from: string;
  to: string;
}

/** How often a text occurs in another. */
export const occurrences = (source: string, part: string): number => (part === '' ? 0 : source.split(part).length - 1);

/**
 * The source with the change.
 *
 * @throws {Error} when the text before the change is not there exactly once.
 */
export function withChange(source: string, { file, from, to }: Named): string {
  const count = occurrences(source, from);
  if (count !== 1) {
    throw new Error(
      `${file}: "${from}" occurs ${count} times, not once; write the text as it stands there now, or more of it`,
    );
  }
  return source.replace(from, () => to);
}

/** Whether a mutant is one of the changes. */
export const isNamed = (source: string, mutant: Mutant, named: readonly Named[]): boolean => {
  const own = named.filter(({ file }) => file === mutant.file);
  if (own.length === 0) return false;
  const text = applyTo(source, mutant);
  return own.some((change) => withChange(source, change) === text);
};
