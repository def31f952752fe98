import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { toLimited, toRefusal } from '../../../server/store/ballots/ballot-result.ts';
import { RedisClocks } from '../../../server/store/redis/clock.ts';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';
import { defaultStoreSettings } from '../../../server/store/settings.ts';

const verdict = { code: 0, left: 0, resetMs: 1_001, createdMs: 0, openedMs: 5_000, closesMs: 9_000 };
const changes = { limit: 10, windowMs: 10_000, left: 0, resetMs: 1_001 };

describe('toLimited and toRefusal', () => {
  it('round the wait up to whole seconds', () => {
    const waits = [0, 1, 999, 1_000, 1_001, 9_999].map((resetMs) => {
      const limited = { ...verdict, code: -4, resetMs };
      const refused = toRefusal(limited, toLimited(limited, defaultStoreSettings));
      return refused?.outcome === 'limited' ? refused.retryAfterSeconds : undefined;
    });
    expect(waits).to.deep.equal([1, 1, 1, 1, 2, 10]);
  });

  it('report a closed round and the remaining changes', () => {
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

describe('RedisClocks', () => {
  it('forgets the clock of a lost Redis only', () => {
    const single = new EventEmitter();
    const cluster = Object.assign(new EventEmitter(), { slots: Array(16_384).fill(['127.0.0.1:7000']) });
    const [ofSingle, ofCluster] = [single, cluster].map((client) => new RedisClocks(client as unknown as RedisClient));
    const known = () => [ofSingle, ofCluster].map((clocks) => clocks?.of('a').known() !== undefined);
    for (const clocks of [ofSingle, ofCluster]) clocks?.of('a').observe(Date.now());
    cluster.emit('-node', { options: { host: '127.0.0.1', port: 7001 } });
    expect(known()).to.deep.equal([true, true]);
    single.emit('close');
    cluster.emit('-node', { options: { host: '127.0.0.1', port: 7000 } });
    expect(known()).to.deep.equal([false, false]);
  });
});
