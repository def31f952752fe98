import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { Value } from 'typebox/value';
import { ballotsOf } from '../../contracts/rules/ballots.ts';
import { NightPlayer } from '../../mock/night/night.ts';
import { restore, SavedSessionBody, Sessions } from '../../mock/session/sessions.ts';
import { type Mock, startMock } from '../../mock/start.ts';

/** A saved session with so many votes; 38,000 votes take 4 MB of JSON. */
const saved = (votes: number) =>
  JSON.stringify({
    state: null,
    votes: Array.from({ length: votes }, (_, index) => ({
      fightId: 88005,
      roundNumber: 1 + (index % 5),
      clientId: `client-${String(index).padStart(12, '0')}`,
      fighterStatid: 1803,
      createdMs: 1,
    })),
    scorecards: [],
  });

const put = async (url: string, session: string, body: string) => {
  const headers = { 'Content-Type': 'application/json', 'Mock-Session': session };
  const reply = await fetch(`${url}/__mock/session`, { method: 'PUT', headers, body });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};

const requestOf = (session?: unknown, remoteAddress: string | undefined = '10.1.2.3') =>
  ({
    headers: session === undefined ? {} : { 'mock-session': session },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;
const nightOf = (seed: number) => new NightPlayer({ speed: 1, seed, voters: 0 });

describe('Sessions', () => {
  const longest = `aZ09_.:-${'x'.repeat(56)}`;
  let sessions: Sessions;
  beforeEach(() => {
    sessions = new Sessions();
  });
  const use = (name: string) => sessions.change(name, () => undefined);
  const assign = (name: string, more: object) => sessions.change(name, (session) => Object.assign(session, more));

  it('takes its name from the header', () => {
    for (const name of ['a', longest]) {
      expect([sessions.nameOf(requestOf(name)), sessions.labelOf(requestOf(name))]).to.deep.equal([name, name]);
    }
    for (const wrong of ['', `${longest}x`, 'a b', ' a', 'a ', 'é', ['a', 'b']]) {
      expect(() => sessions.nameOf(requestOf(wrong)), String(wrong)).to.throw('malformed-session');
      expect(sessions.labelOf(requestOf(wrong))).to.equal('10.1.2.3');
    }
  });

  for (const [address, name] of [
    ['127.255.0.9', '127.0.0.1'],
    ['::1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::ffff:192.168.1.20', '192.168.1.20'],
    ['192.168.1.20', '192.168.1.20'],
    ['fe80::1', 'fe80::1'],
  ] as const) {
    it(`names the session of ${address} ${name}`, () => {
      expect(sessions.nameOf(requestOf(undefined, address))).to.equal(name);
    });
  }

  it('lists names, last used first', () => {
    for (const name of ['a', 'b', 'c']) use(name);
    sessions.find('a');
    expect(sessions.names).to.deep.equal(['a', 'c', 'b']);
    use('b');
    expect(sessions.names).to.deep.equal(['b', 'a', 'c']);
  });

  it('drops nothing when a session changes again', () => {
    expect([use('a'), use('a')]).to.deep.equal([[], []]);
    sessions.delete('a');
    expect([sessions.has('a'), sessions.wasDropped('a')]).to.deep.equal([false, false]);
  });

  it('keeps a thousand and remembers dropped ones', () => {
    for (let number = 1; number <= 1_000; number++) expect(use(`s${number}`)).to.deep.equal([]);
    sessions.find('s1');
    expect(use('one more')).to.deep.equal(['s2']);
    expect(['s1', 's2', 's3'].map(sessions.wasDropped)).to.deep.equal([false, true, false]);
    expect(sessions.isUntouched(requestOf('s2'))).to.equal(false);
    use('s2');
    expect(sessions.wasDropped('s2')).to.equal(false);
  });

  it('prefers the night of a session to the shared one', () => {
    const own = nightOf(2);
    sessions.night = nightOf(1);
    assign('own', { night: own });
    expect(sessions.nightOf(sessions.find('own'))).to.equal(own);
    expect(sessions.nightOf(sessions.find('none'))).to.equal(sessions.night);
  });

  it('is untouched until it has a state, ballot or night', () => {
    const vote = { fightId: 1, roundNumber: 1, clientId: 'a', fighterStatid: 1, createdMs: 0 };
    use('plain');
    assign('state', { state: { state: 'there is no content' } });
    assign('ballot', { ballots: ballotsOf([vote], []) });
    assign('night', { night: nightOf(1) });
    const isUntouched = (session?: string | string[]) => sessions.isUntouched(requestOf(session));
    const seen = ['plain', 'unused', 'state', 'ballot', 'night', 'no name', ['a', 'b']].map(isUntouched);
    expect(seen).to.deep.equal([true, true, false, false, false, false, false]);
    sessions.change('state', (session) => restore(session, { state: null, votes: [], scorecards: [] }));
    expect(isUntouched('state'), 'restored to nothing').to.equal(true);
    expect(isUntouched()).to.equal(true);
    sessions.night = nightOf(1);
    expect(isUntouched('unused')).to.equal(false);
  });
});

describe('SavedSessionBody', () => {
  const place = { fightId: 1, roundNumber: 1, clientId: 'client-000000001' };
  const vote = { ...place, fighterStatid: 1, createdMs: 0 };
  const card = { ...place, fighter1Score: 10, fighter2Score: 7 };
  const accepts = (more: object) =>
    Value.Check(SavedSessionBody, { state: null, votes: [vote], scorecards: [], ...more });

  for (const [member, min, max] of [
    ['fightId', 1, 2_147_483_647],
    ['roundNumber', 1, 5],
    ['fighterStatid', 1, 2_147_483_647],
    ['createdMs', 0, Number.MAX_SAFE_INTEGER],
    ['fighter1Score', 7, 10],
    ['fighter2Score', 7, 10],
  ] as const) {
    it(`accepts a ${member} from ${min} to ${max}`, () => {
      const isAccepted = (value: number) =>
        accepts(
          member in card ? { scorecards: [{ ...card, [member]: value }] } : { votes: [{ ...vote, [member]: value }] },
        );
      expect([min - 1, min, max, min + 0.5].map(isAccepted)).to.deep.equal([false, true, true, false]);
      if (max < Number.MAX_SAFE_INTEGER) expect(isAccepted(max + 1)).to.equal(false);
    });
  }

  for (const [more, isAccepted] of [
    [{ votes: [{ ...vote, clientId: 'a'.repeat(15) }] }, false],
    [{ votes: [{ ...vote, clientId: 'aZ09_-'.padEnd(64, 'x') }] }, true],
    [{ votes: [{ ...vote, clientId: 'a'.repeat(65) }] }, false],
    [{ votes: [{ ...vote, clientId: `${'a'.repeat(16)}.` }] }, false],
    [{ state: { state: 'a', params: { a: 1, b: 'c' } } }, true],
    [{ state: { state: 'a', params: { a: true } } }, false],
    [{ state: { params: {} } }, false],
    [{ votes: undefined }, false],
    [{ scorecards: [{}] }, false],
  ] as const) {
    it(`${isAccepted ? 'accepts' : 'refuses'} ${JSON.stringify(more).slice(0, 60)}`, () => {
      expect(accepts(more)).to.equal(isAccepted);
    });
  }
});

describe('the memory of sessions on the mock', () => {
  let mock: Mock;
  beforeEach(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => mock.close());

  const ask = (method: string, path: string, session: string, body?: unknown) =>
    fetch(mock.url + path, {
      method,
      headers: { 'Mock-Session': session, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  it('drops the least recently used beyond its memory', async () => {
    const large = saved(38_000);
    expect(large.length).to.be.within(3_800_000, 4_194_304);
    const dropped: unknown[] = [];
    for (let number = 1; number <= 7; number++) {
      // The first is used all the time, so the second is dropped first.
      if (number > 1) await (await ask('GET', '/api/v3/mobile/fights/88005/votes', 'large-1')).arrayBuffer();
      const { status, body } = await put(mock.url, `large-${number}`, large);
      expect([status, body.votes]).to.deep.equal([200, 38_000]);
      dropped.push(body.dropped ?? []);
    }
    expect(dropped).to.deep.equal([[], [], [], [], [], ['large-2'], ['large-3']]);
    const gone = await ask('GET', '/__mock/session', 'large-2');
    expect(gone.status).to.equal(422);
    expect(await gone.text()).to.contain('It was dropped to make room');
    const answer = await ask('GET', '/api/v1/us/events', 'large-2');
    expect([answer.status, answer.headers.get('mock-session-dropped')]).to.deep.equal([200, 'true']);
    expect((await ask('GET', '/api/v1/us/events', 'large-1')).headers.get('mock-session-dropped')).to.equal(null);
    // A dropped session can start again.
    expect((await put(mock.url, 'large-2', saved(1))).status).to.equal(200);
    expect((await ask('GET', '/api/v1/us/events', 'large-2')).headers.get('mock-session-dropped')).to.equal(null);
  });
});
