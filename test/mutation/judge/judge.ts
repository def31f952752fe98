/** Makes one mutant at a time true in a copy, and asks who notices: test files, `tsc`, the comparison of generated files. */
import { join } from 'node:path';
import { applyTo, type Mutant } from '../mutants/mutant.ts';
import type { Copy } from './copy.ts';
import type { CoverageMap } from './coverage.ts';
import { type Asked, type History, runsOf, testsFor } from './order.ts';
import { run, runTests, type TestRun } from './run.ts';
import { type Read, TestWords } from './words.ts';

/** The steps of CI besides tests that notice a mutant. */
export type Step = 'types' | 'generated files';

export interface Verdict {
  mutant: Mutant;
  /** A test file or step; undefined when the mutant survived. */
  noticedBy?: string;
  /** The sentence with which it was noticed. */
  failure?: string;
  /** Test files and steps that did not notice it. */
  asked: string[];
  /** How many test files run it that were not asked, since the time was used up. */
  notAsked: number;
  seconds: number;
}

export interface JudgeOptions {
  copy: Copy;
  /** All test files; those that the map lacks are asked by their names. */
  tests: readonly string[];
  map: CoverageMap;
  history: History;
  /** Of test files, as measured for the map, for one mutant. */
  budgetSeconds: number;
}

/** Contracts from which files are generated; the others are code that runs at clients or in commands. */
const isGeneratedFrom = (file: string) => /^contracts\/(?!client|command-line|site)/.test(file);

export class Judge {
  readonly #options: JudgeOptions;
  readonly #words: TestWords;

  constructor(options: JudgeOptions) {
    this.#options = options;
    this.#words = new TestWords(options.tests, (file) => options.copy.read(file));
  }

  /** @returns the sentence of the first type error; undefined without any. */
  async #findTypeError(): Promise<string | undefined> {
    const { copy } = this.#options;
    const options = ['--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', '.data/types.tsbuildinfo'];
    const { end, output } = await run(copy, [join(copy.root, 'node_modules/.bin/tsc'), ...options], 600);
    return end === 'green' ? undefined : (output.split('\n')[0] ?? end);
  }

  /** Checks the types of the copy as it is, so that the next check only looks at what changed. */
  async prepare(): Promise<void> {
    const error = await this.#findTypeError();
    if (error) throw new Error(`the tree has type errors without any mutant: ${error}`);
  }

  async #findDifference(): Promise<string | undefined> {
    const { copy } = this.#options;
    const { end, output } = await run(copy, [process.execPath, 'scripts/generate.ts'], 120);
    if (end !== 'green') return output.split('\n').find((line) => /Error/.test(line)) ?? 'npm run generate fails';
    return copy.isAsCommitted('contracts/generated') ? undefined : 'npm run generate changes committed files';
  }

  #note(file: string, tests: readonly string[], noticed?: string): void {
    const own = this.#options.history[file] ?? {};
    for (const test of tests) {
      const { asked, noticed: times } = own[test] ?? { asked: 0, noticed: 0 };
      own[test] = { asked: asked + 1, noticed: times + (test === noticed ? 1 : 0) };
    }
    this.#options.history[file] = own;
  }

  async #ask(tests: readonly Asked[]): Promise<TestRun> {
    const { copy } = this.#options;
    const files = tests.map(({ test }) => test);
    const seconds = tests.reduce((sum, asked) => sum + asked.seconds, 0);
    const limitSeconds = seconds * 3 + 30;
    const first = await runTests(copy, files, limitSeconds);
    // A busy machine misses time limits: only a test that misses it twice has noticed something.
    if (first.end === 'red' && first.failedFile && /\btimeout\b/i.test(first.failure ?? '')) {
      return runTests(copy, [first.failedFile], limitSeconds);
    }
    if (first.end === 'green' && files.some((file) => file.startsWith('test/consumer/'))) {
      if (!copy.isAsCommitted('contracts/generated')) {
        return {
          ...first,
          end: 'red',
          failure: 'npm run test:consumer changes committed pacts',
          failedFile: 'generated files',
        };
      }
    }
    return first;
  }

  /** All who may notice, in turn. */
  *#askers(mutant: Mutant, runs: readonly Asked[][]): Generator<{ names: string[]; ask: () => Promise<TestRun> }> {
    const step = (name: Step, find: () => Promise<string | undefined>) => ({
      names: [name as string],
      ask: async (): Promise<TestRun> => {
        const failure = await find();
        return {
          end: failure ? 'red' : 'green',
          seconds: 0,
          output: '',
          ...(failure && { failure, failedFile: name }),
        };
      },
    });
    const tests = (asked: Asked[]) => ({ names: asked.map(({ test }) => test), ask: () => this.#ask(asked) });
    const [first, ...others] = runs;
    if (first) yield tests(first);
    if (!mutant.file.endsWith('.lua')) yield step('types', () => this.#findTypeError());
    if (isGeneratedFrom(mutant.file)) yield step('generated files', () => this.#findDifference());
    for (const asked of others) yield tests(asked);
  }

  /** Whether a test file that was never mapped fails without the mutant too: then it has noticed nothing. */
  async #isRedAnyway(mutant: Mutant, test: string | undefined): Promise<boolean> {
    const { copy, map, tests } = this.#options;
    if (test === undefined || map[test] || !tests.includes(test)) return false;
    const wrong = copy.read(mutant.file);
    copy.restore();
    const { end, seconds } = await runTests(copy, [test], 600);
    // Not stored: the parts that it runs are unknown, so it is mapped later.
    map[test] = { hash: '', seconds, isGreen: end === 'green', parts: {} };
    copy.write(mutant.file, wrong);
    return end !== 'green';
  }

  async judge(mutant: Mutant): Promise<Verdict> {
    const { copy, tests: all, map, history, budgetSeconds } = this.#options;
    const startedMs = performance.now();
    const read: Read = (file) => copy.read(file);
    const tests = testsFor(mutant, { tests: all, map, history, words: this.#words }, read);
    const runs = runsOf(tests, budgetSeconds);
    const source = copy.read(mutant.file);
    const verdict: Verdict = { mutant, asked: [], notAsked: tests.length - runs.flat().length, seconds: 0 };
    copy.write(mutant.file, applyTo(source, mutant));
    try {
      for (const { names, ask } of this.#askers(mutant, runs)) {
        const { end, failure, failedFile } = await ask();
        const failed = end === 'green' ? undefined : (failedFile ?? names[0]);
        const noticed = (await this.#isRedAnyway(mutant, failed)) ? undefined : failed;
        this.#note(mutant.file, names, noticed);
        if (noticed !== undefined) {
          Object.assign(verdict, { noticedBy: noticed, failure });
          break;
        }
        verdict.asked.push(...names);
      }
    } finally {
      copy.restore();
    }
    verdict.seconds = (performance.now() - startedMs) / 1000;
    return verdict;
  }
}
