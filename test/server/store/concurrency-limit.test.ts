import { expect } from 'chai';
import { adjustLimit, type LimitState } from '../../../server/store/concurrency-limit.ts';

const settings = { least: 4, most: 32, start: 16, targetMs: 100 };
const at = (limit: number): LimitState => ({ limit, reducedMs: Number.NEGATIVE_INFINITY, reducedFrom: limit });
const work = (tookMs: number, inProgress: number, more: object = {}) => ({
  ...{ startedMs: 1_000, endedMs: 1_000 + tookMs, inProgress, count: 1, hasFailed: false, ...more },
});

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
