/** Which test files may notice a mutant, the one with the best chance per second first. */
import { basename, dirname, join } from 'node:path';
import type { Mutant } from '../mutants/mutant.ts';
import { type CoverageMap, hashOf, hasRun } from './coverage.ts';
import { type Read, type TestWords, wordsOf } from './words.ts';

/**
 * How often a test file or step was asked about mutants of a source file, and how often it noticed; the same of its folder,
 * and of an operator.
 */
export type History = Record<string, Record<string, { asked: number; noticed: number }>>;

/** Where what is known of a mutant is kept, from the least to the most particular. */
const keysOf = ({ file, operator }: Mutant) => [`operator ${operator}`, `${dirname(file)}/`, file];

export function noteIn(history: History, mutant: Mutant, name: string, hasNoticed: boolean): void {
  for (const key of keysOf(mutant)) {
    history[key] ??= {};
    const { asked, noticed } = history[key][name] ?? { asked: 0, noticed: 0 };
    history[key][name] = { asked: asked + 1, noticed: noticed + (hasNoticed ? 1 : 0) };
  }
}

/** From 0 to 1: what was seen of mutants like this one; as long as little was, what is assumed. */
export const chanceIn = (history: History, mutant: Mutant, name: string, assumed: number): number =>
  keysOf(mutant).reduce((chance, key) => {
    const { asked, noticed } = history[key]?.[name] ?? { asked: 0, noticed: 0 };
    return (noticed + chance * 3) / (asked + 3);
  }, assumed);

export interface Asked {
  test: string;
  seconds: number;
}

/** Test files that run a place in a file, where V8 can see it. */
const running = (map: CoverageMap, file: string, hash: string, offset: number): string[] =>
  Object.keys(map).filter((test) => hasRun(map[test]?.parts[file], hash, offset));

/** A test file with what it imports of test/support, which the map does not have. */
function withSupport(test: string, read: Read): string {
  const text = read(test);
  const paths = [...text.matchAll(/ from '([./]+\/support\/[^']+)'/g)].map(([, path = '']) =>
    join(dirname(test), path),
  );
  return [text, ...paths.map((path) => read(path))].join('\n');
}

/**
 * Test files that run a Lua script: those that name it, and those that run a place in server/store that does. The list of all
 * scripts, which every process loads, is no such place.
 */
function runningScript(map: CoverageMap, script: string, read: Read): string[] {
  const name = basename(script).split('-')[0] as string;
  const callers = new Set(Object.values(map).flatMap(({ parts }) => Object.keys(parts)));
  const tests = new Set(Object.keys(map).filter((test) => withSupport(test, read).includes(`'${name}'`)));
  for (const file of callers) {
    if (!file.startsWith('server/store/') || file.endsWith('/scripts.ts')) continue;
    const source = read(file);
    const hash = hashOf(source);
    for (const { index } of source.matchAll(new RegExp(`'${name}'`, 'g'))) {
      for (const test of running(map, file, hash, index)) tests.add(test);
    }
  }
  return [...tests];
}

/** Test files with a path or a text that names a file or its folder: for what runs in a browser, or without coverage. */
function naming(map: CoverageMap, file: string, read: Read): string[] {
  const names = [basename(file).replace(/\.\w+$/, ''), basename(dirname(file))];
  return Object.keys(map).filter((test) => {
    const words = wordsOf(test);
    return names.some((name) => words.has(name)) || read(test).includes(`${dirname(file)}/`);
  });
}

/** How many words of the path of a source file, below its first folder, the path of a test file has. */
function sharedPathWords(test: string, file: string): number {
  const own = wordsOf(test);
  return [...wordsOf(file.replace(/^\w+/, ''))].filter((word) => own.has(word)).length;
}

/** Assumed of a test file that is not in the map; it is asked where its path shares a word with the source's. */
const unmappedSeconds = 20;

/** What a test file is expected to notice, from 0 to 1: what it noticed before, else how much it speaks of the change. */
function chanceOf(test: string, mutant: Mutant, history: History, words: TestWords): number {
  const guess = Math.min(0.8, 0.05 + 0.12 * sharedPathWords(test, mutant.file) + 0.35 * words.likeness(test, mutant));
  return chanceIn(history, mutant, test, guess);
}

/** What is known about the tests before a mutant is judged. */
export interface Knowledge {
  /** All test files. */
  tests: readonly string[];
  map: CoverageMap;
  history: History;
  /** Seconds of test files on a quiet machine. */
  costs?: Record<string, number> | undefined;
  words: TestWords;
}

export function testsFor(mutant: Mutant, { tests: all, map, history, costs, words }: Knowledge, read: Read): Asked[] {
  const { file, start } = mutant;
  const found = file.endsWith('.lua') ? runningScript(map, file, read) : running(map, file, hashOf(read(file)), start);
  const isSeen = Object.values(map).some(({ parts }) => parts[file]);
  const tests = found.length > 0 || isSeen ? found : naming(map, file, read);
  const unmapped = all.filter(
    (test) => !map[test]?.hash && map[test]?.isGreen !== false && sharedPathWords(test, file) > 0,
  );
  return [...tests.filter((test) => map[test]?.isGreen && !unmapped.includes(test)), ...unmapped]
    .map((test) => ({ test, seconds: costs?.[test] ?? map[test]?.seconds ?? unmappedSeconds }))
    .map((asked) => ({ asked, worth: chanceOf(asked.test, mutant, history, words) / (asked.seconds + 0.4) }))
    .sort((a, b) => b.worth - a.worth)
    .map(({ asked }) => asked);
}

/**
 * Joins test files to runs: a process costs a second, and most mutants are noticed by one of the first files.
 *
 * @param budgetSeconds after which the others are not asked; one file is asked however long it takes.
 */
export function runsOf(tests: readonly Asked[], budgetSeconds: number): Asked[][] {
  const runs: Asked[][] = [];
  let [spent, inRun] = [0, Number.POSITIVE_INFINITY];
  for (const asked of tests) {
    if (spent > 0 && spent + asked.seconds > budgetSeconds) continue;
    // A process loads all its files before it asks the first.
    const [mostSeconds, mostFiles] = [3 ** runs.length, 4 * runs.length];
    if (inRun + asked.seconds > mostSeconds || (runs.at(-1)?.length ?? 0) >= mostFiles) {
      runs.push([]);
      inRun = 0;
    }
    runs.at(-1)?.push(asked);
    inRun += asked.seconds;
    spent += asked.seconds;
  }
  return runs;
}
