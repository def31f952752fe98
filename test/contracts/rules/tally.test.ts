import { expect } from 'chai';
import fc from 'fast-check';
import { scoringRounds, voteRounds } from '../../../contracts/rules/tally.ts';

const percentages = (fighter1Votes: number, fighter2Votes: number) => {
  const [round] = voteRounds(new Map([[1, { fighter1Votes, fighter2Votes }]]), 1);
  return [round?.fighter1_percentage, round?.fighter2_percentage];
};

const means = (count: number, fighter1Sum: number, fighter2Sum: number) => {
  const [round] = scoringRounds(new Map([[1, { count, fighter1Sum, fighter2Sum }]]), 1, () => true);
  return [round?.fighter1_score, round?.fighter2_score];
};

describe('voteRounds', () => {
  it('has a row per scheduled round', () => {
    const rounds = voteRounds(new Map([[2, { fighter1Votes: 1, fighter2Votes: 0 }]]), 3);
    expect(rounds.map(({ round_num }) => round_num)).to.deep.equal([1, 2, 3]);
    expect(rounds[0]).to.deep.equal({
      round_num: 1,
      fighter1_votes: 0,
      fighter2_votes: 0,
      fighter1_percentage: '0.00',
      fighter2_percentage: '0.00',
    });
    expect(rounds[1]).to.include({ fighter1_percentage: '100.00', fighter2_percentage: '0.00' });
  });

  for (const [one, other, expected] of [
    [20, 17, ['54.05', '45.95']],
    [1, 2, ['33.33', '66.67']],
    [2, 1, ['66.67', '33.33']],
    // 0.125 % and 1.005 %: halves go up, though the second is less than a half as a float.
    [1, 799, ['0.13', '99.87']],
    [201, 19_799, ['1.01', '98.99']],
    [0, 5, ['0.00', '100.00']],
  ] as const) {
    it(`returns ${expected.join(' and ')} for ${one} to ${other}`, () => {
      expect(percentages(one, other)).to.deep.equal(expected);
    });
  }

  it('adds up to 100.00 with correct rounding', () => {
    const votes = fc.nat({ max: 2_000_000_000 });
    fc.assert(
      fc.property(votes, votes, (one, other) => {
        fc.pre(one + other > 0);
        const [first, second] = percentages(one, other).map((text) => Math.round(Number(text) * 100)) as [
          number,
          number,
        ];
        expect(first + second).to.equal(10_000);
        const [total, exact] = [BigInt(one + other), BigInt(one) * 20_000n];
        const doubled = BigInt(first) * 2n * total;
        expect(doubled - exact <= total && exact - doubled < total).to.equal(true);
      }),
    );
  });
});

describe('scoringRounds', () => {
  for (const [count, sum, expected] of [
    [13, 125, '9.62'],
    [1, 10, '10.00'],
    [2, 19, '9.50'],
    [3, 28, '9.33'],
    [8, 73, '9.13'],
    [0, 0, '0.00'],
  ] as const) {
    it(`returns ${expected} for ${count} scorecards with sum ${sum}`, () => {
      expect(means(count, sum, sum)).to.deep.equal([expected, expected]);
    });
  }

  it('tells which rounds are open', () => {
    const rounds = scoringRounds(new Map(), 3, (round) => round === 2);
    expect(rounds.map(({ open }) => open)).to.deep.equal([false, true, false]);
  });
});
