/** Makes one mutant at a time true in a copy, and asks who notices: test files, `tsc`, the comparison of generated files. */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyTo, type Mutant } from '../mutants/mutant.ts';
import { Controls } from './controls.ts';
import type { Copy } from './copy.ts';
import { type CoverageMap, hashOf } from './coverage.ts';
import { type Asked, chanceIn, type History, noteIn, runsOf, testsFor } from './order.ts';
import { type Limits, run, runTests, type TestRun } from './run.ts';
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
  /** What each test file costs on a quiet machine, in seconds; of those that are missing, the map's seconds count. */
  costs?: Record<string, number>;
  /** Of test files, for one mutant. */
  budgetSeconds: number;
  /** A folder that keeps what the compiler knows of the tree, so that it looks only at what changed; default: none. */
  cache?: string;
}

const buildInfo = '.data/types.tsbuildinfo';

/** Contracts from which files are generated; the others are code that runs at clients or in commands. */
const isGeneratedFrom = (file: string) => /^contracts\/(?!client|command-line|site)/.test(file);

const stepLimits: Limits = { wallSeconds: 600, cpuSeconds: 60 };

/** Of tests that take this long on a quiet machine. */
const limitsOf = (seconds: number): Limits => ({ wallSeconds: seconds * 10 + 120, cpuSeconds: seconds * 3 + 20 });

/** What a busy machine may cause without any change. */
const mayBeChance = /\btime|\bslow|ECONN|EADDRINUSE|EPIPE|hang up|\bended\b|\bclosed\b|reachable|not available/i;

const isSuspect = ({ end, isOverCpu, failure = '' }: TestRun) =>
  end === 'hung' ? !isOverCpu : mayBeChance.test(failure);

/** Whether types are checked before most tests: it costs as much as a few quick ones. */
const worthfulChance = 0.15;

export class Judge {
  readonly #options: JudgeOptions;
  readonly #words: TestWords;
  readonly #controls = new Controls(limitsOf(60));
  #types?: Promise<void>;
  /** Test files that fail without a mutant. */
  readonly #unreliable = new Set<string>();

  constructor(options: JudgeOptions) {
    this.#options = options;
    this.#words = new TestWords(options.tests, (file) => options.copy.read(file));
  }

