import { feedReceived, ids, world } from '../../contracts/world/index.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { digestOf } from '../../server/config.ts';
import { publishRecords } from '../../server/content/publish.ts';
import type { Store } from '../../server/store/index.ts';
import { setUps } from '../provider/states.ts';
import { openStore, productionDeadlines, startRedis } from '../support/redis/redis.ts';
import { startTestServer, type TestServer, uncached } from '../support/server/server.ts';

/** The mock, and a server with the votes and scorecards that the mock's tallies begin with. */
export interface DifferentialTargets {
  mock: Mock;
  server: { url: string; store: Store };
  close(): Promise<void>;
}

/** A feed key that no contract rejects; the mock accepts every such key. */
const otherKey = { name: 'any other', digest: digestOf('any-other-key-0123456789') };

/** The votes of the first contract of a tally. */
const votes = [
  { round_num: 1, fighter1_votes: 20, fighter2_votes: 17 },
  { round_num: 2, fighter1_votes: 1, fighter2_votes: 2 },
];

/** The scorecards of the first contract of an event's scores. */
const scorecards = [
  { fighter1Score: 10, fighter2Score: 9 },
  { fighter1Score: 9, fighter2Score: 9 },
];

async function startServer() {
  const redis = await startRedis();
  // A round whose successor has begun is over at once, as when the recorded feed arrives as a whole.
  const { store, close } = await openStore(redis.url, { roundGraceSeconds: 0 });
  await publishRecords(store, world);
  const vote = setUps['clients have voted'] as (params: object, context: { store: Store }) => Promise<unknown>;
  for (const round of votes) await vote({ fight_id: ids.fightInProgress, ...round }, { store });
  // After the snapshots in which the rounds of these votes were open.
  for (const update of feedReceived) await store.live.update({ ...update, sequence: update.sequence + 10 });
  for (const [index, card] of scorecards.entries()) {
    const place = { fightId: ids.fightInProgress, roundNumber: 2, clientId: `earlier-scorer-${index}` };
    await store.scoring.cast({ ...place, ...card });
  }
  const server = await startTestServer(store, { ...uncached, feedKeys: [otherKey] });
  return {
    ...{ url: server.url, store },
    async close() {
      await server.close();
      close();
      await redis.close();
    },
  };
}

export async function startTargets(): Promise<DifferentialTargets> {
  const [mock, server] = await Promise.all([startMock({ port: 0, host: '127.0.0.1' }), startServer()]);
  return {
    ...{ mock, server },
    async close() {
      await mock.close();
      await server.close();
    },
  };
}

/** Servers whose Redis accepts commands and answers none: they answer only what needs no store. */
export interface HungServers {
  plain: TestServer;
  /** Every client has asked it too often. */
  busy: TestServer;
  /** It takes bodies of 8 bytes. */
  limited: TestServer;
  close(): Promise<void>;
}

export async function startHungServers(): Promise<HungServers> {
  const redis = await startRedis();
  const { store, useProductionTimeouts, close } = await openStore(redis.url, productionDeadlines);
  const start = (requestLimit = 0) => startTestServer(store, { ...uncached, feedKeys: [otherKey], requestLimit });
  const servers = { plain: await start(), busy: await start(1), limited: await start() };
  Object.assign(servers.limited.bodyLimits, { feed: 8, other: 8 });
  const setUp = setUps['the client has asked too often'] as (params: object, context: object) => Promise<unknown>;
  await setUp({}, { server: servers.busy });
  useProductionTimeouts();
  process.kill(redis.pid, 'SIGSTOP');
  return {
    ...servers,
    async close() {
      for (const server of Object.values(servers)) await server.close();
      process.kill(redis.pid, 'SIGCONT');
      close();
      await redis.close();
    },
  };
}
