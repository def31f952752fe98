import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Mock, startMock } from '../../mock/start.ts';
import { scaled } from '../support/run/scale.ts';

const main = fileURLToPath(new URL('../../mock/main.ts', import.meta.url));

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

describe('the mock: room for sessions', () => {
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

  it('is freed by dropping the least recently used, which the reply names', async () => {
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

  it('is limited for each: a vote that does not fit is 507, and the session stays unchanged', async () => {
    const most = 63_996;
    const votes = saved(most);
    // Larger than a body may be: in parts, as an app would cast them, and the last one by one.
    expect(votes.length).to.be.greaterThan(4_194_304);
    expect((await put(mock.url, 'full', votes)).status).to.equal(413);
    expect((await put(mock.url, 'full', saved(1).padEnd(4_194_305))).status).to.equal(413);
    expect((await put(mock.url, 'full', saved(1).padEnd(4_194_304))).status).to.equal(200);
    const { Sessions, restore } = await import('../../mock/session/sessions.ts');
    const sessions = new Sessions();
    sessions.change('full', (session) => restore(session, JSON.parse(votes)));
    expect(() => sessions.change('full', (session) => restore(session, JSON.parse(saved(most + 1)))))
      .to.throw()
      .that.includes({ status: 507, key: 'session-full' })
      .and.has.nested.property(
        'errors[0].detail',
        'A session stores up to 63996 votes and scorecards; reset it with DELETE /__mock/session.',
      );
    expect(sessions.find('full').ballots.votes.size).to.equal(most);
  });

  it('is limited for nights too', async () => {
    const dropped: string[] = [];
    for (let number = 1; number <= 15; number++) {
      const reply = await ask('POST', '/__mock/night', `night-${number}`, { seed: 1 });
      const body = (await reply.json()) as { dropped?: string[] };
      dropped.push(...(body.dropped ?? []));
    }
    expect(dropped).to.deep.equal(['night-1', 'night-2']);
  });
});

describe('npm run mock, under full load', () => {
  it('accepts 21 sessions of 4 MB at once, and as many nights, and keeps serving', async () => {
    // Started as in package.json.
    const flags = ['--max-old-space-size=192', '--max-semi-space-size=2'];
    const child = spawn(process.execPath, [...flags, main, '--port', '0', '--no-watch'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = once(child, 'close');
    try {
      let url = '';
      for await (const line of createInterface({ input: child.stdout })) {
        url = /"urls":\["(http:\/\/localhost:\d+)\//.exec(line)?.[1] ?? '';
        if (url) break;
      }
      child.stdout.resume();
      const body = saved(38_000);
      const count = scaled(21);
      const answers = await Promise.all(Array.from({ length: count }, (_, index) => put(url, `s${index}`, body)));
      for (const { status } of answers) expect(status).to.equal(200);
      for (let index = 0; index < count; index++) {
        const headers = { 'Mock-Session': `n${index}` };
        expect((await fetch(`${url}/__mock/night`, { method: 'POST', headers })).status).to.equal(201);
      }
      const again = await Promise.all(Array.from({ length: 4 }, (_, index) => put(url, `t${index}`, body)));
      for (const { status } of again) expect(status).to.equal(200);
      expect((await fetch(`${url}/api/v1/us/events`)).status).to.equal(200);
      expect(child.exitCode).to.equal(null);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  });
});
