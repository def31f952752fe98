import { mock } from 'node:test';
import { expect } from 'chai';
import type { Problem } from '../../contracts/requests/problem.ts';
import { scoreCast, voteCast, voteTally } from '../../mock/reply/ballot-routes.ts';
import type { StatefulContext } from '../../mock/reply/reply-context.ts';
import { type Session, Sessions } from '../../mock/session/sessions.ts';
import { bodyOf, contextIn } from './stateful-context.ts';

/** Whole replies from the ballots of a session. */

let session: Session;
const contextOf = (more: Partial<StatefulContext>) => contextIn(session, more);

describe('a whole reply from ballots', () => {
  beforeEach(() => {
    session = new Sessions().find('one');
    mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  });
  afterEach(() => mock.timers.reset());

  const client_id = 'client-000000000001';
  const vote = { round_num: 2, fighter_statid: 1803, client_id };
  const card = { event_id: 7001, fight_id: 88005, round_num: 2, fighter1_score: 10, fighter2_score: 9, client_id };
  const left = (count: number) => ({
    ...{ 'RateLimit-Policy': '"votes";q=10;w=10', RateLimit: `"votes";r=${count};t=10` },
  });
  const refusalOf = (cast: () => unknown) => {
    try {
      return cast();
    } catch (error) {
      const { key, more } = error as Problem;
      return [key, more];
    }
  };

  it('is that of a vote, with what is left to change', () => {
    const cast = (more: object, family: 'v3' | 'v1' = 'v3', id = 88005) => {
      const reply = voteCast(contextOf({ family, values: { id }, body: { ...vote, ...more } }));
      const { created, ...body } = bodyOf<{ created?: string }>(reply) ?? {};
      if (created !== undefined) expect(created).to.match(/^2031-04-0\dT\d\d:\d\d:\d\dZ$/);
      return { ...reply, ...(created !== undefined && { body }) };
    };
    const body = { fight_id: 88005, ...vote, voted: true };
    const Location = `/api/v3/mobile/fights/88005/round/2/fighter/1803/vote/${client_id}`;
    expect(cast({})).to.deep.equal({ status: 201, body, headers: { ...left(9), Location } });
    expect(cast({})).to.deep.equal({ status: 200, body, headers: left(9) });
    const moved = { ...body, fighter_statid: 1804 };
    expect(cast({ fighter_statid: 1804 }, 'v1')).to.deep.equal({ status: 200, body: moved, headers: left(8) });
    const closed = { problem: 'voting-closed', headers: left(8) };
    expect(cast({ round_num: 1 })).to.deep.equal({ ...closed, extensions: { closed_at: '2031-04-05T23:38:00Z' } });
    expect(cast({ round_num: 3 })).to.deep.equal({ ...closed, extensions: { opens_at: null } });
    expect(cast({}, 'v3', 4711)).to.deep.equal({ problem: 'fight-not-found' });
    expect(refusalOf(() => cast({ round_num: 4, fighter_statid: 1 }))).to.deep.equal([
      'invalid-body',
      {
        errors: [
          { pointer: '#/round_num', detail: 'Debe ser un entero de 1 a 3.' },
          { pointer: '#/fighter_statid', detail: 'Debe ser 1803 o 1804.' },
        ],
      },
    ]);
    const other = { ...vote, client_id: 'client-000000000002' };
    const reply = voteCast(contextOf({ family: 'v1', values: { id: 88005 }, body: other }));
    expect(reply?.headers).to.deep.equal({
      ...left(9),
      Location: '/api/v1/us/fights/88005/round/2/fighter/1803/vote/client-000000000002',
    });
  });

  it('is that of a scorecard, with what is left to change', () => {
    const cast = (more: object, family: 'v3' | 'v1' = 'v3') =>
      scoreCast(contextOf({ family, body: { ...card, ...more } }));
    const body = { status: 'ok', ...card };
    expect(cast({})).to.deep.equal({ status: 201, body, headers: left(9) });
    expect(cast({})).to.deep.equal({ status: 200, body, headers: left(9) });
    expect(cast({ fighter1_score: 9 })).to.deep.equal({
      ...{ status: 200, body: { ...body, fighter1_score: 9 }, headers: left(8) },
    });
    expect([...session.ballots.scorecards.values()]).to.deep.equal([
      { fightId: 88005, roundNumber: 2, clientId: client_id, fighter1Score: 9, fighter2Score: 9 },
    ]);
    const closed = { problem: 'scoring-closed', headers: left(8) };
    expect(cast({ round_num: 1 }, 'v1')).to.deep.equal({
      ...closed,
      extensions: { closed_at: '2031-04-05T23:38:00Z' },
    });
    expect(cast({ event_id: 1 })).to.deep.equal({ problem: 'event-not-found' });
    expect(cast({ fight_id: 1 })).to.deep.equal({ problem: 'fight-not-found' });
    const detail = { v3: 'Debe ser un entero de 1 a 3.', v1: 'Must be an integer from 1 to 3.' };
    for (const family of ['v3', 'v1'] as const) {
      const errors = [{ pointer: '#/round_num', detail: detail[family] }];
      expect(refusalOf(() => cast({ round_num: 4 }, family))).to.deep.equal(['invalid-body', { errors }]);
    }
  });

  it('is that of the tally, where there is anything to add', () => {
    const tally = (more: Partial<StatefulContext>) => voteTally(contextOf({ values: { id: 88005 }, ...more }));
    expect(tally({})).to.equal(undefined);
    voteCast(contextOf({ values: { id: 88005 }, body: vote }));
    expect(tally({ values: { id: 4711 } })).to.equal(undefined);
    const rounds = [
      { round_num: 1, fighter1_votes: 0, fighter2_votes: 0, fighter1_percentage: '0.00', fighter2_percentage: '0.00' },
      {
        round_num: 2,
        fighter1_votes: 1,
        fighter2_votes: 0,
        fighter1_percentage: '100.00',
        fighter2_percentage: '0.00',
      },
      { round_num: 3, fighter1_votes: 0, fighter2_votes: 0, fighter1_percentage: '0.00', fighter2_percentage: '0.00' },
    ];
    expect(tally({})).to.deep.equal({
      status: 200,
      body: { fight_id: 88005, fighter1_statid: 1803, fighter2_statid: 1804, total_votes: 1, rounds },
    });
  });
});
