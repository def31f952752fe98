/** How much a test file speaks of a line of source: by the words that both have, rare words counting more. */
import { posix } from 'node:path';
import type { Mutant } from '../mutants/mutant.ts';

/** Reads a file of the repository. */
export type Read = (file: string) => string;

/** Words of four letters and more, in lower case: `newClientLimiter` has client and limiter. */
export const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.match(/[A-Z]?[a-z]{3,}|[A-Z]{4,}/g) ?? [])
      .filter((word) => word.length > 3)
      .map((word) => word.toLowerCase()),
  );

export class TestWords {
  readonly #words = new Map<string, Set<string>>();
  readonly #files = new Map<string, number>();
  readonly #read: Read;

  /** @param tests all test files; the suites that they import, which run on several targets, count as theirs. */
  constructor(tests: readonly string[], read: Read) {
    this.#read = read;
    for (const test of tests) {
      const words = wordsOf(this.#textOf(test, new Set()));
      this.#words.set(test, words);
      for (const word of words) this.#files.set(word, (this.#files.get(word) ?? 0) + 1);
    }
  }

  #textOf(file: string, seen: Set<string>): string {
    seen.add(file);
    const text = this.#read(file);
    const imported = [...text.matchAll(/from '(\.[^']+)'/g)]
      .map(([, path]) => posix.join(posix.dirname(file), path as string))
      .filter((path) => path.startsWith('test/support/suites/') && !seen.has(path));
    return [text, ...imported.map((path) => this.#textOf(path, seen))].join('\n');
  }

  /** From 0, no word of the mutant's lines, to 1, all words that any test has. */
  likeness(test: string, { file, start, end }: Mutant): number {
    const source = this.#read(file);
    const lineEnd = source.indexOf('\n', end);
    const lines = source.slice(source.lastIndexOf('\n', start) + 1, lineEnd < 0 ? source.length : lineEnd);
    const own = this.#words.get(test);
    let [shared, all] = [0, 0];
    for (const word of wordsOf(lines)) {
      const files = this.#files.get(word) ?? 0;
      if (files === 0) continue;
      const weight = Math.log((this.#words.size + 1) / files);
      all += weight;
      if (own?.has(word)) shared += weight;
    }
    return all === 0 ? 0 : shared / all;
  }
}
