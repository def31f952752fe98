import { expect } from 'chai';
import { AcknowledgedVotes, compare, isGood, roundKey } from '../../../scripts/demo/compare.ts';
import { type TargetEvent, type TargetFight, wasPlayed } from '../../../scripts/demo/target.ts';

const fight: TargetFight = { id: 88_001, statid: 6411, scheduledRounds: 1, blue: 11, red: 12, fighter1: 11 };
const target = { eventId: 7001, fights: new Map([['6411', fight]]) } as unknown as TargetEvent;
const signal = new AbortController().signal;

/** What is found where a service counts so many votes, and shows these mean scores of so many scorecards. */
async function compared(votes: [number, number], scores: [string, string], count: number) {
  const acknowledged = new AcknowledgedVotes();
  const key = roundKey(fight.id, 1);
  for (const [client, corner] of (['blue', 'blue', 'red'] as const).entries())
    acknowledged.note(key, client, { vote: corner });
  acknowledged.note(key, 0, { score: [9, 10] });
  acknowledged.note(key, 0, { score: [10, 9] });
  acknowledged.note(key, 2, { score: [10, 8] });
  const rounds = [{ round_num: 1, fighter1_votes: votes[0], fighter2_votes: votes[1] }];
  const shown = [{ round_num: 1, scores_count: count, fighter1_score: scores[0], fighter2_score: scores[1] }];
  const v3 = {
    fight_votes: async () => ({ body: { rounds } }),
    round_scoring: async () => ({ body: { fights: [{ fight_id: fight.id, rounds: shown }] } }),
  };
  const source = { v3, retry: (request: () => unknown) => request(), target, acknowledged } as never;
  return compare(source, 0, signal);
}

describe('compare', () => {
  it('is good when every vote and scorecard counts once', async () => {
    const right = await compared([2, 1], ['10.00', '8.50'], 2);
    expect(right).to.deep.include({
      votes: { cast: 3, counted: 3, lost: 0, doubled: 0 },
      scorecards: { cast: 2, counted: 2, lost: 0, doubled: 0 },
      otherMeans: 0,
    });
    expect(isGood(right)).to.equal(true);
    // One request was refused.
    expect(isGood({ ...right, refused: 1 })).to.equal(false);
  });

  for (const [what, votes, scores, count, expected] of [
    ['a lost vote', [1, 1], ['10.00', '8.50'], 2, { votesLost: 1 }],
    ['a vote for the other corner', [1, 2], ['10.00', '8.50'], 2, { votesLost: 1, votesDoubled: 1 }],
    ['a doubled scorecard', [2, 1], ['10.00', '8.50'], 3, { scorecardsDoubled: 1 }],
    ['another mean', [2, 1], ['9.50', '9.50'], 2, { otherMeans: 1 }],
    ['scores of the other corner', [2, 1], ['8.50', '10.00'], 2, { otherMeans: 1 }],
  ] as const) {
    it(`finds ${what}`, async () => {
      const found = await compared([...votes], [...scores], count);
      const counts = { votesLost: found.votes.lost, votesDoubled: found.votes.doubled, otherMeans: found.otherMeans };
      expect({ ...counts, scorecardsDoubled: found.scorecards.doubled }).to.deep.equal({
        ...{ votesLost: 0, votesDoubled: 0, scorecardsDoubled: 0, otherMeans: 0 },
        ...expected,
      });
      expect(isGood(found)).to.equal(false);
    });
  }
});

describe('wasPlayed', () => {
  for (const [what, round, currentRound, expected] of [
    ['a round to come', {}, 0, false],
    ['a round that is open', { open: true }, 1, false],
    ['a round that was open', {}, 1, true],
    ['an open round with a scorecard', { scores_count: 1, open: true }, 1, true],
  ] as const) {
    it(`returns ${expected} for ${what}`, () => {
      const rounds = [{ round_num: 1, scores_count: 0, open: false, ...round }];
      const scoring = { fights: [{ fight_id: fight.id, current_round: currentRound, rounds }] } as never;
      expect(wasPlayed(target, [{ fight: '6411', round: 1 }], scoring)).to.equal(expected);
    });
  }
});
