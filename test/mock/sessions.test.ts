import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect } from 'chai';
import { Sessions } from '../../mock/session/sessions.ts';
import { type Mock, startMock } from '../../mock/start.ts';

const votePath = '/api/v3/mobile/fights/88005/vote';

describe('Sessions', () => {
  const longest = `aZ09_.:-${'x'.repeat(56)}`;
  let sessions: Sessions;
  beforeEach(() => {
    sessions = new Sessions();
  });
  const requestOf = (session?: unknown, remoteAddress: string | undefined = '10.1.2.3') =>
    ({
      headers: session === undefined ? {} : { 'mock-session': session },
      socket: { remoteAddress },
    }) as unknown as IncomingMessage;

  it('takes its name from the header', () => {
    for (const name of ['a', longest]) {
      expect([sessions.nameOf(requestOf(name)), sessions.labelOf(requestOf(name))]).to.deep.equal([name, name]);
    }
    for (const wrong of ['', `${longest}x`, 'a b', ' a', 'a ', 'é', ['a', 'b']]) {
      expect(() => sessions.nameOf(requestOf(wrong)), String(wrong)).to.throw('malformed-session');
      expect(sessions.labelOf(requestOf(wrong))).to.equal('10.1.2.3');
    }
  });

  it('is named after the address of the client', () => {
    for (const [address, name] of [
      ['127.255.0.9', '127.0.0.1'],
      ['::1', '127.0.0.1'],
      ['::ffff:127.0.0.1', '127.0.0.1'],
      ['::ffff:192.168.1.20', '192.168.1.20'],
      ['192.168.1.20', '192.168.1.20'],
      ['fe80::1', 'fe80::1'],
    ] as const) {
      expect(sessions.nameOf(requestOf(undefined, address)), address).to.equal(name);
    }
  });

  it('keeps the thousand last used and remembers dropped ones', () => {
    const use = (name: string) => sessions.change(name, {});
    for (let number = 1; number <= 1_000; number++) expect(use(`s${number}`)).to.deep.equal([]);
    sessions.find('s1');
    expect(sessions.names.slice(0, 2)).to.deep.equal(['s1', 's1000']);
    expect(use('one more')).to.deep.equal(['s2']);
    expect(use('one more')).to.deep.equal([]);
    expect(['s1', 's2', 's3'].map(sessions.wasDropped)).to.deep.equal([false, true, false]);
    use('s2');
    expect(sessions.wasDropped('s2')).to.equal(false);
  });
});

