import { expect } from 'chai';
import { inOrder, scheduled } from '../../../contracts/world/night/card.ts';
import { createNight, parseRound, worldCard } from '../../../contracts/world/night/night.ts';

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
