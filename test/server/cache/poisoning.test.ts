import { connect } from 'node:net';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { expectedOperations } from '../../support/expected/routes.ts';
import { samplePath } from '../../support/fixtures/sample-requests.ts';
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
  const rest = query ? `?${query}` : '';
  return [
    `${bare}?${and}callback=evil&__proto__=x&family=v1`,
    `${bare}.json${rest}`,
    `${bare}/${rest}`,
    bare.replace(/\/(\d+)/, '/:$1') + rest,
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

  it('B22, J07, K19: an attack changes no answer', async () => {
    const faults: string[] = [];
    await Promise.all(
      paths.map(async (path, index) => {
        const clean = sameInstance(await send(pair.second.url, 'GET', path));
        const attacks: (readonly [string, Headers, (string | undefined)?])[] = [
          ...unkeyed.map((headers) => [path, headers] as const),
          ...variations(path).map((variation) => [variation, {}] as const),
          [path, { 'Content-Type': 'application/json', 'Content-Length': '13' }, '{"limit":"1"}'],
        ];
        // Each path begins with a different attack, whose request then loads its entry.
        for (let n = 0; n < attacks.length; n++) {
          const [target, headers, body] = attacks[(n + index) % attacks.length] as (typeof attacks)[number];
          const attacked = await send(pair.first.url, 'GET', target, headers, body);
          if (sameInstance(attacked) !== clean) faults.push(`${target} ${JSON.stringify(headers)}`);
          const next = await send(pair.first.url, 'GET', path);
          if (sameInstance(next) !== clean) faults.push(`${path} after ${target} ${JSON.stringify(headers)}`);
        }
      }),
    );
    expect(faults.slice(0, 5).join('\n')).to.equal('');
  });

  const path = '/api/v3/mobile/fighters';
  const hidden = 'GET /api/v1/us/news HTTP/1.1\r\nHost: x\r\n\r\n';
  /** With the number of replies: a body that is long, or may be, ends the connection. */
  for (const [what, framing, body, replies] of [
    ['a short', `Content-Length: ${hidden.length}`, hidden, 2],
    ['a chunked', 'Transfer-Encoding: chunked', `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`, 1],
    ['a long', 'Content-Length: 200000', hidden.padEnd(200_000, 'x'), 1],
  ] as const) {
    it(`J07: ${what} body of a GET is not read as a request`, async () => {
      const clean = await send(pair.second.url, 'GET', path);
      const { hostname, port } = new URL(pair.first.url);
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      let text = '';
      const socket = connect(Number(port), hostname, () => {
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n${body}`);
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      });
      socket.setEncoding('latin1').on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', reject).on('end', () => resolve(text));
      const all = await promise;
      expect(all.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(Array(replies).fill('HTTP/1.1 200'));
      expect(all.split(clean.body.toString('latin1'))).to.have.length(replies + 1);
    });
  }
});
