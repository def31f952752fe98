import { expect } from 'chai';
import { type TSchema, Type } from 'typebox';
import { findViolations } from '../../../contracts/schemas/validation/violations.ts';

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
const numbered = (more: Record<string, TSchema>) => Type.Object({ n: Type.Integer(), ...more });
const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'b1'];
const integers = Object.fromEntries(names.map((name) => [name, Type.Integer()]));
const kinds = Type.Union([
  Type.Object({ kind: Type.Literal('b'), ...integers }),
  numbered({ kind: Type.Literal('a') }),
]);
const words = Object.fromEntries(names.map((name) => [name, 'x']));
const slashed = Type.Object({ 'a/b': Type.Object({ 'c~d': short(1) }) });
const several = schemaOf({ type: 'object', dependentRequired: { a: ['b', 'c'] } });
const twice = schemaOf({ type: 'object', properties: { a: { type: 'string' } }, dependentRequired: { a: ['b'] } });
const inBranch = (kind: string) => ({ n: 'x', one: { kind, list: [1, 2], n: 1 } });
const atMost = (count: number) => `Must be an array of at most ${count} elements.`;

const rows: [title: string, schema: TSchema, value: unknown, ...said: string[]][] = [
  ['a list that is too long alone', numbered({ list: short(1) }), { n: 'x', list: [1, 'x'] }, `/list: ${atMost(1)}`],
  [
    'the first list that is too long',
    Type.Array(short(2)),
    [
      [1, 2],
      [1, 'x', 3],
      [1, 2, 3],
    ],
    `/1: ${atMost(2)}`,
  ],
  ['a long list below odd names', slashed, { 'a/b': { 'c~d': [1, 2] } }, `/a~1b/c~0d: ${atMost(1)}`],
  ['a list too long for its branch', numbered({ one: Named }), inBranch('a'), `/one/list: ${atMost(1)}`],
  ['no list short enough for its branch', numbered({ one: Named }), inBranch('b'), '/n: Must be an integer.'],
  ['a missing list', Type.Object({ c: short(1) }), {}, '/c: Is required.'],
  ['no list in place of an object', Type.Object({ a: slashed }), { a: null }, '/a: Must be an object.'],
  ['an object in place of a list', Type.Object({ d: short(1) }), { d: {} }, `/d: ${atMost(1)}`],
  ['the branch with fewer violations', Type.Union([triple, pair]), { a: 'x', b: 1 }, '/a: Must be an integer.'],
  ['the first branch, if it has fewer', Type.Union([pair, triple]), { a: 'x', b: 1 }, '/a: Must be an integer.'],
  ['the branch of the right type', Type.Union([Type.String(), numbered({})]), { n: 'y' }, '/n: Must be an integer.'],
  ['the choices of types', Type.Union([Live, Type.Array(Type.String())]), 'x', ': Must be an object or an array.'],
  ['what a met condition needs', Conditional, { a: 1 }, '/b: Is required.'],
  ['what an unmet condition needs', Conditional, { a: 2 }, '/c: Is required.'],
  ['members that go with one', several, { a: 1 }, '/a: Needs b, c beside it.'],
  ['the first violation of a place', twice, { a: 1 }, '/a: Needs b beside it.'],
  [
    'eight unknown members at most',
    Type.Object({}, { additionalProperties: false }),
    words,
    ...names.slice(0, 8).map((name) => `/${name}: Is not a known member.`),
  ],
  ['only the branch that is meant', kinds, { ...words, kind: 'a', n: 'x' }, '/n: Must be an integer.'],
  ['nothing about a value that fits', pair, { a: 1, b: 2 }],
];

describe('findViolations', () => {
  for (const [title, schema, value, ...said] of rows) {
    it(`reports ${title}`, () => {
      const found = findViolations(schema, value, 'en');
      expect(found.map(({ pointer, detail }) => `${pointer}: ${detail}`)).to.deep.equal(said);
    });
  }
});
