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

describe('fightRound', () => {
  it('is the same for the same random numbers', () => {
    const digests = [rounds('to the bell'), submissions(), knockouts()].map((fought) =>
      createHash('sha256').update(JSON.stringify(fought)).digest('hex').slice(0, 16),
    );
    expect(digests).to.deep.equal(['1321739becc84ca1', '534ef456fe64a830', '113a70a7f89aa582']);
  });

  it('picks the target of a strike at random', () => {
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
