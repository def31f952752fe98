import { expect } from 'chai';
import type { BoutUpdate } from '../../../contracts/schemas/metrics.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { rawEvent, rawFight } from '../../support/fixtures/records.ts';
import { useFixedClockStore } from '../../support/redis/fixed-clock-store.ts';
import { openStore } from '../../support/redis/redis.ts';

const nowMs = 1_922_000_000_123;

const boutUpdate = (eventId: number, fightId: number, sequence: number, more: object = {}): BoutUpdate => ({
  ...{ sequence, Type: 'Stats' },
  FMLiveFeed: { EventID: String(eventId), FightID: String(fightId), ...more },
});

describe('rounds by the clock of Redis', () => {
  const at = useFixedClockStore(nowMs);
  let ids = 50_000;

  it('close 120 seconds after the next one begins', async () => {
    const event = ++ids;
    await publishRecords(at.opened.store, {
      events: [rawEvent(7001, { statid: event, fights: [rawFight(87_901, { statid: 6411 })] })],
    });
    await at.opened.store.live.update(boutUpdate(event, 6411, 1, { CurrentRound: '1' }));
    at.clock.set(nowMs + 300_000);
    // Its estimate of the clock begins at this moment.
    const later = await openStore(at.redis.url, { buckets: 8 });
    await later.store.live.update(boutUpdate(event, 6411, 2, { CurrentRound: '2' }));
    const { windows } = (await later.store.live.event(event)) ?? {};
    expect(windows?.bouts['6411']?.rounds).to.deep.equal({
      1: { openedMs: 1_922_000_000_123, closesMs: 1_922_000_420_123 },
      2: { openedMs: 1_922_000_300_123, closesMs: null },
    });
    later.close();
    at.clock.set(nowMs + 419_999);
    const voter = await openStore(at.redis.url, { buckets: 8, changesPerTenSeconds: 0 });
    const found = [];
    for (const offset of [-1, 0, 1]) {
      at.clock.set(nowMs + 420_000 + offset);
      const vote = { fightId: 87_901, roundNumber: 1, fighterStatid: 12 + offset, clientId: 'client-000000000003' };
      found.push((await voter.store.votes.cast(vote)).outcome);
    }
    voter.close();
    expect(found).to.deep.equal(['created', 'closed', 'closed']);
  });

  it('are sent again every 10 s while open', async () => {
    const event = ++ids;
    await publishRecords(at.opened.store, {
      events: [rawEvent(7001, { statid: event, fights: [rawFight(87_902, { statid: 6411 })] })],
    });
    /** Buckets that have the moments after another update, all of which were lost before it. */
    const bucketsAfter = async (atMs: number, sequence: number, more: object) => {
      const lost = await at.redis.client.keys('{87902:*}:windows');
      if (lost.length > 0) await at.redis.client.del(lost);
      at.clock.set(atMs);
      const { store, close } = await openStore(at.redis.url, { buckets: 8 });
      await store.live.update(boutUpdate(event, 6411, sequence, more));
      close();
      return (await at.redis.client.keys('{87902:*}:windows')).length;
    };
    const seen = [
      await bucketsAfter(1_922_000_000_123, 1, { CurrentRound: '1' }),
      await bucketsAfter(1_922_000_009_999, 2, { CurrentRound: '1' }),
      await bucketsAfter(1_922_000_010_000, 2, { CurrentRound: '1' }),
      await bucketsAfter(1_922_000_015_000, 3, { CurrentRound: '1', Status: 'official' }),
      // In the last second of the round, and when it has closed.
      await bucketsAfter(1_922_000_134_999, 4, { CurrentRound: '1', Status: 'official' }),
      await bucketsAfter(1_922_000_135_000, 5, { CurrentRound: '1', Status: 'official' }),
      await bucketsAfter(1_922_000_145_000, 6, { CurrentRound: '1', Status: 'official' }),
    ];
    expect(seen).to.deep.equal([8, 0, 8, 8, 8, 8, 0]);
  });

  it('stay as they were when an update misses its deadline', async () => {
    const event = ++ids;
    at.clock.set(nowMs);
    const { store, close } = await openStore(at.redis.url, { buckets: 8 });
    try {
      const update = (sequence: number) => store.live.update(boutUpdate(event, 6411, sequence));
      expect((await update(1)).outcome).to.equal('applied');
      at.clock.set(nowMs + 3_600_000);
      // What waits behind it was not begun.
      const refused = await Promise.allSettled([update(2), update(3)]);
      expect(refused.map((one) => one.status === 'rejected' && one.reason.message)).to.deep.equal([
        'The store is not available: Redis received it after its deadline',
        'The store is not available: an earlier update of the event failed',
      ]);
      expect((await update(2)).outcome).to.equal('applied');
    } finally {
      close();
    }
  });
});
