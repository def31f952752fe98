import { expect } from 'chai';
import { createNight } from '../../contracts/world/night/night.ts';
import { countCrowd } from '../../mock/night/crowd.ts';
import type { NightPlayer } from '../../mock/night/night.ts';

describe('countCrowd', () => {
  const night = createNight({ seed: 7 });
  /** Of the fight that ends in its first round, at 456 s, for fighter 1 of the blue corner. */
  const at = (seconds: number, fighter1 = 1851) => {
    const player = { night, atMs: seconds * 1_000, options: { voters: 400 } } as unknown as NightPlayer;
    const crowd = countCrowd(player, '6416', fighter1);
    return { votes: crowd?.votes.get(1), scores: crowd?.scores.get(1) };
  };

  it('votes for the fighter who is ahead', () => {
    expect(at(234)).to.deep.equal({ votes: undefined, scores: undefined });
    expect(at(456).votes).to.deep.equal({ fighter1Votes: 347, fighter2Votes: 53 });
    expect(at(456, 1852).votes).to.deep.equal({ fighter1Votes: 53, fighter2Votes: 347 });
  });

  it('sends scorecards of half the crowd within a minute', () => {
    expect([456, 486, 516, 900].map((seconds) => at(seconds).scores?.count)).to.deep.equal([0, 100, 200, 200]);
  });

  it('gives ten points to the winner of a round', () => {
    expect(at(516).scores).to.deep.equal({ count: 200, fighter1Sum: 2_000, fighter2Sum: 1_786 });
    expect(at(516, 1852).scores).to.deep.equal({ count: 200, fighter1Sum: 1_786, fighter2Sum: 2_000 });
  });
});
