import { expect } from 'chai';
import { given, stateFault, states } from '../../../contracts/states.ts';

describe('the provider states', () => {
  it('are these, with these parameters, in their order', () => {
    const id = ['id'];
    const round = ['fight_id', 'round_num'];
    const live = {
      'an event is live': ['statid'],
      'the feed of a past event was received': ['statid'],
      'no event is live': [],
      'no feed was received for the event': ['statid'],
      'no statistics were received for the bout': ['event_statid', 'statid'],
      'a snapshot was received': ['event_statid', 'sequence'],
    };
    const ballots = {
      'voting on the round is open': round,
      'voting on the round has closed': round,
      'the client has voted': [...round, 'fighter_statid', 'client_id'],
      'the client has not voted': ['fight_id', 'client_id'],
      'clients have voted': [...round, 'fighter1_votes', 'fighter2_votes'],
      'nobody has voted': ['fight_id'],
      'scoring of the round is open': round,
      'scoring of the round has closed': round,
      'the client has scored the round': [...round, 'fighter1_score', 'fighter2_score', 'client_id'],
      'nobody has scored': ['event_id'],
    };
    const troubles = {
      'the client holds the current representation': ['path'],
      'bodies are limited': ['bytes'],
      'the client has asked too often': [],
      'the store does not answer': [],
      'the store does not reply in time': [],
      'a stored fighter is damaged': id,
      'the service is draining': [],
    };
    expect(Object.entries(states)).to.deep.equal(
      Object.entries({
        'the sample content is published': [],
        'there is no content': [],
        'a fighter exists': id,
        'there is no such fighter': id,
        'a fighter without news or media exists': id,
        'an article exists': id,
        'there is no such article': id,
        'a media item exists': id,
        'there is no such media item': id,
        'a ring presenter exists': id,
        'there is no such ring presenter': id,
        'a translation exists': id,
        'there is no such translation': id,
        'an event exists': id,
        'there is no such event': id,
        'an event without fights or media exists': id,
        'a fight exists': id,
        'there is no such fight': id,
        ...live,
        ...ballots,
        ...troubles,
      }),
    );
  });

  it('are given with their parameters, or without any', () => {
    expect(given('a fighter exists', { id: 3107 })).to.deep.equal({ name: 'a fighter exists', params: { id: 3107 } });
    expect(given('no event is live')).to.deep.equal({ name: 'no event is live', params: {} });
  });

  it('are refused with a sentence when nobody knows them, or when a parameter is missing', () => {
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
      expect(stateFault({ name, ...(params && { params }) }), name).to.equal(sentence);
    }
  });
});
