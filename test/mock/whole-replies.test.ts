import { expect } from 'chai';
import { type Mock, startMock } from '../../mock/start.ts';
import { send } from '../support/http/send.ts';

/** Replies with all of their headers, and the line about each in the log. */

const v3 = '/api/v3/mobile';
const vote = JSON.stringify({ round_num: 2, fighter_statid: 1803, client_id: 'u7Qm2x9LkT4sBv0Z' });

const security = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  connection: 'close',
};
const exposed = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, Retry-After, Location, RateLimit, RateLimit-Policy, X-Request-Id, Deprecation, Sunset, Contract-Id, ' +
    'Contract-Match, Contract-Nearest, Contract-State, Mock-Session-Dropped, Preference-Applied',
};
const spanish = { ...security, 'content-language': 'es-US' };
const english = { ...security, ...exposed, 'content-language': 'en-US' };
const ofGet = { ...spanish, ...exposed };
const json = { 'content-type': 'application/json; charset=utf-8', vary: 'Accept-Encoding' };
const problem = { 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' };
const minute = 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400';
const seconds = 'public, max-age=2, stale-while-revalidate=5, stale-if-error=300';

/** The `Contract-…` headers. */
const of = (id: string, state: string, match: string) => ({
  ...{ 'contract-id': id, 'contract-state': state, 'contract-match': match },
});
const votes =
  'clients have voted (fight_id 88005, round_num 1, fighter1_votes 20, fighter2_votes 17); ' +
  'clients have voted (fight_id 88005, round_num 2, fighter1_votes 1, fighter2_votes 2)';
const held =
  'the sample content is published; the client holds the current representation (path /api/v3/mobile/events)';
const busy = { 'retry-after': '2', ...of('81faccc89a4d', 'the client has asked too often', 'fallback') };

interface Row {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  status: number;
  /** Without those of time and length. */
  reply: Record<string, string>;
  /** Members of the logged request beside session, method, path, status and preferences. */
  entry?: Record<string, unknown>;
  /** What follows method, path and status in the log. */
  line?: string;
}

const rows: Record<string, Row> = {
  'a contract': {
    ...{ path: `${v3}/fighters/3107`, status: 200 },
    reply: { ...ofGet, ...json, ...of('cddc690bbf13', 'a fighter exists (id 3107)', 'exact'), 'cache-control': minute },
    entry: { operation: 'v3.fighter', contract: 'cddc690bbf13', match: 'exact' },
    line: ' cddc690bbf13 exact',
  },
  'an unknown id': {
    ...{ path: `${v3}/fighters/4711`, status: 404 },
    reply: {
      ...{ ...ofGet, ...problem, 'cache-control': 'public, max-age=5' },
      ...of('87256c4aef08', 'there is no such fighter (id 2147483647)', 'fallback'),
      'contract-nearest': 'cddc690bbf13; id: 3107 en el contrato, 4711 aqui',
    },
    entry: {
      ...{ operation: 'v3.fighter', contract: '87256c4aef08', match: 'fallback' },
      nearest: {
        ...{ contract: 'cddc690bbf13', receiving: 'a request for one fighter' },
        differs: ['id: 3107 en el contrato, 4711 aquí'],
      },
    },
    line: ' 87256c4aef08 fallback',
  },
  'a page, late': {
    ...{ path: '/api/v1/us/news?limit=1', headers: { Prefer: 'delay=1, jitter=0' }, status: 200 },
    reply: {
      ...{ ...english, ...json, ...of('761a89ba4e5d', 'the sample content is published', 'page') },
      ...{ 'preference-applied': 'delay=1, jitter=0', 'cache-control': minute },
      link: '<http://localhost:4010/api/v1/us/news?limit=1&cursor=MjAzMS0wNC0wNVQxNzowMDowMFoAMDAwMDA5MDIxMQ>; rel="next"',
    },
    entry: { operation: 'v1.news', contract: '761a89ba4e5d', match: 'page', weather: '1 ms' },
    line: ' 761a89ba4e5d page 1 ms',
  },
  'a reply that the client has': {
    ...{ path: `${v3}/events`, headers: { 'If-None-Match': '*' }, status: 304 },
    reply: { ...ofGet, ...of('74187f2b7404', held, 'exact'), 'cache-control': minute, vary: 'Accept-Encoding' },
    entry: { operation: 'v3.events', contract: '74187f2b7404', match: 'exact' },
    line: ' 74187f2b7404 exact',
  },
  'a refusal for a preferred rate': {
    ...{ path: `${v3}/events`, headers: { Prefer: 'rate=429, code=304, delay=1' }, status: 429 },
    reply: { ...ofGet, ...problem, ...busy, 'preference-applied': 'delay=1, rate=429' },
    entry: { operation: 'v3.events', contract: '81faccc89a4d', match: 'fallback', weather: '1 ms, 429' },
    line: ' 81faccc89a4d fallback 1 ms, 429',
  },
  'an unknown preference': {
    ...{ path: `${v3}/events`, headers: { Prefer: 'code=418, delay=1' }, status: 422 },
    reply: { ...english, ...problem, 'preference-applied': 'delay=1' },
    entry: { operation: 'v3.events', weather: '1 ms' },
    line: ' 1 ms',
  },
  'a preference that cannot be read': {
    ...{ path: `${v3}/events`, headers: { Prefer: 'fault=flood' }, status: 422 },
    reply: { ...english, ...problem },
  },
  'no route': { path: `${v3}/nothing`, headers: { Prefer: 'delay=1' }, status: 404, reply: { ...ofGet, ...problem } },
  'no such method': {
    ...{ method: 'DELETE', path: `${v3}/events`, status: 405 },
    reply: { ...spanish, ...problem, allow: 'GET, HEAD, OPTIONS' },
  },
  'a limit out of range': {
    ...{ path: `${v3}/events?limit=0`, status: 400, reply: { ...ofGet, ...problem } },
    entry: { operation: 'v3.events' },
  },
  'no JSON': { path: `${v3}/events`, headers: { Accept: 'text/html' }, status: 406, reply: { ...ofGet, ...problem } },
  'a preflight': {
    ...{ method: 'OPTIONS', path: `${v3}/fights/88005/vote`, status: 204 },
    reply: {
      ...{ ...spanish, allow: 'POST, OPTIONS', 'access-control-allow-origin': '*' },
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers':
        'Authorization, Content-Type, If-None-Match, Last-Event-ID, Mock-Session, Prefer, traceparent, X-Request-Id',
    },
  },
  'a vote': {
    ...{ method: 'POST', path: `${v3}/fights/88005/vote`, body: vote, status: 201 },
    headers: { 'Content-Type': 'application/json', 'Mock-Session': 'one' },
    reply: {
      ...{ ...ofGet, ...json, 'cache-control': 'no-store' },
      ...{ 'ratelimit-policy': '"votes";q=10;w=10', ratelimit: '"votes";r=9;t=10' },
      location: '/api/v3/mobile/fights/88005/round/2/fighter/1803/vote/u7Qm2x9LkT4sBv0Z',
      ...of(
        'fa6488e150f1',
        'voting on the round is open (fight_id 88005, round_num 2); the client has not voted (fight_id 88005, client_id u7Qm2x9LkT4sBv0Z)',
        'remembered',
      ),
    },
    entry: { session: 'one', operation: 'v3.fight_vote_cast', contract: 'fa6488e150f1', match: 'remembered' },
    line: ' fa6488e150f1 remembered',
  },
  'the votes of that session': {
    ...{ path: `${v3}/fights/88005/votes`, headers: { 'Mock-Session': 'one' }, status: 200 },
    reply: {
      ...{ ...ofGet, ...json, ...of('d8efd634e6c2', votes, 'remembered') },
      ...{ 'cache-control': seconds, vary: 'Accept, Accept-Encoding' },
    },
    entry: { session: 'one', operation: 'v3.fight_votes', contract: 'd8efd634e6c2', match: 'remembered' },
    line: ' d8efd634e6c2 remembered',
  },
};

describe('a whole reply of the mock', () => {
  let mock: Mock;
  const lines: unknown[][] = [];
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1', log: (...line) => lines.push(line) });
  });
  after(() => mock.close());

  for (const [
    title,
    { method = 'GET', path, headers = {}, body, status, reply, entry = {}, line = '' },
  ] of Object.entries(rows)) {
    it(`is that of ${title}`, async () => {
      lines.length = 0;
      const answer = await send(mock.url, method, path, { Host: 'localhost:4010', ...headers }, body);
      const { date: _, 'content-length': length, etag, 'x-request-id': id, ...rest } = answer.headers;
      expect([answer.status, rest]).to.deep.equal([status, reply]);
      expect(length).to.equal(status === 204 || status === 304 ? undefined : `${answer.body.length}`);
      const hasEtag = status === 304 || (status === 200 && method === 'GET');
      expect(etag, 'ETag').to.match(hasEtag ? /^"[\w-]{27}"$/ : /^undefined$/);
      expect(id, 'X-Request-Id').to.match(status >= 400 ? /^[0-9a-f]{32}$/ : /^undefined$/);
      const { Prefer: prefer } = headers as { Prefer?: string };
      const logged = {
        ...{ session: '127.0.0.1', method, path, ...(prefer !== undefined && { prefer }), ...entry },
        ...(status !== 204 && { status }),
      };
      expect(lines).to.deep.equal([[`${method} ${path} ${status === 204 ? '-' : status}${line}`, logged]]);
    });
  }

  it('is without its body the reply to HEAD', async () => {
    for (const path of [`${v3}/fighters/3107`, `${v3}/nothing`]) {
      const headers = { 'X-Request-Id': '0123456789abcdef0123456789abcdef' };
      const [got, head] = [await send(mock.url, 'GET', path, headers), await send(mock.url, 'HEAD', path, headers)];
      expect(head.body.length).to.equal(0);
      expect({ ...head.headers, date: '' }).to.deep.equal({ ...got.headers, date: '' });
    }
  });

  it('has the words of its problem', async () => {
    const told = async (path: string, headers = {}) =>
      JSON.parse((await send(mock.url, 'GET', path, headers)).body.toString());
    expect(await told(`${v3}/fighters/4711`)).to.deep.equal({
      ...{ type: 'urn:problem-type:fighter-not-found', title: 'Peleador no encontrado', status: 404 },
      detail:
        'No hay ningún peleador con este id. Ningún contrato cubre esta solicitud; el más cercano es "a request for one ' +
        'fighter" (cddc690bbf13): id: 3107 en el contrato, 4711 aquí.',
      instance: '/api/v3/mobile/fighters/4711',
    });
    expect(await told(`${v3}/events`, { Prefer: 'code=418' })).to.deep.equal({
      ...{ type: 'urn:mock-problem-type:unknown-preference', title: 'Unknown preference', status: 422 },
      detail: 'The mock does not know what the Prefer header asks for; errors says what there is.',
      instance: '/api/v3/mobile/events',
      errors: [{ parameter: 'Prefer: code', detail: 'Must be 200 or 304 or 400 or 405 or 406 or 429 or 500 or 503.' }],
    });
    expect(await told('/api/v1/us/events', { 'Mock-Session': 'a b' })).to.deep.equal({
      ...{ type: 'urn:mock-problem-type:malformed-session', title: 'Malformed session', status: 422 },
      detail: 'The name or the body is not that of a session; errors says what is expected.',
      instance: '/api/v1/us/events',
      errors: [
        {
          parameter: 'Mock-Session',
          detail: 'A name has 1 to 64 characters of A-Z a-z 0-9 _ . : -, such as checkout-test-3.',
        },
      ],
    });
  });
});
