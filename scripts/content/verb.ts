import { flag, text } from '../../common/cli/arguments.ts';
import type { CollectionName } from '../../contracts/content/collections/index.ts';
import type { ErrorSummary } from '../../server/content/checking/error-summary.ts';
import { BadPath } from '../../server/content/reading/bad-path.ts';
import type { Store } from '../../server/store/index.ts';
import { type Output, Usage } from './output.ts';

/** What a verb has done: lines for a person, an object for a program. */
export interface Result {
  lines: string[];
  json: Record<string, unknown>;
  exitCode?: number;
}

/** What a verb works with. */
export interface Surroundings {
  /** Runs an action with the store, which is opened for it. */
  withStore<T>(action: (store: Store) => Promise<T>): Promise<T>;
  /** What `-` stands for. */
  stdin: AsyncIterable<Buffer>;
  stdout: Output;
  stderr: Output;
  /** Whether `stderr` is a terminal, which can draw a line again. */
  isTerminal: boolean;
}

/** Every option that a verb may take. */
export type Values = Partial<{
  only: string;
  strict: boolean;
  check: boolean;
  json: boolean;
  who: string;
  generation: string;
  force: boolean;
  repair: boolean;
  fighters: string;
  events: string;
  news: string;
  media: string;
  seed: string;
}>;

/** Its work loads what it needs when it runs, since help and the refusal of a wrong call need nothing of it. */
export interface Verb {
  /** One line for `content --help`. */
  summary: string;
  /** For `content <verb> --help`. */
  help: string | (() => Promise<string>);
  options: { [Option in keyof Values]: typeof flag | typeof text };
  /** @throws {Usage} */
  run(values: Values, names: string[], surroundings: Surroundings): Promise<Result>;
}

export const changeOptions = { json: flag, who: text };

export const changeHelp = `  --json        print one JSON object instead of lines: errors as faults, and the first 50 warnings of each kind,
                with counts
  --who NAME    who makes the change, for content list (default: user@host)`;

/** @throws {Usage} */
export async function parseCollection(name: string): Promise<CollectionName> {
  const { findCollection } = await import('../../server/content/reading/sources.ts');
  try {
    return findCollection(name);
  } catch (error) {
    throw error instanceof BadPath ? new Usage(error.message) : error;
  }
}

/** @param only names with commas between. @throws {Usage} */
export async function parseCollections(only: string | undefined): Promise<CollectionName[] | undefined> {
  const names = only?.split(',').filter((name) => name !== '');
  if (names?.length === 0) throw new Usage('--only needs the name of a collection');
  return names && Promise.all(names.map(parseCollection));
}

/** @throws {Usage} */
export function parseInteger(values: Values, name: keyof Values, fallback: number): number {
  const given = values[name] ?? String(fallback);
  if (typeof given !== 'string' || !/^\d{1,9}$/.test(given)) throw new Usage(`--${name} must be a whole number`);
  return Number(given);
}

/** @param name a number, or `live`. @throws {Usage} */
export async function parseGeneration(store: Store, name: string): Promise<number> {
  if (name !== 'live') {
    if (!/^\d{1,9}$/.test(name)) throw new Usage(`${name} is no generation, must be a number or live`);
    return Number(name);
  }
  return (await store.content.generations.list()).find(({ isLive }) => isLive)?.number ?? 0;
}

export const warningsJson = ({ first, kinds, count }: ErrorSummary) => ({
  warnings: first,
  warningKinds: kinds,
  warningCount: count,
});
