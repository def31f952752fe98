import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { type Mock, startMock } from '../../mock/start.ts';
import { eventually } from '../support/run/eventually.ts';
import { type FightNight, startFightNight } from '../support/server/fight-night.ts';

const path = '/api/v3/mobile/fights/88005/vote';
const feedPath = '/api/v1/us/fight_metrics/update_live_event';
const megabyte = 1_048_576;
const piece = Buffer.alloc(65_536, 0x20);
const chunk = Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]);

const head = (headers: string) => `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`;
const json = 'Content-Type: application/json\r\n';

/** What is refused before its end, and the pieces of the rest. */
const bodies: readonly [title: string, start: string, rest: Buffer, status: number][] = [
  ['a length beyond the limit', head(`${json}Content-Length: ${5 * megabyte}`), piece, 413],
  ['chunks of another type', head('Content-Type: text/plain\r\nTransfer-Encoding: chunked'), chunk, 415],
  ['no feed key', head(`${json}Content-Length: ${megabyte}`).replace(path, feedPath), piece, 401],
  ['an unknown coding', head(`${json}Transfer-Encoding: gzip, chunked`), chunk, 501],
  ['a chunk without its size', `${head(`${json}Transfer-Encoding: chunked`)}x\r\n`, piece, 400],
  ['a malformed header line', head('no colon'), piece, 400],
];

interface Client {
  socket: Socket;
  text(): string;
  isClosed(): boolean;
  error(): Error | undefined;
}

function open(url: string, start: string): Client {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let [text, isClosed] = ['', false];
  let error: Error | undefined;
  socket.on('data', (data) => (text += data));
  socket.on('error', (reason) => (error = reason));
  socket.on('close', () => {
    isClosed = true;
  });
  socket.write(start);
  return { socket, text: () => text, isClosed: () => isClosed, error: () => error };
}

const write = ({ socket }: Client, bytes: Buffer) =>
  new Promise<void>((resolve) => {
    if (socket.destroyed) resolve();
    else socket.write(bytes, () => resolve());
  });

describe('a body refused before its end', () => {
  let mock: Mock;
  let night: FightNight;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
    night = await startFightNight();
  });
  after(async () => {
    await mock?.close();
    await night?.close();
  });
  const urlOf = { mock: () => mock.url, server: () => night.url };

  for (const [target, url] of Object.entries(urlOf)) {
    for (const [title, start, rest, status] of bodies) {
      it(`${target}, ${title}: sends ${status} without a reset`, async () => {
        const client = open(url(), start);
        await write(client, rest);
        await eventually(() => client.text().includes('urn:problem-type:'), 'the reply');
        for (let sent = rest.length; sent < megabyte; sent += rest.length) await write(client, rest);
        expect(client.error()).to.equal(undefined);
        client.socket.end();
        await eventually(client.isClosed, 'the end of the connection');
        expect(client.error()).to.equal(undefined);
        expect(client.text()).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
        expect(client.text().match(/^HTTP/gm)).to.have.length(1);
      });

      it(`${target}, ${title}: cuts off an endless body`, async () => {
        const [fast, slow] = [open(url(), start), open(url(), start)];
        await Promise.all([write(fast, rest), write(slow, rest)]);
        let sent = 0;
        for (; !fast.socket.destroyed && sent < 512 * megabyte; sent += rest.length) await write(fast, rest);
        expect(sent).to.be.below(512 * megabyte);
        await eventually(async () => {
          await write(slow, Buffer.from('1'));
          return slow.isClosed();
        }, 'the end of the slow connection');
      });
    }

    it(`${target}: answers a GET with an endless body`, async () => {
      const start = `GET /api/v3/mobile/chat HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const client = open(url(), start);
      let sent = 0;
      for (; !client.socket.destroyed && sent < 64 * megabyte; sent += chunk.length) await write(client, chunk);
      expect(sent).to.be.below(64 * megabyte);
      expect(client.text()).to.match(/^HTTP\/1\.1 200 /);
    });
  }
});
