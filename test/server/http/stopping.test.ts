import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import pino from 'pino';
import { readConfig } from '../../../server/config.ts';
import { startServer } from '../../../server/http/server.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';

const config = readConfig({ PORT: '0', HOST: '127.0.0.1' });

describe('a stopping server', () => {
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
    it(`finishes requests${handsOver ? ' when it hands over' : ''}`, async () => {
      const server = await startServer(config, opened.store, pino({ level: 'silent' }));
      const dial = () => {
        const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
        let text = '';
        socket.on('data', (chunk) => (text += chunk));
        return { socket, text: () => text, ended: once(socket, 'end') };
      };
      const begun = 'POST /api/v3/mobile/events/score_round HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
      const whole = `${begun}Content-Length: 2\r\n\r\n{}`;
      const [voter, prober] = [dial(), dial()];
      for (const { socket, text } of [voter, prober]) {
        socket.write(whole);
        await eventually(() => text().includes('\r\n\r\n'), 'the first reply');
        expect(text())
          .to.match(/^HTTP\/1\.1 422 /)
          .and.to.match(/\r\nConnection: keep-alive\r\n/i);
      }
      voter.socket.write(whole.slice(0, -1));
      const closed = server.close({ handsOver });
      prober.socket.write('GET /api/v1/us/health HTTP/1.1\r\nHost: a\r\n\r\n');
      await prober.ended;
      expect(prober.text()).to.include(handsOver ? '"status":"ok"' : '"status":"down"');
      const { length } = voter.text();
      voter.socket.write('}');
      await voter.ended;
      expect(voter.text().slice(length))
        .to.match(/^HTTP\/1\.1 422 /)
        .and.to.match(/\r\nConnection: close\r\n/i);
      await closed;
    });
  }

  it('closes idle connections after a second', async () => {
    const server = await startServer(config, opened.store, pino({ level: 'silent' }));
    const client = connect(Number(new URL(server.url).port), '127.0.0.1');
    client.write('GET /api/v1/us/health HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(client, 'data');
    const startMs = performance.now();
    const closed = server.close({ handsOver: false });
    await once(client.resume(), 'close');
    expect(performance.now() - startMs).to.be.at.least(990);
    await closed;
  });
});
