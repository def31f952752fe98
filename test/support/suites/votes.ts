import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { json, send } from '../http/send.ts';
import type { Night, StartNight } from '../server/fight-night.ts';

const { fightInProgress, fightInProgressFighter1Statid, fightInProgressFighter2Statid } = ids;
const path = `/api/v3/mobile/fights/${fightInProgress}/vote`;
const client = (n: number) => `client-${String(n).padStart(12, '0')}`;

export function describeVotes(target: string, start: StartNight): void {
  describe(`${target}: POST /fights/:id/vote`, () => {
    let night: Night;
    before(async () => {
      night = await start();
    });
    after(() => night.close());

    const cast = (body: object, at = path) =>
      send(night.url, 'POST', at, { 'Content-Type': 'application/json' }, JSON.stringify(body));
    const vote = (clientId: string, statid: number = fightInProgressFighter1Statid, round_num = 2) =>
      cast({ round_num, fighter_statid: statid, client_id: clientId });
    const round = async (round_num: number) => {
      const answer = await send(night.url, 'GET', `/api/v3/mobile/fights/${fightInProgress}/votes`);
      return json(answer).rounds.find((one: { round_num: number }) => one.round_num === round_num);
    };

    it('counts a vote and returns its address', async () => {
      const before = await round(2);
      const answer = await vote(client(1));
      expect(answer.status).to.equal(201);
      const read = await send(night.url, 'GET', answer.headers.location ?? '');
      expect(read.status).to.equal(200);
      expect(json(read)).to.deep.equal(json(answer));
      expect((await round(2)).fighter1_votes).to.equal(before.fighter1_votes + 1);
    });

    it('counts a repeated vote once', async () => {
      const first = await vote(client(2));
      const before = await round(2);
      const again = await vote(client(2));
      expect(again.status).to.equal(200);
      expect(again.headers.location).to.equal(undefined);
      expect(json(again)).to.deep.equal(json(first));
      expect(await round(2)).to.deep.equal(before);
    });

    it('moves a vote to the other fighter', async () => {
      const first = await vote(client(3));
      const before = await round(2);
      const moved = await vote(client(3), fightInProgressFighter2Statid);
      expect(moved.status).to.equal(200);
      const after = await round(2);
      expect(after.fighter1_votes).to.equal(before.fighter1_votes - 1);
      expect(after.fighter2_votes).to.equal(before.fighter2_votes + 1);
      expect((await send(night.url, 'GET', first.headers.location ?? '')).status).to.equal(404);
    });

    it('I12: ignores an Idempotency-Key', async () => {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'one-key-for-all' };
      const keyed = (client_id: string, fighter_statid: number) =>
        send(night.url, 'POST', path, headers, JSON.stringify({ round_num: 2, fighter_statid, client_id }));
      const before = await round(2);
      const first = await keyed(client(20), fightInProgressFighter1Statid);
      expect(first.status).to.equal(201);
      const repeat = await keyed(client(20), fightInProgressFighter1Statid);
      expect([repeat.status, json(repeat)]).to.deep.equal([200, json(first)]);
      expect((await keyed(client(20), fightInProgressFighter2Statid)).status, 'moved').to.equal(200);
      expect((await keyed(client(21), fightInProgressFighter1Statid)).status, 'of another client').to.equal(201);
      const after = await round(2);
      expect([after.fighter1_votes, after.fighter2_votes]).to.deep.equal([
        before.fighter1_votes + 1,
        before.fighter2_votes + 1,
      ]);
    });

    it('counts 100 concurrent identical votes once', async () => {
      const before = await round(2);
      const answers = await Promise.all(Array.from({ length: 100 }, () => vote(client(4))));
      expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
      expect(answers.filter(({ status }) => status === 200 || status === 429)).to.have.length(99);
      expect((await round(2)).fighter1_votes).to.equal(before.fighter1_votes + 1);
    });

    it('A18: refuses a closed round and stores nothing', async () => {
      const answer = await vote(client(5), fightInProgressFighter1Statid, 1);
      expect(answer.status).to.equal(409);
      expect(json(answer)).to.include({ type: 'urn:problem-type:voting-closed', title: 'Votación cerrada' });
      const refused = `round/1/fighter/${fightInProgressFighter1Statid}/vote/${client(5)}`;
      expect((await send(night.url, 'GET', path.replace(/vote$/, refused))).status).to.equal(404);
      expect(json(answer).closed_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    });

    it('refuses a round that has not opened', async () => {
      const early = { round_num: 1, fighter_statid: ids.championStatid, client_id: client(6) };
      const upcoming = `/api/v3/mobile/fights/${ids.upcomingFight}/vote`;
      const answers = [await vote(client(6), fightInProgressFighter1Statid, 3), await cast(early, upcoming)];
      for (const answer of answers) {
        expect(answer.status).to.equal(409);
        expect(json(answer).opens_at).to.equal(null);
      }
    });

    it('names an unknown fight before invalid values', async () => {
      const answer = await cast(
        { round_num: 5, fighter_statid: 1, client_id: client(8) },
        `/api/v3/mobile/fights/${ids.unknown}/vote`,
      );
      expect(json(answer).type).to.equal('urn:problem-type:fight-not-found');
    });

    it('answers 404 for a vote that was not cast', async () => {
      await vote(client(9));
      const read = (round_num: number, statid: number, id: string) =>
        send(night.url, 'GET', path.replace(/vote$/, `round/${round_num}/fighter/${statid}/vote/${id}`));
      const answers = await Promise.all([
        read(2, fightInProgressFighter2Statid, client(9)),
        read(3, fightInProgressFighter1Statid, client(9)),
        read(2, 999999, client(9)),
        read(2, fightInProgressFighter1Statid, client(99)),
      ]);
      for (const answer of answers) {
        expect(answer.status).to.equal(404);
      }
    });

    it('limits how often one client changes its votes on a fight', async () => {
      const statids = [fightInProgressFighter1Statid, fightInProgressFighter2Statid];
      const answers = [];
      for (let n = 0; n < 11; n++) answers.push(await vote(client(10), statids[n % 2]));
      expect(answers.slice(0, 10).every(({ status }) => status < 300)).to.equal(true);
      expect(answers[10]?.status).to.equal(429);
      expect(Number(answers[10]?.headers['retry-after'])).to.be.within(1, 12);
    });
  });
}
