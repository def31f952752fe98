import { expect } from 'chai';
import fc from 'fast-check';
import { adjustLimit, ConcurrencyLimit, type LimitState } from '../../../server/store/concurrency-limit.ts';

const settings = { least: 4, most: 32, start: 16, targetMs: 100 };
const at = (limit: number): LimitState => ({ limit, reducedMs: Number.NEGATIVE_INFINITY, reducedFrom: limit });
const work = (tookMs: number, inProgress: number, more: object = {}) => ({
  ...{ startedMs: 1_000, endedMs: 1_000 + tookMs, inProgress, count: 1, hasFailed: false, ...more },
});

/**
 * A store that is always asked for as much as the limit allows, and needs `serviceMs` for each piece of work, one after
 * the other, after `delayMs` on the way.
 *
 * @returns the limit, and how long work takes, after each round.
 */
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

describe('a limit on concurrent work', () => {
  it('falls by as much as work was late, and at most by half', () => {
    expect(adjustLimit(at(16), work(125, 16), settings)).to.deep.equal({
      ...{ limit: 12.8, reducedMs: 1_125, reducedFrom: 16 },
    });
    expect(adjustLimit(at(16), work(10_000, 16), settings).limit).to.equal(8);
    expect(adjustLimit(at(5), work(10_000, 5), settings).limit).to.equal(4);
  });

  it('falls once for all the work that was in progress together, by the latest of it', () => {
    const reduced = adjustLimit(at(16), work(125, 16), settings);
    expect(adjustLimit(reduced, work(120, 15), settings)).to.deep.equal(reduced);
    expect(adjustLimit(reduced, work(160, 15), settings)).to.deep.equal({ ...reduced, limit: 10 });
    expect(adjustLimit(reduced, work(500, 15, { startedMs: 1_124, endedMs: 1_624 }), settings).limit).to.equal(8);
    expect(adjustLimit(reduced, work(200, 12, { startedMs: 1_125, endedMs: 1_325 }), settings).limit).to.equal(6.4);
  });

  it('rises while work is in time and half of the places are taken, by the root of itself for as many as itself', () => {
    expect(adjustLimit(at(16), work(100, 8), settings)).to.deep.equal({ ...at(16), limit: 16.25 });
    expect(adjustLimit(at(4), work(1, 4), settings).limit).to.equal(4.5);
    expect(adjustLimit(at(16), work(1, 7), settings).limit).to.equal(16);
    expect(adjustLimit(at(16), work(1, 16, { count: 8 }), settings).limit).to.equal(18);
    expect(adjustLimit(at(31.9), work(1, 31), settings).limit).to.equal(32);
  });

  it('does not rise for quick failures, and falls for slow ones', () => {
    expect(adjustLimit(at(16), work(1, 16, { hasFailed: true }), settings).limit).to.equal(16);
    expect(adjustLimit(at(16), work(250, 16, { hasFailed: true }), settings).limit).to.equal(8);
  });

  it('stays between its bounds, whatever happens', () => {
    const samples = fc.array(
      fc.record({
        tookMs: fc.double({ min: 0, max: 1e5, noNaN: true }),
        inProgress: fc.integer({ min: 1, max: 64 }),
        count: fc.integer({ min: 1, max: 128 }),
        hasFailed: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(samples, (all) => {
        const limit = new ConcurrencyLimit(settings);
        let nowMs = 0;
        for (const { tookMs, ...sample } of all) {
          limit.record({ startedMs: nowMs, endedMs: nowMs + tookMs, ...sample });
          nowMs += tookMs;
          expect(limit.value).to.be.within(4, 32);
        }
      }),
    );
  });

  it('lets as much work in as a store of any speed does in time, within five rounds of a change', () => {
    const limit = new ConcurrencyLimit(settings);
    let nowMs = 0;
    // Milliseconds for each piece, and the most that a round then takes: what fits into 100 ms, one more, or the least.
    for (const [serviceMs, mostMs, least] of [
      [3, 103, 24],
      [30, 121, 4],
      [10, 121, 7],
      [500, 2_001, 4],
      [0.1, 101, 32],
    ] as const) {
      const run = simulate(limit, 40, serviceMs, 0, nowMs);
      nowMs = run.nowMs;
      for (const { tookMs } of run.seen.slice(5)) expect(tookMs, `${serviceMs} ms each`).to.be.at.most(mostMs);
      const lowest = Math.min(...run.seen.slice(20).map((round) => round.limit));
      expect(lowest, `${serviceMs} ms each`).to.be.at.least(least);
    }
  });

  it('rises to its most behind a slow line, where more at once is more in the same time', () => {
    const limit = new ConcurrencyLimit(settings);
    const { seen } = simulate(limit, 20, 0.1, 50);
    expect(seen.at(-1)?.limit).to.equal(32);
  });

  it('control: a limit that does not move makes everything late', () => {
    const fixed = new ConcurrencyLimit({ ...settings, least: 16, most: 16 });
    expect(simulate(fixed, 40, 30).seen.at(-1)?.tookMs).to.equal(480);
  });
});
