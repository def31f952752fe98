import { expect } from 'chai';
import { Redis } from 'ioredis';
import { ids } from '../../../contracts/world/ids.ts';
import { feedReceived, world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { follow } from '../../support/http/follow.ts';
import { startCluster, type TestCluster } from '../../support/redis/cluster.ts';
import { openStore, type TestStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { startTestServer } from '../../support/server/server.ts';

const metrics = '/api/v1/us/fight_metrics/live_event';
const votes = `/api/v3/mobile/fights/${ids.fightInProgress}/votes`;

describe('streams on three Redis Cluster masters', () => {
  let cluster: TestCluster;
  let feeding: TestStore;
  before(async () => {
    cluster = await startCluster();
    feeding = await openStore(cluster.url);
    await publishRecords(feeding.store, world);
    for (const update of feedReceived) await feeding.store.live.update(update);
  });
  after(async () => {
    feeding?.close();
    await cluster?.close();
  });

  it('send what another process stored on any master', async () => {
    const opened = await openStore(cluster.url);
    const server = await startTestServer(opened.store, { streams: { pollMs: 60_000 } });
    try {
      const events = [9_601, 9_602, 9_603, 9_604, 9_605, 9_606];
      const post = (id: number, sequence: number) =>
        feeding.store.live.update({ sequence, FMLiveFeed: { EventID: String(id), Venue: `Arena ${sequence}` } });
      for (const id of events) await post(id, 1);
      const followers = await Promise.all(events.map((id) => follow(`${server.url}${metrics}/${id}`)));
      const tally = await follow(server.url + votes);
      await Promise.all([tally, ...followers].map((one) => one.until(1)));
      for (let sequence = 2; sequence <= 20; sequence++) await Promise.all(events.map((id) => post(id, sequence)));
      for (const one of followers) {
        await one.until(20);
        expect(one.ids()).to.deep.equal(Array.from({ length: 20 }, (_, n) => n + 1));
      }
      for (let client = 0; client < 40; client++) {
        const ballot = { fightId: ids.fightInProgress, roundNumber: 2, clientId: `client-of-the-cluster-${client}` };
        await feeding.store.votes.cast({ ...ballot, fighterStatid: ids.fightInProgressFighter1Statid });
      }
      await eventually(() => JSON.parse(tally.events.at(-1)?.data ?? '').total_votes === 40, '40 votes');

      // The subscription is on one master; it is lost, and so is the announcement of the next update.
      let killed = 0;
      for (const { port } of cluster.masters) {
        const node = new Redis(port);
        killed += Number(await node.call('CLIENT', 'KILL', 'TYPE', 'pubsub'));
        node.disconnect();
      }
      expect(killed, 'subscriptions of one process').to.equal(1);
      await Promise.all(events.map((id) => post(id, 21)));
      await Promise.all(followers.map((one) => one.until(21)));
      for (const one of [tally, ...followers]) one.close();
    } finally {
      await server.close();
      opened.close();
    }
  });
});
