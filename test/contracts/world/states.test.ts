import { expect } from 'chai';
import { stateViolation } from '../../../common/state-violation.ts';

describe('provider states', () => {
  it('are refused if unknown or incomplete', () => {
    const lacks = (names: string) =>
      `the state "clients have voted" lacks ${names}; it needs fight_id, round_num, fighter1_votes, fighter2_votes.`;
    const votes = { fight_id: 88005, round_num: 1, fighter1_votes: 0, fighter2_votes: 3 };
    for (const [name, params, sentence] of [
      ['there is no content', undefined, undefined],
      ['there is no content', { id: 1 }, undefined],
      ['clients have voted', votes, undefined],
      ['clients have voted', { ...votes, fight_id: undefined }, lacks('fight_id')],
      ['clients have voted', { ...votes, round_num: null, more: 1 }, lacks('round_num')],
      [
        'clients have voted',
        { zebra: 1, fight_id: 1, round_nun: 1, fighter1_votes: 2 },
        `${lacks('round_num, fighter2_votes')} Did you mean "round_num"?`,
      ],
      ['a fighter exists', undefined, 'the state "a fighter exists" lacks id; it needs id.'],
      ['toString', {}, 'unknown state "toString"; GET /__mock/states lists all.'],
      [
        'a fighter exist',
        { id: 1 },
        'unknown state "a fighter exist"; GET /__mock/states lists all. Did you mean "a fighter exists"?',
      ],
    ] as const) {
      expect(stateViolation({ name, ...(params && { params }) }), name).to.equal(sentence);
    }
  });
});
