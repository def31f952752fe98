import { type CollectionName, collectionNames } from '../../contracts/content/collections/index.ts';
import { snapshotOf } from '../../contracts/interactions/live-updates.ts';
import { isOpen } from '../../contracts/rules/rounds.ts';
import type { EventUpdate } from '../../contracts/schemas/metrics.ts';
import type { StateName, StateParams } from '../../contracts/states.ts';
import { feed, feedReceived, world } from '../../contracts/world/index.ts';
import { publishRecords } from '../../server/content/publish.ts';
import { keys } from '../../server/store/keys.ts';
import { readEtag } from '../support/pact/verify.ts';
import type { TestNode } from '../support/redis/nodes.ts';
import { storeIsBack, type TestStore } from '../support/redis/redis.ts';
import type { TestServer } from '../support/server/server.ts';

export interface Context {
  server: TestServer;
  redis: TestNode;
  store: TestStore['store'];
  connections: TestStore['connections'];
  useProductionTimeouts: TestStore['useProductionTimeouts'];
  /** Undoes a set-up, except votes and live data, which are always removed; runs before the next interaction. */
  later(undo: () => Promise<void> | void): void;
}

type SetUp<S extends StateName> = (params: StateParams<S>, context: Context) => Promise<unknown>;

/** A repeated set-up may find the data of its first try. */
const isThere = (outcome: string) => outcome === 'created' || outcome === 'same';

export const clientAddress = '127.0.0.1';

/** Requests per 10 s: few, so that "too often" is soon reached. */
export const requestLimit = 20;

