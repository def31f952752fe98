import { expect } from 'chai';
import { feedKey } from '../../contracts/interactions/live-updates.ts';
import { ids } from '../../contracts/world/ids.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { problems } from '../support/expected/problems.ts';
import {
  type ExpectedOperation as Operation,
  expectedOperations as operations,
  problemsOf,
} from '../support/expected/routes.ts';
import { samplePath } from '../support/fixtures/sample-requests.ts';

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

describe('error states', () => {
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
    it(`answers ${status} on every route when ${state}`, async () => {
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
        }
      }
    });
  }

  it('empties lists and answers 404 without content', async () => {
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

  for (const [state, type] of [
    ['bodies are limited', 'body-too-large'],
    ['voting on the round has closed', 'voting-closed'],
    ['scoring of the round has closed', 'scoring-closed'],
    ['there is no such fighter', 'fighter-not-found'],
    ['there is no such article', 'article-not-found'],
    ['there is no such media item', 'media-item-not-found'],
    ['there is no such ring presenter', 'ring-presenter-not-found'],
    ['there is no such translation', 'translation-not-found'],
    ['there is no such event', 'event-not-found'],
    ['there is no such fight', 'fight-not-found'],
    ['no feed was received for the event', 'live-event-not-found'],
    ['no statistics were received for the bout', 'live-fight-not-found'],
  ] as const) {
    it(`answers ${type} on its routes when ${state}`, async () => {
      const affected = operations.filter((one) => problemsOf(one).includes(type));
      expect(affected).not.to.have.length(0);
      for (const headers of [{ Prefer: `state="${state}"` }, await whole(state, `whole-${type}`)]) {
        for (const operation of affected) {
          const plain = await ask(operation, { 'Mock-Session': 'untouched' });
          expect(plain.status, operation.id).to.be.oneOf([200, 201]);
          isProblem(await ask(operation, headers), problems[type]?.status as number, type, operation);
        }
      }
    });
  }

  it('limits a body before parsing it', async () => {
    const headers = { 'Content-Type': 'application/json', Prefer: 'state="bodies are limited"' };
    const path = '/api/v3/mobile/fights/88005/vote';
    const post = (body: string) => fetch(mock.url + path, { method: 'POST', headers, body });
    const large = await post('{ this is not JSON');
    expect(large.status).to.equal(413);
    expect(large.headers.get('contract-id')).to.match(/^[0-9a-f]{12}$/);
    expect(large.headers.get('connection')).to.equal('close');
    expect((await post('{')).status).to.equal(400);
  });

  it('answers the problem of a preferred code', async () => {
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
    const all = operations.length;
    expect(counts).to.include({ 429: all, 500: all, 503: all });
  });
});
