import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { follow } from '../../../test/support/http/follow.ts';
import { counted, type Drill } from './drill.ts';
import { fightPath } from './machine.ts';

const eventId = 4_711;
const streamPath = `/api/v1/us/fight_metrics/live_event/${eventId}`;

export const ofClients: readonly Drill[] = [
  {
    alert: 'Overloaded',
    does: 'takes all streams, and asks for one more',
    on: 'one process',
    not: ['ClientsLimited', 'NotReady'],
    async make({ opened, url }) {
      await opened.store.live.update({ sequence: 1, FMLiveFeed: { EventID: String(eventId) } });
      const followers: Awaited<ReturnType<typeof follow>>[] = [];
      for (let nth = 0; nth < 3; nth++) followers.push(await follow(url + streamPath));
      assert.deepEqual(
        followers.map(({ status }) => status),
        [200, 200, 503],
      );
      return async () => {
        for (const follower of followers) follower.close();
      };
    },
    look: counted(/^fightcard_requests_shed_total/),
  },
  {
    alert: 'SlowReadersCut',
    does: 'follows a stream without reading, while 12 MB of updates arrive',
    on: 'one process',
    not: ['Overloaded', 'RedisAway'],
    async make({ opened, url }) {
      const slow = await follow(url + streamPath);
      await slow.until(1);
      slow.pause();
      const filler = 'x'.repeat(100_000);
      for (let sequence = 2; sequence < 120; sequence++) {
        await opened.store.live.update({ sequence, FMLiveFeed: { EventID: String(eventId), City: filler } });
      }
      return async () => slow.close();
    },
    look: counted(/^fightcard_stream_slow_readers_cut_total/),
  },
  {
    alert: 'SlowRequests',
    does: 'sends votes whose bodies take 1.5 s',
    on: 'one process',
    not: ['RedisAway', 'Overloaded'],
    async make({ url }) {
      const { port, hostname } = new URL(url);
      const head = `POST ${fightPath}/vote HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n`;
      const sockets: Socket[] = [];
      for (let nth = 0; nth < 30; nth++) sockets.push(connect(Number(port), hostname).on('error', () => undefined));
      for (const socket of sockets) socket.write(`${head}{`);
      await sleep(1_500);
      for (const socket of sockets) socket.write('}');
      return async () => {
        for (const socket of sockets) socket.destroy();
      };
    },
    look: counted(
      /^fightcard_(request|redis_command)_duration_seconds_count.*vote|^fightcard_event_loop_delay_seconds_count/,
    ),
  },
  {
    alert: 'ClientsLimited',
    does: 'sends 400 requests from one address',
    on: 'one process',
    not: ['Overloaded'],
    async make(machine) {
      for (let round = 0; round < 40; round++) {
        await Promise.all(Array.from({ length: 10 }, () => machine.get('/api/v1/us/alerts')));
      }
      return async () => undefined;
    },
    look: counted(/^fightcard_requests_shed_total.*rate/),
  },
];
