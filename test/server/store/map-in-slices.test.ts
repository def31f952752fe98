import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { mapInSlices } from '../../../server/store/slices.ts';

describe('values that are mapped in slices', () => {
  /** How many are mapped at each turn of the event loop, when each takes a millisecond. */
  async function mapOf(count: number) {
    const { now } = performance;
    let [nowMs, reads] = [1_000, 0];
    performance.now = () => {
      // Of this process, others read the clock too.
      if (new Error().stack?.includes('/store/slices.ts')) reads++;
      return nowMs;
    };
    const seen = new Set<number>();
    let mapped = 0;
    try {
      const values = Array.from({ length: count }, (_, index) => index);
      let isDone = false;
      const work = mapInSlices(values, (value) => {
        [mapped, nowMs] = [mapped + 1, nowMs + 1];
        return value * 2;
      }).finally(() => {
        isDone = true;
      });
      while (!isDone) {
        seen.add(mapped);
        await turn();
      }
      expect(await work).to.deep.equal(values.map((value) => value * 2));
      return { seen: [...seen], reads };
    } finally {
      performance.now = now;
    }
  }

  it('are mapped at once up to 31, without the clock', async () => {
    expect(await mapOf(0)).to.deep.equal({ seen: [0], reads: 0 });
    expect(await mapOf(31)).to.deep.equal({ seen: [31], reads: 0 });
  });

  it('leave the others a turn after five milliseconds each, from 32 on', async () => {
    const { seen, reads } = await mapOf(32);
    expect(seen).to.deep.equal([5, 10, 15, 20, 25, 30]);
    expect(reads).to.equal(39);
  });
});
