import { once } from 'node:events';
import { Server } from 'node:http';
import { connect } from 'node:net';
import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import pino from 'pino';
import { readConfig } from '../../../server/config.ts';
import { startServer } from '../../../server/http/server.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';

describe('a server that stops, or hands over', () => {
  let redis: TestNode;
  let opened: TestStore;
  before(async () => {
    redis = await startRedis();
    opened = await openStore(redis.url);
  });
  after(async () => {
    opened.close();
    await redis.close();
  });

  for (const handsOver of [false, true]) {
    it(`finishes a request that has begun, and then ends its connection${handsOver ? ', for another' : ''}`, async () => {
      const config = readConfig({ PORT: '0', HOST: '127.0.0.1' });
      const server = await startServer(config, opened.store, pino({ level: 'silent' }));
      const client = connect(Number(new URL(server.url).port), '127.0.0.1');
      let text = '';
      client.on('data', (chunk) => (text += chunk));
      const ended = new Promise((resolve) => client.once('end', resolve));
      const begun = 'POST /api/v3/mobile/events/score_round HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
      const whole = `${begun}Content-Length: 2\r\n\r\n{}`;
      client.write(whole);
      await eventually(() => text.includes('\r\n\r\n'), 'the first reply');
      expect(text)
        .to.match(/^HTTP\/1\.1 422 /)
        .and.to.match(/\r\nConnection: keep-alive\r\n/i);
      text = '';
      client.write(whole.slice(0, -1));
      const closed = server.close({ handsOver });
      client.write('}');
      await ended;
      expect(text)
        .to.match(/^HTTP\/1\.1 422 /)
        .and.to.match(/\r\nConnection: close\r\n/i);
      await closed;
    });

    const idleMs = handsOver ? 5_000 : 1_000;
    it(`closes idle connections after ${idleMs} ms, and all others four seconds later${handsOver ? ', for another' : ''}`, async () => {
      const config = readConfig({ PORT: '0', HOST: '127.0.0.1' });
      const server = await startServer(config, opened.store, pino({ level: 'silent' }));
      const ended: string[] = [];
      const open = (name: string, text: string) => {
        const client = connect(Number(new URL(server.url).port), '127.0.0.1');
        client.on('error', () => undefined);
        client.on('close', () => ended.push(name));
        client.write(text);
        return once(client, 'data');
      };
      const health = 'GET /api/v1/us/health HTTP/1.1\r\nHost: a\r\n\r\n';
      await open('idle', health);
      const [seen] = await open('begun', `${health}POST /api/v3/mobile/events/score_round HTTP/1.1\r\nHost: a\r\n`);
      expect(String(seen)).to.include('"status":"ok"');
      const closeAll = mock.method(Server.prototype, 'closeAllConnections');
      const { now } = performance;
      // A whole number, so that differences are exact.
      let nowMs = Math.ceil(now.call(performance));
      const startMs = nowMs;
      performance.now = () => nowMs;
      /** What has ended at this moment, and two looks of the server later. */
      const endedAt = async (ms: number) => {
        nowMs = startMs + ms;
        await sleep(250);
        return [...ended];
      };
      try {
        const closed = server.close({ handsOver });
        expect(server.app.context.isDraining(), 'health stays ok where another takes over').to.equal(!handsOver);
        expect(await endedAt(idleMs)).to.deep.equal([]);
        await endedAt(idleMs + 1);
        await eventually(() => ended.length === 1, 'the end of the idle connection');
        expect(await endedAt(idleMs + 4_000)).to.deep.equal(['idle']);
        expect(closeAll.mock.callCount()).to.equal(0);
        await endedAt(idleMs + 4_001);
        // Not only that it ends: it would a little later, since it sends nothing.
        await eventually(() => closeAll.mock.callCount() > 0, 'the end of all connections');
        await closed;
        await eventually(() => ended.length === 2, 'the end of the other');
      } finally {
        performance.now = now;
        closeAll.mock.restore();
      }
    });
  }
});
