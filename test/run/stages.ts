import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A part of the proof: the test files below one folder of `test/`. */
export interface Stage {
  name: string;
  /** The stage whose pacts it reads: none of its files begins before that stage has ended. */
  after?: string;
}

/** In the order of the report. */
export const stages: readonly Stage[] = [
  { name: 'contracts', after: 'consumer' },
  { name: 'consumer' },
  { name: 'mock', after: 'consumer' },
  { name: 'server' },
  { name: 'provider', after: 'consumer' },
  { name: 'peers', after: 'consumer' },
];

export const stageNames = stages.map(({ name }) => name);

/** The stage of a test file. */
export const stageOf = (file: string) => file.split('/')[1] as string;

/** Paths of the test files of a stage, from the root, with slashes. */
export function filesOf(stage: string, root: string): string[] {
  const folder = join(root, 'test', stage);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${stage}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts'))
    .sort();
}

/** What a stage writes: deleted before it runs, so that nothing of an earlier run is taken for its result. */
const written: Record<string, string> = {
  consumer: 'contracts/generated/pacts',
  provider: '.data/verification',
};

export function removeEarlierResults(names: readonly string[], root: string): void {
  for (const name of names) {
    const path = written[name];
    if (path) rmSync(join(root, path), { recursive: true, force: true });
  }
}

/**
 * Hands out files: those that others wait for first, then the longest first, so that no long one is left at the end.
 *
 * @param secondsOf how long a file took before; undefined where it is new.
 */
export class Schedule {
  readonly #waiting: string[];
  readonly #unfinished = new Map<string, number>();
  #wake: (() => void)[] = [];

  constructor(files: readonly string[], secondsOf: (file: string) => number | undefined) {
    const isAwaited = (file: string) => stages.some(({ after }) => after === stageOf(file));
    const length = (file: string) => secondsOf(file) ?? Number.POSITIVE_INFINITY;
    const rank = (a: string, b: string) => (length(a) === length(b) ? 0 : length(b) - length(a));
    this.#waiting = files.toSorted((a, b) => Number(isAwaited(b)) - Number(isAwaited(a)) || rank(a, b));
    for (const file of files) this.#unfinished.set(stageOf(file), (this.#unfinished.get(stageOf(file)) ?? 0) + 1);
  }

  #mayBegin(file: string): boolean {
    const after = stages.find(({ name }) => name === stageOf(file))?.after;
    return after === undefined || !this.#unfinished.get(after);
  }

  /** The next file that may begin, which may have to wait for others; undefined when there is none left. */
  async next(): Promise<string | undefined> {
    while (this.#waiting.length > 0) {
      const at = this.#waiting.findIndex((file) => this.#mayBegin(file));
      if (at >= 0) return this.#waiting.splice(at, 1)[0];
      await new Promise<void>((wake) => this.#wake.push(wake));
    }
    return undefined;
  }

  finished(file: string): void {
    const stage = stageOf(file);
    this.#unfinished.set(stage, (this.#unfinished.get(stage) ?? 0) - 1);
    for (const wake of this.#wake.splice(0)) wake();
  }
}
