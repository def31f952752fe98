import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Stoppage } from '../../../contracts/world/night/card.ts';
import { randomOf } from '../../../contracts/world/night/random.ts';
import { fightRound, type Style } from '../../../contracts/world/night/round.ts';

const styles: Record<'blue' | 'red', Style> = {
  blue: { pace: 1.2, accuracy: 0.9, power: 6, wrestling: 1.7 },
  red: { pace: 0.8, accuracy: 1.1, power: 3, wrestling: 1.4 },
};

const rounds = (name: string, stoppage?: (index: number) => Stoppage) =>
  Array.from({ length: 12 }, (_, index) => fightRound(randomOf(name, index), styles, stoppage?.(index)));

const submissions = () =>
  rounds('submissions', (index) => ({
    ...{ method: 'SUB', winner: index % 2 === 0 ? 'blue' : 'red', round: 1, second: 45 + 20 * index },
  }));
const knockouts = () =>
  rounds('knockouts', (index) => ({
    ...{ method: 'KO/TKO', winner: index % 2 === 0 ? 'blue' : 'red', round: 1, second: 46 + 21 * index },
  }));

describe('a round of a night', () => {
  it('of the same chance is the same on every machine, to its bell or to its stoppage', () => {
    const digests = [rounds('to the bell'), submissions(), knockouts()].map((fought) =>
      createHash('sha256').update(JSON.stringify(fought)).digest('hex').slice(0, 16),
    );
    expect(digests).to.deep.equal(['1321739becc84ca1', '534ef456fe64a830', '113a70a7f89aa582']);
  });

  it('has a frame every five seconds and at its end', () => {
    const seconds = [submissions(), knockouts()].map(([first]) => first?.frames.map(({ second }) => second));
    expect(seconds).to.deep.equal([
      [0, 5, 10, 15, 20, 25, 30, 35, 40, 45],
      [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 46],
    ]);
  });

  it('leads up to its stoppage in the last twenty-five seconds', () => {
    const ends = [submissions(), knockouts()].map((fought) =>
      fought.slice(0, 4).map(({ frames, actions }) => {
        const end = frames.at(-1)?.second ?? 0;
        const last = actions.filter(({ second }) => second >= end - 25);
        return last.map(({ second, type, corner }) => `${second - end} ${type} ${corner}`);
      }),
    );
    expect(ends).to.deep.equal([
      [
        ['-6 Submission blue'],
        ['-25 Grappling red', '-6 Submission red'],
        ['-25 Takedown blue', '-6 Submission blue'],
        ['-25 Grappling red', '-6 Submission red'],
      ],
      [
        ['-25 Grappling blue', '-10 Striking blue', '-8 Striking blue', '-8 KD blue'],
        ['-25 Grappling red', '-15 Striking red', '-10 Striking red', '-8 Striking red', '-8 KD red'],
        ['-10 Striking blue', '-8 Striking blue', '-8 KD blue'],
        ['-25 Grappling blue', '-20 Striking red', '-8 Striking red', '-8 KD red'],
      ],
    ]);
  });

  it('has strikes at a distance to where chance aims', () => {
    for (const [target, kind] of [
      [0, 'headPunches'],
      [0.549, 'headPunches'],
      [0.55, 'bodyPunches'],
      [0.669, 'bodyPunches'],
      [0.67, 'headKicks'],
      [0.729, 'headKicks'],
      [0.73, 'bodyKicks'],
      [0.829, 'bodyKicks'],
      [0.83, 'legKicks'],
      [0.999, 'legKicks'],
    ] as const) {
      // Blue throws one strike, which misses; nothing else happens.
      const chances = [0, 0, target];
      const { frames, actions } = fightRound(() => chances.shift() ?? 0.9999, styles, undefined);
      expect(actions).to.deep.equal([]);
      const misses = { headPunches: 0, bodyPunches: 0, headKicks: 0, bodyKicks: 0, legKicks: 0, [kind]: 1 };
      const expected = Object.fromEntries(Object.entries(misses).map(([name, missed]) => [name, [0, missed]]));
      expect(frames.at(-1)?.blue, `${target}`).to.deep.include(expected);
    }
  });
});
