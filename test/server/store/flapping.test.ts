import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { publishWorld } from '../../provider/states.ts';
import { send } from '../../support/http/send.ts';
import { readVotes } from '../../support/redis/ballots.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, storeIsBack } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { scaled } from '../../support/run/scale.ts';
import { startNightAt } from '../../support/server/fight-night.ts';

const v3 = '/api/v3/mobile';
const statid = ids.fightInProgressFighter1Statid;
const halfPeriodMs = 200;

/** A way to Redis that can be interrupted: then it cuts its connections and every new one. */
async function openWay(to: number) {
  const open = new Set<Socket>();
  let attempts = 0;
  let cuts = 0;
  let isUp = true;
  const server = createServer((client) => {
    attempts++;
    client.on('error', () => undefined);
    if (!isUp || cuts-- > 0) {
      client.resetAndDestroy();
      return;
    }
    const redis = connectSocket(to, '127.0.0.1');
    redis.on('error', () => undefined);
    open.add(client);
    client.once('close', () => {
      open.delete(client);
      redis.destroy();
    });
    redis.once('close', () => client.destroy());
    client.pipe(redis).pipe(client);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `redis://127.0.0.1:${port}`,
    attempts: () => attempts,
    connections: () => open.size,
    /** Cuts new connections, but none that is open. */
    cutNext(connections: number) {
      cuts = connections;
    },
    interrupt() {
      isUp = false;
      for (const socket of open) socket.resetAndDestroy();
    },
    restore() {
      isUp = true;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

describe('F08: a flapping connection to Redis', () => {
  let redis: TestNode;
  let way: Awaited<ReturnType<typeof openWay>>;
  const periods = scaled(6);
  beforeEach(async () => {
    redis = await startRedis();
    way = await openWay(redis.port);
  });
  afterEach(async () => {
    await way.close();
    await redis.close();
  });

  async function flap(): Promise<void> {
    for (let period = 0; period < periods; period++) {
      way.interrupt();
      await sleep(halfPeriodMs);
      way.restore();
      await sleep(halfPeriodMs);
    }
  }

  it('F08: counts every vote once, with few reconnections', async () => {
    const night = await startNightAt(way.url, {}, { changesPerTenSeconds: 0 });
    try {
      const vote = async (clientId: string) => {
        const body = JSON.stringify({ round_num: 2, fighter_statid: statid, client_id: clientId });
        const headers = { 'Content-Type': 'application/json' };
        return (await send(night.url, 'POST', `${v3}/fights/${ids.fightInProgress}/vote`, headers, body)).status;
      };
      expect((await send(night.url, 'GET', `${v3}/fighters`)).status).to.equal(200);
      expect(await vote('flapping-client-00000')).to.equal(201);
      const [before, attempted] = [way.connections(), way.attempts()];
      let voters = 1;
      let isOver = false;
      const crowd = Array.from({ length: 8 }, async () => {
        while (!isOver) {
          const client = `flapping-client-${String(voters++).padStart(5, '0')}`;
          let status = 0;
          // Every client repeats until it is told that its vote counts.
          while (status !== 200 && status !== 201) {
            status = await vote(client);
            expect(status).to.be.oneOf([200, 201, 503]);
            if (status === 503) await sleep(20);
          }
          expect((await send(night.url, 'GET', `${v3}/fighters`)).status).to.equal(200);
        }
      });
      await flap();
      isOver = true;
      await Promise.all(crowd);
      const attempts = way.attempts() - attempted;
      // Each connection is tried at most once in 50 ms at first, later once a second.
      expect(attempts).to.be.below(before * periods * 3);
      await eventually(() => way.connections() === before, 'as many connections as before');
      await storeIsBack(night.store);
      expect(await vote('flapping-client-00000')).to.equal(200);
      const [tally] = await readVotes(night.store, [ids.fightInProgress]);
      expect(tally?.get(2)?.get(statid)).to.equal(voters);
    } finally {
      await night.close();
    }
  });

  it('publishes although its first connections are cut', async () => {
    const { store, close } = await openStore(way.url);
    try {
      way.cutNext(2);
      const before = way.attempts();
      await publishWorld(store);
      expect(way.attempts() - before).to.equal(3);
    } finally {
      close();
    }
  });
});
