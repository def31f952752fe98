import { expect } from 'chai';
import { toLimited, toRefusal } from '../../../server/store/ballots/ballot-result.ts';
import { RedisClock } from '../../../server/store/redis/clock.ts';
import { localMs } from '../../../server/store/redis/local-clock.ts';
import { defaultStoreSettings } from '../../../server/store/settings.ts';

const verdict = { code: 0, left: 0, resetMs: 1_001, createdMs: 0, openedMs: 5_000, closesMs: 9_000 };
const changes = { limit: 10, windowMs: 10_000, left: 0, resetMs: 1_001 };

describe('the result of a ballot', () => {
  it('says how long to wait in whole seconds, at least one, and never too few', () => {
    const waits = [0, 1, 999, 1_000, 1_001, 9_999].map((resetMs) => {
      const limited = { ...verdict, code: -4, resetMs };
      const refused = toRefusal(limited, toLimited(limited, defaultStoreSettings));
      return refused?.outcome === 'limited' ? refused.retryAfterSeconds : undefined;
    });
    expect(waits).to.deep.equal([1, 1, 1, 1, 2, 10]);
  });

  it('has the moments of a closed round, and the changes that are left unless they are not limited', () => {
    const limited = toLimited(verdict, defaultStoreSettings);
    expect(limited).to.deep.equal({ changes });
    expect(toLimited(verdict, { ...defaultStoreSettings, changesPerTenSeconds: 0 })).to.deep.equal({});
    expect(toRefusal({ ...verdict, code: -3 }, limited)).to.deep.equal({
      ...{ outcome: 'closed', openedMs: 5_000, closesMs: 9_000, changes },
    });
    expect(toRefusal({ ...verdict, code: -2 }, limited)).to.deep.equal({ outcome: 'not-opened', changes });
    for (const code of [1, 2, 3, 4]) expect(toRefusal({ ...verdict, code }, limited)).to.equal(undefined);
  });
});

describe('what is known of the clock of Redis', () => {
  it('is bounded by when a command was sent and its reply came: Redis cuts its clock to milliseconds', async () => {
    const clock = new RedisClock(() => Promise.reject(new Error('it is not asked')));
    const sentMs = localMs() - 40;
    const redisMs = Math.floor(sentMs) + 1_000;
    clock.observe(redisMs, sentMs);
    const { least, most } = await clock.ahead();
    expect(most).to.equal(redisMs + 1 - sentMs);
    expect(least).to.be.at.most(redisMs - sentMs - 40);
  });
});
