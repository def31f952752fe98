import { expect } from 'chai';
import type { BoutUpdate, EventUpdate } from '../../../contracts/schemas/metrics.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { rawEvent, rawFight } from '../../support/fixtures/records.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';

interface Shown {
  CurRd?: string;
  Status?: string;
  FightActions?: { ActionID: string; Type: string; Round?: string }[];
}

const eventUpdate = (eventId: number, sequence: number, more: object = {}, fight: Shown = {}): EventUpdate => ({
  sequence,
  FMLiveFeed: { EventID: String(eventId), Fights: [{ FightID: '6411', ...fight }], ...more },
});

const boutUpdate = (eventId: number, sequence: number, CurrentRound: string, more: object = {}): BoutUpdate => ({
  sequence,
  Type: 'Stats',
  FMLiveFeed: { EventID: String(eventId), FightID: '6411', CurrentRound, ...more },
});

const vote = (fightId: number, roundNumber = 1, clientId = 'client-0123456789') => ({
  fightId,
  roundNumber,
  fighterStatid: 11,
  clientId,
});

describe('store.live', () => {
  let redis: TestNode;
  let opened: TestStore;
  let ids = 800;
  before(async () => {
    redis = await startRedis();
    opened = await openStore(redis.url);
  });
  after(async () => {
    opened.close();
    await redis.close();
  });

  it('applies newer snapshots only', async () => {
    const { live } = opened.store;
    const id = ++ids;
    expect(await live.event(id)).to.equal(undefined);
    expect(await live.update(eventUpdate(id, 5, { City: 'Lima' }))).to.deep.equal({
      outcome: 'applied',
      sequence: 5,
      version: 1,
    });
    expect(await live.update(eventUpdate(id, 5, { City: 'Lima' }))).to.deep.equal({
      outcome: 'duplicate',
      sequence: 5,
      version: 1,
    });
    expect((await live.update(eventUpdate(id, 4, { City: 'Cusco' }))).outcome).to.equal('stale');
    expect(await live.update(eventUpdate(id, 5, { City: 'Cusco' }))).to.deep.equal({
      outcome: 'conflict',
      sequence: 5,
      version: 1,
    });
    expect((await live.event(id))?.feed?.FMLiveFeed.City).to.equal('Lima');
    expect(await live.update(eventUpdate(id, 6, { City: 'Cusco' }))).to.deep.equal({
      outcome: 'applied',
      sequence: 6,
      version: 2,
    });
  });

  it('has sequences per feed and one version', async () => {
    const { live } = opened.store;
    const id = ++ids;
    await live.update(boutUpdate(id, 40, '1'));
    expect((await live.event(id))?.feed).to.equal(undefined);
    expect(await live.received([id])).to.deep.equal(new Set());
    expect(await live.update(eventUpdate(id, 1))).to.deep.equal({ outcome: 'applied', sequence: 1, version: 2 });
    expect((await live.update(boutUpdate(id, 41, '1', { Referee: 'R. Ejemplo' }))).version).to.equal(3);
    const bout = await live.bout(id, 6411);
    expect([bout?.version, bout?.feed.FMLiveFeed.Referee]).to.deep.equal([3, 'R. Ejemplo']);
    expect(await live.bout(id, 6412)).to.equal(undefined);
    expect(await live.received([id, 1])).to.deep.equal(new Set([id]));
  });

  it('stores unknown members and numbers beyond 2^31', async () => {
    const { live } = opened.store;
    const id = ++ids;
    const sequence = Number.MAX_SAFE_INTEGER;
    expect((await live.update(eventUpdate(id, sequence, { Extra: { deep: [1] } }))).sequence).to.equal(sequence);
    expect((await live.event(id))?.feed?.FMLiveFeed).to.deep.include({ Extra: { deep: [1] } });
    expect((await live.update(eventUpdate(id, sequence - 1))).outcome).to.equal('stale');
  });

  it('I11: ends 500 unordered updates at the highest', async () => {
    const other = await openStore(redis.url);
    const id = ++ids;
    const sequences = Array.from({ length: 500 }, (_, index) => 1 + ((index * 7919) % 250));
    const results: { outcome: string; sequence: number; version: number }[] = [];
    for (let start = 0; start < sequences.length; start += 10) {
      const batch = sequences
        .slice(start, start + 10)
        .map((sequence, index) =>
          (index % 2 ? other : opened).store.live.update(eventUpdate(id, sequence, { City: `City ${sequence}` })),
        );
      results.push(...(await Promise.all(batch)));
    }
    const state = await opened.store.live.event(id);
    expect(state?.feed?.FMLiveFeed.City).to.equal('City 250');
    const applied = results.filter(({ outcome }) => outcome === 'applied');
    expect(applied.map(({ version }) => version).sort((a, b) => a - b)).to.deep.equal(
      applied.map((_, index) => index + 1),
    );
    expect(results.filter(({ outcome }) => outcome === 'conflict')).to.have.length(0);
    expect(state?.version).to.equal(applied.length);
    other.close();
  });

  it('opens rounds before an update is acknowledged', async () => {
    const grace = await openStore(redis.url, { roundGraceSeconds: 0 });
    const { live, votes } = grace.store;
    const id = ++ids;
    await publishRecords(grace.store, {
      events: [rawEvent(7001, { statid: id, fights: [rawFight(88_001, { statid: 6411 })] })],
    });
    expect((await votes.cast(vote(88_001))).outcome).to.equal('not-opened');
    await live.update(eventUpdate(id, 1, {}, { CurRd: '1' }));
    expect((await votes.cast(vote(88_001))).outcome).to.equal('created');
    expect((await votes.cast(vote(88_001, 2))).outcome).to.equal('not-opened');
    await live.update(boutUpdate(id, 1, '2'));
    expect((await votes.cast(vote(88_001))).outcome).to.equal('closed');
    expect((await votes.cast(vote(88_001, 2))).outcome).to.equal('created');
    await live.update(eventUpdate(id, 2, {}, { CurRd: '1' }));
    expect((await votes.cast(vote(88_001))).outcome).to.equal('closed');
    await live.update(eventUpdate(id, 3, { EventEnd: '23:00:00' }, { CurRd: '2' }));
    expect((await votes.cast(vote(88_001, 2))).outcome).to.equal('closed');
    const state = await live.event(id);
    expect(Object.keys(state?.windows.bouts['6411']?.rounds ?? {})).to.deep.equal(['1', '2']);
    grace.close();
  });

  it('joins fights published after the feed', async () => {
    const { live, votes } = opened.store;
    const id = ++ids;
    await live.update(eventUpdate(id, 1, {}, { CurRd: '1' }));
    await publishRecords(opened.store, {
      events: [
        rawEvent(7002, {
          statid: id,
          event_dategmt: '2031-05-01T00:00:00Z',
          fights: [rawFight(88_002, { statid: 6411 })],
        }),
        rawEvent(7003, {
          statid: id,
          event_dategmt: '2031-04-01T00:00:00Z',
          fights: [rawFight(88_003, { statid: 6411 })],
        }),
      ],
    });
    expect((await votes.cast(vote(88_002))).outcome).to.equal('created');
    expect((await votes.cast(vote(88_003))).outcome).to.equal('not-opened');
  });

  it('names the latest changed event on air', async () => {
    const fresh = await startRedis();
    const { store, connections, close } = await openStore(fresh.url);
    const { live } = store;
    expect(await live.onAir()).to.equal(undefined);
    await live.update(eventUpdate(1, 1));
    expect(await live.onAir()).to.equal(undefined);
    await live.update(eventUpdate(1, 2, { EventStart: '19:00:00' }));
    expect((await live.onAir())?.eventId).to.equal(1);
    await new Promise((later) => setTimeout(later, 5));
    await live.update(eventUpdate(2, 1, { CurFight: '6411' }));
    expect((await live.onAir())?.eventId).to.equal(2);
    await new Promise((later) => setTimeout(later, 5));
    await live.update(boutUpdate(1, 1, '1'));
    expect((await live.onAir())?.eventId).to.equal(1);
    await live.update(eventUpdate(1, 3, { EventStart: '19:00:00', EventEnd: '23:00:00' }));
    expect((await live.onAir())?.eventId).to.equal(2);
    const longAgo = Date.now() - 13 * 3_600_000;
    await connections.writes.hset('{live:2}', 'changed', longAgo);
    expect(await live.onAir()).to.equal(undefined);
    close();
    await fresh.close();
  });

  it('has room for 100 bouts, and goes on with those', async () => {
    const { live } = opened.store;
    const bout = (fight: number, sequence: number, more: object = {}) =>
      live.update({ sequence, Type: 'Stats', FMLiveFeed: { EventID: String(ids), FightID: String(fight), ...more } });
    const id = ++ids;
    for (let fight = 1; fight <= 100; fight++) await bout(fight, 1);
    expect((await bout(101, 1)).outcome).to.equal('full');
    for (const outcome of ['applied', 'duplicate']) {
      expect((await bout(100, 2, { Referee: 'R. Ejemplo' })).outcome).to.equal(outcome);
    }
    expect((await live.event(id))?.version).to.equal(101);
    const other = ++ids;
    for (const [sequence, from, outcome] of [
      [1, 1, 'applied'],
      [2, 61, 'full'],
      [3, 41, 'applied'],
      [4, 1, 'applied'],
    ] as const) {
      const Fights = Array.from({ length: 60 }, (_, index) => ({ FightID: String(from + index), CurRd: '5' }));
      expect((await live.update(eventUpdate(other, sequence, { Fights }))).outcome).to.equal(outcome);
    }
    expect(Object.keys((await live.event(other))?.windows.bouts ?? {})).to.have.length(100);
  });

  it('fails the reader of a broken version only', async () => {
    const { live } = opened.store;
    const id = ++ids;
    for (let sequence = 1; sequence <= 2; sequence++) await live.update(eventUpdate(id, sequence));
    const entry = ['feed', 'event', 'packed', 'x\u0001broken', 'bytes', 100, 'added', 1_000];
    await opened.connections.writes.xadd(`{live:${id}}:history`, '3-0', ...entry);
    await opened.connections.writes.hset(`{live:${id}}`, { version: 4, 'event:version': 4 });
    const failed = await live.follow(id, undefined, 2).catch((error: Error) => error.name);
    expect(failed).to.equal('StoreUnavailable');
    expect((await live.follow(id, undefined, undefined))?.what).to.equal('latest');
    expect((await live.event(id))?.version).to.equal(4);
  });
});
