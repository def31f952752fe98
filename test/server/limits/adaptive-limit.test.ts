import { expect } from 'chai';
import { AdaptiveLimit } from '../../../server/limits/adaptive-limit.ts';

/** Work of a limit with a target of 100 ms: when it began, how long it took, how much was in progress. */
type Work = [startedMs: number, tookMs: number, inProgress: number, more?: { count?: number; hasFailed?: boolean }];

const limitAfter = (start: number, ...work: Work[]) => {
  const limit = new AdaptiveLimit({ min: 4, max: 32, start, targetMs: 100 });
  for (const [startedMs, tookMs, inProgress, more] of work) {
    limit.record({ startedMs, endedMs: startedMs + tookMs, inProgress, hasFailed: false, ...more });
  }
  return limit.value;
};

describe('AdaptiveLimit', () => {
  for (const [title, start, work, expected] of [
    ['falls as far as work was late', 20, [[0, 125, 20]], 16],
    ['falls by half at most', 16, [[0, 10_000, 16]], 8],
    ['falls to its minimum at most', 5, [[0, 10_000, 5]], 4],
    ['falls for slow failures', 16, [[0, 250, 16, { hasFailed: true }]], 8],
    ['falls once for concurrent work', 16, [...Array(16)].map(() => [0, 200, 16] as Work), 8],
    ['falls again for work started later', 16, [[0, 200, 16], [200, 200, 8]], 4], // biome-ignore format: a row
    ['does not rise for quick failures', 16, [...Array(32)].map(() => [0, 1, 16, { hasFailed: true }] as Work), 16],
    ['rises while half of it is used', 16, [...Array(16)].map(() => [0, 100, 10] as Work), 19],
    ['stays while less is used', 16, [...Array(16)].map(() => [0, 1, 7] as Work), 16],
    ['rises more for several pieces of work', 16, [[0, 1, 16, { count: 8 }]], 18],
    ['rises to its maximum at most', 31, [[0, 1, 31, { count: 100 }]], 32],
  ] as [string, number, Work[], number][]) {
    it(title, () => expect(limitAfter(start, ...work)).to.equal(expected));
  }
});
