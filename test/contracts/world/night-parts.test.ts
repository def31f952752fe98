import { expect } from 'chai';
import type { Tally } from '../../../contracts/world/feed/statistics.ts';
import { inOrder, scheduled } from '../../../contracts/world/night/card.ts';
import { decide } from '../../../contracts/world/night/judges.ts';
import {
  createNight,
  crowdForBlue,
  type NightRound,
  parseRound,
  worldCard,
} from '../../../contracts/world/night/night.ts';
import { type Frame, impression, lead, significantLanded } from '../../../contracts/world/night/tally.ts';

/** A round at its bell in which blue, or below zero red, is so far ahead. */
const ahead = (by: number, second = 300): Frame => ({
  second,
  positions: { distance: second, clinch: 0, ground: 0 },
  blue: { headPunches: [Math.max(0, by), 90] },
  red: { headPunches: [Math.max(0, -by), 90] },
});

const thrown = (act: () => unknown): [name: string, message: string] => {
  try {
    act();
  } catch (error) {
    if (error instanceof Error) return [error.name, error.message];
  }
  return ['nothing', ''];
};

describe('card of a night', () => {
  it('has the main event last', () => {
    expect(inOrder(worldCard).map(({ FightID }) => FightID)).to.deep.equal(['6416', '6415', '6413', '6412', '6411']);
    const [known] = inOrder(worldCard);
    const rounds = ['', '0', 'x', '-4', '1', '2', '3', '5', '6', '12'].map((PossibleRds) =>
      known ? scheduled({ ...known, PossibleRds }) : 0,
    );
    expect(rounds).to.deep.equal([3, 3, 3, 1, 1, 2, 3, 5, 5, 5]);
  });
});

describe('parseRound', () => {
  it('reads a round with or without the fight', () => {
    expect(['R2', 'r3', '6415:R1', '6411:r5'].map((text) => parseRound(text, worldCard))).to.deep.equal([
      { fight: '6415', round: 2 },
      { fight: '6415', round: 3 },
      { fight: '6415', round: 1 },
      { fight: '6411', round: 5 },
    ]);
  });

  it('refuses a round that does not exist', () => {
    const unread = (text: string) => `A round is written R2, or 6415:R2 with the FightID before it; not ${text}.`;
    for (const [text, sentence] of [
      ...['', 'R0', 'R22', 'xR2', 'R2x', '0415:R1', '12345678901:R1'].map((text) => [text, unread(text)] as const),
      ['1:R1', 'The card has no fight 1; it has 6416, 6415, 6413, 6412, 6411.'],
      ['R4', 'Fight 6415 is scheduled for 3 rounds.'],
      ['6411:R6', 'Fight 6411 is scheduled for 5 rounds.'],
    ] as const) {
      expect(thrown(() => parseRound(text, worldCard))).to.deep.equal(['NoSuchRound', sentence]);
    }
    expect(thrown(() => createNight({ seed: 1, from: { fight: '6416', round: 2 } }))).to.deep.equal([
      'NoSuchRound',
      'With seed 1 fight 6416 ends in round 1, before round 2.',
    ]);
  });
});

