import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { type ClientPool, countStatuses, openClientPool } from '../../support/http/client-pool.ts';
import { json } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { uncachedReplies } from '../../support/server/server.ts';

const prefixes = ['/api/v3/mobile', '/api/v1/us'] as const;
const card = (client_id: string, fighter1_score: unknown = 10, fighter2_score: unknown = 9) => ({
  event_id: ids.liveEvent,
  fight_id: ids.fightInProgress,
  round_num: 2,
  fighter1_score,
  fighter2_score,
  client_id,
});

describe('many scorecards at once', () => {
  let night: FightNight;
  let pool: ClientPool;
  beforeEach(async () => {
    night = await startFightNight(uncachedReplies, { changesPerTenSeconds: 0 });
    pool = openClientPool(night.url, 200);
  });
  afterEach(async () => {
    await pool.close();
    await night.close();
  });

  const score = (family: number, body: object) => pool.send('POST', `${prefixes[family % 2]}/events/score_round`, body);
  const round = async (family: number) => {
    const { fights } = json(await pool.send('GET', `${prefixes[family]}/events/round_scoring/${ids.liveEvent}`));
    return fights.find(({ fight_id }: { fight_id: number }) => fight_id === ids.fightInProgress).rounds[1];
  };

  it('I06: the same scorecard through both families, 500 times each at once, counts once', async () => {
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, n) => score(n, card('one-card-client-01'))));
    const seen = [await round(0), await round(1)];
    console.log(`I06: ${JSON.stringify(countStatuses(answers))}, counted ${seen[0].scores_count}`);
    expect(countStatuses(answers)).to.deep.equal({ 200: 999, 201: 1 });
    expect(seen[0]).to.include({ scores_count: 1, fighter1_score: '10.00', fighter2_score: '9.00' });
    expect(seen[1]).to.deep.equal(seen[0]);
  });

  it('I02: contradictory scorecards of one client at once leave one of them', async () => {
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, n) =>
        score(n, n % 2 === 0 ? card('torn-client-000001', 10, 7) : card('torn-client-000001', 7, 10)),
      ),
    );
    const { scores_count, fighter1_score, fighter2_score } = await round(0);
    console.log(
      `I02: ${JSON.stringify(countStatuses(answers))}, counted ${scores_count}: ${fighter1_score} to ${fighter2_score}`,
    );
    expect(countStatuses(answers)).to.deep.equal({ 200: 999, 201: 1 });
    expect(scores_count).to.equal(1);
    expect(`${fighter1_score} ${fighter2_score}`).to.be.oneOf(['10.00 7.00', '7.00 10.00']);
  });

  it('A16: scores are whole numbers from 7 to 10; fans decide on ties and deductions', async () => {
    const refused: [unknown, unknown][] = [
      [11, 9],
      [10, 6],
      [0, 10],
      [-10, 9],
      [9.5, 10],
      ['10', 9],
      [null, 9],
      [[10], 9],
      [true, 9],
      [1e21, 9],
    ];
    for (const [one, other] of refused) {
      for (const body of [card('scores-client-0001', one, other), card('scores-client-0001', other, one)]) {
        const answer = await score(0, body);
        expect(answer.status, JSON.stringify([one, other])).to.equal(422);
        expect(json(answer).errors).to.have.length(1);
      }
    }
    expect((await round(0)).scores_count).to.equal(0);
    const taken = [10, 9, 8, 7].flatMap((one) => [10, 9, 8, 7].map((other) => [one, other] as const));
    for (const [one, other] of taken) {
      const answer = await score(1, card(`scores-client-${one}-${other}-x`, one, other));
      expect(answer.status).to.equal(201);
    }
    const { scores_count, fighter1_score, fighter2_score } = await round(1);
    console.log(
      `A16: ${refused.length * 2} refused, ${taken.length} taken, mean ${fighter1_score} to ${fighter2_score}`,
    );
    expect([scores_count, fighter1_score, fighter2_score]).to.deep.equal([16, '8.50', '8.50']);
  });
});
