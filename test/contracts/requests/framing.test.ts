import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { expect } from 'chai';
import { answerFramed } from '../../../contracts/requests/framing.ts';
import { sendRaw } from '../../support/http/raw.ts';
import { request } from './fakes.ts';

/** A server with a listener, which writes down what becomes of requests. */
function framed(regionSegments?: boolean, isQuiet = false) {
  const server: Server = createServer();
  const done: unknown[] = [];
  const note = (...what: unknown[]) => void done.push(what.join(' '));
  answerFramed(
    server,
    (_, res) => note('listener', (res as unknown as { name: string }).name),
    isQuiet
      ? undefined
      : {
          ...(regionSegments !== undefined && { regionSegments }),
          refusing: (res) => note('refusing', (res as unknown as { name: string }).name),
          refused: (req, res, key) => note('refused', req.url, (res as unknown as { name: string }).name, key),
          unparsed: (key, requestId) => note('unparsed', key, /^[0-9a-f]{32}$/.test(requestId)),
        },
  );
  return { server, done, note };
}

interface Line {
  raw?: readonly string[];
  version?: readonly [major: number, minor: number];
  url?: string;
  headers?: Record<string, string>;
  event?: string;
}

/** Sends a request, and tells what was done with it. */
function ask(
  { raw = ['Host', 'a'], version = [1, 1], url = '/x', headers = {}, event = 'request' }: Line,
  options?: { regionSegments?: boolean; isQuiet?: boolean },
) {
  const { server, done, note } = framed(options?.regionSegments, options?.isQuiet);
  const [httpVersionMajor, httpVersionMinor] = version;
  const req = request(headers, { rawHeaders: raw, httpVersionMajor, httpVersionMinor, url });
  const answer: { body?: string; head?: readonly string[] } = {};
  const res = {
    name: 'res',
    shouldKeepAlive: true,
    writeContinue: () => note('continue'),
    writeHead(status: number, head: readonly string[]) {
      note('head', status);
      answer.head = head;
    },
    end(body: string) {
      note('end');
      answer.body = body;
    },
  };
  server.emit(event, req, res);
  return { ...answer, server, done, req, res };
}

const refusal = (key: string, status: number) => ['refusing res', `head ${status}`, 'end', `refused /x res ${key}`];
const malformed = refusal('malformed-request', 400);
const taken = ['listener res'];

describe('request framing', () => {
  const filler = (count: number) => Array.from({ length: count }, () => ['X-Many', '1']).flat();
  const rows: [title: string, line: Line, done: string[]][] = [
    ['an ordinary request', {}, taken],
    ['a host in small letters', { raw: ['host', 'a'] }, taken],
    ['a host in capitals', { raw: ['HOST', 'a'] }, taken],
    ['other headers of four letters', { raw: ['Date', '/', 'Host', 'a', 'From', '/'] }, taken],
    ['a value that is called as a header', { raw: ['X', 'Host', 'Host', 'a', 'Y', 'host'] }, taken],
    ['no host', { raw: ['X', 'a'] }, malformed],
    ['no host, but a header of four letters', { raw: ['From', 'a'] }, malformed],
    ['two hosts', { raw: ['Host', 'a', 'host', 'a'] }, malformed],
    ['HTTP/1.0 without a host', { raw: [], version: [1, 0] }, taken],
    ['HTTP/1.0 with two hosts', { raw: ['Host', 'a', 'Host', 'a'], version: [1, 0] }, malformed],
    ['HTTP/2', { version: [2, 0] }, refusal('version-not-supported', 505)],
    ['HTTP/0.9', { version: [0, 9] }, refusal('version-not-supported', 505)],
    ['a hundred headers', { raw: ['Host', 'a', ...filler(99)] }, taken],
    ['a hundred and one headers', { raw: ['Host', 'a', ...filler(100)] }, refusal('headers-too-large', 431)],
    ['chunks', { raw: ['Host', 'a', 'Transfer-Encoding', 'Chunked'] }, taken],
    ['chunks before the host', { raw: ['TRANSFER-ENCODING', 'chunked', 'Host', 'a'] }, taken],
    ['another header of 17 letters', { raw: ['Host', 'a', 'If-Modified-Since', 'x'] }, taken],
    ['another coding', { raw: ['Host', 'a', 'Transfer-Encoding', 'gzip'] }, refusal('unknown-transfer-coding', 501)],
    [
      'two codings',
      { raw: ['Host', 'a', ...['Transfer-Encoding', 'chunked', 'transfer-encoding', 'chunked']] },
      malformed,
    ],
    ['chunks in HTTP/1.0', { raw: ['Host', 'a', 'Transfer-Encoding', 'chunked'], version: [1, 0] }, malformed],
  ];
  for (const [title, line, done] of rows) {
    it(`${done === taken ? 'accepts' : 'refuses'} ${title}`, () => expect(ask(line).done).to.deep.equal(done));
  }

  it('checks the host', () => {
    const isTaken = (host: string) => ask({ raw: ['Host', host] }).done[0] === 'listener res';
    const fits = "a a:80 a: a:65535 127.0.0.1:8080 [::1] [2001:DB8::1.2]:443 A_b~c.d-e%20!$&'()*+,;=".split(' ');
    const wrong = ['', ' ', 'a b', 'a:80 ', ' a', ...'a:b a:123456 a/b a@b a?b [::1 ::1 [g] [] :80 ü'.split(' ')];
    for (const host of fits) expect(isTaken(host), host).to.equal(true);
    for (const host of wrong) expect(isTaken(host), host).to.equal(false);
  });

  it('closes the connection of a refused request', () => {
    const { server, req, res, done, body, head } = ask({ raw: [] });
    expect(res.shouldKeepAlive).to.equal(false);
    expect(JSON.parse(body ?? '')).to.deep.equal({
      ...{ type: 'urn:problem-type:malformed-request', title: 'Malformed request', status: 400 },
      ...{ detail: 'It is no HTTP/1.1 request that can be read safely.', instance: '/x' },
    });
    expect(head?.slice(-2)).to.deep.equal(['Content-Length', String(body?.length)]);
    const next = Object.assign(request({}, { socket: req.socket }), { rawHeaders: ['Host', 'a'], httpVersionMajor: 1 });
    server.emit('request', next, res);
    expect(done).to.deep.equal(malformed);
    expect(ask({ raw: [] }, { isQuiet: true }).done, 'without reports').to.deep.equal(['head 400', 'end']);
  });

  it('refuses unknown expectations', () => {
    const event = 'checkExpectation';
    expect(ask({ event }).done).to.deep.equal(refusal('expectation-failed', 417));
    expect(ask({ event, raw: [] }).done).to.deep.equal(malformed);
  });
});

describe('late and broken requests', () => {
  it('are answered with 408 even if nothing reads them', async () => {
    const server = createServer({ headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 });
    // A listener that waits for something else first, and never reads.
    answerFramed(server, () => undefined);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { statuses, isClosed } = await sendRaw(url, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{}');
      expect({ statuses, isClosed }).to.deep.equal({ statuses: [408], isClosed: true });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('are not answered after a reset', () => {
    const server = createServer();
    answerFramed(server, () => undefined);
    const written: string[] = [];
    const socket = new Duplex({
      read: () => undefined,
      write: (chunk, _, done) => done(void written.push(`${chunk}`)),
    });
    server.emit('clientError', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), socket);
    expect([socket.destroyed, written]).to.deep.equal([true, []]);
  });
});
