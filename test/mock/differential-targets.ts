import { ids } from '../../contracts/world/ids.ts';
import { feedReceived, world } from '../../contracts/world/index.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { digestOf } from '../../server/config.ts';
import { publishRecords } from '../../server/content/publish.ts';
import type { Store } from '../../server/store/index.ts';
import { setUps } from '../provider/states.ts';
import { openStore, startRedis } from '../support/redis/redis.ts';
import { startTestServer, uncached } from '../support/server/server.ts';

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
