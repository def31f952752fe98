import { type IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { Value } from 'typebox/value';
import { ballotsOf, noBallots } from '../../contracts/rules/ballots.ts';
import { MockProblem } from '../../mock/contracts/problems.ts';
import { NightPlayer } from '../../mock/night/night.ts';
import { Changes } from '../../mock/session/changes.ts';
import { ReplyCache } from '../../mock/session/reply-cache.ts';
import { RequestLog } from '../../mock/session/request-log.ts';
import { enterSession, prefixOf } from '../../mock/session/session-path.ts';
import { restore, SavedSessionBody, SessionStateBody, Sessions } from '../../mock/session/sessions.ts';

/** What a mock keeps for its sessions and between requests, without a mock around it. */

const requestOf = (more: object = {}, address: string | undefined = '10.1.2.3') =>
  ({ method: 'GET', url: '/', headers: {}, socket: { remoteAddress: address }, ...more }) as unknown as IncomingMessage;
const named = (name: unknown, address?: string) => requestOf({ headers: { 'mock-session': name } }, address);

describe('the name of a session', () => {
  const longest = `aZ09_.:-${'x'.repeat(56)}`;
  const detail = 'A name has 1 to 64 characters of A-Z a-z 0-9 _ . : -, such as checkout-test-3.';

  it('is that of the header, else the address of the client', () => {
    const sessions = new Sessions();
    const nobody = requestOf({ socket: {} });
    for (const [req, name] of [
      [named('a'), 'a'],
      [named(longest), longest],
      [requestOf(), '10.1.2.3'],
      [nobody, 'unknown'],
    ] as const) {
      expect([sessions.nameOf(req), sessions.labelOf(req)]).to.deep.equal([name, name]);
    }
    for (const wrong of ['', `${longest}x`, 'a b', ' a', 'a ', 'é', ['a', 'b']]) {
      const req = named(wrong);
      expect(() => sessions.nameOf(req), String(wrong))
        .to.throw(MockProblem)
        .that.deep.includes({ key: 'malformed-session', errors: [{ parameter: 'Mock-Session', detail }] });
      expect([sessions.labelOf(req), sessions.isNamed(req)]).to.deep.equal(['10.1.2.3', true]);
    }
    expect(sessions.labelOf(Object.assign(named('a b'), { socket: {} }))).to.equal('unknown');
    expect(sessions.isNamed(requestOf())).to.equal(false);
    expect([nobody, named('a b')].map((req) => sessions.isUntouched(req))).to.deep.equal([true, false]);
  });

  for (const [address, name] of [
    ['127.0.0.1', '127.0.0.1'],
    ['127.255.0.9', '127.0.0.1'],
    ['::1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::ffff:192.168.1.20', '192.168.1.20'],
    ['192.168.1.20', '192.168.1.20'],
    ['fe80::1', 'fe80::1'],
  ] as const) {
    it(`is ${name} for a client at ${address}`, () => {
      expect(new Sessions().nameOf(requestOf({}, address))).to.equal(name);
    });
  }

  it('may be in the path, which a base URL can have', () => {
    const entered = (url: string | undefined) => {
      const req = requestOf({ url, headers: { 'mock-session': 'of the header' } });
      enterSession(req);
      return [req.url, req.headers['mock-session'], prefixOf(req)];
    };
    for (const [url, ...expected] of [
      [`/__session/${longest}/api?a=/b`, '/api?a=/b', longest, `/__session/${longest}`],
      ['/__session/a', '/', 'a', '/__session/a'],
      ['/__session/a?b=c', '/?b=c', 'a', '/__session/a'],
      ['http://localhost:4010/__session/a/api', '/api', 'a', '/__session/a'],
      ['https://localhost/__session/a/api', '/api', 'a', '/__session/a'],
    ]) {
      expect(entered(url), url).to.deep.equal(expected);
    }
    const others = ['/api/__session/a', '/__sessions/a', `/__session/${longest}x/api`, '/__session/a b', '/__session/'];
    for (const url of [...others, 'ftp://a/__session/a', 'x/__session/a', undefined]) {
      expect(entered(url), url).to.deep.equal([url, 'of the header', '']);
    }
  });
});

describe('the memory of sessions', () => {
  const votes = Array.from({ length: 63_996 }, (_, index) => ({
    ...{ fightId: 1, roundNumber: 1, clientId: `client-${index}`, fighterStatid: 1, createdMs: 1 },
  }));
  const ballots = ballotsOf(votes, []);
  const refused = (change: () => unknown) => {
    try {
      return change();
    } catch (error) {
      const { key, errors } = error as MockProblem;
      return [key, errors];
    }
  };

  it('is 48 MB in all, 16 MB each: of ballots 250 bytes, of a night 3.5 MB, of a state its length', () => {
    const sessions = new Sessions();
    for (const name of ['a', 'b', 'c']) {
      expect(sessions.change(name, (session) => Object.assign(session, { ballots }))).to.deep.equal([]);
    }
    expect(sessions.change('d', () => undefined)).to.deep.equal(['a']);
    const full = (detail: string) => ['session-full', [{ parameter: 'Mock-Session', detail }]];
    const detail = (most: number) =>
      `A session stores up to ${most} votes and scorecards; reset it with DELETE /__mock/session.`;
    const state = { state: 'x'.repeat(238) };
    expect(refused(() => sessions.change('b', (session) => Object.assign(session, { state })))).to.deep.equal(
      full(detail(63_995)),
    );
    expect(sessions.find('b').state, 'it stays unchanged').to.equal(undefined);
    const fewer = ballotsOf(votes.slice(1), []);
    expect(refused(() => sessions.change('b', (one) => Object.assign(one, { state, ballots: fewer })))).to.deep.equal(
      [],
    );
    const longer = { state: 'x'.repeat(239) };
    expect(
      refused(() => sessions.change('b', (one) => Object.assign(one, { state: longer, ballots: fewer }))),
    ).to.deep.equal(full(detail(63_994)));
    const night = new NightPlayer({ speed: 1, seed: 1, voters: 0 });
    expect(refused(() => sessions.change('c', (session) => Object.assign(session, { night })))).to.deep.equal(
      full(detail(49_996)),
    );
    const withNight = (count: number, more: object) => {
      const some = ballotsOf(votes.slice(0, count), []);
      return refused(() => sessions.change('c', (one) => Object.assign(one, { night, ballots: some, ...more })));
    };
    expect([withNight(49_996, {}), withNight(49_995, { state })]).to.deep.equal([[], []]);
    expect(withNight(49_995, { state: longer })).to.deep.equal(full(detail(49_994)));
    const cards = votes.slice(1).map(({ fightId, roundNumber, clientId }) => ({
      ...{ fightId, roundNumber, clientId, fighter1Score: 10, fighter2Score: 9 },
    }));
    const mixed = (count: number) => ({ ballots: ballotsOf(votes.slice(0, count), cards) });
    expect(refused(() => sessions.change('e', (one) => Object.assign(one, mixed(1))))).to.not.include('session-full');
    expect(refused(() => sessions.change('e', (one) => Object.assign(one, mixed(2))))).to.deep.equal(
      full(detail(63_996)),
    );
  });

  it('is that of a new session for a name without one, and an empty one is as good as none', () => {
    const sessions = new Sessions();
    const { changes, ...empty } = sessions.find('a');
    expect(empty).to.deep.equal({ name: 'a', state: undefined, ballots: noBallots, night: undefined });
    expect(changes).to.be.instanceOf(Changes);
    expect(sessions.has('a')).to.equal(false);
    const saved = { state: { state: 'there is no content' }, votes: votes.slice(0, 1), scorecards: [] };
    sessions.change('a', (session) => restore(session, saved));
    const filled = sessions.find('a');
    expect([filled.state, filled.ballots.votes.size, filled.changes === changes]).to.deep.equal([
      saved.state,
      1,
      false,
    ]);
    expect(sessions.isUntouched(named('a'))).to.equal(false);
    sessions.change('a', (session) => restore(session, { state: null, votes: [], scorecards: [] }));
    expect([sessions.find('a').state, sessions.find('a').ballots]).to.deep.equal([undefined, noBallots]);
    expect(sessions.isUntouched(named('a'))).to.equal(true);
  });

  it('is told from that of a session that was dropped, until it is used again', () => {
    const sessions = new Sessions();
    const use = (name: string) => sessions.change(name, () => undefined);
    for (let index = 0; index <= 1_000; index++) use(`s${index}`);
    expect(sessions.isUntouched(named('s0'))).to.equal(false);
    expect(['s1', 'never'].map((name) => sessions.isUntouched(named(name)))).to.deep.equal([true, true]);
    expect(use('s0')).to.deep.equal(['s1']);
    expect(['s0', 's1'].map((name) => sessions.wasDropped(name))).to.deep.equal([false, true]);
    for (let index = 1; index < 1_000; index++) use(`t${index}`);
    expect(sessions.wasDropped('s1'), 'a thousand names are remembered').to.equal(true);
    use('t1000');
    expect(['s1', 's2'].map((name) => sessions.wasDropped(name))).to.deep.equal([false, true]);
  });

  it('has these forms as a file', () => {
    const place = { fightId: 1, roundNumber: 1, clientId: 'client-000000001' };
    const takes = (clientId: string) =>
      Value.Check(SavedSessionBody, {
        ...{ state: null, votes: [{ ...place, clientId, fighterStatid: 1, createdMs: 0 }], scorecards: [] },
      });
    const ids = ['a'.repeat(16), 'aZ09_-'.padEnd(64, 'x'), 'a'.repeat(15), 'a'.repeat(65), `${'a'.repeat(16)}.`];
    expect([...ids, `.${'a'.repeat(16)}`].map(takes)).to.deep.equal([true, true, false, false, false, false]);
    for (const [state, isTaken] of [
      [{ state: 'a' }, true],
      [{ state: 'a', params: { a: 1, b: 'c' } }, true],
      [{ state: 'a', params: { a: true } }, false],
      [{ params: {} }, false],
    ] as const) {
      expect(Value.Check(SessionStateBody, state)).to.equal(isTaken);
      expect(Value.Check(SavedSessionBody, { state, votes: [], scorecards: [] })).to.equal(isTaken);
    }
    for (const whole of [
      { votes: [], scorecards: [] },
      { state: null, scorecards: [] },
      { state: null, votes: [] },
    ]) {
      expect(Value.Check(SavedSessionBody, whole)).to.equal(false);
    }
    expect(Value.Check(SavedSessionBody, { state: null, votes: [{}], scorecards: [] })).to.equal(false);
    expect(Value.Check(SavedSessionBody, { state: null, votes: [], scorecards: [{}] })).to.equal(false);
  });
});

describe('a reply that is ready to be sent again', () => {
  const headers = { host: 'a', accept: 'b', prefer: 'c', 'if-none-match': 'd' };
  const entry = {
    number: 1,
    at: 'then',
    session: 'a',
    method: 'GET',
    path: '/',
    status: 200,
    contract: 'f57ac3d774c0',
  };
  const ofGet = { url: '/news', headers };

  function start() {
    const [cache, sessions, requestLog] = [new ReplyCache(), new Sessions(), new RequestLog()];
    const lines: unknown[] = [];
    const store = (more: object, { bytes }: { bytes?: Buffer } = { bytes: Buffer.from('body') }) => {
      const req = requestOf(more);
      const res = new ServerResponse(req);
      res.statusCode = 203;
      res.setHeader('ETag', '"a"');
      cache.store(req, res, bytes, entry, sessions);
    };
    const send = (req: IncomingMessage, log: ((...line: unknown[]) => unknown) | undefined = undefined) => {
      const sent: unknown[] = [];
      const res = {
        writeHead: (...head: unknown[]) => sent.push(head),
        end: (bytes?: Buffer) => sent.push(`${bytes}`),
      };
      const isSent = cache.send(req, res as unknown as ServerResponse, { sessions, requestLog, log });
      return isSent ? sent : isSent;
    };
    return { cache, sessions, requestLog, store, send, lines };
  }

  it('is as it was, and so is its entry but for number, time and session', () => {
    const { store, send, requestLog, lines } = start();
    store(ofGet);
    const log = (...line: unknown[]) => lines.push(line);
    expect(send(requestOf(ofGet), log)).to.deep.equal([[203, { etag: '"a"' }], 'body']);
    const { number: _, at: __, ...rest } = entry;
    const [added] = requestLog.entries();
    expect(added).to.deep.equal({ ...rest, session: '10.1.2.3', number: 1, at: added?.at });
    expect(added?.at).to.match(/^\d{4}-\d\d-\d\dT/);
    expect(lines).to.deep.equal([['GET / 200 f57ac3d774c0', { ...rest, session: '10.1.2.3' }]]);
    const inSession = { ...ofGet, headers: { ...headers, 'mock-session': 'b' } };
    expect(send(requestOf(inSession))).to.deep.equal([[203, { etag: '"a"' }], 'body']);
    expect(send(Object.assign(requestOf(ofGet), { socket: {} }))).to.be.an('array');
    expect(requestLog.entries().map(({ session }) => session)).to.deep.equal(['10.1.2.3', 'b', 'unknown']);
    store({ ...ofGet, url: '/empty' }, {});
    expect(send(requestOf({ ...ofGet, url: '/empty' }))).to.deep.equal([[203, { etag: '"a"' }], 'undefined']);
  });

  it('is for the same request of a session without anything of its own', () => {
    const { cache, store, send, sessions } = start();
    store(ofGet);
    for (const name of ['host', 'accept', 'prefer', 'if-none-match']) {
      expect(send(requestOf({ ...ofGet, headers: { ...headers, [name]: 'x' } })), name).to.equal(false);
    }
    expect(send(requestOf({ ...ofGet, url: '/new' }))).to.equal(false);
    const inPath = requestOf({ url: '/__session/b/news', headers: { ...headers } });
    enterSession(inPath);
    expect(send(inPath), 'whose links are those of the session').to.equal(false);
    sessions.change('b', (session) => Object.assign(session, { state: { state: 'there is no content' } }));
    const touched = { ...ofGet, headers: { ...headers, 'mock-session': 'b' } };
    expect(send(requestOf(touched))).to.equal(false);
    store({ ...touched, url: '/touched' });
    expect(send(requestOf({ ...ofGet, url: '/touched' }))).to.equal(false);
    for (const method of ['HEAD', 'POST']) {
      expect(send(requestOf({ ...ofGet, method })), method).to.equal(false);
      store({ ...ofGet, url: `/${method}`, method });
      expect(send(requestOf({ ...ofGet, url: `/${method}` })), method).to.equal(false);
    }
    expect(send(requestOf(ofGet))).to.be.an('array');
    cache.clear();
    expect(send(requestOf(ofGet))).to.equal(false);
  });

  it('is one of 16 MiB, its address and a thousand bytes counted', () => {
    const { store, send } = start();
    const key = 'GET /news\na\nb\nc\nd'.length;
    store(ofGet, { bytes: Buffer.alloc(16_777_216 - 1_000 - key + 1) });
    expect(send(requestOf(ofGet))).to.equal(false);
    store(ofGet, { bytes: Buffer.alloc(16_777_216 - 1_000 - key) });
    expect(send(requestOf(ofGet))).to.be.an('array');
    store({ ...ofGet, url: '/new' }, {});
    expect(send(requestOf(ofGet)), 'one more, without a body').to.equal(false);
    const longest = { ...ofGet, url: '/'.padEnd(16_777_216 - 1_000 - key + '/news'.length, 'x') };
    store(longest, {});
    expect(send(requestOf(longest)), 'an address without a body').to.be.an('array');
  });
});