function ensure(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

const exists =
  (collection: CollectionName, expected: boolean) =>
  async ({ id }: { readonly id: string | number }, { store }: Context) => {
    const record = await store.content.get(collection, id);
    ensure(
      (record !== undefined) === expected,
      `the sample content has ${expected ? 'no' : 'a'} record ${id} in ${collection}`,
    );
  };

async function fightOf({ store }: Context, id: string | number) {
  const { records } = await store.content.list('events', `fight:${id}`);
  const fight = records[0]?.fights.find((one) => one.id === Number(id));
  return fight && { fight, event: records[0] };
}

const fightExists =
  (expected: boolean) =>
  async ({ id }: { readonly id: string | number }, context: Context) => {
    ensure(
      ((await fightOf(context, id)) !== undefined) === expected,
      `fight ${id} ${expected ? 'is missing' : 'exists'}`,
    );
  };

async function receiveFeed({ store }: Context): Promise<void> {
  for (const update of feedReceived) await store.live.update(update);
}

function earlierFeed(fightStatid: number, roundNumber: number): EventUpdate {
  const Fights = (feed.event.FMLiveFeed.Fights ?? []).map((fight) =>
    fight.FightID === String(fightStatid)
      ? { ...fight, Status: 'Upcoming', CurRd: String(roundNumber), FightActions: [] }
      : fight,
  );
  return { ...feed.event, sequence: roundNumber, FMLiveFeed: { ...feed.event.FMLiveFeed, Fights } };
}

async function roundIsOpen(context: Context, fightId: string | number, roundNumber: number): Promise<boolean> {
  const found = await fightOf(context, fightId);
  const state = await context.store.live.event(found?.event?.statid ?? 0);
  const window = state?.windows.bouts[String(found?.fight.statid)]?.rounds[roundNumber];
  return state !== undefined && isOpen(window, state.nowMs);
}

const round =
  (expected: boolean) =>
  async (params: { readonly fight_id: string | number; readonly round_num: string | number }, context: Context) => {
    await receiveFeed(context);
    const open = await roundIsOpen(context, params.fight_id, Number(params.round_num));
    ensure(open === expected, `round ${params.round_num} of fight ${params.fight_id} is ${open ? 'open' : 'closed'}`);
  };

/** Opens a round that the recorded feed shows as over, for votes that were cast in it. */
async function openRound(context: Context, fightId: string | number, roundNumber: number): Promise<void> {
  const found = await fightOf(context, fightId);
  ensure(found?.fight.statid, `fight ${fightId} has no statid`);
  await context.store.live.update(earlierFeed(found.fight.statid, roundNumber));
  ensure(await roundIsOpen(context, fightId, roundNumber), `round ${roundNumber} of fight ${fightId} does not open`);
}

async function publishNothing({ store, later }: Context): Promise<void> {
  later(() => publishWorld(store));
  await store.content.publish(collectionNames, []);
}

export async function publishWorld(store: TestStore['store']): Promise<void> {
  await publishRecords(store, world);
}

async function publishEmptyEvent({ id }: { readonly id: string | number }, { store, later }: Context): Promise<void> {
  later(() => publishWorld(store));
  const [known] = world.events;
  await publishRecords(store, {
    ...world,
    events: [...world.events, { ...known, id: Number(id), statid: null, fights: [] }],
  });
}

async function stopStore({ redis, store, useProductionTimeouts, later }: Context): Promise<void> {
  later(useProductionTimeouts());
  process.kill(redis.pid, 'SIGSTOP');
  later(async () => {
    process.kill(redis.pid, 'SIGCONT');
    await storeIsBack(store);
  });
  // Its outcome is unknown; later writes are refused while it has no answer.
  const first = { fightId: 0, roundNumber: 1, fighterStatid: 1, clientId: 'nobody-0000000000' };
  await store.votes.cast(first).catch(() => undefined);
}

/** Scripts that write wait, then run; their senders have given up by then. */
async function holdReplies({ redis, store, useProductionTimeouts, later }: Context): Promise<void> {
  const { client } = redis;
  later(useProductionTimeouts());
  await client.call('CLIENT', 'PAUSE', '60000', 'WRITE');
  later(async () => {
    await client.call('CLIENT', 'UNPAUSE');
    await storeIsBack(store);
  });
}

async function damageFighter({ id }: { readonly id: string | number }, { connections, later }: Context): Promise<void> {
  const { reads, writes } = connections;
  const generation = Number(await reads.get(keys.content.live));
  const records = await reads.hget(keys.content.generation(generation), 'fighters');
  const sound = records && (await reads.hget(records, String(id)));
  ensure(records && sound, `there is no fighter ${id} to damage`);
  later(async () => {
    await writes.hset(records, String(id), sound);
  });
  await writes.hset(records, String(id), '{"id":');
}

/** How every provider state is set up on the server; a state of contracts/states.ts that is missing does not compile. */
export const setUps: { [S in StateName]: SetUp<S> } = {
  'the sample content is published': async () => undefined,
  'there is no content': async (_, context) => publishNothing(context),
  'a fighter exists': exists('fighters', true),
  'there is no such fighter': exists('fighters', false),
  'a fighter without news or media exists': async ({ id }, context) => {
    await exists('fighters', true)({ id }, context);
    const [news, media] = await Promise.all([
      context.store.content.list('news', `fighter:${id}`),
      context.store.content.list('media', `fighter:${id}`),
    ]);
    ensure(news.records.length + media.records.length === 0, `fighter ${id} has news or media`);
  },
  'an article exists': exists('news', true),
  'there is no such article': exists('news', false),
  'a media item exists': exists('media', true),
  'there is no such media item': exists('media', false),
  'a ring presenter exists': exists('octagon_girls', true),
  'there is no such ring presenter': exists('octagon_girls', false),
  'a translation exists': exists('translations', true),
  'there is no such translation': exists('translations', false),
  'an event exists': exists('events', true),
  'there is no such event': exists('events', false),
  'an event without fights or media exists': publishEmptyEvent,
  'a fight exists': fightExists(true),
  'there is no such fight': fightExists(false),

  'an event is live': async ({ statid }, context) => {
    await receiveFeed(context);
    ensure((await context.store.live.onAir())?.eventId === Number(statid), `event ${statid} is not live`);
  },
  'the feed of a past event was received': async ({ statid }, { store }) => {
    await store.live.update(feed.past);
    ensure(await store.live.event(statid), `no feed was received for event ${statid}`);
  },
  'no event is live': async (_, { store }) => ensure(!(await store.live.onAir()), 'an event is live'),
  'no feed was received for the event': async ({ statid }, { store }) =>
    ensure(!(await store.live.event(statid)), `a feed was received for event ${statid}`),
  'no statistics were received for the bout': async ({ event_statid, statid }, { store }) =>
    ensure(!(await store.live.bout(event_statid, statid)), `statistics were received for bout ${statid}`),
  'a snapshot was received': async ({ event_statid, sequence }, { store }) => {
    const { outcome } = await store.live.update(snapshotOf(event_statid, Number(sequence)));
    ensure(outcome === 'applied' || outcome === 'duplicate', `the snapshot is ${outcome}`);
  },

  'voting on the round is open': round(true),
  'voting on the round has closed': round(false),
  'the client has voted': async ({ fight_id, round_num, fighter_statid, client_id }, context) => {
    await receiveFeed(context);
    const { outcome } = await context.store.votes.cast({
      fightId: Number(fight_id),
      roundNumber: Number(round_num),
      fighterStatid: Number(fighter_statid),
      clientId: String(client_id),
    });
    ensure(isThere(outcome), `the vote is ${outcome}`);
  },
  'the client has not voted': async () => undefined,
  'clients have voted': async ({ fight_id, round_num, fighter1_votes, fighter2_votes }, context) => {
    const { fight } = (await fightOf(context, fight_id)) ?? {};
    ensure(fight, `there is no fight ${fight_id}`);
    const roundNumber = Number(round_num);
    await openRound(context, fight_id, roundNumber);
    const fighters = await context.store.content.many('fighters', [fight.fighter1_id, fight.fighter2_id]);
    for (const [index, votes] of [Number(fighter1_votes), Number(fighter2_votes)].entries()) {
      const statid = fighters[index]?.statid;
      ensure(statid, `fight ${fight_id} has a fighter without statid`);
      const cast = Array.from({ length: votes }, (_, index) => {
        const clientId = `voter-${roundNumber}-${statid}-${String(index).padStart(6, '0')}`;
        return context.store.votes.cast({ fightId: Number(fight_id), roundNumber, fighterStatid: statid, clientId });
      });
      const outcomes = await Promise.all(cast);
      ensure(
        outcomes.every(({ outcome }) => isThere(outcome)),
        'not every vote was counted',
      );
    }
  },
  'nobody has voted': async () => undefined,
  'scoring of the round is open': round(true),
  'scoring of the round has closed': round(false),
  'the client has scored the round': async (params, context) => {
    await receiveFeed(context);
    const { outcome } = await context.store.scoring.cast({
      fightId: Number(params.fight_id),
      roundNumber: Number(params.round_num),
      fighter1Score: Number(params.fighter1_score),
      fighter2Score: Number(params.fighter2_score),
      clientId: String(params.client_id),
    });
    ensure(isThere(outcome), `the scorecard is ${outcome}`);
  },
  'nobody has scored': async () => undefined,

  'the client holds the current representation': (params, { server }) =>
    readEtag(server, { name: 'the client holds the current representation', params }),
  'bodies are limited': async ({ bytes }, { server, later }) => {
    const before = { ...server.bodyLimits };
    later(() => {
      Object.assign(server.bodyLimits, before);
    });
    Object.assign(server.bodyLimits, { feed: Number(bytes), other: Number(bytes) });
  },
  'the client has asked too often': async (_, { server }) => {
    const nowMs = Date.now();
    for (const limiter of [server.limiters.reads, server.limiters.writes]) {
      const take = limiter.take.bind(limiter);
      while (take(clientAddress, nowMs) === 0);
      // Its clock stands still: half a second later, on a busy machine, a request would be admitted again.
      limiter.take = (key) => take(key, nowMs);
    }
  },
  'the store does not answer': (_, context) => stopStore(context),
  'the store does not reply in time': (_, context) => holdReplies(context),
  'a stored fighter is damaged': damageFighter,
  'the service is draining': async (_, { server, later }) => {
    later(() => server.setDraining(false));
    server.setDraining(true);
  },
};
