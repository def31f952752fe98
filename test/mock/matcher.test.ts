import { expect } from 'chai';
import { type Operation, operations } from '../../contracts/operations.ts';
import { describeClosestMatch, findClosestMatch, splitValues } from '../../mock/contracts/closest-match.ts';
import type { Contract } from '../../mock/contracts/contract.ts';
import {
  choose,
  chooseAny,
  chooseNotFound,
  containsPart,
  distance,
  isInState,
  type MatchInput,
  narrow,
} from '../../mock/contracts/matcher.ts';

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

describe('a value that contains a part', () => {
  for (const [whole, part, is] of [
    [{ a: 1, b: 2 }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: { b: 1, c: 2 } }, { a: { c: 2 } }, true],
    [{ a: { b: 1 } }, { a: { b: 2 } }, false],
    [[1, { a: 1, b: 2 }], [1, { a: 1 }], true],
    [[1, 2], [2, 1], false],
    [[1, 2], [1], false],
    [{ 0: 1, length: 1 }, [1], false],
    [[1], { 0: 1 }, false],
    ['ab', {}, false],
    [null, {}, false],
    [{}, null, false],
    [null, null, true],
    [undefined, undefined, true],
    [0, -0, false],
    [Number.NaN, Number.NaN, true],
    ['1', 1, false],
  ]) {
    it(`${JSON.stringify(whole)} and ${JSON.stringify(part)}`, () => {
      expect(containsPart(whole, part)).to.equal(is);
    });
  }
});

describe('how far a request is from a contract', () => {
  const own = { fighter_id: 1, limit: 2 };
  for (const [title, of, asked, far] of [
    ['the same values', { values: own }, input(own), 0],
    ['the same values in another order', { values: own }, input({ limit: 2, fighter_id: 1 }), 0],
    ['another id in the path', { values: own }, input({ ...own, fighter_id: 3 }), 1_000_000],
    ['no id in the path', { values: own }, input({ limit: 2 }), 500_000],
    ['an id in the path that the contract has not', { values: { limit: 2 } }, input(own), 500_000],
    ['another query', { values: own }, input({ ...own, limit: 3 }), 2_000],
    ['no query', { values: own }, input({ fighter_id: 1 }), 1_000],
    ['a further query', { values: own }, input({ ...own, cursor: 'x' }), 1_000],
    ['all of it', { values: own }, input({ fighter_id: 2, limit: 3, cursor: 'x' }), 1_003_000],
    ['invalid values', { values: undefined }, input({}), Number.MAX_SAFE_INTEGER],
    ['any body where the contract has none', {}, input({}, { body: { a: 1 } }), 0],
    ['a body with more', { body: { a: 1 } }, input({}, { body: { a: 1, b: 2 } }), 0],
    ['a body with one other member', { body: { a: 1, b: 2, c: 3 } }, input({}, { body: { a: 1, b: 3, c: 3 } }), 1],
    ['a body without two members', { body: { a: 1, b: 2, c: 3 } }, input({}, { body: { c: 3 } }), 2],
    ['a body with more in a member', { body: { a: { b: 1 }, c: 1 } }, input({}, { body: { a: { b: 1, d: 2 } } }), 1],
    ['no body', { body: { a: 1, b: 2 } }, input({}), 2],
    ['a text for a body', { body: { a: 1, b: 2 } }, input({}, { body: 'x' }), 2],
    ['the same text', { body: 'x' }, input({}, { body: 'x' }), 0],
    ['another text', { body: 'long' }, input({}, { body: 'x' }), 1],
    ['another body than null', { body: null }, input({}, { body: {} }), 1],
    ['query and body', { values: own, body: { a: 1 } }, input({ ...own, limit: 1 }, { body: {} }), 2_001],
  ] as [string, Of, MatchInput, number][]) {
    it(`is ${far} for ${title}`, () => {
      expect(distance(contract('a', of), asked)).to.equal(far);
    });
  }
});

