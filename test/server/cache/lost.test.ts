import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { collections } from '../../../contracts/content/collections/index.ts';
import { ids, world } from '../../../contracts/world/index.ts';
import { json, send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { awaitInvalidations, type ServerPair, startServerPair } from '../../support/server/server-pair.ts';

const path = `/api/v3/mobile/fighters/${ids.fighter}`;
/** A reply may be served for a second; a busy machine may need longer. */
const latestMs = 5_000;

describe('cached replies when announcements are lost', () => {
  let pair: ServerPair;
  let killer: Redis;
  beforeEach(async () => {
    pair = await startServerPair();
    killer = new Redis(pair.night.redis.url);
  });
  afterEach(async () => {
    killer.disconnect();
    await pair.close();
  });

  let changes = 0;
  /** Changes what the path shows, from another process. */
  async function change(): Promise<string> {
    const nickname = `No. ${++changes}`;
    const [raw] = world.fighters.filter(({ id }) => id === ids.fighter);
    const record = collections.fighters.normalise({ ...raw, nickname });
    await pair.second.store.content.generations.put([{ collection: 'fighters', record }], 'test');
    return nickname;
  }

  const shown = async () => json(await send(pair.first.url, 'GET', path)).nickname;

  /** Milliseconds until a change is shown. */
  async function staleness(): Promise<number> {
    const nickname = await change();
    const changed = performance.now();
    await eventually(async () => (await shown()) === nickname, 'the change is shown');
    return performance.now() - changed;
  }

  it('F08, F26: while the subscription is killed again and again, no reply is older than a second', async () => {
    let isOver = false;
    let kills = 0;
    const killing = (async () => {
      while (!isOver) {
        kills += Number(await killer.call('CLIENT', 'KILL', 'TYPE', 'pubsub'));
        await sleep(10);
      }
    })();
    await sleep(200);
    const waits: number[] = [];
    for (let n = 0; n < 10; n++) {
      await shown();
      waits.push(await staleness());
    }
    isOver = true;
    await killing;
    const worst = Math.max(...waits);
    console.log(`      F26: ${kills} subscriptions killed, 10 changes: at most ${worst.toFixed(0)} ms old`);
    expect(kills).to.be.above(5);
    expect(worst).to.be.below(latestMs);
  });

  it('F26: one subscription lost: everything is reloaded as soon as it is back', async () => {
    const { responseCache } = pair.first;
    const waits: number[] = [];
    for (let n = 0; n < 5; n++) {
      await shown();
      expect(responseCache.get(path)).to.not.equal(undefined);
      let left: unknown = 'not back yet';
      const setConnected = responseCache.setConnected.bind(responseCache);
      responseCache.setConnected = (isConnected) => {
        setConnected(isConnected);
        if (isConnected) left = responseCache.get(path);
      };
      // The announcement of the change is lost: it comes while the connection is down.
      await killer.multi().call('CLIENT', 'KILL', 'TYPE', 'pubsub').ping().exec();
      waits.push(await staleness());
      await eventually(() => left !== 'not back yet', 'the subscription is back');
      responseCache.setConnected = setConnected;
      expect(left, 'replies cached before are not served').to.equal(undefined);
    }
    console.log(`      F26: 5 subscriptions lost once: at most ${Math.max(...waits).toFixed(0)} ms old`);
    expect(Math.max(...waits)).to.be.below(latestMs);
  });

  it('F26: without a subscription no reply is older than a second', async () => {
    const { responseCache } = pair.first;
    responseCache.setConnected(false);
    responseCache.invalidate = () => undefined;
    responseCache.setConnected = () => undefined;
    const waits: number[] = [];
    for (let n = 0; n < 3; n++) {
      await shown();
      waits.push(await staleness());
    }
    const worst = Math.max(...waits);
    console.log(`      F26: without any subscription, 3 changes: at most ${worst.toFixed(0)} ms old`);
    expect(worst).to.be.below(latestMs);
  });

  it('F26 (control): a process that notices neither changes nor the loss serves old replies', async () => {
    const { responseCache } = pair.first;
    responseCache.invalidate = () => undefined;
    responseCache.setConnected = () => undefined;
    const before = await shown();
    await change();
    await sleep(latestMs);
    expect(await shown()).to.equal(before);
    console.log(`      F26 (control): without any notice it is still old after ${latestMs / 1_000} s`);
  });
});

describe('a client that goes away', () => {
  let pair: ServerPair;
  before(async () => {
    pair = await startServerPair();
  });
  after(() => pair.close());

  /** Sends a request; `close` resets the connection. */
  function asker(target: string): { close(): void } {
    const { hostname, port } = new URL(pair.first.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n`);
    return { close: () => socket.resetAndDestroy() };
  }

  it('does not cancel the load that others wait for, even if it asked first', async () => {
    const { live } = pair.night.store;
    const read = live.event;
    for (let round = 0; round < 20; round++) {
      const target = `/api/v1/us/fight_metrics/live_event/${ids.liveEventStatid}`;
      pair.first.responseCache.setConnected(false);
      pair.first.responseCache.setConnected(true);
      const gate = Promise.withResolvers<void>();
      let reads = 0;
      live.event = async (id) => {
        reads++;
        await gate.promise;
        return read(id);
      };
      const first = asker(target);
      await eventually(() => reads === 1, 'the first has asked');
      const others = Array.from({ length: 5 }, () => send(pair.first.url, 'GET', target));
      const alsoGone = Array.from({ length: 5 }, () => asker(target));
      first.close();
      await sleep(5);
      for (const client of alsoGone) client.close();
      gate.resolve();
      for (const answer of await Promise.all(others)) expect(answer.status).to.equal(200);
      expect(reads).to.equal(1);
    }
    live.event = read;
  });

  it('in the middle of an answer, loaded or cached, affects no other client', async () => {
    const target = '/api/v3/mobile/fighters';
    const whole = await send(pair.first.url, 'GET', target);
    for (let n = 0; n < 300; n++) {
      if (n % 10 === 0) await awaitInvalidations(pair.night.writes, pair.first);
      if (n % 30 === 0) pair.first.responseCache.invalidate('content:fighters');
      const gone = asker(target);
      await sleep(Math.random() * 3);
      gone.close();
      if (n % 10 === 0) expect((await send(pair.first.url, 'GET', target)).body.equals(whole.body)).to.equal(true);
    }
    expect((await send(pair.first.url, 'GET', target, { 'Accept-Encoding': 'gzip' })).status).to.equal(200);
  });
});
