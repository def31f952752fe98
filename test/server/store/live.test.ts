import { expect } from 'chai';
import type { BoutUpdate, EventUpdate } from '../../../contracts/schemas/metrics.ts';
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

  it('names the event on air that changed last', async () => {
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

  it('accepts 100 bouts, and updates of those', async () => {
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
});