describe('/__mock/session', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  const ask = async (method: string, path: string, session: string, body?: unknown) => {
    const reply = await fetch(mock.url + path, {
      method,
      headers: { 'Mock-Session': session, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const place = { fightId: 88005, roundNumber: 2, clientId: 'client-000000000001' };
  const vote = { ...place, fighterStatid: 1803, createdMs: 5 };
  const card = { ...place, fighter1Score: 10, fighter2Score: 9 };
  const empty = { state: null, votes: [], scorecards: [] };

  it('saves a session and restores it', async () => {
    const saved = { state: { state: 'there is no content' }, votes: [vote], scorecards: [card] };
    const restored = await ask('PUT', '/__mock/session', 'saved', saved);
    expect(restored.body).to.deep.equal({ session: 'saved', votes: 1, scorecards: 1 });
    expect((await ask('GET', '/__mock/session', 'saved')).body).to.deep.equal({ session: 'saved', ...saved });
    expect((await ask('GET', '/__mock/sessions', 'saved')).body[0].name).to.equal('saved');
    expect((await ask('DELETE', '/__mock/session', 'saved')).status).to.equal(204);
    const gone = await ask('GET', '/__mock/session', 'saved');
    expect([gone.status, gone.body.type]).to.deep.equal([422, 'urn:mock-problem-type:unknown-session']);
    expect(gone.body.errors[0].parameter).to.equal('Mock-Session');
    const partly = await ask('PUT', '/__mock/session', 'saved', { state: null });
    expect(partly.body.errors.map(({ pointer }: { pointer: string }) => pointer)).to.deep.equal([
      ...['#/votes', '#/scorecards'],
    ]);
  });

  for (const [member, min, max] of [
    ['fightId', 1, 2_147_483_647],
    ['roundNumber', 1, 5],
    ['fighterStatid', 1, 2_147_483_647],
    ['createdMs', 0, Number.MAX_SAFE_INTEGER],
    ['fighter1Score', 7, 10],
    ['fighter2Score', 7, 10],
  ] as const) {
    it(`accepts a ${member} from ${min} to ${max}`, async () => {
      const statusOf = async (value: number) => {
        const more =
          member in card ? { scorecards: [{ ...card, [member]: value }] } : { votes: [{ ...vote, [member]: value }] };
        return (await ask('PUT', '/__mock/session', 'limits', { ...empty, ...more })).status;
      };
      expect(await Promise.all([min, max].map(statusOf))).to.deep.equal([200, 200]);
      const beyond = max < Number.MAX_SAFE_INTEGER ? [min - 1, min + 0.5, max + 1] : [min - 1, min + 0.5];
      for (const value of beyond) expect(await statusOf(value), String(value)).to.equal(422);
    });
  }

  for (const [more, status] of [
    [{ votes: [{ ...vote, clientId: 'a'.repeat(15) }] }, 422],
    [{ votes: [{ ...vote, clientId: 'aZ09_-'.padEnd(64, 'x') }] }, 200],
    [{ votes: [{ ...vote, clientId: 'a'.repeat(65) }] }, 422],
    [{ votes: [{ ...vote, clientId: `${'a'.repeat(16)}.` }] }, 422],
    [{ state: { state: 'a fighter exists', params: { id: 3107 } } }, 200],
    [{ state: { state: 'a fighter exists', params: { id: true } } }, 422],
    [{ state: { params: {} } }, 422],
    [{ scorecards: [{}] }, 422],
  ] as const) {
    it(`answers ${status} to ${JSON.stringify(more).slice(0, 60)}`, async () => {
      expect((await ask('PUT', '/__mock/session', 'bodies', { ...empty, ...more })).status).to.equal(status);
    });
  }

  it('keeps votes whose bodies arrive late', async () => {
    const headers = { 'Content-Type': 'application/json', 'Mock-Session': 'late', Expect: '100-continue' };
    /** Sends its body when the mock has read everything else. */
    const open = async (nth: number) => {
      const sent = request(mock.url + votePath, { method: 'POST', headers });
      sent.flushHeaders();
      await once(sent, 'continue');
      return async () => {
        sent.end(JSON.stringify({ round_num: 2, fighter_statid: 1803, client_id: `late-client-00000${nth}` }));
        const [reply] = (await once(sent, 'response')) as [IncomingMessage];
        reply.resume();
        return reply.statusCode;
      };
    };
    const stored = async () => (await ask('GET', '/__mock/session', 'late')).body.votes.length;
    const votes = [await open(1), await open(2), await open(3)];
    for (const finish of votes) expect(await finish()).to.equal(201);
    expect(await stored()).to.equal(3);

    const finish = await open(4);
    await ask('DELETE', '/__mock/session', 'late');
    expect(await finish()).to.equal(201);
    expect(await stored(), 'after a reset').to.equal(1);
  });

  it('drops the least recently used beyond its memory', async () => {
    const withVotes = (count: number) => ({
      ...empty,
      votes: Array.from({ length: count }, (_, nth) => ({ ...vote, clientId: `client-${nth}`.padEnd(19, '-') })),
    });
    const dropped: string[] = [];
    for (let number = 1; number <= 7; number++) {
      // The first is used all the time, so the second is dropped first.
      if (number > 1) await ask('GET', '/api/v3/mobile/fights/88005/votes', 'large-1');
      // Almost 4 MB of JSON.
      const { status, body } = await ask('PUT', '/__mock/session', `large-${number}`, withVotes(38_000));
      expect([status, body.votes]).to.deep.equal([200, 38_000]);
      dropped.push(...(body.dropped ?? []));
    }
    expect(dropped.filter((name) => name.startsWith('large-'))).to.deep.equal(['large-2', 'large-3']);
    const gone = await ask('GET', '/__mock/session', 'large-2');
    expect(gone.status).to.equal(422);
    expect(gone.body.errors[0].detail).to.contain('was dropped');
    const isDropped = async (session: string) =>
      (await ask('GET', '/api/v1/us/events', session)).headers.get('mock-session-dropped');
    expect([await isDropped('large-2'), await isDropped('large-1')]).to.deep.equal(['true', null]);
    // A dropped session can start again.
    expect((await ask('PUT', '/__mock/session', 'large-2', withVotes(1))).status).to.equal(200);
    expect(await isDropped('large-2')).to.equal(null);
  });
});
