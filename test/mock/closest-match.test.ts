import { expect } from 'chai';
import { type Operation, operations } from '../../contracts/operations.ts';
import { findClosestMatch } from '../../mock/contracts/closest-match.ts';
import type { Contract } from '../../mock/contracts/contract.ts';
import type { MatchInput } from '../../mock/contracts/matcher.ts';

const operation = (id: string) => operations.find((one) => one.id === id) as Operation;

interface Of {
  of?: string;
  kind?: Contract['kind'];
  values?: Contract['values'];
  body?: unknown;
}
const contract = (id: string, about: Of = {}): Contract =>
  ({
    ...{ id, receiving: `request ${id}`, operation: operation(about.of ?? 'v3.fighter_media') },
    ...{ kind: about.kind ?? 'success', values: 'values' in about ? about.values : {} },
    ...{ states: [], request: { body: about.body }, reply: { status: 200 } },
  }) as unknown as Contract;
const input = (values: MatchInput['values'], more: Partial<MatchInput> = {}): MatchInput => ({
  ...{ values, states: [] },
  ...more,
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
