import { expect } from 'chai';
import fc from 'fast-check';
import { adjustLimit, ConcurrencyLimit, type LimitState } from '../../../server/store/concurrency-limit.ts';

const settings = { least: 4, most: 32, start: 16, targetMs: 100 };
const at = (limit: number): LimitState => ({ limit, reducedMs: Number.NEGATIVE_INFINITY, reducedFrom: limit });
const work = (tookMs: number, inProgress: number, more: object = {}) => ({
  ...{ startedMs: 1_000, endedMs: 1_000 + tookMs, inProgress, count: 1, hasFailed: false, ...more },
});

/** A store that always has as much work as the limit allows, and does one piece after the other after a delay. */
function simulate(limit: ConcurrencyLimit, rounds: number, serviceMs: number, delayMs = 0, startMs = 0) {
  const seen: { limit: number; tookMs: number }[] = [];
  let nowMs = startMs;
  for (let round = 0; round < rounds; round++) {
    const startedMs = nowMs;
    const inProgress = limit.value;
    for (let nth = 1; nth <= inProgress; nth++) {
      const endedMs = startedMs + delayMs + nth * serviceMs;
      limit.record({ startedMs, endedMs, inProgress: inProgress - nth + 1, count: 1, hasFailed: false });
      nowMs = endedMs;
    }
    seen.push({ limit: limit.value, tookMs: nowMs - startedMs });
  }
  return { seen, nowMs };
}

describe('adjustLimit', () => {
  const reduced: LimitState = { limit: 12.8, reducedMs: 1_125, reducedFrom: 16 };
  for (const [title, state, sample, limit] of [
    ['falls as far as work was late', at(16), work(125, 16), 12.8],
    ['falls by half at most', at(16), work(10_000, 16), 8],
    ['falls to its minimum at most', at(5), work(10_000, 5), 4],
    ['falls for slow failures', at(16), work(250, 16, { hasFailed: true }), 8],
    ['does not rise for quick failures', at(16), work(1, 16, { hasFailed: true }), 16],
    ['rises while half of it is used', at(16), work(100, 8), 16.25],
    ['rises faster from a small value', at(4), work(1, 4), 4.5],
    ['stays while less is used', at(16), work(1, 7), 16],
    ['rises more for several pieces of work', at(16), work(1, 16, { count: 8 }), 18],
    ['rises to its maximum at most', at(31.9), work(1, 31), 32],
    ['ignores less late concurrent work', reduced, work(120, 15), 12.8],
    ['falls further for later concurrent work', reduced, work(160, 15), 10],
    ['falls by half once for concurrent work', reduced, work(500, 15, { startedMs: 1_124, endedMs: 1_624 }), 8],
    ['falls again for work started later', reduced, work(200, 12, { startedMs: 1_125, endedMs: 1_325 }), 6.4],
  ] as const) {
    it(title, () => {
      expect(adjustLimit(state, sample, settings).limit).to.equal(limit);
    });
  }
});

describe('ConcurrencyLimit', () => {
  it('stays within its bounds', () => {
    const sample = fc.record({
      tookMs: fc.double({ min: 0, max: 1e5, noNaN: true }),
      inProgress: fc.integer({ min: 1, max: 64 }),
      count: fc.integer({ min: 1, max: 128 }),
      hasFailed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(sample), (all) => {
        const limit = new ConcurrencyLimit(settings);
        let nowMs = 0;
        for (const { tookMs, ...more } of all) {
          limit.record({ startedMs: nowMs, endedMs: nowMs + tookMs, ...more });
          nowMs += tookMs;
          expect(limit.value).to.be.within(4, 32);
        }
      }),
    );
  });

  it('adapts to the speed of the store', () => {
    const limit = new ConcurrencyLimit(settings);
    let nowMs = 0;
    // Per piece of work; the longest round after the fifth; the lowest limit after the twentieth.
    for (const [serviceMs, maxMs, minLimit] of [
      [3, 103, 24],
      [30, 121, 4],
      [10, 121, 7],
      [500, 2_001, 4],
      [0.1, 101, 32],
    ] as const) {
      const run = simulate(limit, 40, serviceMs, 0, nowMs);
      nowMs = run.nowMs;
      for (const { tookMs } of run.seen.slice(5)) expect(tookMs, `${serviceMs} ms each`).to.be.at.most(maxMs);
      const lowest = Math.min(...run.seen.slice(20).map((round) => round.limit));
      expect(lowest, `${serviceMs} ms each`).to.be.at.least(minLimit);
    }
  });

  it('rises to its maximum on a slow line', () => {
    expect(simulate(new ConcurrencyLimit(settings), 20, 0.1, 50).seen.at(-1)?.limit).to.equal(32);
  });
});
