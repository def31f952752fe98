import { expect } from 'chai';
import { findBallotViolations, findScoredFight } from '../../../contracts/rules/ballot-checks.ts';

const fight = { fightId: 1, fightStatid: 10, fighter1Statid: 11, fighter2Statid: 12, scheduledRounds: 3 };

describe('findBallotViolations', () => {
  it('accepts either fighter in any scheduled round', () => {
    for (const round_num of [1, 2, 3]) {
      for (const fighter_statid of [11, 12]) {
        expect(findBallotViolations({ round_num, fighter_statid }, fight, 'v3')).to.deep.equal([]);
      }
    }
  });
  it('names the last scheduled round in the client language', () => {
    expect(findBallotViolations({ round_num: 4 }, fight, 'v1')).to.deep.equal([
      { pointer: '#/round_num', detail: 'Must be an integer from 1 to 3.' },
    ]);
    expect(findBallotViolations({ round_num: 4 }, fight, 'v3')).to.deep.equal([
      { pointer: '#/round_num', detail: 'Debe ser un entero de 1 a 3.' },
    ]);
  });
  it('names the known fighters', () => {
    const half = { ...fight, fighter2Statid: null };
    expect(findBallotViolations({ round_num: 5, fighter_statid: 12 }, half, 'v1')).to.deep.equal([
      { pointer: '#/round_num', detail: 'Must be an integer from 1 to 3.' },
      { pointer: '#/fighter_statid', detail: 'Must be 11.' },
    ]);
    const unknown = { ...half, fighter1Statid: null };
    const details = (['v3', 'v1'] as const).map((family) =>
      findBallotViolations({ round_num: 1, fighter_statid: 12 }, unknown, family).map(({ detail }) => detail),
    );
    expect(details).to.deep.equal([['Aquí no es posible ningún valor.'], ['No value is possible here.']]);
  });
});

describe('findScoredFight', () => {
  const fights = [{ ...fight, fightId: 10, fightStatid: 1 }, fight];

  it('finds a fight by our id or statid', () => {
    expect(findScoredFight({ fight_id: 1 }, fights)).to.equal(fights[1]);
    expect(findScoredFight({ fight_statid: 1 }, fights)).to.equal(fights[0]);
    expect(findScoredFight({ fight_id: 2 }, fights)).to.equal(undefined);
    expect(findScoredFight({ fight_statid: 2 }, fights)).to.equal(undefined);
  });
});
