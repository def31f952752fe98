/** Which files are mutated, in which folder their score counts, and how a sample is drawn. */
import { createHash } from 'node:crypto';
import { mutateLua } from './lua.ts';
import type { Mutant } from './mutant.ts';
import { mutateTypeScript } from './typescript.ts';

/** Folders with a score of their own; the Lua scripts are one, although they stand in server/store. */
export const folders = ['contracts', 'mock', 'server', 'lua', 'scripts'] as const;
export type Folder = (typeof folders)[number];

/** The least share of mutants that must be killed. Commands (`scripts`) are reported without a floor. */
export const floor = 0.95;
export const judgedFolders: readonly Folder[] = ['contracts', 'mock', 'server', 'lua'];

export function folderOf(file: string): Folder | undefined {
  if (file.endsWith('.lua')) return file.startsWith('server/') ? 'lua' : undefined;
  if (!/\.[tj]s$/.test(file) || file.startsWith('contracts/generated/')) return undefined;
  return folders.find((folder) => file.startsWith(`${folder}/`));
}

export const mutate = (file: string, source: string): Mutant[] =>
  file.endsWith('.lua') ? mutateLua(file, source) : mutateTypeScript(file, source);

const orderOf = (seed: string, { file, start, end, text }: Mutant) =>
  createHash('sha256').update(`${seed}\n${file}\n${start}\n${end}\n${text}`).digest('hex');

/**
 * Draws mutants. The same seed draws the same of the same source, and a larger sample contains a smaller one.
 *
 * @param size how many from each folder; undefined for all.
 * @returns by folder, in the order drawn.
 */
export function draw(mutants: readonly Mutant[], size: number | undefined, seed: string): Mutant[] {
  return folders.flatMap((folder) => {
    const own = mutants.filter(({ file }) => folderOf(file) === folder);
    if (size === undefined) return own;
    const ordered = own.map((mutant) => [orderOf(seed, mutant), mutant] as const);
    return ordered
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, size)
      .map(([, mutant]) => mutant);
  });
}
