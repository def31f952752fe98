import { expect } from 'chai';
import { RetrySpread, retryAfter } from '../../../server/limits/retry-after.ts';

describe('RetrySpread', () => {
  const offer = (spread: RetrySpread, admitted: number, refused: number, nowMs: number) => {
    for (let nth = 0; nth < admitted; nth++) spread.admit(nowMs);
    let seconds = 0;
    for (let nth = 0; nth < refused; nth++) seconds = spread.refuse(nowMs);
    return seconds;
  };

  for (const [admitted, refused, seconds] of [
    [100, 1, 4],
    [100, 400, 4],
    [100, 401, 5],
    [100, 900, 9],
    [100, 1_600, 16],
    [1, 10_000, 16],
    [0, 3, 4],
  ] as const) {
    it(`spreads ${refused} refused of ${admitted} answered over ${seconds} s`, () => {
      expect(offer(new RetrySpread(), admitted, refused, 0)).to.equal(seconds);
    });
  }

  it('counts the current and the previous second', () => {
    const spread = new RetrySpread();
    expect(offer(spread, 100, 900, 0)).to.equal(9);
    expect(offer(spread, 0, 1, 999)).to.equal(10);
    expect(offer(spread, 0, 1, 1_000)).to.equal(10);
    expect(offer(spread, 100, 98, 1_500), 'of two seconds').to.equal(5);
    expect(offer(spread, 1, 1, 2_999), 'the first is forgotten').to.equal(4);
    expect(offer(spread, 1, 10, 9_000), 'all are forgotten').to.equal(10);
  });

  it('counts requests answered before the first refusal', () => {
    const spread = new RetrySpread();
    for (let nowMs = 5_000; nowMs < 6_000; nowMs++) spread.admit(nowMs);
    expect(offer(spread, 0, 3_000, 6_100)).to.equal(4);
    expect(offer(spread, 0, 5_000, 6_100)).to.equal(8);
  });

  it('gives clients different Retry-After values', () => {
    const seen = new Set(Array.from({ length: 1_000 }, () => Number(retryAfter(1, 9)['Retry-After'])));
    expect([...seen].sort((a, b) => a - b)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
