import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { expectedOperations } from '../../support/expected/routes.ts';
import { samplePost } from '../../support/fixtures/sample-requests.ts';
import { type Follower, follow } from '../../support/http/follow.ts';
import { answersIn, sendRaw } from '../../support/http/raw.ts';
import { type Answer, send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { broken, damage, type Logged, startLogged } from '../../support/server/logged-night.ts';

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const events = '/api/v1/us/events';
const live = `/api/v1/us/fight_metrics/live_event/${ids.liveEventStatid}`;
const votePath = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
const { fightInProgressFighter1Statid: blue, fightInProgressFighter2Statid: red } = ids;

const supplierUpdate = () => {
  const update = expectedOperations.find(({ name }) => name === 'fight_metrics_update_live_event');
  if (!update) throw new Error('there is no such operation');
  return samplePost(update, 1);
};

describe('the log of failed requests', () => {
  let logged: Logged;
  afterEach(() => logged.night.close());

  const get = (path: string, headers: Record<string, string> = {}) => send(logged.night.url, 'GET', path, headers);
  const vote = (number: number, headers: Record<string, string> = {}, fighter_statid: number = blue) => {
    const body = { round_num: 2, fighter_statid, client_id: `logged-client-${String(number).padStart(6, '0')}` };
    const ofJson = { 'Content-Type': 'application/json', ...headers };
    return send(logged.night.url, 'POST', votePath, ofJson, JSON.stringify(body));
  };

  it('L01: has ids, operation, status, reason and cause', async () => {
    logged = await startLogged('debug', { logSample: 1, cacheBytes: 0 });
    await damage(logged.night, '{"id":');
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const answer = await get(broken, { traceparent, 'X-Request-Id': uuid(1) });
    expect(answer.status).to.equal(500);
    const line = await logged.lineOf(uuid(1));
    expect(line).to.include({
      ...{ level: 50, msg: 'internal-error', status: 500, reason: 'unexpected' },
      ...{ method: 'GET', route: 'v1.fighter', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
    });
    expect(line.ms).to.be.above(0);
    expect(line.err).to.include({ type: 'SyntaxError' }).and.have.property('stack');
  });

  it('names the row of a list that violates its contract', async () => {
    logged = await startLogged('info', { cacheBytes: 0 });
    const fighters: { id: number }[] = JSON.parse(String((await get('/api/v1/us/fighters')).body));
    const [key = ''] = await logged.night.writes.keys('{content}:*:fighters');
    await logged.night.writes.hset(key, String(fighters[1]?.id), `{"id":${fighters[1]?.id},"nickname":7}`);
    const { headers } = await get('/api/v1/us/fighters');
    const { err } = await logged.lineOf(headers['x-request-id']);
    expect((err as Error).message).to.match(/: #\/1\/\w+: /);
  });

  it('names the limit that refused a request', async () => {
    logged = await startLogged('info', {
      ...{ trustedProxies: 1, requestLimit: 12, newClientLimit: 1, missLimit: 8 },
      streams: { maxStreams: 2, maxPerAddress: 1 },
    });
    const followers: Follower[] = [];
    const stream = async (headers: Record<string, string>) => {
      const follower = await follow(logged.night.url + live, undefined, headers);
      followers.push(follower);
      return follower as Pick<Answer, 'status' | 'headers'>;
    };
    // Each from an address that has asked for nothing before.
    const rows: [
      string,
      number,
      (nth: number, from: Record<string, string>) => Promise<Pick<Answer, 'status' | 'headers'>>,
    ][] = [
      ['rate_reads', 429, (_, from) => get(events, from)],
      ['rate_reads', 429, (_, from) => send(logged.night.url, 'HEAD', events, from)],
      ['rate_writes', 429, (_, from) => vote(1, from)],
      [
        'rate_writes',
        429,
        (_, from) =>
          get(`/api/v3/mobile/fights/${ids.fightInProgress}/round/2/fighter/${blue}/vote/logged-client-000001`, from),
      ],
      ['rate_misses', 429, (nth, from) => get(`/api/v1/us/fighters/${nth}`, from)],
      ['new_clients', 429, (nth, from) => vote(10 + nth, from)],
      ['client_changes', 429, (nth, from) => vote(30, from, nth % 2 ? blue : red)],
      ['streams_of_address', 429, (_, from) => stream(from)],
      // Each from another address.
      ['streams', 503, (nth) => stream({ 'X-Forwarded-For': `203.0.113.${nth}` })],
    ];
    for (const [row, [reason, status, ask]] of rows.entries()) {
      const from = { 'X-Forwarded-For': `192.0.2.${row}` };
      let answer = await ask(0, from);
      for (let nth = 1; nth < 20 && answer.status < 429; nth++) answer = await ask(nth, from);
      expect(answer.status, reason).to.equal(status);
      expect(answer.headers['retry-after'], reason).to.match(/^[1-9]\d?$/);
      const line = await logged.lineOf(answer.headers['x-request-id']);
      const msg = status === 429 ? 'too-many-requests' : 'service-unavailable';
      expect(line).to.include({ level: 40, msg, status, reason });
      expect(line).not.to.have.property('err');
    }
    for (const follower of followers) follower.close();
  });

  it('names the failure of Redis', async () => {
    logged = await startLogged('info', { cacheBytes: 0 });
    const { night, lineOf } = logged;
    expect((await vote(1)).status, 'the fight is cached from now on').to.equal(201);
    for (const key of await night.writes.keys('{content}:*:alerts*'))
      await night.writes.set(key, 'a key of another type');
    const { headers } = await get('/api/v1/us/alerts');
    expect(await lineOf(headers['x-request-id'])).to.include({ level: 50, status: 503, reason: 'store_fault' });
    expect(headers['retry-after']).to.match(/^[12]$/);
    night.useProductionTimeouts();
    process.kill(night.redis.pid, 'SIGSTOP');
    try {
      for (const [ask, msg, reason] of [
        [() => vote(2), 'outcome-unknown', 'outcome_unknown'],
        [() => get(events), 'service-unavailable', 'store_away'],
      ] as const) {
        const answer = await ask();
        expect(answer.status, reason).to.equal(503);
        expect(answer.headers['retry-after'], reason).to.match(/^[12]$/);
        const line = await lineOf(answer.headers['x-request-id']);
        expect(line).to.include({ level: 40, msg, reason, status: 503 }).and.have.property('err');
      }
    } finally {
      process.kill(night.redis.pid, 'SIGCONT');
    }
  });

  it('has a line for requests that are not HTTP/1.1', async () => {
    logged = await startLogged('info');
    for (const [bytes, problem] of [
      ['GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 'malformed-request'],
      ['this is no request\r\n\r\n', 'malformed-request'],
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'headers-too-large'],
    ] as const) {
      const { text } = await sendRaw(logged.night.url, bytes);
      const line = await logged.lineOf(answersIn(text)[0]?.headers['x-request-id']);
      expect(line).to.include({ level: 40, msg: problem, reason: 'framing' });
    }
  });
});

describe('the log of successful requests', () => {
  let logged: Logged;
  afterEach(() => logged.night.close());

  const ask = async (count: number) => {
    for (let done = 0; done < count; done++) await send(logged.night.url, 'GET', events);
  };

  it('has lines of the supplier only by default', async () => {
    logged = await startLogged('info');
    const { night, lines, lineOf } = logged;
    await ask(20);
    await send(night.url, 'GET', '/nowhere');
    const { path, headers, body } = supplierUpdate();
    await send(night.url, 'POST', path, { ...headers, 'X-Request-Id': uuid(1) }, body);
    const line = await lineOf(uuid(1));
    expect(line).to.include({ level: 30, route: 'v1.fight_metrics_update_live_event', feedKey: 'contracts' });
    expect(lines()).to.have.length(1);
  });

  it('has all lines with a sample of 1', async () => {
    logged = await startLogged('info', { logSample: 1 });
    const { night, lines, lineOf } = logged;
    const ballot = { fightId: ids.fightInProgress, roundNumber: 2, clientId: 'logged-client-000001' };
    await night.store.votes.cast({ ...ballot, fighterStatid: blue });
    const event = `${events}/${ids.pastEvent}`;
    const params = { id: String(ids.pastEvent) };
    const ownVote = `/api/v3/mobile/fights/${ids.fightInProgress}/round/2/fighter/${blue}/vote/logged-client-000001`;
    const ofVote = { id: String(ids.fightInProgress), round_num: '2', fighter_statid: String(blue) };
    for (const [number, [path, status, route, shown, headers]] of (
      [
        [event, 200, 'v1.event', params, {}],
        [event, 200, 'v1.event', params, {}],
        [event, 304, 'v1.event', params, { 'If-None-Match': '*' }],
        [`${events}/4242`, 404, 'v1.event', undefined, {}],
        ['/nowhere', 404, undefined, undefined, {}],
        [ownVote, 200, 'v3.fight_vote_read', ofVote, {}],
      ] as const
    ).entries()) {
      await send(night.url, 'GET', path, { ...headers, 'X-Request-Id': uuid(number) });
      const line = await lineOf(uuid(number));
      expect([line.level, line.method, line.status], path).to.deep.equal([30, 'GET', status]);
      expect([line.route, line.params], path).to.deep.equal([route, shown]);
      expect(line.ms, path).to.be.above(0);
      expect(line).not.to.have.property('aborted');
    }
    expect(lines()).to.have.length(6);
  });

  it('marks requests whose client has left', async () => {
    logged = await startLogged('info', { logSample: 1, cacheBytes: 0 });
    const { night, lines } = logged;
    process.kill(night.redis.pid, 'SIGSTOP');
    await sendRaw(night.url, `GET ${events} HTTP/1.1\r\nHost: a\r\n\r\n`, { patienceMs: 100 });
    await eventually(() => lines().length > 0, 'its line');
    process.kill(night.redis.pid, 'SIGCONT');
    expect(lines()[0]).to.include({ level: 30, route: 'v1.events', aborted: true });
  });

  it('has a tenth of the lines with sample 10', async () => {
    logged = await startLogged('info', { logSample: 10 });
    await ask(1_000);
    // Outside of these bounds once in ten million runs.
    expect(logged.lines().length).to.be.within(52, 155);
  });
});