  /**
   * @param project a folder of its own `tsconfig.json`, which that of the root leaves out.
   * @returns the sentence of the first type error; undefined without any.
   */
  async #checkTypes(project?: string): Promise<string | undefined> {
    const { copy } = this.#options;
    const options = project ? ['--project', project] : ['--noEmit', '--incremental', '--tsBuildInfoFile', buildInfo];
    const command = [join(copy.root, 'node_modules/.bin/tsc'), '--pretty', 'false', ...options];
    const { end, output } = await run(copy, command, stepLimits);
    return end === 'green' ? undefined : (output.split('\n')[0] ?? end);
  }

  /** Checks the types of the copy as it is once, so that each later check only looks at what changed. */
  async #prepareTypes(mutant: Mutant): Promise<void> {
    const { copy, cache } = this.#options;
    const wrong = copy.read(mutant.file);
    copy.restore();
    const [own, kept] = [join(copy.root, buildInfo), join(cache ?? copy.temporary, 'types.tsbuildinfo')];
    mkdirSync(dirname(own), { recursive: true });
    if (existsSync(kept)) copyFileSync(kept, own);
    const error = await this.#checkTypes();
    if (error) throw new Error(`the tree has type errors without any mutant: ${error}`);
    if (existsSync(own)) copyFileSync(own, kept);
    copy.write(mutant.file, wrong);
  }

  async #findTypeError(mutant: Mutant): Promise<string | undefined> {
    const folder = dirname(mutant.file);
    if (existsSync(join(this.#options.copy.root, folder, 'tsconfig.json'))) return this.#checkTypes(folder);
    this.#types ??= this.#prepareTypes(mutant);
    await this.#types;
    return this.#checkTypes();
  }

  async #findDifference(): Promise<string | undefined> {
    const { copy } = this.#options;
    const { end, output } = await run(copy, [process.execPath, 'scripts/generate.ts'], stepLimits);
    if (end !== 'green') return output.split('\n').find((line) => /Error/.test(line)) ?? 'npm run generate fails';
    return copy.isAsCommitted('contracts/generated') ? undefined : 'npm run generate changes committed files';
  }

  #note(mutant: Mutant, names: readonly string[], noticed?: string): void {
    for (const name of names) noteIn(this.#options.history, mutant, name, name === noticed);
  }

  /** Asks test files that run in one process, and those alone that ended it before it said which one failed. */
  async #ask(mutant: Mutant, asked: readonly Asked[]): Promise<TestRun> {
    const { copy } = this.#options;
    const files = asked.map(({ test }) => test);
    const limits = limitsOf(asked.reduce((sum, { seconds }) => sum + seconds, 0));
    let result = await runTests(copy, files, limits);
    if (result.end === 'green') return this.#findOtherPacts(result, files);
    const failedFile = result.failedFile ?? (files.length === 1 ? files[0] : undefined);
    if (failedFile === undefined) return this.#askInTurn(mutant, asked);
    const others = asked.filter(({ test }) => test !== failedFile);
    // What a busy machine may cause by itself must happen twice.
    if (isSuspect(result)) {
      result = await runTests(copy, [failedFile], limits);
      if (result.end === 'green') return others.length > 0 ? this.#ask(mutant, others) : result;
    }
    if (!(await this.#isRedAnyway(mutant, failedFile, result))) return { ...result, failedFile };
    return others.length > 0 ? this.#ask(mutant, others) : { ...result, end: 'green' };
  }

  async #askInTurn(mutant: Mutant, asked: readonly Asked[]): Promise<TestRun> {
    let result: TestRun = { end: 'green', isOverCpu: false, seconds: 0, output: '' };
    for (const one of asked) {
      result = await this.#ask(mutant, [one]);
      if (result.end !== 'green') break;
    }
    return result;
  }

  /** The consumer stage writes the pacts: CI compares them with the committed ones. */
  #findOtherPacts(result: TestRun, files: readonly string[]): TestRun {
    if (!files.some((file) => file.startsWith('test/consumer/'))) return result;
    if (this.#options.copy.isAsCommitted('contracts/generated')) return result;
    const failure = 'npm run test:consumer changes committed pacts';
    return { ...result, end: 'red', failure, failedFile: 'generated files' };
  }

  /** All who may notice, in turn. */
  *#askers(mutant: Mutant, runs: readonly Asked[][]): Generator<{ names: string[]; ask: () => Promise<TestRun> }> {
    const step = (name: Step, find: () => Promise<string | undefined>) => ({
      names: [name as string],
      ask: async (): Promise<TestRun> => {
        const failure = await find();
        return {
          end: failure ? 'red' : 'green',
          isOverCpu: false,
          seconds: 0,
          output: '',
          ...(failure && { failure, failedFile: name }),
        };
      },
    });
    const tests = (asked: Asked[]) => ({
      names: asked.map(({ test }) => test),
      ask: () => this.#ask(mutant, asked),
    });
    const [first, ...others] = runs;
    const chance = (name: Step) => chanceIn(this.#options.history, mutant, name, 0.1);
    const types = step('types', () => this.#findTypeError(mutant));
    const generated = step('generated files', () => this.#findDifference());
    const hasTypes = !mutant.file.endsWith('.lua');
    const isLikelyTypes = hasTypes && chance('types') >= worthfulChance;
    const isLikelyGenerated = isGeneratedFrom(mutant.file) && chance('generated files') >= 0.5;
    if (isLikelyGenerated) yield generated;
    if (first) yield tests(first);
    if (isGeneratedFrom(mutant.file) && !isLikelyGenerated) yield generated;
    if (isLikelyTypes) yield types;
    for (const asked of others) yield tests(asked);
    if (hasTypes && !isLikelyTypes) yield types;
  }

  /**
   * Whether a test file fails without the mutant too: then it has noticed nothing. One that was green when it was mapped
   * is asked again only after a failure that chance may cause.
   */
  async #isRedAnyway(mutant: Mutant, test: string, result: TestRun): Promise<boolean> {
    const { copy, map } = this.#options;
    const wrong = copy.read(mutant.file);
    const isFresh = isSuspect(result);
    copy.restore();
    const isMapped = map[test]?.isGreen && map[test].hash === hashOf(copy.read(test));
    const red = isMapped && !isFresh ? undefined : await this.#controls.failureOf(test, copy, isFresh);
    if (red !== undefined) this.#unreliable.add(test);
    copy.write(mutant.file, wrong);
    return red !== undefined;
  }

  async judge(mutant: Mutant): Promise<Verdict> {
    const { copy, tests: all, map, history, costs, budgetSeconds } = this.#options;
    const startedMs = performance.now();
    const read: Read = (file) => copy.read(file);
    const tests = testsFor(mutant, { tests: all, map, history, costs, words: this.#words }, read).filter(
      ({ test }) => !this.#unreliable.has(test),
    );
    const runs = runsOf(tests, budgetSeconds);
    const source = copy.read(mutant.file);
    const verdict: Verdict = { mutant, asked: [], notAsked: tests.length - runs.flat().length, seconds: 0 };
    copy.write(mutant.file, applyTo(source, mutant));
    try {
      for (const { names, ask } of this.#askers(mutant, runs)) {
        const { end, failure, failedFile } = await ask();
        const noticed = end === 'green' ? undefined : failedFile;
        // Those behind the one that noticed were not asked.
        this.#note(mutant, names.slice(0, names.indexOf(noticed ?? '') + 1 || undefined), noticed);
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