describe('the contract that is chosen', () => {
  const of = (choice: ReturnType<typeof choose>) => choice && [choice.contract.id, choice.match];
  const asked = input({ fighter_id: 1 });
  const exact = { values: { fighter_id: 1 } };
  const near = { values: { fighter_id: 1, limit: 2 } };
  const far = { values: { fighter_id: 2 } };
  const missing: Of = { kind: 'data-problem', status: 404 };

  for (const [title, contracts, chosen] of [
    ['none of none', [], undefined],
    ['none of outages', [contract('a', { ...exact, kind: 'outage' })], undefined],
    ['the exact success', [contract('a', far), contract('b', exact), contract('c', exact)], ['b', 'exact']],
    [
      'the exact success before a problem',
      [contract('a', { ...missing, ...exact }), contract('b', exact)],
      ['b', 'exact'],
    ],
    ['the exact problem', [contract('a', near), contract('b', { ...missing, ...exact })], ['b', 'exact']],
    ['the closest success', [contract('a', far), contract('b', near)], ['b', 'fallback']],
    [
      'a success before a closer problem',
      [contract('a', { ...missing, ...near }), contract('b', far)],
      ['b', 'fallback'],
    ],
    ['a problem where there is no success', [contract('a', { ...missing, ...far })], ['a', 'fallback']],
  ] as [string, Contract[], unknown][]) {
    it(`is ${title}`, () => {
      expect(of(choose(contracts, asked))).to.deep.equal(chosen);
    });
  }

  for (const [title, wanted, contracts, chosen] of [
    ['none of none', [], [], undefined],
    ['an exact one of any kind', [], [contract('a', far), contract('b', { ...exact, kind: 'outage' })], ['b', 'exact']],
    [
      'a close one of any kind',
      [],
      [contract('a', { ...near, kind: 'outage' }), contract('b', far)],
      ['a', 'fallback'],
    ],
    [
      'the closest, whatever its states',
      ['x'],
      [contract('a', { ...near, states: ['x'] }), contract('b', exact)],
      ['b', 'exact'],
    ],
    [
      'the first where no state is asked',
      [],
      [contract('a', { ...exact, states: ['x', 'y'] }), contract('b', exact)],
      ['a', 'exact'],
    ],
    ['the first of the same states', ['x'], [contract('a', exact), contract('b', exact)], ['a', 'exact']],
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
    ['none of another status', [contract('a', { ...missing, ...far, status: 409 })], { fighter_id: 9 }, undefined],
    ['none of an outage', [contract('a', { ...missing, ...far, kind: 'outage' })], { fighter_id: 9 }, undefined],
    ['none for a known id', parts, { id: 1, fight: 2 }, undefined],
    ['none for a known id, whatever else', parts, { id: 1, fight: 2, limit: 5 }, undefined],
    ['the first for an unknown id', parts, { id: 3, fight: 2 }, ['event', 'fallback']],
    ['that of the unknown id', parts, { id: 9 }, ['event', 'exact']],
    ['that of the part for an unknown part', parts, { id: 1, fight: 3 }, ['fight', 'fallback']],
    ['that of the unknown part', parts, { id: 1, fight: 9 }, ['fight', 'exact']],
    [
      'that of a single kind',
      [contract('a', { ...missing, values: { fighter_id: 9 }, problem: 'fighter-not-found' }), contract('b', exact)],
      { fighter_id: 8 },
      ['a', 'fallback'],
    ],
    [
      'none where a success has no values',
      [contract('a', { ...missing, problem: 'fighter-not-found' }), contract('b', { values: undefined })],
      {},
      undefined,
    ],
  ] as [string, Contract[], MatchInput['values'], unknown][]) {
    it(`for what is not found is ${title}`, () => {
      expect(of(chooseNotFound(contracts, input(values)))).to.deep.equal(chosen);
    });
  }
});

