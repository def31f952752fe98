/** One change to one source file that a test should notice. */
export interface Mutant {
  /** From the root of the repository. */
  file: string;
  /** From 1. */
  line: number;
  /** Where the text begins and ends that it replaces, in UTF-16 code units. */
  start: number;
  end: number;
  text: string;
  /** What changed, as an operator's name: `comparison`, `condition`, `number`… */
  operator: string;
  /** The smallest piece of source that shows the change, before and after, on one line. */
  was: string;
  is: string;
}

export const applyTo = (source: string, { start, end, text }: Pick<Mutant, 'start' | 'end' | 'text'>): string =>
  source.slice(0, start) + text + source.slice(end);

const oneLine = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 87)}…` : line;
};

/** A replacement as an operator describes it, by offsets. `shown` is a larger piece of source to show, by offsets. */
export interface Change {
  operator: string;
  start: number;
  end: number;
  text: string;
  shown?: readonly [start: number, end: number];
}

/** Makes mutants of changes; two changes with the same result are one mutant, and one without effect is none. */
export function mutantsOf(file: string, source: string, changes: Iterable<Change>): Mutant[] {
  const seen = new Set<string>();
  const mutants: Mutant[] = [];
  for (const { operator, start, end, text, shown: [from, to] = [start, end] } of changes) {
    const identity = `${start} ${end} ${text}`;
    if (source.slice(start, end) === text || seen.has(identity)) continue;
    seen.add(identity);
    const is = source.slice(from, start) + text + source.slice(end, to);
    const line = source.slice(0, start).split('\n').length;
    mutants.push({ file, line, start, end, text, operator, was: oneLine(source.slice(from, to)), is: oneLine(is) });
  }
  return mutants;
}

/**
 * Another text of the same length: one letter or digit in the middle is changed. A text without any gets an x.
 *
 * @param text as it stands in the source: escape sequences stay as they are.
 */
export function changedLetter(text: string): string {
  const places = [...text.matchAll(/(?<!\\|\\[xu]\S{0,4})[A-Za-z0-9]/g)].map(({ index }) => index);
  const at = places[Math.floor(places.length / 2)];
  if (at === undefined) return `${text}x`;
  const letter = text[at] as string;
  const other = /[0-8a-yA-Y]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) + 1) : letter === '9' ? '8' : 'y';
  return text.slice(0, at) + other + text.slice(at + 1);
}

/** Whether a place gets the first or the second of two equally good changes: both would cost twice the time. */
export const isFirst = (offset: number): boolean => offset % 2 === 0;
