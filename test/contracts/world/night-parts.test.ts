import { expect } from 'chai';
import type { Tally } from '../../../contracts/world/feed/statistics.ts';
import { inOrder, scheduled } from '../../../contracts/world/night/card.ts';
import { fight } from '../../../contracts/world/night/fight.ts';
import { decide } from '../../../contracts/world/night/judges.ts';
import {
  type Card,
  createNight,
  crowdForBlue,
  type NightRound,
  parseRound,
  worldCard,
} from '../../../contracts/world/night/night.ts';
import { planEndings } from '../../../contracts/world/night/plan.ts';
import { between, chance, pick, shuffled } from '../../../contracts/world/night/random.ts';
import { type Frame, impression, lead, significantLanded } from '../../../contracts/world/night/tally.ts';

/** What chance gives, one after the other, and the last of them again and again. */
function given(...numbers: number[]): () => number {
  let next = 0;
  return () => numbers[Math.min(next++, numbers.length - 1)] as number;
}

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

describe('the card of a night', () => {
  it('is the live event of the world before its first fight', () => {
    const { event, currentFight, known } = worldCard;
    const { Fights = [], ...rest } = event;
    expect({ ...rest, currentFight, known }).to.deep.equal({
      ...{ EventID: '811', Timestamp: '2031/04/05 23:38:10', GMT: '2031-04-05T23:00Z' },
      ...{ Date: '2031-04-05', Time: '18:00:00', Venue: 'Arena Central', Country: 'Peru', City: 'Lima' },
      ...{ CurFight: '', EventStart: '', EventEnd: '', currentFight: '6415' },
      known: { 6416: { method: 'SUB', winner: 'blue', round: 1, second: 221 } },
    });
    expect(Fights.map(({ FightID, Fighters = [] }) => [FightID, ...Fighters.map(({ FighterID }) => FighterID)])).to.eql(
      [
        ['6411', '1822', '1830'],
        ['6412', '1841', '1842'],
        ['6413', '1834', '1835'],
        ['6415', '1803', '1804'],
        ['6416', '1851', '1852'],
      ],
    );
    const { length } = Fights;
    const before = { Status: 'Upcoming', CurRd: '0', Method: '', EndingRoundNum: null, FightActions: [] };
    expect(
      Fights.map(({ Status, CurRd, Method, EndingRoundNum, FightActions }) => ({
        ...{ Status, CurRd, Method, EndingRoundNum, FightActions },
      })),
    ).to.deep.equal(Array.from({ length }, () => before));
    const outcomes = Fights.flatMap(({ Fighters = [] }) => Fighters.map(({ Outcome }) => Outcome));
    expect(outcomes).to.deep.equal(Array.from({ length: 2 * length }, () => ''));
  });

  it('has its main event last, and from one to five rounds in each fight, three when that is unknown', () => {
    expect(inOrder(worldCard).map(({ FightID }) => FightID)).to.deep.equal(['6416', '6415', '6413', '6412', '6411']);
    const [known] = inOrder(worldCard);
    const rounds = ['', '0', 'x', '-4', '1', '2', '3', '5', '6', '12'].map((PossibleRds) =>
      known ? scheduled({ ...known, PossibleRds }) : 0,
    );
    expect(rounds).to.deep.equal([3, 3, 3, 1, 1, 2, 3, 5, 5, 5]);
  });

  it('may be without fights and without a time', () => {
    const card: Card = { event: { EventID: '5' }, currentFight: '', known: {} };
    expect(inOrder(card)).to.deep.equal([]);
    const { startMs, endMs, fights, rounds, posts } = createNight({ seed: 1, card });
    expect({ startMs, endMs, fights, rounds }).to.deep.equal({ startMs: 0, endMs: 60_000, fights: [], rounds: [] });
    const seconds = ['00', '05', '10', '15', '20', '25', '30', '35', '40', '45', '50', '55'];
    const times = [...seconds.map((second) => `00:00:${second}`), '00:01:00'];
    expect(posts.map(({ atMs, bout, update }) => ({ atMs, bout, update }))).to.deep.equal(
      times.map((time, index) => ({
        ...{ atMs: index * 5_000, bout: undefined },
        update: {
          sequence: index + 2,
          FMLiveFeed: {
            ...{ EventID: '5', Timestamp: `1970/01/01 ${time}`, CurFight: '' },
            ...{ EventStart: '00:00:00', EventEnd: index === 12 ? '00:01:00' : '', Fights: [] },
          },
        },
      })),
    );
  });

  it('is followed in its endings: those that content has stay, and the others are still planned', () => {
    const stoppage = { method: 'KO/TKO', winner: 'red', round: 2, second: 61 } as const;
    const planned = planEndings({ ...worldCard, known: { 6411: stoppage, 6412: { ...stoppage, round: 1 } } }, 3);
    expect([...planned].slice(0, 2)).to.deep.equal([
      ['6411', { method: 'KO/TKO', winner: 'red', round: 2, second: 61 }],
      ['6412', { method: 'KO/TKO', winner: 'red', round: 1, second: 61 }],
    ]);
    expect([...planned].slice(2).map(([, { method }]) => method)).to.include('SUB');
  });

  it('has a knockout, a submission and a decision where content has no endings, and what chance adds', () => {
    for (const [seed, endings] of [
      [2, ['6413 SUB blue 2 50', '6412 KO/TKO blue 3 125', '6411 SUB red 1 138']],
      [3, ['6416 SUB blue 1 131', '6415 KO/TKO red 3 261', '6413 KO/TKO blue 2 127', '6412 KO/TKO red 4 195']],
      [7, ['6416 SUB blue 1 105', '6412 SUB blue 3 183', '6411 KO/TKO red 2 165']],
      [11, ['6415 KO/TKO blue 2 254', '6411 SUB blue 5 67']],
    ] as const) {
      const planned = [...planEndings({ ...worldCard, known: {} }, seed)];
      expect(
        planned.map(([id, { method, winner, round, second }]) => [id, method, winner, round, second].join(' ')),
        `seed ${seed}`,
      ).to.deep.equal(endings);
    }
  });
});

