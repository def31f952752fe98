import { expect } from 'chai';
import {
  ballotsOf,
  castScore,
  castVote,
  countVotes,
  noBallots,
  sumScores,
  voteOf,
} from '../../../contracts/rules/ballots.ts';

const place = { fightId: 1, roundNumber: 2, clientId: 'client-of-the-test-01' };
const vote = { ...place, fighterStatid: 11 };
const card = { ...place, fighter1Score: 10, fighter2Score: 9 };
const open = { openedMs: 50, closesMs: null };
const key = '1:2:client-of-the-test-01';

describe('ballots', () => {
  it('are accepted only while the round is open', () => {
    const closed = { outcome: 'closed', openedMs: 50, closesMs: 90 };
    for (const cast of [castVote, castScore]) {
      const at = (window: { openedMs: number; closesMs: number | null } | undefined, nowMs: number) =>
        cast(noBallots, { ...vote, ...card }, window, nowMs);
      expect(at(undefined, 100)).to.deep.equal({ outcome: 'not-opened' });
      for (const nowMs of [90, 91]) expect(at({ openedMs: 50, closesMs: 90 }, nowMs)).to.deep.equal(closed);
      for (const [window, nowMs] of [
        [{ openedMs: 50, closesMs: 90 }, 89],
        [open, 1_000_000],
      ] as const) {
        expect(at(window, nowMs)).to.have.property('outcome', 'created');
      }
    }
  });

  it('keep the last vote of a client', () => {
    const first = castVote(noBallots, { ...vote, extra: 1 } as typeof vote, open, 100);
    const stored = { ...vote, createdMs: 100 };
    const one = { votes: new Map([[key, stored]]), scorecards: new Map(), changes: 1 };
    expect(first).to.deep.equal({ outcome: 'created', createdMs: 100, ballots: one });
    expect(castVote(one, vote, open, 101)).to.deep.equal({ outcome: 'same', createdMs: 100, ballots: one });
    const moved = castVote(one, { ...vote, fighterStatid: 12 }, open, 102);
    const two = {
      ...{ votes: new Map([[key, { ...vote, fighterStatid: 12, createdMs: 102 }]]), scorecards: new Map() },
      changes: 2,
    };
    expect(moved).to.deep.equal({ outcome: 'moved', createdMs: 102, ballots: two });
    expect(one, 'a box never changes').to.deep.equal({
      ...{ votes: new Map([[key, stored]]), scorecards: new Map(), changes: 1 },
    });
    expect([voteOf(one, place), voteOf(one, { ...place, roundNumber: 3 })]).to.deep.equal([stored, undefined]);
  });

  it('keep the last scorecard of a client', () => {
    const first = castScore(noBallots, { ...card, extra: 1 } as typeof card, open, 100);
    const one = { votes: new Map(), scorecards: new Map([[key, card]]), changes: 1 };
    expect(first).to.deep.equal({ outcome: 'created', ballots: one });
    expect(castScore(one, card, open, 101)).to.deep.equal({ outcome: 'same', ballots: one });
    for (const change of [{ fighter1Score: 9 }, { fighter2Score: 8 }]) {
      const other = { ...card, ...change };
      expect(castScore(one, other, open, 102)).to.deep.equal({
        outcome: 'replaced',
        ballots: { votes: new Map(), scorecards: new Map([[key, other]]), changes: 2 },
      });
    }
    expect(one, 'a box never changes').to.deep.equal({
      ...{ votes: new Map(), scorecards: new Map([[key, card]]), changes: 1 },
    });
  });

  it('are counted by fight and round', () => {
    const client = (last: number) => `client-of-the-test-0${last}`;
    const votes = [
      { ...vote, createdMs: 100 },
      { ...vote, clientId: client(2), createdMs: 101 },
      { ...vote, clientId: client(3), fighterStatid: 12, createdMs: 102 },
      { ...vote, roundNumber: 3, createdMs: 103 },
      { ...vote, fightId: 7, createdMs: 104 },
    ];
    const cards = [
      card,
      { ...card, clientId: client(2), fighter1Score: 9, fighter2Score: 8 },
      { ...card, roundNumber: 1 },
      { ...card, fightId: 7 },
    ];
    const box = ballotsOf(votes, cards);
    expect(box).to.deep.equal({
      votes: new Map([
        [key, votes[0]],
        ['1:2:client-of-the-test-02', votes[1]],
        ['1:2:client-of-the-test-03', votes[2]],
        ['1:3:client-of-the-test-01', votes[3]],
        ['7:2:client-of-the-test-01', votes[4]],
      ]),
      scorecards: new Map([
        [key, cards[0]],
        ['1:2:client-of-the-test-02', cards[1]],
        ['1:1:client-of-the-test-01', cards[2]],
        ['7:2:client-of-the-test-01', cards[3]],
      ]),
      changes: 9,
    });
    expect(countVotes(box, 1)).to.deep.equal(
      new Map([
        [2, new Map(Object.entries({ 11: 2, 12: 1 }).map(([statid, count]) => [Number(statid), count]))],
        [3, new Map([[11, 1]])],
      ]),
    );
    expect(sumScores(box, 1)).to.deep.equal(
      new Map([
        [2, { count: 2, fighter1Sum: 19, fighter2Sum: 17 }],
        [1, { count: 1, fighter1Sum: 10, fighter2Sum: 9 }],
      ]),
    );
    expect([countVotes(box, 2), sumScores(box, 2)]).to.deep.equal([new Map(), new Map()]);
  });
});
