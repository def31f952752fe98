import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { cors, corsWithPosts } from '../../support/expected/headers.ts';
import { type Answer, send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const votePath = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
const vote = (client_id: string) =>
  JSON.stringify({ round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid, client_id });
const type = { 'Content-Type': 'application/json', Origin: 'https://app.example.com' };

const corsOf = ({ headers }: Answer) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));

describe('cross-origin requests', () => {
  const nights: FightNight[] = [];
  before(async () => {
    nights.push(await startFightNight({ crossOriginPosts: true }), await startFightNight());
  });
  after(async () => {
    for (const night of nights) await night.close();
  });
  const ask = (night: number, method: string, path: string, body?: string) =>
    send(nights[night]?.url ?? '', method, path, type, body);

  it('may vote with CROSS_ORIGIN_POSTS, and read every response', async () => {
    for (const [path, body, status] of [
      [votePath, vote('cross-origin-000001'), 201],
      [votePath, '{}', 422],
      [votePath, '{', 400],
      ['/api/v3/mobile/fights/1/vote', vote('cross-origin-000002'), 404],
      ['/api/v1/us/events/score_round', '{}', 422],
      ['/api/v1/us/events', '{}', 405],
      ['/api/v1/us/nothing', '{}', 404],
    ] as const) {
      const answer = await ask(0, 'POST', path, body);
      expect([answer.status, corsOf(answer)], path).to.deep.equal([status, corsWithPosts]);
    }
    const preflight = await ask(0, 'OPTIONS', votePath);
    expect([preflight.status, corsOf(preflight)]).to.deep.equal([
      204,
      {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'Content-Type, If-None-Match, Last-Event-ID',
      },
    ]);
  });

  it('may only read without it', async () => {
    for (const body of [vote('cross-origin-000001'), '{}']) {
      expect(corsOf(await ask(1, 'POST', votePath, body))).to.deep.equal({});
    }
    expect(corsOf(await ask(1, 'OPTIONS', votePath))).to.deep.equal({});
  });

  it('may always read', async () => {
    for (const night of [0, 1]) expect(corsOf(await ask(night, 'GET', '/api/v1/us/events'))).to.deep.equal(cors);
  });
});
