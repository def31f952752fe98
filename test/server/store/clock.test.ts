import { expect } from 'chai';
import { RedisClock } from '../../../server/store/redis/clock.ts';

describe('RedisClock', () => {
  let ms: number;
  beforeEach(() => {
    ms = 1_000;
  });
  const withoutRedis = () =>
    new RedisClock(
      () => Promise.reject(new Error('TIME is not read')),
      () => ms,
    );

  it('keeps the closest observed bounds', () => {
    const clock = withoutRedis();
    expect(clock.known()).to.equal(undefined);
    for (const [redisMs, sentMs, min, max] of [
      [1_100, undefined, 100, Number.POSITIVE_INFINITY],
      [1_100, 980, 100, 121],
      [1_090, 975, 100, 116],
      [1_105, 900, 105, 116],
    ] as const) {
      clock.observe(redisMs, sentMs);
      expect(clock.known()).to.deep.equal({ min, max });
    }
  });

  it('starts over after a reply that contradicts its bounds', () => {
    for (const [redisMs, sentMs, min, max] of [
      [1_111, 900, 111, 111],
      [1_112, 900, 112, 213],
      [1_050, 951, 100, 100],
      [1_050, 952, 50, 99],
    ] as const) {
      const clock = withoutRedis();
      clock.observe(1_100, 990);
      clock.observe(redisMs, sentMs);
      expect(clock.known(), `${redisMs} sent at ${sentMs}`).to.deep.equal({ min, max });
      clock.restart(1_020);
      expect(clock.known()).to.deep.equal({ min: 20, max: Number.POSITIVE_INFINITY });
    }
  });

  it('forgets observations after 60 s or a clock set back', () => {
    for (const [laterMs, isKnown] of [
      [61_000 - 1, true],
      [61_000, false],
      [1_000 - 1, false],
    ] as const) {
      const clock = withoutRedis();
      ms = 1_000;
      clock.observe(ms + 500);
      ms = laterMs;
      expect(clock.known() !== undefined, `at ${laterMs}`).to.equal(isKnown);
    }
  });
});
