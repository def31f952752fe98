import { expect } from 'chai';
import { fitsRules, isCascading, type Rule } from '../../mock/contracts/pacts/matching-rules.ts';
import { findViolation } from '../../mock/contracts/pacts/pact-file.ts';

describe('findViolation', () => {
  const rules = (all: Record<string, Rule[]>) => new Map(Object.entries(all));
  const type: Rule = { match: 'type' };
  const equal: Rule = { match: 'equality' };
  const contains = (index: number, within: Record<string, Rule[]>) => ({
    '$.a': [{ match: 'arrayContains', variants: [{ index, rules: rules(within) }] }],
  });
  const both = { '$.a': [{ match: 'arrayContains', variants: [0, 1].map((index) => ({ index, rules: rules({}) })) }] };
  for (const [title, expected, actual, all, where] of [
    ['null or a text, null', 'x', null, { '$.a': [{ any: [{ match: 'null' }, { match: 'type' }] }] }, undefined],
    ['null for an object', { b: 1 }, null, { '$.a': [{ match: 'type' }] }, '$.a'],
    ['a member that is missing', { b: 1 }, {}, {}, '$.a.b'],
    ['a list that is longer than its example', [1], [1, 1], {}, '$.a'],
    ['equality below a type', 'x', 'y', { $: [{ match: 'type' }], '$.a': [{ match: 'equality' }] }, '$.a'],
    ['equality of objects in another order', { b: 1, c: 2 }, { c: 2, b: 1 }, { '$.a': [equal] }, undefined],
    ['a type above', 'x', 'y', { $: [{ match: 'type' }] }, undefined],
    ['a type above, as version 2 writes it', 'x', 'y', { $: [{ min: 0 }] }, undefined],
    ['the exact path before a star', 'x', 'y', { '$.a': [{ match: 'equality' }], '$.*': [{ match: 'type' }] }, '$.a'],
    ['the last of two rules', 'x', 'y', { '$.a': [{ match: 'type' }], "$['a']": [{ match: 'equality' }] }, '$.a'],
    ['a longer path before stars', { b: 'x' }, { b: 'y' }, { '$.a.*': [equal], '$.*.b': [type], $: [type] }, undefined],
    ['a rule of another path', 'x', 'y', { '$.b': [type] }, '$.a'],
    ['a type that is closer than another rule', { b: 1 }, { b: 2 }, { $: [type], '$.a': [equal] }, '$.a'],
    ['a name in quotes', { 'b c': 1 }, { 'b c': 2 }, { "$.a['b c']": [type] }, undefined],
    ['an index', [1, 1], [2, 1], { '$.a[0]': [type] }, undefined],
    ['another index', [1, 1], [1, 2], { '$.a[0]': [type] }, '$.a.1'],
    ['any index', [1, 1], [2, 3], { '$.a[*]': [type] }, undefined],
    ['rows that are like the first', [1], [2, 3, 4], { '$.a': [{ match: 'type' }] }, undefined],
    ['a list that is shorter than its example', [1, 1], [1], {}, '$.a'],
    ['more members than are named', { b: 1 }, { b: 1, c: 2 }, {}, undefined],
    ['the second of two members', { b: 1, c: 2 }, { b: 1, c: 3 }, {}, '$.a.c'],
    ['null where a matcher takes it', { b: 1 }, null, { '$.a': [type, { match: 'null' }] }, undefined],
    ['null below a type', { b: 1 }, { b: null }, { '$.a': [type] }, '$.a.b'],
    ['a variant that is there', [1, { b: 'x' }], [{ b: 'y' }, { b: 'x' }], contains(1, { '$.b': [equal] }), undefined],
    ['a variant that is not there', [1, { b: 'x' }], [{ b: 'y' }, 1], contains(1, { '$.b': [equal] }), '$.a'],
    ['a variant of another row', ['x', 'y'], ['x'], contains(1, {}), '$.a'],
    ['all variants, one of which is not there', ['x', 'y'], ['y', 'z'], both, '$.a'],
    ['all variants in another order', ['x', 'y'], ['z', 'y', 'x'], both, undefined],
    ['variants beside a type', ['x', 'y'], ['z'], { '$.a': [type, ...both['$.a']] }, '$.a'],
  ] as const) {
    it(`compares ${title}`, () => {
      const given = rules(all as unknown as Record<string, Rule[]>);
      expect(findViolation({ a: expected }, { a: actual }, given)).to.equal(where);
    });
  }
});

describe('fitsRules', () => {
  const deep = { a: { b: 1 }, c: [1, 2] };
  for (const [title, rules, expected, fitting, unfitting] of [
    ['a type', [{ match: 'type' }], 'x', ['', 'y'], [1, null, {}, [], true, undefined]],
    ['the type of a list', [{ match: 'type' }], [1], [[], [1, 2, 3]], [{}, 'x', null]],
    ['a least length', [{ match: 'type', min: 2 }], [1], [[1, 2]], [[1], []]],
    ['a greatest length', [{ match: 'type', max: 2 }], [1], [[], [1, 2]], [[1, 2, 3]]],
    ['a length, as version 2 writes it', [{ min: 1, max: 1 }], [1], [[1]], [[], [1, 2], 'x']],
    ['no length of a text', [{ match: 'type', min: 2, max: 3 }], 'x', ['', 'x', 'long enough'], [1]],
    ['equality of a text', [{ match: 'equality' }], 'x', ['x'], ['y', 'X', null]],
    ['equality of an object', [{ match: 'equality' }], deep, [{ c: [1, 2], a: { b: 1 } }], [{ ...deep, a: { b: 2 } }]],
    ['a regex', [{ match: 'regex', regex: '^a+$' }], 'a', ['a', 'aa'], ['', 'b', null]],
    ['a regex, which no object fits', [{ match: 'regex', regex: 'object|1' }], 'x', ['object', 1], [{}, [1], null]],
    ['a regex of another language', [{ match: 'regex', regex: '(?i)^a$' }], 'a', ['a', 'b', 1], [{}]],
    ['null or any text', [{ match: 'null' }, { match: 'type' }], 'x', [null, 'y'], [1]],
    ['either', [{ any: [{ match: 'null' }, { match: 'integer' }] }], 2, [null, 1], ['x', {}]],
    ['both', ['a', 'b'].map((value) => ({ match: 'include', value })), 'x', ['ab', 'ba'], ['a', 'b']],
    ['a part', [{ match: 'include', value: '1' }], 'x', ['1', 'a1b', 12], ['2', [1], { 1: 1 }]],
    ['an unknown matcher', [{ match: 'of-a-plugin' }], '1.0.0', ['2.0.0', ''], [1, null]],
  ] as [string, Rule[], unknown, unknown[], unknown[]][]) {
    it(`accepts the values of ${title}`, () => {
      const found = (values: unknown[]) => values.filter((value) => fitsRules(rules, expected, value));
      expect([found(fitting), found(unfitting)]).to.deep.equal([fitting, []]);
    });
  }

  it('applies type rules below their path', () => {
    const cascading: Rule[] = [{ match: 'type' }, {}, { min: 1 }, { max: 1 }, { match: 'type', regex: 'a' }];
    const others: Rule[] = [{ match: 'regex', regex: 'a' }, { regex: 'a' }, { any: [] }, { match: 'equality' }];
    expect([...cascading, ...others].filter(isCascading)).to.deep.equal(cascading);
  });
});
