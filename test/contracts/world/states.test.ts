import { expect } from 'chai';
import { stateViolation } from '../../../common/state-violation.ts';

describe('provider states', () => {
  it('are refused if unknown or incomplete', () => {
    const needs =
      'the state "clients have voted" needs the parameters fight_id, round_num, fighter1_votes, fighter2_votes:';
    const votes = { fight_id: 88005, round_num: 1, fighter1_votes: 0, fighter2_votes: 3 };
    for (const [name, params, sentence] of [
      ['there is no content', undefined, undefined],
      ['there is no content', { id: 1 }, undefined],
      ['clients have voted', votes, undefined],
      ['clients have voted', { ...votes, fight_id: undefined }, `${needs} fight_id is missing.`],
      ['clients have voted', { ...votes, round_num: null, more: 1 }, `${needs} round_num is missing.`],
      [
        'clients have voted',
        { zebra: 1, fight_id: 1, round_nun: 1, fighter1_votes: 2 },
        `${needs} round_num, fighter2_votes is missing. Did you mean "round_num"?`,
      ],
      ['a fighter exists', undefined, 'the state "a fighter exists" needs the parameters id: id is missing.'],
      ['toString', {}, 'no provider sets up the state "toString" (contracts/states.ts).'],
      [
        'a fighter exist',
        { id: 1 },
        'no provider sets up the state "a fighter exist" (contracts/states.ts). Did you mean "a fighter exists"?',
      ],
    ] as const) {
      expect(stateViolation({ name, ...(params && { params }) }), name).to.equal(sentence);
    }
  });
});
