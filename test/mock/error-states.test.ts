import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { feedKey } from '../../contracts/interactions/live-updates.ts';
import { ids } from '../../contracts/world/index.ts';
import { readContracts } from '../../mock/contracts/contract.ts';
import { deriveContracts } from '../../mock/contracts/derived-contracts.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { problems } from '../support/expected/problems.ts';
import {
  type ExpectedOperation as Operation,
  expectedOperations as operations,
  problemsOf,
} from '../support/expected/routes.ts';
import { samplePath } from '../support/fixtures/sample-requests.ts';
import { committedOperations } from '../support/suites/operations.ts';

const bodies: Partial<Record<string, object>> = {
  fight_vote_cast: { round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid, client_id: ids.clientId },
  score_round: {
    ...{ event_id: ids.liveEvent, fight_id: ids.fightInProgress, round_num: 2 },
    ...{ fighter1_score: 10, fighter2_score: 9, client_id: ids.clientId },
  },
  fight_metrics_update_live_event: { sequence: 1, FMLiveFeed: { EventID: '811' } },
};

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & { length?: number };
}

/** The README's promises about error screens, on every route, by request and for a whole session. */
const documentFile = new URL('../../contracts/generated/openapi.json', import.meta.url);

describe('the mock: error states', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  async function ask(operation: Operation, headers: Record<string, string>): Promise<Answer> {
    const post = { 'Content-Type': 'application/json', Authorization: `Bearer ${feedKey}` };
    const { name, method } = operation;
    const reply = await fetch(mock.url + samplePath(operation), {
      method,
      headers: { ...headers, ...(method === 'POST' && post) },
      ...(method === 'POST' && { body: JSON.stringify(bodies[name]) }),
    });
    return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Answer['body'] };
  }
  async function whole(state: string, session: string): Promise<Record<string, string>> {
    const headers = { 'Mock-Session': session, 'Content-Type': 'application/json' };
    const put = await fetch(`${mock.url}/__mock/state`, { method: 'PUT', headers, body: JSON.stringify({ state }) });
    expect(put.status).to.equal(200);
    return { 'Mock-Session': session };
  }
  function isProblem(answer: Answer, status: number, type: string, operation: Operation): void {
    expect([answer.status, answer.body.type], operation.id).to.deep.equal([status, `urn:problem-type:${type}`]);
    expect(answer.body.instance).to.equal(samplePath(operation));
    const [title, detail] = problems[type]?.[operation.family === 'v3' ? 'es' : 'en'] ?? [];
    expect(answer.body, operation.id).to.include({ title, status });
    expect(String(answer.body.detail), operation.id).to.satisfy((text: string) => text.startsWith(String(detail)));
    expect(answer.headers.get('content-language')).to.equal(operation.family === 'v3' ? 'es-US' : 'en-US');
  }

  for (const [state, status, type] of [
    ['the client has asked too often', 429, 'too-many-requests'],
    ['the store does not answer', 503, 'service-unavailable'],
  ] as const) {
    it(`"${state}" is ${status} on every route, by request and by session`, async () => {
      let counted = 0;
      for (const headers of [{ Prefer: `state="${state}"` }, await whole(state, `whole-${status}`)]) {
        for (const operation of operations) {
          const answer = await ask(operation, headers);
          if (status === 503 && operation.name === 'health') {
            expect([answer.status, answer.body.status], operation.id).to.deep.equal([200, 'degraded']);
          } else {
            isProblem(answer, status, type, operation);
            expect(answer.headers.get('retry-after'), operation.id).to.match(/^[1-9]\d*$/);
          }
          const applied = 'Prefer' in headers ? `state="${state}"` : null;
          expect(answer.headers.get('preference-applied'), operation.id).to.equal(applied);
          expect(answer.headers.get('contract-state')).to.contain(state);
          counted++;
        }
      }
      expect(counted).to.equal(124);
    });
  }

  it('"there is no content" empties every list, and answers 404 for a resource in the path', async () => {
    const state = 'there is no content';
    const unaffected: string[] = [];
    for (const headers of [{ Prefer: `state="${state}"` }, await whole(state, 'whole-empty')]) {
      for (const operation of operations) {
        const answer = await ask(operation, headers);
        const missing = problemsOf(operation).find((key) => problems[key]?.status === 404);
        if (operation.list && answer.status === 200) {
          // Title holders are listed by division, also those without a champion.
          if (operation.name !== 'title_holders') expect(answer.body, operation.id).to.deep.equal([]);
        } else if (missing) isProblem(answer, 404, missing, operation);
        else if (answer.status === 422) unaffected.push(operation.id);
        else expect(answer.status, operation.id).to.equal(200);
      }
    }
    // 422 only by request: these routes do not depend on content. In a session they answer as without a state.
    expect(unaffected).to.have.members([
      ...['v3.root', 'v3.health', 'v1.root', 'v1.health'],
      ...['v1.fight_metrics_live_event_url', 'v1.fight_metrics_update_live_event'],
    ]);
  });

  for (const [state, name, status, type] of [
    ['voting on the round has closed', 'fight_vote_cast', 409, 'voting-closed'],
    ['scoring of the round has closed', 'score_round', 409, 'scoring-closed'],
    ['bodies are limited', 'fight_metrics_update_live_event', 413, 'body-too-large'],
    ['there is no such fighter', 'fighter_news', 404, 'fighter-not-found'],
    ['there is no such event', 'score_round', 404, 'event-not-found'],
  ] as const) {
    it(`"${state}" is ${status} to a ${name} that would otherwise succeed`, async () => {
      for (const headers of [{ Prefer: `state="${state}"` }, await whole(state, `whole-${name}-${status}`)]) {
        for (const operation of operations.filter((one) => one.name === name)) {
          expect((await ask(operation, { 'Mock-Session': 'untouched' })).status, operation.id).to.be.oneOf([200, 201]);
          isProblem(await ask(operation, headers), status, type, operation);
        }
      }
    });
  }

  it('refuse an invalid request before the state fails it', async () => {
    const vote = '/api/v3/mobile/fights/88005/vote';
    for (const [status, path, type, body] of [
      [422, vote, 'application/json', '{"round_num":"x"}'],
      [400, vote, 'application/json', '{'],
      [415, vote, 'text/plain', 'a vote'],
      [400, '/api/v3/mobile/events/abc', undefined, undefined],
    ] as const) {
      for (const state of ['the store does not answer', 'the client has asked too often'] as const) {
        const headers = { Prefer: `state="${state}"`, ...(type && { 'Content-Type': type }) };
        const reply = await fetch(mock.url + path, { method: body ? 'POST' : 'GET', headers, ...(body && { body }) });
        expect(reply.status, `${path} ${body}: ${state}`).to.equal(state.startsWith('the client') ? 429 : status);
      }
    }
  });

  it('limit a body before it is parsed', async () => {
    const headers = { 'Content-Type': 'application/json', Prefer: 'state="bodies are limited"' };
    const post = (body: string) =>
      fetch(`${mock.url}/api/v3/mobile/fights/88005/vote`, { method: 'POST', headers, body });
    const large = await post('{ this is not JSON');
    expect(large.status).to.equal(413);
    expect(large.headers.get('contract-id')).to.match(/^[0-9a-f]{12}$/);
    expect(large.headers.get('connection')).to.equal('close');
    expect((await post('{')).status).to.equal(400);
  });

  it('by code are the problem of every route that lists it', async () => {
    const counts: Record<number, number> = {};
    for (const code of [404, 429, 500, 503]) {
      for (const operation of operations) {
        const listed = problemsOf(operation).find((key) => problems[key]?.status === code);
        const answer = await ask(operation, { Prefer: `code=${code}` });
        expect(answer.status, `${operation.id} ${code}`).to.equal(listed ? code : 422);
        if (!listed) continue;
        counts[code] = (counts[code] ?? 0) + 1;
        expect(answer.headers.get('preference-applied'), operation.id).to.equal(`code=${code}`);
      }
    }
    const all = committedOperations.length;
    const { paths } = JSON.parse(readFileSync(documentFile, 'utf8')) as { paths: Record<string, object> };
    const documented = Object.values(paths)
      .flatMap((path) => Object.values(path))
      .filter((entry): entry is { responses: object } => 'responses' in entry);
    expect(documented).to.have.length(all);
    expect(counts).to.include({ 429: all, 500: all, 503: all });
    expect(counts[404]).to.equal(documented.filter(({ responses }) => '404' in responses).length);
  });

  it('by code have the headers of the problem, also in a state that no contract has it in', async () => {
    const post = async (Prefer: string) => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${feedKey}`, Prefer };
      const path = '/api/v1/us/fight_metrics/update_live_event';
      const reply = await fetch(mock.url + path, { method: 'POST', headers, body: '{}' });
      const { type } = (await reply.json()) as Answer['body'];
      return [reply.status, type, reply.headers.get('www-authenticate')];
    };
    const often = 'state="the client has asked too often"';
    const type = 'urn:problem-type:feed-key-required';
    expect(await post('code=401')).to.deep.equal([401, type, 'Bearer']);
    expect(await post(`${often}, code=401`)).to.deep.equal([401, type, 'Bearer']);
  });

  it('have one contract of each state and route, also where the route has several forms', () => {
    const contracts = readContracts(JSON.parse(readFileSync(documentFile, 'utf8')));
    const derived = deriveContracts(contracts);
    expect(derived.get('v3 fighters_stats')?.map(({ states }) => states.map(({ name }) => name))).to.deep.equal([
      ['the client has asked too often'],
      ['the store does not answer'],
    ]);
  });

  it('are in Preference-Applied only where they were honoured', async () => {
    const applied = async (path: string, Prefer: string) => {
      const reply = await fetch(mock.url + path, { headers: { Prefer } });
      return [reply.status, reply.headers.get('preference-applied')];
    };
    const events = '/api/v1/us/events';
    expect(await applied(events, 'rate=429, delay=1')).to.deep.equal([429, 'delay=1, rate=429']);
    expect(await applied(`${events}?limit=0`, 'state="there is no content", delay=1')).to.deep.equal([400, 'delay=1']);
    expect(await applied(events, 'state="the moon is full"')).to.deep.equal([422, null]);
    expect(await applied(events, 'stat="x"')).to.deep.equal([422, null]);
    expect(await applied('/api/v1/us/nothing', 'code=503')).to.deep.equal([404, null]);
  });

  it('follow the first of a preference that is given twice', async () => {
    const reply = (Prefer: string) => fetch(`${mock.url}/api/v3/mobile/events`, { headers: { Prefer } });
    expect((await reply('code=200, code=503')).status).to.equal(200);
    expect((await reply('code=503, code=200')).status).to.equal(503);
    expect((await reply('respond-async; foo=bar')).status).to.equal(200);
  });

  it('are requested by name, so none is listed as unmatched', () => {
    // Only requests that name nothing: their route has no contract in the state, or no state is set.
    const plain = mock.unmatched().map(({ operation }) => operation);
    expect([...new Set(plain)]).to.deep.equal(['v1.fight_metrics_update_live_event']);
    for (const session of ['whole-429', 'whole-503']) expect(mock.unmatched(session)).to.deep.equal([]);
    expect(mock.requests().length).to.be.above(600);
  });
});
