import { expect } from 'chai';
import { settings } from '../../../contracts/interactions/settings.ts';
import { feed, feedReceived, ids, world } from '../../../contracts/world/index.ts';
import { FightCache } from '../../../server/cache/fight-cache.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { handlers } from '../../../server/handlers/index.ts';
import { type Context, Reply } from '../../../server/handlers/types.ts';
import type { Live } from '../../../server/store/index.ts';
import { createLiveSource } from '../../../server/streams/sources.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';

describe('a stream', () => {
  let redis: TestNode;
  let opened: TestStore;
  before(async () => {
    redis = await startRedis();
    opened = await openStore(redis.url);
    await publishRecords(opened.store, world);
    for (const update of feedReceived) await opened.store.live.update(update);
  });
  after(async () => {
    opened.close();
    await redis.close();
  });

  /** @param laterMs what is added to the clock of Redis. */
  async function follows(laterMs = 0) {
    const store = {
      ...opened.store,
      live: {
        async event(id: number) {
          const state = await opened.store.live.event(id);
          return state && { ...state, nowMs: state.nowMs + laterMs };
        },
      },
    };
    const call = { family: 'v3', values: { id: ids.liveEvent }, content: store.content.snapshot() } as never;
    const result = handlers.round_scoring(call, { store, settings } as unknown as Context);
    return ((await result) as Reply<unknown>).follows;
  }

  it('of votes grows in version with each change', async () => {
    const { store } = opened;
    const fightCache = new FightCache(store, settings, true);
    const context = { store, fightCache } as unknown as Context;
    const read = async () => {
      const call = { family: 'v3', values: { id: ids.fightInProgress } } as never;
      return ((await handlers.fight_votes(call, context)) as Reply<unknown>).follows?.version ?? 0;
    };
    const ballot = { fightId: ids.fightInProgress, roundNumber: 2, clientId: 'client-0123456789' };
    const versions = [await read()];
    await store.votes.cast({ ...ballot, fighterStatid: ids.fightInProgressFighter1Statid });
    versions.push(await read());
    await store.live.update({ ...feed.event, sequence: 800 });
    versions.push(await read());
    await publishRecords(store, { alerts: world.alerts });
    versions.push(await read());
    expect(versions.map((version, index) => version > (versions[index - 1] ?? 0))).to.deep.equal([
      true,
      true,
      true,
      true,
    ]);
  });

  it('is read again for its own announcements only', () => {
    const isRelevantTo = (fightId?: number) => {
      const { isRelevant } = createLiveSource({} as Live, 811, fightId, async () => new Reply({}));
      return ['7 event', '7 bout:6411', '7 bout:16411'].map(isRelevant);
    };
    expect(isRelevantTo()).to.deep.equal([true, false, false]);
    expect(isRelevantTo(6411)).to.deep.equal([false, true, false]);
  });

  it('of scores follows the scorecards and the feed', async () => {
    const { fights } = world.events.find(({ id }) => id === ids.liveEvent) as { fights: { id: number }[] };
    const first = await follows();
    expect(first?.channels).to.have.members([...fights.map(({ id }) => `tally:${id}`), `live:${ids.liveEventStatid}`]);
    let version = first?.version ?? 0;
    const grows = async (what: string, change: () => Promise<unknown>) => {
      await change();
      const next = (await follows())?.version ?? 0;
      expect(next, what).to.be.above(version);
      version = next;
    };
    const { scoring, live } = opened.store;
    const card = { fightId: ids.fightInProgress, roundNumber: 2, clientId: 'client-0123456789' };
    await grows('a scorecard', () => scoring.cast({ ...card, fighter1Score: 10, fighter2Score: 9 }));
    await grows('another one', () => scoring.cast({ ...card, fighter1Score: 9, fighter2Score: 10 }));
    await grows('an update', () => live.update({ ...feed.event, sequence: 900 }));
    await grows('content', () => publishRecords(opened.store, { alerts: world.alerts }));
    const { version: anHourAgo } = (await follows(-3_600_000)) ?? {};
    expect(version - (anHourAgo ?? 0), 'two rounds have closed since').to.equal(2);
  });

  it('grows although a change of content removes others', async () => {
    const { store } = opened;
    const versionOfVotes = async () => {
      const call = { family: 'v3', values: { id: ids.fightInProgress } } as never;
      const context = { store, fightCache: new FightCache(store, settings, true) } as unknown as Context;
      return ((await handlers.fight_votes(call, context)) as Reply<unknown>).follows?.version ?? 0;
    };
    const publish = async (changed: object, times: number) => {
      const events = world.events.map((event) => (event.id === ids.liveEvent ? { ...event, ...changed } : event));
      for (let time = 0; time < times; time++) await publishRecords(store, { events });
    };
    const card = { fightId: ids.fightInProgress, roundNumber: 2, clientId: 'client-9876543210' };
    await store.scoring.cast({ ...card, fighter1Score: 10, fighter2Score: 9 });

    const votes = await versionOfVotes();
    const updates = (await store.live.event(ids.liveEventStatid))?.version ?? 0;
    await publish({ statid: null }, updates);
    expect(updates, 'updates that the fight is no longer joined with').to.be.above(0);
    expect(await versionOfVotes()).to.be.above(votes);

    const scores = (await follows())?.version ?? 0;
    const [scored] = await store.scoring.versioned([ids.fightInProgress]);
    const { fights } = world.events.find(({ id }) => id === ids.liveEvent) as { fights: { id: number }[] };
    const others = fights.filter(({ id }) => id !== ids.fightInProgress);
    await publish({ statid: null, fights: others }, scored?.version ?? 0);
    expect(scored?.version, 'scorecards of the fight that is removed').to.be.above(0);
    expect((await follows())?.version).to.be.above(scores);
  });
});
