import { expect } from 'chai';
import type { Values } from '../../contracts/operations.ts';
import type { Contract } from '../../mock/contracts/contract.ts';
import type { PactInteraction } from '../../mock/contracts/pacts/pact-file.ts';
import { addParameters } from '../../mock/contracts/pacts/state-parameters.ts';

type Params = Record<string, string | number>;
type Query = PactInteraction['request']['query'];

describe('the parameters of a state', () => {
  const contract = (name: string, values: Values | undefined, state: string, params: Params, body?: unknown) =>
    ({
      ...{ operation: { name }, values, request: { body } },
      states: [
        { name: 'there is no content', params: {} },
        { name: state, params },
      ],
    }) as unknown as Contract;
  const fighters = [
    contract('fighter', { id: 3101 }, 'a fighter exists', { id: 3101 }),
    contract('fighter', { id: 3102 }, 'a fighter exists', { id: 4102 }),
  ];
  const vote = (id: number, round: number, body: object) =>
    contract('fight_vote_cast', { id }, 'voting on the round is open', { fight_id: id, round_num: round }, body);
  const votes = [vote(2, 2, { round_num: 1 }), vote(2, 3, { round_num: 3 }), vote(5, 7, { round_num: 6, fight_id: 6 })];
  const held = contract('events', {}, 'the client holds the current representation', { path: '/held' });

  /** Those that are added to a state of version 2. */
  const added = (
    name: string,
    { own = [], all = [], ...known }: { own?: Contract[]; all?: Contract[]; values?: Values; body?: unknown },
    query: Query = [],
  ) => {
    const states = [{ name, params: { ignored: 1 } }];
    const interaction = { version: 2, states, request: { path: '/asked', query } } as unknown as PactInteraction;
    return addParameters(interaction, { own, values: known.values, body: known.body }, all).map((state) => {
      expect(state.name).to.equal(name);
      return state.params;
    })[0];
  };

  it('are those of the pact from version 3 on', () => {
    const states = [{ name: 'a fighter exists', params: { id: 1 } }];
    const interaction = { version: 3, states, request: { path: '/asked', query: [] } } as unknown as PactInteraction;
    expect(addParameters(interaction, { own: fighters, values: {}, body: undefined }, [])).to.equal(states);
  });

  for (const [title, state, known, params] of [
    ['none where it needs none', 'there is no content', { own: fighters }, {}],
    ['none where it is unknown', 'the moon is full', { own: fighters }, {}],
    ['none where only JavaScript knows it', 'toString', { own: fighters }, {}],
    ['of the first contract', 'a fighter exists', { own: fighters }, { id: 3101 }],
    [
      'of the request where the contract repeats its own',
      'a fighter exists',
      { own: fighters, values: { id: 9 } },
      { id: 9 },
    ],
    ['of the closest contract', 'a fighter exists', { own: fighters, values: { id: 3102 } }, { id: 4102 }],
    ['of another route where its own has none', 'a fighter exists', { own: [held], all: fighters }, { id: 3101 }],
    [
      'of its own route before another',
      'a fighter exists',
      { own: fighters.slice(1), all: fighters, values: { id: 3101 } },
      { id: 4102 },
    ],
    ['of no contract', 'a fighter exists', { own: [held], all: [held], values: { id: 9 } }, { id: undefined }],
    [
      'of the path, under another name',
      'voting on the round is open',
      { own: votes, values: { id: 9 }, body: {} },
      { fight_id: 9, round_num: 2 },
    ],
    [
      'of the closest body',
      'voting on the round is open',
      { own: votes, values: { id: 2 }, body: { round_num: 3 } },
      { fight_id: 2, round_num: 3 },
    ],
    [
      'of the body',
      'voting on the round is open',
      { own: [votes[1]], values: { id: 8 }, body: { round_num: 4 } },
      { fight_id: 8, round_num: 4 },
    ],
    [
      'of the contract where the body is a list',
      'voting on the round is open',
      { own: [votes[1]], values: { id: 8 }, body: [4] },
      { fight_id: 8, round_num: 3 },
    ],
    [
      'of the contract where the values differ',
      'voting on the round is open',
      { own: [votes[2]], values: { id: 8 }, body: { round_num: 4, fight_id: 4 } },
      { fight_id: 8, round_num: 7 },
    ],
  ] as [string, string, Parameters<typeof added>[1], object][]) {
    it(`are ${title}`, () => {
      expect(added(state, known)).to.deep.equal(params);
    });
  }

  it('are path and query where it needs the path', () => {
    const path = (query: Query) => added('the client holds the current representation', { own: [held] }, query);
    expect(path([])).to.deep.equal({ path: '/asked' });
    expect(path([['limit', '2']])).to.deep.equal({ path: '/asked?limit=2' });
    expect(
      path([
        ['limit', '2'],
        ['tag', 'a b'],
      ]),
    ).to.deep.equal({ path: '/asked?limit=2&tag=a+b' });
  });
});