describe('the contracts that fit preferences', () => {
  const all = [
    contract('a', { states: ['x', 'y'], status: 503 }),
    contract('b', { states: ['x'], status: 404 }),
    contract('c', { states: ['z'] }),
    contract('d', { status: 503, states: ['x'] }),
  ];
  const fitting = (preferences: Partial<Parameters<typeof narrow>[1]>) => {
    const { left, unknown } = narrow(all, { states: [], code: undefined, example: undefined, ...preferences });
    return unknown ?? left?.map(({ id }) => id);
  };
  for (const [preferences, expected] of [
    [{}, ['a', 'b', 'c', 'd']],
    [{ states: ['x'] }, ['a', 'b', 'd']],
    [{ states: ['x', 'y'] }, ['a']],
    [{ states: ['y', 'u'] }, { preference: 'state', known: ['x', 'y', 'z'] }],
    [{ example: 'b' }, ['b']],
    [{ example: 'request c' }, ['c']],
    [
      { example: 'u', states: ['z'] },
      { preference: 'example', known: ['request c'] },
    ],
    [{ code: 503 }, ['a', 'd']],
    [{ code: 418 }, { preference: 'code', known: [200, 404, 503] }],
    [
      { code: 200, states: ['x'] },
      { preference: 'code', known: [404, 503] },
    ],
    [
      { code: 404, states: ['x'], example: 'a' },
      { preference: 'code', known: [503] },
    ],
    [{ code: 503, states: ['x'], example: 'request d' }, ['d']],
  ] as const) {
    it(JSON.stringify(preferences), () => {
      expect(fitting(preferences as Partial<Parameters<typeof narrow>[1]>)).to.deep.equal(expected);
    });
  }

  it('are in a state with the same parameters, as texts', () => {
    const one = contract('a', {
      states: [
        { name: 'x', params: { id: 1, round: 2 } },
        { name: 'y', params: {} },
      ],
    });
    const is = (state: string, params?: Record<string, string | number>) => isInState(one, { state, params });
    expect([is('x'), is('y'), is('x', { id: '1' }), is('x', { round: 2, id: 1 })]).to.deep.equal([
      true,
      true,
      true,
      true,
    ]);
    expect([is('z'), is('x', { id: 2 }), is('y', { id: 1 }), is('x', { id: 1, round: 3 })]).to.deep.equal([
      ...[false, false, false, false],
    ]);
  });
});

describe('the closest match', () => {
  const long = 'x'.repeat(80);
  const asked = { fighter_id: 2, limit: 3, cursor: 'c' };
  const contracts = [
    contract('problem', { kind: 'data-problem', values: asked }),
    contract('far', { values: { limit: 3, fighter_id: 1 } }),
    contract('near', { values: { limit: 2, fighter_id: 2 }, body: { a: 1, b: { c: long }, d: 4 } }),
    contract('same', { values: { limit: 2, fighter_id: 2 }, body: { a: 1, b: { c: long }, d: 4 } }),
  ];

  it('is the first of the closest successes, with each part that differs', () => {
    expect(findClosestMatch(contracts, input(asked, { body: { a: 2, d: 4 } }))).to.deep.equal({
      contract: 'near',
      receiving: 'request near',
      differs: [
        '?limit: 2 en el contrato, 3 aquí',
        '?cursor: nada en el contrato, "c" aquí',
        '#/a: 1 en el contrato, 2 aquí',
        `#/b: {"c":"${'x'.repeat(54)} en el contrato, nada aquí`,
      ],
    });
  });

  it('names the path first, also in English, and needs neither a body nor valid values', () => {
    const of = 'v1.fight_metrics_live_event';
    expect(
      findClosestMatch([contract('a', { of, values: { fight: 1, id: 1 }, body: 'x' })], input({ id: 2 })),
    ).to.deep.equal({
      ...{ contract: 'a', receiving: 'request a' },
      differs: ['id: 1 in the contract, 2 here', '?fight: 1 in the contract, nothing here'],
    });
    expect(
      findClosestMatch([contract('a', { of, values: undefined, body: null })], input({ id: 2 }))?.differs,
    ).to.deep.equal(['id: nothing in the contract, 2 here']);
    expect(
      findClosestMatch([contract('a', { of, body: { b: 1, c: { d: 1 } } })], input({}, { body: { c: { d: 1, e: 2 } } }))
        ?.differs,
    ).to.deep.equal(['#/b: 1 in the contract, nothing here']);
    expect(findClosestMatch([contract('a', { of, body: { b: 1 } })], input({}))?.differs).to.deep.equal([
      '#/b: 1 in the contract, nothing here',
    ]);
    expect(findClosestMatch(contracts.slice(0, 1), input(asked))).to.equal(undefined);
  });

  it('is described in one sentence, in the language of the family', () => {
    const match = { contract: '3f2a', receiving: 'a request', differs: ['id: 1', '?limit: 2'] };
    expect(['v3.fighter', 'v1.fighter'].map((id) => describeClosestMatch(match, operation(id)))).to.deep.equal([
      'Ningún contrato cubre esta solicitud; el más cercano es "a request" (3f2a): id: 1; ?limit: 2.',
      'No contract covers this request; the closest is "a request" (3f2a): id: 1; ?limit: 2.',
    ]);
  });

  it('has values of the path and of the query', () => {
    expect(splitValues(operation('v3.fighter_media'), { limit: 2, fighter_id: 1 })).to.deep.equal({
      params: { fighter_id: 1 },
      query: { limit: 2 },
    });
  });
});