describe('decide', () => {
  it('follows two of the three judges', () => {
    for (const { seed, leads, winner, kind, rounds } of [
      { seed: 72, leads: [2, -2], winner: 'blue', kind: 'Unanimous', rounds: ['BB', 'BB', 'BB'] },
      { seed: 9, leads: [2, -2], winner: 'red', kind: 'Unanimous', rounds: ['RR', 'RR', 'RR'] },
      { seed: 18, leads: [2, -2], winner: 'blue', kind: 'Split', rounds: ['BB', 'RR', 'BB'] },
      { seed: 30, leads: [2, -2], winner: 'red', kind: 'Split', rounds: ['RR', 'BB', 'RR'] },
      { seed: 11, leads: [2, -2], winner: 'blue', kind: 'Majority', rounds: ['BB', 'BR', 'BB'] },
      { seed: 0, leads: [2, -2], winner: 'red', kind: 'Majority', rounds: ['BR', 'RR', 'RR'] },
      { seed: 1, leads: [2, -2], winner: undefined, kind: 'Draw', rounds: ['BB', 'RR', 'BR'] },
      { seed: 29, leads: [2, -2], winner: undefined, kind: 'Draw', rounds: ['BR', 'RR', 'RB'] },
      { seed: 3, leads: [2, -2], winner: undefined, kind: 'Draw', rounds: ['RB', 'BB', 'BR'] },
      // Only who adds almost six points to a lead sees the other ahead, or a round of ten to eight.
      { seed: 3, leads: [5.5], winner: 'blue', kind: 'Split', rounds: ['R', 'B', 'B'] },
      { seed: 3, leads: [-31.5], winner: 'red', kind: 'Unanimous', rounds: ['r', 'R', 'R'] },
      { seed: 1, leads: [27, -36], winner: 'red', kind: 'Majority', rounds: ['BR', 'Br', 'Br'] },
    ]) {
      const names = [
        ['Eva', 'Jurado'],
        ['Tomás', 'Tarjeta'],
        ['Olga', 'Puntos'],
      ];
      const judges = rounds.map((written, index) => {
        const scores = [...written].map((letter) => ({ B: [10, 9], R: [9, 10], r: [8, 10] })[letter] ?? []);
        const [blue, red] = [0, 1].map((corner) => scores.reduce((sum, score) => sum + (score[corner] ?? 0), 0));
        const [FirstName, LastName] = names[index] ?? [];
        return { FirstName, LastName, rounds: scores, blue, red };
      });
      const decision = decide(
        seed,
        '6413',
        leads.map((by) => ahead(by)),
      );
      expect(decision, `seed ${seed}, ${leads}`).to.deep.equal({ winner, kind, judges });
    }
  });
});

describe('crowdForBlue', () => {
  const round: NightRound = {
    ...{ round: 1, startMs: 1_000_000, endMs: 1_300_000 },
    frames: [ahead(0, 0), ahead(7, 5), ahead(-7, 10), ahead(14, 15), ahead(90, 20), ahead(-90, 25)],
  };

  it('follows the lead so far', () => {
    const at = [-1_000, 0, 4_999, 5_000, 9_999, 10_000, 15_000, 20_000, 25_000, 299_000];
    const shares = at.map((ms) => Number(crowdForBlue(round, 1_000_000 + ms).toFixed(6)));
    expect(shares).to.deep.equal([0.5, 0.5, 0.5, 0.75, 0.75, 0.25, 0.9, 0.97, 0.03, 0.03]);
  });
});

describe('impression', () => {
  const pairs: Tally = {
    ...{ headPunches: [1, 50], bodyPunches: [2, 50], headKicks: [4, 50], bodyKicks: [8, 50], legKicks: [16, 50] },
    clinch: [
      [32, 50],
      [64, 70],
      [128, 130],
    ],
  };

  it('counts significant strikes and weighs the rest', () => {
    expect(significantLanded({})).to.equal(0);
    expect(impression({})).to.equal(0);
    const ground: Tally['ground'] = [
      [256, 300],
      [512, 600],
      [1_024, 2_000],
    ];
    expect(significantLanded({ ...pairs, ground, lightClinch: [7, 7], lightGround: [9, 9] })).to.equal(2_047);
    for (const [tally, weight] of [
      [{ legKicks: [3, 9] }, 3],
      [{ knockDowns: 2 }, 16],
      [{ takedowns: [2, 5] }, 6],
      [{ submissions: 2 }, 6],
      [{ reversals: 3 }, 6],
      [{ standups: 3 }, 0],
      [{ control: { clinch: 6, guard: 12, back: 18 } }, 3],
      [{ knockDowns: 1, takedowns: [1, 1], submissions: 1, reversals: 1, control: { mount: 24 } }, 18],
    ] as const) {
      expect(impression(tally), JSON.stringify(tally)).to.equal(weight);
    }
    expect([ahead(5), ahead(0), ahead(-5)].map(lead)).to.deep.equal([5, 0, -5]);
  });
});