describe('the start of a night at a round', () => {
  it('is written with or without the fight', () => {
    expect(['R2', 'r3', '6415:R1', '6411:r5'].map((text) => parseRound(text, worldCard))).to.deep.equal([
      { fight: '6415', round: 2 },
      { fight: '6415', round: 3 },
      { fight: '6415', round: 1 },
      { fight: '6411', round: 5 },
    ]);
  });

  it('is refused with a sentence when it is no round, or not of this night', () => {
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

  it('sums up each row in its last post before the bell', () => {
    const { startMs, endMs, rounds, posts } = createNight({ seed: 1, from: { fight: '6415', round: 2 } });
    expect([startMs, endMs]).to.deep.equal([1_305_000, 7_029_000]);
    expect(rounds.map(({ fight, round }) => `${fight}:R${round}`).join(' ')).to.equal(
      '6415:R2 6415:R3 6413:R1 6413:R2 6413:R3 6412:R1 6412:R2 6412:R3 6411:R1 6411:R2 6411:R3 6411:R4',
    );
    const first = posts.slice(0, 5).map(({ atMs, bout, opens, closes, update: { sequence } }) => ({
      ...{ atMs, bout, opens, closes, sequence },
    }));
    const folded = { atMs: 1_305_000, opens: undefined, closes: undefined };
    expect(first).to.deep.equal([
      { ...folded, bout: undefined, sequence: 299 },
      { ...folded, bout: '6416', sequence: 50 },
      { ...folded, bout: '6415', sequence: 63 },
      {
        ...{ atMs: 1_306_000, bout: undefined, sequence: 300 },
        ...{ opens: { fight: '6415', round: 2 }, closes: { fight: '6415', round: 1 } },
      },
      { atMs: 1_306_000, bout: '6415', opens: undefined, closes: undefined, sequence: 64 },
    ]);
  });
});

describe('the judges of a night', () => {
  it('add up their rounds, and two of the three decide', () => {
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

  it('leave nobody to interview after a draw', () => {
    const card = inOrder(worldCard).at(3);
    if (!card) throw new Error('the card is empty');
    const { result, actions } = fight(2, { ...card, PossibleRds: '2' }, undefined, 0);
    expect([result.winner, result.method, result.decision?.kind]).to.deep.equal([undefined, 'DEC', 'Draw']);
    expect(actions.slice(-4).map(({ Type }) => Type)).to.deep.equal([
      ...['Round_End', 'Fight_Over', 'Results', 'Fight_Complete'],
    ]);
  });
});

describe('the crowd of a night', () => {
  const round: NightRound = {
    ...{ round: 1, startMs: 1_000_000, endMs: 1_300_000 },
    frames: [ahead(0, 0), ahead(7, 5), ahead(-7, 10), ahead(14, 15), ahead(90, 20), ahead(-90, 25)],
  };

  it('sees what has happened so far: three in four a lead of seven, and never all of them the same', () => {
    const at = [-1_000, 0, 4_999, 5_000, 9_999, 10_000, 15_000, 20_000, 25_000, 299_000];
    const shares = at.map((ms) => Number(crowdForBlue(round, 1_000_000 + ms).toFixed(6)));
    expect(shares).to.deep.equal([0.5, 0.5, 0.5, 0.75, 0.75, 0.25, 0.9, 0.97, 0.03, 0.03]);
  });
});

describe('what a fighter has done', () => {
  const pairs: Tally = {
    ...{ headPunches: [1, 50], bodyPunches: [2, 50], headKicks: [4, 50], bodyKicks: [8, 50], legKicks: [16, 50] },
    clinch: [
      [32, 50],
      [64, 70],
      [128, 130],
    ],
  };

  it('counts significant strikes that landed, and weighs the rest', () => {
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

describe('chance in a night', () => {
  it('takes every number from the least to the most, and every item', () => {
    expect([0.24, 0.25].map((number) => chance(given(number), 0.25))).to.deep.equal([true, false]);
    expect([0, 0.33, 0.34, 0.999].map((number) => between(given(number), 4, 6))).to.deep.equal([4, 4, 5, 6]);
    expect([0, 0.33, 0.34, 0.999].map((number) => pick(given(number), ['a', 'b', 'c']))).to.deep.equal([
      ...['a', 'a', 'b', 'c'],
    ]);
    expect(thrown(() => pick(given(0), []))[0]).to.equal('Error');
    expect(shuffled(given(0.5, 0.9, 0.1, 0.7), ['a', 'b', 'c', 'd'])).to.deep.equal(['c', 'a', 'd', 'b']);
  });
});
