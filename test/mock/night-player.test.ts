import { expect } from 'chai';
import { countCrowd } from '../../mock/night/crowd.ts';
import { type NightOptions, NightPlayer } from '../../mock/night/night.ts';

/** Paused, so that its time is what the test seeks. With seed 7, 6416 ends first, then 6415, 6413, 6412 and 6411. */
function paused(more: Partial<NightOptions> = {}): NightPlayer {
  const night = new NightPlayer({ speed: 10, seed: 7, voters: 500, ...more });
  night.pause();
  night.seek(0);
  return night;
}

describe('NightPlayer', () => {
  const none = { fight: null, round: null, open: [] };
  const first = { fight: '6416', round: 1 };
  const second = [1, 2].map((round) => ({ fight: '6415', round }));
  const last = { state: 'over', at: 5_693, fight: '6411', round: 2, open: [] };
  for (const [seconds, clock, rest] of [
    [0, '2031-04-05T23:00:00Z', none],
    [235, '2031-04-05T23:03:55Z', { ...first, open: [first] }],
    [595.999, '2031-04-05T23:09:55Z', { ...first, open: [first] }],
    [596, '2031-04-05T23:09:56Z', { ...first, open: [] }],
    [741, '2031-04-05T23:12:21Z', { ...none, fight: '6415' }],
    [1_306, '2031-04-05T23:21:46Z', { fight: '6415', round: 2, open: second }],
    [5_693, '2031-04-06T00:34:53Z', last],
    [9_000, '2031-04-06T00:34:53Z', last],
  ] as const) {
    it(`has its status at ${seconds} s`, () => {
      const night = paused();
      night.seek(seconds * 1_000);
      const known = { seed: 7, speed: 10, voters: 500, state: 'paused', ends_at: 5_693, event: '811' };
      expect(night.status()).to.deep.equal({ ...known, clock, at: Math.floor(seconds), ...rest });
    });
  }
});

describe('countCrowd', () => {
  const counted = (night: NightPlayer, seconds: number, fight: string, fighter1: number | null) => {
    night.seek(seconds * 1_000);
    const { votes = [], scores = [] } = countCrowd(night, fight, fighter1) ?? {};
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
    expect(countCrowd(paused(), '1', 1_851)).to.equal(undefined);
  });
});
