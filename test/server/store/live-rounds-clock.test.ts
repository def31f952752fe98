import { expect } from 'chai';
import type { BoutUpdate } from '../../../contracts/schemas/metrics.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { rawEvent, rawFight } from '../../support/fixtures/records.ts';
import { FixedClock } from '../../support/redis/fixed-clock.ts';
import { startNode, type TestNode } from '../../support/redis/nodes.ts';
import { openStore, type TestStore } from '../../support/redis/redis.ts';
import { freePort } from '../../support/run/ports.ts';

const nowMs = 1_922_000_000_123;

const boutUpdate = (eventId: number, fightId: number, sequence: number, more: object = {}): BoutUpdate => ({
  ...{ sequence, Type: 'Stats' },
  FMLiveFeed: { EventID: String(eventId), FightID: String(fightId), ...more },
});

describe('an update, at a given moment of the clock of Redis,', () => {
  let clock: FixedClock;
  let redis: TestNode;
  let opened: TestStore;
  let ids = 50_000;
  before(async () => {
    clock = new FixedClock(nowMs);
    // Nothing need be on disk.
    redis = await startNode(await freePort(), ['save ""']);
    opened = await openStore(redis.url, { buckets: 8 });
  });
  beforeEach(() => clock.set(nowMs));
  after(async () => {
    opened?.close();
    await redis?.close();
    clock.restore();
  });

  it('opens a round at the moment of the update, and closes it 120 seconds after the next one begins', async () => {
    const event = ++ids;
    await publishRecords(opened.store, {
      events: [rawEvent(7001, { statid: event, fights: [rawFight(87_901, { statid: 6411 })] })],
    });
    await opened.store.live.update(boutUpdate(event, 6411, 1, { CurrentRound: '1' }));
    clock.set(nowMs + 300_000);
    // Its estimate of the clock begins at this moment.
    const later = await openStore(redis.url, { buckets: 8 });
    await later.store.live.update(boutUpdate(event, 6411, 2, { CurrentRound: '2' }));
    const { windows } = (await later.store.live.event(event)) ?? {};
    expect(windows?.bouts['6411']?.rounds).to.deep.equal({
      1: { openedMs: 1_922_000_000_123, closesMs: 1_922_000_420_123 },
      2: { openedMs: 1_922_000_300_123, closesMs: null },
    });
    later.close();
    clock.set(nowMs + 419_999);
    const voter = await openStore(redis.url, { buckets: 8, changesPerTenSeconds: 0 });
    const found = [];
    for (const offset of [-1, 0, 1]) {
      clock.set(nowMs + 420_000 + offset);
      const vote = { fightId: 87_901, roundNumber: 1, fighterStatid: 12 + offset, clientId: 'client-000000000003' };
      found.push((await voter.store.votes.cast(vote)).outcome);
    }
    voter.close();
    expect(found).to.deep.equal(['created', 'closed', 'closed']);
  });

  it('sends the moments of open rounds again every 10 s, to buckets that a failover has left without them', async () => {
    const event = ++ids;
    await publishRecords(opened.store, {
      events: [rawEvent(7001, { statid: event, fights: [rawFight(87_902, { statid: 6411 })] })],
    });
    /** Buckets that have the moments after another update, all of which were lost before it. */
    const bucketsAfter = async (atMs: number, sequence: number, more: object) => {
      const lost = await redis.client.keys('{87902:*}:windows');
      if (lost.length > 0) await redis.client.del(lost);
      clock.set(atMs);
      const { store, close } = await openStore(redis.url, { buckets: 8 });
      await store.live.update(boutUpdate(event, 6411, sequence, more));
      close();
      return (await redis.client.keys('{87902:*}:windows')).length;
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
});
