import { expect } from 'chai';
import type { Problem } from '../../contracts/requests/problem.ts';
import type { MockProblem } from '../../mock/contracts/problems.ts';
import { controlAccess } from '../../mock/control/access.ts';
import { control } from '../../mock/control/control.ts';
import { stateLinks } from '../../mock/control/state-links.ts';
import { generatedContractSet } from '../../mock/reply/generated-set.ts';
import { RequestLog } from '../../mock/session/request-log.ts';
import { Sessions } from '../../mock/session/sessions.ts';
import { type Asked, handle } from './handled.ts';

/** The control routes without a mock around them: whole replies, and whole refusals. */

const everyPage = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'ETag' };
const ownHeaders = {
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
};

describe('a control route', () => {
  let sessions: Sessions;
  let requestLog: RequestLog;
  let options: Parameters<typeof control>[0];
  beforeEach(() => {
    sessions = new Sessions();
    requestLog = new RequestLog();
    options = { contractSet: generatedContractSet, sessions, requestLog, access: controlAccess([]) };
  });

  const inSession = { 'mock-session': 'a' };
  const ask = (method: string, url: string, body?: unknown, headers: Record<string, string> = inSession) =>
    handle(control(options), {
      ...{ method, url, headers, set: everyPage },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const told = async (method: string, url: string, body?: unknown, headers?: Record<string, string>) => {
    const { status, text } = await ask(method, url, body, headers);
    return [status, text === '' ? undefined : JSON.parse(text)];
  };
  const refusal = (asked: Promise<unknown>) =>
    asked.then(
      () => undefined,
      (error: Problem | MockProblem) => [error.key, 'errors' in error ? error.errors : error.more],
    );

  it('answers in JSON that people can read, for no cache and no other page', async () => {
    const reply = await ask('GET', '/state');
    expect(reply).to.deep.equal({
      ...{ status: 200, headers: ownHeaders, locals: { entry: {} } },
      text: '{\n  "session": "a",\n  "state": null\n}',
    });
    expect(await ask('GET', '/state/')).to.deep.equal(reply);
    const page = { ...inSession, origin: 'http://localhost:5173' };
    const ofPage = { 'access-control-allow-origin': 'http://localhost:5173', vary: 'Origin' };
    expect((await ask('GET', '/state', undefined, page)).headers).to.deep.equal({ ...ownHeaders, ...ofPage });
    const { 'content-type': _, ...ofNothing } = ownHeaders;
    expect(await ask('DELETE', '/state')).to.deep.equal({
      ...{ status: 204, headers: ofNothing, locals: { entry: {} }, text: '' },
    });
    expect(await ask('OPTIONS', '/state')).to.deep.equal({
      ...{ status: 204, locals: { entry: {} }, text: '' },
      headers: {
        ...ofNothing,
        allow: 'DELETE, GET, PUT',
        'access-control-allow-methods': 'DELETE, GET, PUT',
        'access-control-allow-headers': 'Content-Type, Mock-Session',
      },
    });
  });

  it('has these methods', async () => {
    const allowed: Record<string, unknown> = {};
    for (const path of [
      ...['/state', '/session', '/sessions', '/night', '/night/pause', '/night/play', '/night/seek', '/night/stop'],
      ...['/asked', '/pact', '/requests', '/unmatched'],
    ]) {
      allowed[path] = (await ask('OPTIONS', path)).headers.allow;
    }
    expect(allowed).to.deep.equal({
      ...{ '/state': 'DELETE, GET, PUT', '/session': 'DELETE, GET, PUT', '/sessions': 'GET' },
      ...{ '/night': 'DELETE, GET, PATCH, POST', '/night/pause': 'POST', '/night/play': 'POST' },
      ...{ '/night/seek': 'POST', '/night/stop': 'POST' },
      ...{ '/asked': 'GET', '/pact': 'GET', '/requests': 'DELETE, GET', '/unmatched': 'DELETE, GET' },
    });
    expect(await refusal(ask('POST', '/state'))).to.deep.equal([
      'method-not-allowed',
      { headers: { Allow: 'DELETE, GET, PUT' } },
    ]);
    const detail =
      'Must be "/__mock/state" or "/__mock/session" or "/__mock/sessions" or "/__mock/night" or "/__mock/night/pause" ' +
      'or "/__mock/night/play" or "/__mock/night/seek" or "/__mock/night/stop" or "/__mock/asked" or "/__mock/pact" ' +
      'or "/__mock/requests" or "/__mock/unmatched".';
    for (const path of ['/', '/states', '/state//']) {
      expect(await refusal(ask('GET', path)), path).to.deep.equal([
        'route-not-found',
        { extensions: { errors: [{ parameter: 'path', detail }] } },
      ]);
    }
  });

  it('takes a state, and says what it has instead of one that no contract has', async () => {
    const state = 'voting on the round has closed';
    const params = { fight_id: 88005, round_num: 1 };
    expect(await told('PUT', '/state', { state, params })).to.deep.equal([200, { session: 'a', state, params }]);
    expect(await told('GET', '/state')).to.deep.equal([200, { session: 'a', state, params }]);
    expect(await refusal(ask('PUT', '/state', { state, params: { round_num: 5 } }))).to.deep.equal([
      'unknown-state',
      [{ pointer: '#/params', detail: 'Must be {"fight_id":88005,"round_num":1}.' }],
    ]);
    expect(await refusal(ask('PUT', '/state'))).to.deep.equal([
      'unknown-state',
      [{ pointer: '#/state', detail: 'Is required.' }],
    ]);
    expect(await refusal(ask('PUT', '/state', { state: 1, params: { 'a b/ñ': true } }))).to.deep.equal([
      'unknown-state',
      [
        { pointer: '#/state', detail: 'Must be a string.' },
        { pointer: '#/params/a%20b~1%C3%B1', detail: 'Must be a string or a number.' },
      ],
    ]);
    const [key, errors] = (await refusal(ask('PUT', '/state', { state: 'full moon' }))) ?? [];
    const [{ detail, ...rest }] = errors as unknown as [{ detail: string }];
    expect([key, rest]).to.deep.equal(['unknown-state', { pointer: '#/state' }]);
    const names = [...detail.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
    expect(names).to.deep.equal([...new Set(names)].sort());
    expect(names).to.have.length.above(20);
    expect(await told('DELETE', '/state')).to.deep.equal([204, undefined]);
    expect(await told('GET', '/state')).to.deep.equal([200, { session: 'a', state: null }]);
  });

  it('saves a session and puts it back, and says which sessions there are', async () => {
    const place = { fightId: 88005, roundNumber: 2, clientId: 'client-000000000001' };
    const saved = {
      state: { state: 'there is no content' },
      votes: [{ ...place, fighterStatid: 1803, createdMs: 5 }],
      scorecards: [{ ...place, fighter1Score: 10, fighter2Score: 9 }],
    };
    const missing = (asked: Promise<unknown>, detail: string) =>
      refusal(asked).then((found) =>
        expect(found).to.deep.equal(['unknown-session', [{ parameter: 'Mock-Session', detail }]]),
      );
    await missing(ask('GET', '/session'), 'There are no sessions.');
    const empty = { session: '127.0.0.1', state: null, votes: [], scorecards: [] };
    expect(await told('GET', '/session', undefined, {})).to.deep.equal([200, empty]);
    expect(await told('PUT', '/session', saved)).to.deep.equal([200, { session: 'a', votes: 1, scorecards: 1 }]);
    expect(await told('GET', '/session')).to.deep.equal([200, { session: 'a', ...saved }]);
    expect(await told('GET', '/sessions')).to.deep.equal([200, ['a']]);
    await missing(ask('GET', '/session', undefined, { 'mock-session': 'b' }), 'Must be "a".');
    const wrong = { ...saved, state: { state: 'full moon' } };
    expect((await refusal(ask('PUT', '/session', wrong)))?.[0]).to.equal('unknown-state');
    expect(await told('PUT', '/session', { ...saved, state: null, votes: [] })).to.deep.equal([
      200,
      { session: 'a', votes: 0, scorecards: 1 },
    ]);
    expect(await refusal(ask('PUT', '/session', { state: null }))).to.deep.equal([
      'malformed-session',
      [
        { pointer: '#/votes', detail: 'Is required.' },
        { pointer: '#/scorecards', detail: 'Is required.' },
      ],
    ]);
    expect(await told('DELETE', '/session')).to.deep.equal([204, undefined]);
    expect(sessions.names).to.deep.equal([]);
    sessions.wasDropped = () => true;
    await missing(ask('GET', '/session'), 'It was dropped to make room: it was the least recently used.');
  });

  it('names the sessions that were dropped for a change', async () => {
    const first = ['b', 'c'];
    sessions.change = () => first;
    const dropped = { dropped: ['b', 'c'] };
    const state = { state: 'there is no content' };
    expect(await told('PUT', '/state', state)).to.deep.equal([200, { session: 'a', ...state, ...dropped }]);
    const saved = { state: null, votes: [], scorecards: [] };
    expect(await told('PUT', '/session', saved)).to.deep.equal([
      200,
      { session: 'a', votes: 0, scorecards: 0, ...dropped },
    ]);
    const link = await handle(stateLinks(options), { url: '/there-is-no-content', headers: inSession });
    expect(JSON.parse(link.text)).to.deep.equal({ session: 'a', ...state, ...dropped });
  });

  it('lists and clears for one session, or for all with ?all=true', async () => {
    for (const session of ['a', 'b']) requestLog.add({ session, method: 'GET', path: `/${session}` });
    const paths = async (url: string) => {
      const [status, rows] = await told('GET', url);
      return [status, (rows as { path: string }[]).map(({ path }) => path)];
    };
    expect(await paths('/requests')).to.deep.equal([200, ['/a']]);
    expect(await paths('/requests?all=true')).to.deep.equal([200, ['/a', '/b']]);
    for (const query of ['?all=false', '?al=true', '?all=true&all=true', '?all=true&x=1']) {
      expect(await refusal(ask('GET', `/requests${query}`)), query).to.deep.equal([
        'invalid-request',
        { errors: [{ parameter: 'all', detail: 'Must be true.' }] },
      ]);
    }
    expect(await told('DELETE', '/requests')).to.deep.equal([204, undefined]);
    expect(await paths('/requests?all=true')).to.deep.equal([200, ['/b']]);
    expect(await told('DELETE', '/unmatched')).to.deep.equal([204, undefined]);
    expect(await told('GET', '/unmatched')).to.deep.equal([200, []]);
    const answer = { answer: 'yes', count: 1, times: '1..', of: 1, requests: requestLog.entries('b') };
    expect(await told('GET', '/asked?all=true')).to.deep.equal([200, answer]);
    expect(await told('GET', '/asked')).to.deep.equal([
      409,
      { answer: 'no', count: 0, times: '1..', of: 0, requests: [] },
    ]);
  });
});

describe('a link that sets a state, without a mock around it', () => {
  const link = (asked: Asked, sessions = new Sessions()) =>
    handle(
      stateLinks({
        ...{ contractSet: generatedContractSet, sessions, requestLog: new RequestLog(), access: controlAccess([]) },
      }),
      { headers: { 'mock-session': 'a' }, set: everyPage, ...asked },
    );
  const state = { session: 'a', state: 'there is no content' };

  it('answers with the state, and leads on where it is told to', async () => {
    const text = JSON.stringify(state, null, 2);
    const reply = { status: 200, headers: ownHeaders, text, locals: { entry: {} } };
    expect(await link({ url: '/there-is-no-content' })).to.deep.equal(reply);
    expect(await link({ url: '/there-is-no-content?then=/api/v1/us/news?limit=2' })).to.deep.equal({
      ...{ ...reply, status: 303 },
      headers: { ...ownHeaders, location: '/api/v1/us/news?limit=2' },
    });
    const none = await link({ url: '/none' });
    expect(none.text).to.equal('{\n  "session": "a",\n  "state": null\n}');
  });

  it('has the methods and the addresses of a link, and no others', async () => {
    for (const [asked, key, more] of [
      [{ method: 'POST', url: '/none' }, 'unsupported-media-type', { headers: { 'Accept-Post': 'application/json' } }],
      [{ method: 'HEAD', url: '/none' }, 'method-not-allowed', { headers: { Allow: 'GET' } }],
      [
        { url: '/none?then=' },
        'invalid-request',
        { errors: [{ parameter: 'then', detail: 'Must be a path of this mock, such as /api/v3/mobile/events.' }] },
      ],
    ] as const) {
      const headers = { 'mock-session': 'a', 'content-type': 'text/plain' };
      const refused = await link({ ...asked, headers }).catch((error: Problem) => error);
      expect(refused).to.deep.include({ key, more });
    }
  });
});
