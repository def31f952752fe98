import { expect } from 'chai';
import { closedExtensions, roundVotes, scorecardReply, voteTally } from '../../../contracts/rules/ballot-replies.ts';

const fight = { fightId: 1, fighter1Statid: 11, fighter2Statid: 12, scheduledRounds: 3 };
const ballot = { fightId: 1, roundNumber: 2, fighterStatid: 11, clientId: 'client-of-the-test-01' };
const createdMs = Date.parse('2031-04-05T23:38:10.999Z');

describe('vote replies', () => {
  for (const [statids, fighter1Votes, fighter2Votes] of [
    [[11, 12], 5, 0],
    [[null, 11], 0, 5],
    [[13, 14], 0, 0],
    [[null, null], 0, 0],
  ] as const) {
    it(`count only votes for fighters ${statids.join(' and ')}`, () => {
      const votes = new Map([
        [11, 5],
        [99, 7],
      ]);
      const [fighter1Statid, fighter2Statid] = statids;
      expect(roundVotes(votes, { fighter1Statid, fighter2Statid })).to.deep.equal({ fighter1Votes, fighter2Votes });
    });
  }

  it('total the votes of all rounds', () => {
    const counts = new Map([
      [1, { fighter1Votes: 2, fighter2Votes: 1 }],
      [3, { fighter1Votes: 0, fighter2Votes: 4 }],
    ]);
    const tally = voteTally(fight, counts);
    const round = (round_num: number, votes: [number, number], percentages: [string, string]) => ({
      ...{ round_num, fighter1_votes: votes[0], fighter2_votes: votes[1] },
      ...{ fighter1_percentage: percentages[0], fighter2_percentage: percentages[1] },
    });
    expect(tally).to.deep.equal({
      ...{ fight_id: 1, fighter1_statid: 11, fighter2_statid: 12, total_votes: 7 },
      rounds: [
        round(1, [2, 1], ['66.67', '33.33']),
        round(2, [0, 0], ['0.00', '0.00']),
        round(3, [0, 4], ['0.00', '100.00']),
      ],
    });
  });
});

describe('scorecard replies', () => {
  it('name the fight by our id', () => {
    const card = { event_id: 7, round_num: 2, fighter1_score: 10, fighter2_score: 9, client_id: ballot.clientId };
    expect(scorecardReply({ ...card, fight_statid: 10 }, 1)).to.deep.equal({ status: 'ok', ...card, fight_id: 1 });
  });
});

describe('closedExtensions', () => {
  it('tells when a round closed', () => {
    expect(closedExtensions({ outcome: 'closed', openedMs: 0, closesMs: createdMs })).to.deep.equal({
      closed_at: '2031-04-05T23:38:10Z',
    });
    expect(closedExtensions({ outcome: 'not-opened' })).to.deep.equal({ opens_at: null });
  });
});
