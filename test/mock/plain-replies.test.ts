import { expect } from 'chai';
import { type Mock, startMock } from '../../mock/start.ts';

describe('the mock without a state', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  const v3 = '/api/v3/mobile';

  async function ask(path: string, { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {}) {
    const reply = await fetch(mock.url + path, {
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const { type, detail, ...rest } = { ...((await reply.json()) as Record<string, unknown>) };
    return { status: reply.status, type, rest, rate: reply.headers.get('RateLimit'), reply };
  }

  for (const list of ['fights', 'media', 'highlights']) {
    it(`has no ${list} of event 7099`, async () => {
      const plain = await ask(`${v3}/events/7099/${list}`);
      expect([plain.status, plain.type]).to.deep.equal([404, 'urn:problem-type:event-not-found']);
      const Prefer = 'state="an event without fights or media exists"';
      const { status, rest } = await ask(`${v3}/events/7099/${list}`, { headers: { Prefer } });
      expect([status, rest], 'in its state').to.deep.equal([200, {}]);
    });
  }

  it('has the feed of the past event', async () => {
    const { rest: rows } = await ask('/api/v1/us/fight_metrics');
    const past = Object.values(rows).find((row) => (row as { event_id: number }).event_id === 7000);
    expect(past).to.include({ statid: 804, live_event_url: `${mock.url}/api/v1/us/fight_metrics/live_event/804` });
    for (const prefix of [v3, '/api/v1/us']) {
      const { rest } = await ask(`${prefix}/events/round_scoring/7000`);
      expect((rest.fights as { current_round: number }[])[0]?.current_round).to.equal(2);
    }
  });

  it('names every status of a route', async () => {
    const { status, rest } = await ask('/api/v1/us/health', { headers: { Prefer: 'code=418' } });
    const detail = 'Must be 200 or 400 or 405 or 406 or 429 or 500 or 503.';
    expect([status, rest.errors]).to.deep.equal([422, [{ parameter: 'Prefer: code', detail }]]);
  });

  it('refuses the eleventh change in ten seconds', async () => {
    const headers = { 'Mock-Session': 'changes' };
    const client_id = 'changes-client-01';
    const vote = (fighter_statid: number, round_num = 2) =>
      ask(`${v3}/fights/88005/vote`, { headers, body: { round_num, fighter_statid, client_id } });
    const score = (fighter1_score: number, fight_id = 88005) =>
      ask(`${v3}/events/score_round`, {
        headers,
        body: { event_id: 7001, fight_id, round_num: 2, fighter1_score, fighter2_score: 10, client_id },
      });
    const left = (rate: string | null) => Number(/^"votes";r=(\d+);t=([1-9]|10)$/.exec(rate ?? '')?.[1] ?? -1);

    const closed = await vote(1803, 1);
    expect([closed.status, left(closed.rate)], 'a closed round').to.deep.equal([409, 10]);
    const [first, same] = [await vote(1803), await vote(1803)];
    expect([first.status, left(first.rate), same.status, left(same.rate)]).to.deep.equal([201, 9, 200, 9]);
    expect(first.reply.headers.get('RateLimit-Policy')).to.equal('"votes";q=10;w=10');
    const seen: number[] = [];
    for (let change = 1; change <= 4; change++) {
      for (const { rate } of [await vote(change % 2 ? 1804 : 1803), await score(6 + change)]) seen.push(left(rate));
    }
    expect(seen, 'votes and scorecards together').to.deep.equal([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(left((await vote(1804)).rate)).to.equal(0);
    const refused = await vote(1803);
    expect([refused.status, refused.type]).to.deep.equal([429, 'urn:problem-type:too-many-requests']);
    expect([left(refused.rate), refused.reply.headers.get('Retry-After')]).to.satisfy(
      ([rest, after]: [number, string]) => rest === 0 && /^([1-9]|10)$/.test(after),
    );
    expect([(await vote(1804)).status, (await score(10)).status], 'the same again').to.deep.equal([200, 200]);
    const { status } = await ask(`${v3}/fights/88005/vote`, {
      headers,
      body: { round_num: 2, fighter_statid: 1803, client_id: 'changes-client-02' },
    });
    expect(status, 'another client').to.equal(201);
  });
});
