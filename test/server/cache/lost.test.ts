import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { collections } from '../../../contracts/content/collections/index.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { world } from '../../../contracts/world/index.ts';
import { json, send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type ServerPair, startServerPair } from '../../support/server/server-pair.ts';

const path = `/api/v3/mobile/fighters/${ids.fighter}`;
/** A reply may be served for a second; a busy machine may need longer. */
const latestMs = 5_000;

describe('cached replies', () => {
  let pair: ServerPair;
  beforeEach(async () => {
    pair = await startServerPair();
  });
  afterEach(() => pair.close());

  for (const [times, everyMs] of [
    ['once', 60_000],
    ['all the time', 10],
  ] as const) {
    it(`F26: show changes soon, the subscription killed ${times}`, async () => {
      const killer = new Redis(pair.night.redis.url);
      // One kill may be under way at the end.
      const kill = () => killer.call('CLIENT', 'KILL', 'TYPE', 'pubsub').catch(() => 0);
      const [raw] = world.fighters.filter(({ id }) => id === ids.fighter);
      const shown = async () => json(await send(pair.first.url, 'GET', path)).nickname;
      let kills = 0;
      for (let n = 0; n < 5; n++) {
        await shown();
        // The announcement is lost: it comes while the connection is down.
        const killing = setInterval(async () => (kills += Number(await kill())), everyMs);
        kills += Number(await kill());
        const record = collections.fighters.normalise({ ...raw, nickname: `No. ${n}` });
        await pair.second.store.content.generations.put([{ collection: 'fighters', record }], 'test');
        await eventually(async () => (await shown()) === `No. ${n}`, 'the change is shown', latestMs);
        clearInterval(killing);
      }
      expect(kills).to.be.at.least(5);
      killer.disconnect();
    });
  }

  it('are loaded for others if the first client disconnects', async () => {
    const target = `/api/v1/us/fight_metrics/live_event/${ids.liveEventStatid}`;
    const { hostname, port } = new URL(pair.first.url);
    const ask = () => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n`);
      return socket;
    };
    for (let round = 0; round < 5; round++) {
      pair.first.responseCache.invalidate('live');
      process.kill(pair.night.redis.pid, 'SIGSTOP');
      const first = ask();
      await sleep(20);
      const others = Array.from({ length: 5 }, () => send(pair.first.url, 'GET', target));
      const alsoGone = Array.from({ length: 5 }, () => ask());
      await sleep(20);
      for (const client of [first, ...alsoGone]) client.resetAndDestroy();
      await sleep(20);
      process.kill(pair.night.redis.pid, 'SIGCONT');
      for (const answer of await Promise.all(others)) expect(answer.status).to.equal(200);
    }
  });
});
