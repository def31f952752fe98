import { expect } from 'chai';
import { type Operation, operations } from '../../contracts/operations.ts';
import { interactionSource } from '../../mock/control/interaction-source.ts';

describe('interactionSource', () => {
  const sourceOf = (id: string, given: object) => {
    const operation = operations.find((one) => one.id === id) as Operation;
    return interactionSource({ ...{ operation, params: {}, query: {}, closestMatch: undefined, count: 1 }, ...given });
  };

  it('writes a whole interaction', () => {
    expect(sourceOf('v1.alerts', { query: { limit: 2 }, count: 4 })).to.deep.equal({
      ...{ operation: 'v1.alerts', request: 'GET /api/v1/us/alerts?limit=2', count: 4 },
      interaction: [
        "success('alerts', 'v1', {",
        "  receiving: 'a request for alerts with limit 2',",
        "  given: given('the sample content is published'),",
        '  request: {',
        '    query: {',
        '      limit: 2,',
        '    },',
        '  },',
        '  body: {}, // the reply that the client relies on',
        '}),',
      ].join('\n'),
    });
    expect(sourceOf('v1.events', {}).interaction).to.not.contain('request: {');
  });

  for (const [id, params, request, given] of [
    ['v3.octagon_girl', { id: 9 }, '/octagon_girls/9', "'a ring presenter exists', { id: 9 }"],
    ['v3.octagon_girl', {}, '/octagon_girls/', "'the sample content is published'"],
    [
      ...(['v3.fighters_stats.weight_class', { weight_class: 'LW' }, '/fighters/stats/weight_class/LW'] as const),
      "'the sample content is published'",
    ],
  ] as const) {
    it(`gives ${given} to ${request}`, () => {
      const source = sourceOf(id, { params });
      expect(source.request).to.equal(`GET /api/v3/mobile${request}`);
      expect(source.interaction.split('\n')[2]).to.equal(`  given: given(${given}),`);
    });
  }

  it('quotes member names only where needed', () => {
    const { interaction } = sourceOf('v3.score_round', { body: { $a_1: 1, '1a': [], 'a-b': true, b: null } });
    expect(interaction).to.contain(
      "    body: {\n      $a_1: 1,\n      '1a': [],\n      'a-b': true,\n      b: null,\n    },",
    );
  });
});
