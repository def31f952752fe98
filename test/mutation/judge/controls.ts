/** Runs tests in a tree without any change: one that fails there, too, has noticed nothing. */
import type { Copy } from './copy.ts';
import { type Limits, runTests } from './run.ts';

/** Each test file is asked once, by whoever needs it first. */
export class Controls {
  readonly #limits: Limits;
  readonly #runs = new Map<string, Promise<string | undefined>>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * @param copy without a change; it is restored.
   * @param isFresh asks again, since what failed may fail now and then.
   * @returns why the test cannot judge; undefined if it can.
   */
  failureOf(test: string, copy: Copy, isFresh = false): Promise<string | undefined> {
    const known = this.#runs.get(test);
    if (known && !isFresh) return known;
    const run = runTests(copy, [test], this.#limits).then(({ end, failure }) => {
      copy.restore();
      return end === 'green' ? undefined : `${test} is red without any fault: ${failure}`;
    });
    this.#runs.set(test, run);
    return run;
  }
}
