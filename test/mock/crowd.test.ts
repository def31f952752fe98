import { expect } from 'chai';
import { countCrowd } from '../../mock/night/crowd.ts';
import { type NightOptions, NightPlayer } from '../../mock/night/night.ts';

/** Paused, so that its time is what the test seeks. With seed 7, 6416 ends first, then 6415, 6413, 6412 and 6411. */
function paused(more: Partial<NightOptions> = {}): NightPlayer {
  const night = new NightPlayer({ speed: 10, seed: 7, voters: 500, ...more });
  night.setPaused(true);
  night.seek(0);
  return night;
}

describe('countCrowd', () => {
  const counted = (night: NightPlayer, seconds: number, fight: string, fighter1: number | null) => {
    night.seek(seconds * 1_000);
    const { votes = [], scores = [] } = countCrowd(night, { statid: Number(fight), fighter1_statid: fighter1 }) ?? {};
    return {
      votes: [...votes].map(([round, { fighter1Votes, fighter2Votes }]) => [round, fighter1Votes, fighter2Votes]),
      scores: [...scores].map(([round, one]) => [round, one.count, one.fighter1Sum, one.fighter2Sum]),
    };
  };

  for (const [voters, fight, seconds, fighter1, votes, scores] of [
    [500, '6416', 235, 1_851, [[1, 5, 5]], [[1, 0, 0, 0]]],
    [500, '6416', 456, 1_851, [[1, 434, 66]], [[1, 0, 0, 0]]],
    [500, '6416', 470, 1_851, [[1, 434, 66]], [[1, 58, 580, 520]]],
    [500, '6416', 516, 1_851, [[1, 434, 66]], [[1, 250, 2_500, 2_233]]],
    [7, '6415', 1_270, 1_803, [[1, 4, 3]], [[1, 1, 9, 10]]],
    [0, '6415', 1_300, null, [[1, 0, 0]], [[1, 0, 0, 0]]],
  ] as const) {
    it(`counts ${voters} voters of ${fight} at ${seconds} s`, () => {
      expect(counted(paused({ voters }), seconds, fight, fighter1)).to.deep.equal({ votes, scores });
    });
  }

  it('is undefined for a fight of another card', () => {
    expect(countCrowd(paused(), { statid: 1, fighter1_statid: 1_851 })).to.equal(undefined);
  });
});
