import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { type Family, languages, prefixes } from '../../support/expected/headers.ts';
import { expectedOperations } from '../../support/expected/routes.ts';
import { samplePath } from '../../support/fixtures/sample-requests.ts';
import { openClientPool } from '../../support/http/client-pool.ts';
import { comparableText } from '../../support/http/compare.ts';
import { type Answer, send } from '../../support/http/send.ts';
import { type ServerPair, startServerPair } from '../../support/server/server-pair.ts';

const paths = [
  ...expectedOperations.filter(({ isConditional }) => isConditional).map(samplePath),
  '/api/v3/mobile/fighters?limit=2',
  `/api/v1/us/events/${ids.unknown}`,
];

type Headers = Record<string, string>;

/** Headers that are not part of the cache key, and must not change the answer to any client. */
const unkeyed: Headers[] = [
  { 'X-Forwarded-Host': 'evil.example' },
  { 'X-Forwarded-Proto': 'gopher', 'X-Forwarded-Port': '1', 'X-Forwarded-Prefix': '/evil' },
  { Forwarded: 'host=evil.example;proto=gopher' },
  { Host: 'evil.example' },
  { 'X-Original-URL': '/api/v1/us/news', 'X-Rewrite-URL': '/api/v1/us/news' },
  { 'X-HTTP-Method-Override': 'POST', 'X-HTTP-Method': 'DELETE', 'X-Method-Override': 'PUT' },
  { 'Accept-Language': 'de, es;q=0.5', 'Accept-Charset': 'latin1' },
  { Cookie: 'lang=evil; family=v1', Authorization: 'Bearer evil', Origin: 'https://evil.example' },
  { 'User-Agent': 'evil', Referer: 'https://evil.example', Range: 'bytes=0-1', 'If-Range': '"x"' },
  { 'X-Forwarded-For': '203.0.113.7', 'CF-Connecting-IP': '203.0.113.7' },
  { 'Cache-Control': 'no-store, no-cache', Pragma: 'no-cache' },
  { 'If-Modified-Since': 'Fri, 31 Dec 2999 23:59:59 GMT', 'If-Match': '"x"', 'If-Unmodified-Since': 'x' },
];

/** Variations of a URL with the same canonical request. */
const variations = (path: string): string[] => {
  const [bare = '', query] = path.replace(/\/(\?|$)/, '$1').split('?');
  const and = query === undefined ? '' : `${query}&`;
  return [
    `${bare}?${and}utm_source=evil`,
    `${bare}?${and}callback=evil&__proto__=x&family=v1`,
    `${bare}.json${query ? `?${query}` : ''}`,
    `${bare}/${query ? `?${query}` : ''}`,
    bare.replace(/\/(\d+)/, '/:$1') + (query ? `?${query}` : ''),
    `http://evil.example${path}`,
  ];
};

