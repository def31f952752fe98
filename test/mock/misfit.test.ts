import { expect } from 'chai';
import type { Rule } from '../../mock/contracts/pacts/matching-rules.ts';
import { findMisfit } from '../../mock/contracts/pacts/pact-file.ts';

/** Compares a reply with a pact and its matching rules. */
describe('findMisfit', () => {
  const rules = (all: Record<string, Rule[]>) => new Map(Object.entries(all));
  for (const [title, expected, actual, all, where] of [
    ['null or a text, null', 'x', null, { '$.a': [{ any: [{ match: 'null' }, { match: 'type' }] }] }, undefined],
    ['null or a text, a number', 'x', 1, { '$.a': [{ any: [{ match: 'null' }, { match: 'type' }] }] }, '$.a'],
    [
      'null beside a regex, as AND',
      'x',
      null,
      { '$.a': [{ match: 'null' }, { match: 'regex', regex: 'y' }] },
      undefined,
    ],
    ['a text for a flag', true, 'maybe', { '$.a': [{ match: 'boolean' }] }, '$.a'],
    ['the text of a flag', true, 'false', { '$.a': [{ match: 'boolean' }] }, undefined],
    ['null for an object', { b: 1 }, null, { '$.a': [{ match: 'type' }] }, '$.a'],
    ['equality of an object and null', { b: 1 }, null, { '$.a': [{ match: 'equality' }] }, '$.a'],
    ['a list for an object', { b: 1 }, [1], { '$.a': [{ match: 'type' }] }, '$.a'],
    ['an object of another depth', { b: 1 }, { b: { c: 1 } }, {}, '$.a.b'],
    ['a member that is missing', { b: 1 }, {}, {}, '$.a.b'],
    ['a list that is longer than its example', [1], [1, 1], {}, '$.a'],
    ['an integer', 1, 1.5, { '$.a': [{ match: 'integer' }] }, '$.a'],
    ['any number', 1, 1.5, { '$.a': [{ match: 'number' }] }, undefined],
    ['equality below a type', 'x', 'y', { $: [{ match: 'type' }], '$.a': [{ match: 'equality' }] }, '$.a'],
    ['equality of objects, one of which has more', { b: 1 }, { b: 1, c: 2 }, { '$.a': [{ match: 'equality' }] }, '$.a'],
    ['equality of objects, one of which has less', { b: 1, c: 2 }, { b: 1 }, { '$.a': [{ match: 'equality' }] }, '$.a'],
    [
      'equality of objects in another order',
      { b: 1, c: 2 },
      { c: 2, b: 1 },
      { '$.a': [{ match: 'equality' }] },
      undefined,
    ],
    ['a type above', 'x', 'y', { $: [{ match: 'type' }] }, undefined],
    ['a type above, as version 2 writes it', 'x', 'y', { $: [{ min: 0 }] }, undefined],
    ['a regex above does not cascade', 'x', 'y', { $: [{ match: 'notEmpty' }] }, '$.a'],
    ['a longer list', [1], [1, 2], { '$.a': [{ match: 'type', max: 1 }] }, '$.a'],
    ['a text that contains another', 'x', 'axb', { '$.a': [{ match: 'include', value: 'x' }] }, undefined],
    ['a text that does not', 'x', 'ab', { '$.a': [{ match: 'include', value: 'x' }] }, '$.a'],
    ['a date of any format', '2031-01-01', '2032-01-01', { '$.a': [{ match: 'date' }] }, undefined],
    ['a list of nothing in particular', [], [1, 'x'], { '$.a': [{ match: 'type' }] }, undefined],
    ['a row of another type', [1], [1, 'x'], { '$.a': [{ match: 'type' }] }, '$.a.1'],
    ['the exact path before a star', 'x', 'y', { '$.a': [{ match: 'equality' }], '$.*': [{ match: 'type' }] }, '$.a'],
  ] as const) {
    it(`compares ${title}`, () => {
      expect(findMisfit({ a: expected }, { a: actual }, rules(all as unknown as Record<string, Rule[]>))).to.equal(
        where,
      );
    });
  }
});
