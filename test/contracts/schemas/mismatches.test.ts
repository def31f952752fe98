import { expect } from 'chai';
import { type TSchema, Type } from 'typebox';
import { findMismatches } from '../../../contracts/schemas/validation/mismatches.ts';

const Live = Type.Object({ page: Type.Literal('live'), title: Type.String() });

/** A schema as JSON has it: with keywords that TypeBox does not make. */
const schemaOf = (keywords: object) => Type.Unsafe(keywords) as TSchema;

const short = (maxItems: number) => Type.Array(Type.Integer(), { maxItems });

const Named = Type.Union([
  Type.Object({ kind: Type.Literal('a'), list: short(1), n: Type.Integer() }),
  Type.Object({ kind: Type.Literal('b'), list: short(2), n: Type.Integer() }),
]);

const Conditional = schemaOf(
  JSON.parse('{"if":{"properties":{"a":{"const":1}}},"then":{"required":["b"]},"else":{"required":["c"]}}'),
);

const pair = Type.Object({ a: Type.Integer(), b: Type.Integer() });
const triple = Type.Object({ a: Type.Integer(), b: Type.Integer(), c: Type.Integer() });
const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'b1'];
const integer = (pointer: string): [string, string] => [pointer, 'Must be an integer.'];
const missing = (pointer: string): [string, string] => [pointer, 'Is required.'];

const rows: [title: string, schema: TSchema, value: unknown, said: [string, string][]][] = [
  [
    'only a list that is too long, whatever else does not fit',
    Type.Object({ n: Type.Integer(), list: short(1) }),
    { n: 'x', list: [1, 'x'] },
    [['/list', 'Must be an array of at most 1 elements.']],
  ],
  [
    'only the first of lists that are too long, and none that is just as long as it may be',
    Type.Array(short(2)),
    [[1, 2], [1, 'x', 3], [1, 2, 3], 'x'],
    [['/1', 'Must be an array of at most 2 elements.']],
  ],
  [
    'a list that is too long below names with characters of a pointer',
    Type.Object({ 'a/b': Type.Object({ 'c~d': short(1) }), n: Type.Integer() }),
    { 'a/b': { 'c~d': [1, 2] }, n: 'x' },
    [['/a~1b/c~0d', 'Must be an array of at most 1 elements.']],
  ],
  [
    'a list that is too long for the branch that is meant',
    Type.Object({ n: Type.Integer(), one: Named }),
    { n: 'x', one: { kind: 'a', list: [1, 2], n: 'x' } },
    [['/one/list', 'Must be an array of at most 1 elements.']],
  ],
  [
    'no list that is short enough for the branch that is meant',
    Type.Object({ n: Type.Integer(), one: Named }),
    { n: 'x', one: { kind: 'b', list: [1, 2], n: 1 } },
    [integer('/n')],
  ],
  [
    'no list that is not there, and nothing in place of one',
    Type.Object({ a: Type.Object({ list: short(1) }), b: Type.Object({ list: short(1) }), c: short(1), d: short(1) }),
    { a: null, b: 'x', d: {} },
    [
      ['/c', 'Is required.'],
      ['/a', 'Must be an object.'],
      ['/b', 'Must be an object.'],
      ['/d', 'Must be an array of at most 1 elements.'],
    ],
  ],
  [
    'no elements of a list of anything',
    Type.Object({ list: schemaOf({ type: 'array', maxItems: 3 }), n: Type.Integer() }),
    { list: [1, [2]], n: 'x' },
    [integer('/n')],
  ],
  ['the branch with fewer faults', Type.Union([triple, pair]), { a: 'x', b: 1 }, [integer('/a')]],
  ['the branch with fewer faults, if it is the first', Type.Union([pair, triple]), { a: 'x', b: 1 }, [integer('/a')]],
  [
    'the branch with more faults, if the other is none for such a value at all',
    Type.Union([Type.String(), pair]),
    { a: 'x', b: 'y' },
    [integer('/a'), integer('/b')],
  ],
  [
    'the choices, if the only branch that is meant is none for such a value at all',
    Type.Union([Live, Type.Array(Type.String())]),
    'x',
    [['', 'Must be an object or an array.']],
  ],
  ['what a condition needs, if it is met', Conditional, { a: 1 }, [missing('/b')]],
  ['what a condition needs, if it is not met', Conditional, { a: 2 }, [missing('/c')]],
  [
    'several members that go with one',
    schemaOf({ type: 'object', dependentRequired: { a: ['b', 'c'] } }),
    { a: 1 },
    [['/a', 'Needs b, c beside it.']],
  ],
  [
    'one fault of each place, the first',
    schemaOf({ type: 'object', properties: { a: { type: 'string' } }, dependentRequired: { a: ['b'] } }),
    { a: 1 },
    [['/a', 'Needs b beside it.']],
  ],
  [
    'eight unknown members at most, of any number',
    Type.Object({}, { additionalProperties: false }),
    Object.fromEntries(names.map((name) => [name, 1])),
    names.slice(0, 8).map((name): [string, string] => [`/${name}`, 'Is not a known member.']),
  ],
  [
    'only the fault in the branch that is meant, however many others have',
    Type.Union([
      Type.Object({ kind: Type.Literal('b'), ...Object.fromEntries(names.map((name) => [name, Type.Integer()])) }),
      Type.Object({ kind: Type.Literal('a'), n: Type.Integer() }),
    ]),
    { kind: 'a', n: 'x', ...Object.fromEntries(names.map((name) => [name, 'x'])) },
    [integer('/n')],
  ],
  ['nothing about a value that fits', pair, { a: 1, b: 2 }, []],
];

describe('findMismatches', () => {
  for (const [title, schema, value, said] of rows) {
    it(`reports ${title}`, () => {
      const found = findMismatches(schema, value, 'en');
      expect(found.map(({ pointer, detail }) => [pointer, detail])).to.deep.equal(said);
    });
  }
});
