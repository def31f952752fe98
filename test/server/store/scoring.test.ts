import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { type ClientPool, countStatuses, openClientPool } from '../../support/http/client-pool.ts';
import { json } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { uncachedReplies } from '../../support/server/server.ts';

describe('POST /events/score_round', () => {
  let night: FightNight;
  let pool: ClientPool;
  before(async () => {
    night = await startFightNight(uncachedReplies, { changesPerTenSeconds: 0 });
    pool = openClientPool(night.url, 200);
  });
  after(async () => {
    await pool.close();
    await night.close();
  });

  const prefixes = ['/api/v3/mobile', '/api/v1/us'] as const;
  const score = (family: number, client_id: string, fighter1_score: unknown = 10, fighter2_score: unknown = 9) =>
    pool.send('POST', `${prefixes[family % 2]}/events/score_round`, {
      ...{ event_id: ids.liveEvent, fight_id: ids.fightInProgress, round_num: 2 },
      ...{ fighter1_score, fighter2_score, client_id },
    });
  const round = async (family: number) => {
    const { fights } = json(await pool.send('GET', `${prefixes[family]}/events/round_scoring/${ids.liveEvent}`));
    return fights.find(({ fight_id }: { fight_id: number }) => fight_id === ids.fightInProgress).rounds[1];
  };

  it('I06: counts the same card through both families once', async () => {
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, n) => score(n, 'one-card-client-01')));
    expect(countStatuses(answers)).to.deep.equal({ 200: 999, 201: 1 });
    const counted = await round(0);
    expect(counted).to.include({ scores_count: 1, fighter1_score: '10.00', fighter2_score: '9.00' });
    expect(await round(1)).to.deep.equal(counted);
  });

  it('A16: takes whole scores from 7 to 10 only', async () => {
    for (const wrong of [11, 6, 0, -10, 9.5, '10', null, [10], true, 1e21]) {
      for (const scores of [
        [wrong, 9],
        [9, wrong],
      ]) {
        const answer = await score(0, 'scores-client-0001', ...scores);
        expect(answer.status, JSON.stringify(scores)).to.equal(422);
        expect(json(answer).errors).to.have.length(1);
      }
    }
    for (const one of [10, 9, 8, 7]) {
      for (const other of [10, 9, 8, 7]) {
        expect((await score(1, `scores-client-${one}-${other}-x`, one, other)).status).to.equal(201);
      }
    }
    // The card of 10 to 9 above, and 16 cards with a mean of 8.5.
    expect(await round(1)).to.include({ scores_count: 17, fighter1_score: '8.59', fighter2_score: '8.53' });
  });
});