describe('J07: only the URL decides which reply is cached', () => {
  let pair: ServerPair;
  before(async () => {
    pair = await startServerPair();
  });
  after(() => pair.close());

  /** The problem of an unknown id names the requested path. */
  const sameInstance = (answer: Answer): string =>
    comparableText(answer)
      .replace(/"instance":"[^"]*"/, '"instance":""')
      .replace(/content-length: \d+/, answer.status === 404 ? '' : '$&');

  it('B22, J07, K19: an answer to an attack is that of a server that was never attacked, and so is the next', async () => {
    let answers = 0;
    const faults: string[] = [];
    await Promise.all(
      paths.map(async (path, index) => {
        const clean = await send(pair.second.url, 'GET', path);
        const attacks: (readonly [string, Headers, (string | undefined)?])[] = [
          ...unkeyed.map((headers) => [path, headers] as const),
          ...variations(path).map((variation) => [variation, {}] as const),
          [path, { 'Content-Type': 'application/json', 'Content-Length': '13' }, '{"limit":"1"}'],
        ];
        // Each path begins with a different attack, whose request then loads its entry.
        for (let n = 0; n < attacks.length; n++) {
          const [target, headers, body] = attacks[(n + index) % attacks.length] as (typeof attacks)[number];
          const attacked = await send(pair.first.url, 'GET', target, headers, body);
          const next = await send(pair.first.url, 'GET', path);
          answers += 2;
          const expected = sameInstance(clean);
          if (sameInstance(attacked) !== expected)
            faults.push(`${target} ${JSON.stringify(headers)}: ${sameInstance(attacked)}`);
          if (sameInstance(next) !== expected) faults.push(`${path} after ${target} ${JSON.stringify(headers)}`);
        }
      }),
    );
    console.log(
      `      J07: ${answers} answers to ${paths.length} URLs with ${unkeyed.length + 7} attacks: ${faults.length} differ`,
    );
    expect(faults.slice(0, 5).join('\n')).to.equal('');
  });

  it('J07: the body of a GET is never answered as a request', async () => {
    const path = '/api/v3/mobile/fighters';
    const clean = await send(pair.second.url, 'GET', path);
    const { hostname, port } = new URL(pair.first.url);
    const fat = (framing: string, body: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n${body}`;
    const next = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const hidden = 'GET /api/v1/us/news HTTP/1.1\r\nHost: x\r\n\r\n';
    /** With the number of replies: a body that is long, or may be, ends the connection. */
    const cases: [first: string, replies: number][] = [
      [fat(`Content-Length: ${hidden.length}`, hidden), 2],
      [fat('Transfer-Encoding: chunked', `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`), 1],
      [fat('Content-Length: 200000', hidden.padEnd(200_000, 'x')), 1],
    ];
    for (const [first, replies] of cases) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      let text = '';
      const socket = connect(Number(port), hostname, () => socket.write(first + next));
      socket.setEncoding('latin1').on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', reject).on('end', () => resolve(text));
      const all = await promise;
      expect(all.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(Array(replies).fill('HTTP/1.1 200'));
      expect(all.split(clean.body.toString('latin1'))).to.have.length(replies + 1);
    }
  });

  it('J07: concurrent requests in two families and three codings get the right replies', async () => {
    const shared = expectedOperations.filter(
      ({ name, family, isConditional }) => family === 'v1' && isConditional && !name.startsWith('fight_metrics'),
    );
    const plain = (body: Buffer, coding: string | undefined) =>
      coding === 'gzip' ? gunzipSync(body) : coding === 'br' ? brotliDecompressSync(body) : body;
    const asked: { path: string; family: Family; coding: string; expected: string }[] = [];
    for (const operation of shared) {
      const rest = samplePath(operation).slice(prefixes.v1.length);
      for (const family of ['v3', 'v1'] as const) {
        const path = prefixes[family] + rest;
        const expected = (await send(pair.second.url, 'GET', path)).body.toString();
        for (const coding of ['identity', 'gzip', 'br']) asked.push({ path, family, coding, expected });
      }
    }
    const pool = openClientPool(pair.first.url, 64);
    const rounds = Array.from({ length: 25 }, () => asked).flat();
    const order = rounds.map((_, index) => rounds[(index * 7_919) % rounds.length] as (typeof asked)[number]);
    const used: Record<string, number> = {};
    await Promise.all(
      order.map(async ({ path, family, coding, expected }) => {
        const { status, headers, body } = await pool.sendOnce('GET', path, undefined, { 'accept-encoding': coding });
        const sent = headers['content-encoding'];
        expect(status).to.equal(200);
        if (sent !== undefined) expect(sent, path).to.equal(coding);
        expect(headers['content-language'], path).to.equal(languages[family]);
        expect(plain(body, sent).toString(), path).to.equal(expected);
        used[sent ?? 'identity'] = (used[sent ?? 'identity'] ?? 0) + 1;
      }),
    );
    await pool.close();
    console.log(
      `      J07: ${order.length} requests at once, ${JSON.stringify(used)}: each in its own family and coding`,
    );
    expect(Object.keys(used)).to.have.length(3);
  });
});
