import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { json, send } from '../http/send.ts';
import type { Night, StartNight } from '../server/fight-night.ts';

const body = {
  event_id: ids.liveEvent,
  fight_id: ids.fightInProgress,
  round_num: 2,
  fighter1_score: 10,
  fighter2_score: 9,
  client_id: 'client-000000000001',
};

export function describeScoring(target: string, start: StartNight): void {
  describe(`${target}: POST /events/score_round`, () => {
    let night: Night;
    before(async () => {
      night = await start();
    });
    after(() => night.close());

    const score = (change: object, prefix = '/api/v3/mobile') => {
      const scorecard = JSON.stringify({ ...body, ...change });
      return send(night.url, 'POST', `${prefix}/events/score_round`, { 'Content-Type': 'application/json' }, scorecard);
    };
    const fight = async (prefix = '/api/v3/mobile') => {
      const answer = await send(night.url, 'GET', `${prefix}/events/round_scoring/${ids.liveEvent}`);
      return json(answer).fights.find((one: { fight_id: number }) => one.fight_id === ids.fightInProgress);
    };
    const without = (name: keyof typeof body) => ({ [name]: undefined });

    it('counts and replaces a scorecard of either family', async () => {
      expect((await score({})).status).to.equal(201);
      const replaced = await score({ fighter1_score: 8, fighter2_score: 10 }, '/api/v1/us');
      expect(replaced.status).to.equal(200);
      expect(json(replaced)).to.deep.equal({ status: 'ok', ...body, fighter1_score: 8, fighter2_score: 10 });
      await score({ client_id: 'client-000000000002', fighter1_score: 9, fighter2_score: 9 });
      await score({ client_id: 'client-000000000003', fighter1_score: 9, fighter2_score: 9 });
      for (const prefix of ['/api/v3/mobile', '/api/v1/us']) {
        const { current_round, rounds } = await fight(prefix);
        expect(current_round).to.equal(2);
        expect(rounds).to.have.length(3);
        const means = { fighter1_score: '8.67', fighter2_score: '9.33' };
        expect(rounds[1]).to.deep.equal({ round_num: 2, ...means, scores_count: 3, open: true });
        expect(rounds[0]).to.include({ scores_count: 0, fighter1_score: '0.00', open: false });
      }
    });

    it('takes either fight_statid or fight_id', async () => {
      const statid = { ...without('fight_id'), fight_statid: ids.fightInProgressStatid };
      expect(json(await score(statid))).to.include({ fight_id: ids.fightInProgress });
      for (const change of [without('fight_id'), { fight_statid: ids.fightInProgressStatid }]) {
        const answer = await score(change);
        expect(answer.status).to.equal(422);
        expect(json(answer).errors).not.to.have.length(0);
      }
    });

    it('names an unknown event or fight', async () => {
      expect(json(await score({ event_id: ids.unknown })).type).to.equal('urn:problem-type:event-not-found');
      expect(json(await score({ fight_id: ids.unknown })).type).to.equal('urn:problem-type:fight-not-found');
      expect(json(await score({ event_id: ids.pastEvent })).type).to.equal('urn:problem-type:fight-not-found');
    });

    it('refuses a round that is not open', async () => {
      expect(json(await score({ round_num: 1 }))).to.include({ type: 'urn:problem-type:scoring-closed', status: 409 });
      expect(json(await score({ round_num: 3 }))).to.include({ opens_at: null });
    });
  });
}
