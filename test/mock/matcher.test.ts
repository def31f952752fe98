import { expect } from 'chai';
import { type Operation, operations } from '../../contracts/operations.ts';
import { findClosestMatch } from '../../mock/contracts/closest-match.ts';
import type { Contract } from '../../mock/contracts/contract.ts';
import { type choose, chooseAny, chooseNotFound, type MatchInput } from '../../mock/contracts/matcher.ts';

const operation = (id: string) => operations.find((one) => one.id === id) as Operation;

interface Of {
  of?: string;
  kind?: Contract['kind'];
  values?: Contract['values'];
  body?: unknown;
  states?: (string | Contract['states'][number])[];
  status?: number;
  problem?: string;
}
const contract = (id: string, about: Of = {}): Contract =>
  ({
    ...{ id, receiving: `request ${id}`, operation: operation(about.of ?? 'v3.fighter_media') },
    ...{ kind: about.kind ?? 'success', values: 'values' in about ? about.values : {} },
    states: (about.states ?? []).map((state) => (typeof state === 'string' ? { name: state, params: {} } : state)),
    ...{ request: { body: about.body }, reply: { status: about.status ?? 200, problem: about.problem } },
  }) as unknown as Contract;
const input = (values: MatchInput['values'], more: Partial<MatchInput> = {}): MatchInput => ({
  ...{ values, states: [] },
  ...more,
});

describe('the chosen contract', () => {
  const of = (choice: ReturnType<typeof choose>) => choice && [choice.contract.id, choice.match];
  const asked = input({ fighter_id: 1 });
  const exact = { values: { fighter_id: 1 } };
  const near = { values: { fighter_id: 1, limit: 2 } };
  const far = { values: { fighter_id: 2 } };
  const missing: Of = { kind: 'data-problem', status: 404 };

  for (const [title, wanted, contracts, chosen] of [
    ['none of none', [], [], undefined],
    [
      'a close one of any kind',
      [],
      [contract('a', { ...near, kind: 'outage' }), contract('b', far)],
      ['a', 'fallback'],
    ],
    [
      'the first where no state is asked',
      [],
      [contract('a', { ...exact, states: ['x', 'y'] }), contract('b', exact)],
      ['a', 'exact'],
    ],
    ['the one in the state', ['x'], [contract('a', exact), contract('b', { ...exact, states: ['x'] })], ['b', 'exact']],
    [
      'the one in no other state',
      ['x'],
      [contract('a', { ...exact, states: ['x', 'y'] }), contract('b', { ...exact, states: ['x'] })],
      ['b', 'exact'],
    ],
    [
      'the one in more of the states',
      ['x', 'y'],
      [contract('a', { ...exact, states: ['x'] }), contract('b', { ...exact, states: ['x', 'u', 'v', 'w', 'y'] })],
      ['b', 'exact'],
    ],
  ] as [string, string[], Contract[], unknown][]) {
    it(`by name is ${title}`, () => {
      expect(of(chooseAny(contracts, { ...asked, states: wanted }))).to.deep.equal(chosen);
    });
  }

  const event = 'v1.fight_metrics_live_event';
  const noEvent = contract('event', { ...missing, of: event, problem: 'live-event-not-found', values: { id: 9 } });
  const noFight = contract('fight', {
    ...missing,
    of: event,
    problem: 'live-fight-not-found',
    values: { id: 1, fight: 9 },
  });
  const bout = contract('bout', { of: event, values: { id: 1, fight: 2 } });
  const parts = [noEvent, noFight, bout];
  for (const [title, contracts, values, chosen] of [
    ['none without a contract', [contract('a', exact)], { fighter_id: 9 }, undefined],
    ['none of an outage', [contract('a', { ...missing, ...far, kind: 'outage' })], { fighter_id: 9 }, undefined],
    ['none for a known id', parts, { id: 1, fight: 2 }, undefined],
    ['that of the unknown id', parts, { id: 9 }, ['event', 'exact']],
    ['that of the unknown part', parts, { id: 1, fight: 9 }, ['fight', 'exact']],
    [
      'that of a single kind',
      [contract('a', { ...missing, values: { fighter_id: 9 }, problem: 'fighter-not-found' }), contract('b', exact)],
      { fighter_id: 8 },
      ['a', 'fallback'],
    ],
  ] as [string, Contract[], MatchInput['values'], unknown][]) {
    it(`for what is not found is ${title}`, () => {
      expect(of(chooseNotFound(contracts, input(values)))).to.deep.equal(chosen);
    });
  }
});

describe('findClosestMatch', () => {
  const asked = { fighter_id: 2, limit: 3, cursor: 'c' };
  const body = { a: 1, b: { c: 'x'.repeat(80) }, d: 4 };
  const contracts = [
    contract('problem', { kind: 'data-problem', values: asked }),
    contract('far', { values: { limit: 3, fighter_id: 1 } }),
    contract('near', { values: { limit: 2, fighter_id: 2 }, body }),
    contract('same', { values: { limit: 2, fighter_id: 2 }, body }),
  ];

  it('finds the closest success and each difference', () => {
    expect(findClosestMatch(contracts, input(asked, { body: { a: 2, d: 4 } }))).to.deep.equal({
      ...{ contract: 'near', receiving: 'request near' },
      differs: [
        '?limit: 2 en el contrato, 3 aquí',
        '?cursor: nada en el contrato, "c" aquí',
        '#/a: 1 en el contrato, 2 aquí',
        `#/b: {"c":"${'x'.repeat(54)} en el contrato, nada aquí`,
      ],
    });
    expect(findClosestMatch(contracts.slice(0, 1), input(asked))).to.equal(undefined);
  });

  const of = 'v1.fight_metrics_live_event';
  const ids = ['id: 1 in the contract, 2 here', '?fight: 1 in the contract, nothing here'];
  for (const [about, request, differs] of [
    [{ values: { fight: 1, id: 1 }, body: 'x' }, input({ id: 2 }), ids],
    [{ values: undefined, body: null }, input({ id: 2 }), ['id: nothing in the contract, 2 here']],
    [
      { body: { b: 1, c: { d: 1 } } },
      input({}, { body: { c: { d: 1, e: 2 } } }),
      ['#/b: 1 in the contract, nothing here'],
    ],
    [{ body: { b: 1 } }, input({}), ['#/b: 1 in the contract, nothing here']],
  ] as [Of, MatchInput, string[]][]) {
    it(`names ${differs} in English`, () => {
      expect(findClosestMatch([contract('a', { of, ...about })], request)?.differs).to.deep.equal(differs);
    });
  }
});
