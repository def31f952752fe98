import { expect } from 'chai';
import { type TSchema, Type } from 'typebox';
import { Excerpt } from '../../../contracts/schemas/validation/excerpt.ts';
import { compileOnce, once } from '../../../contracts/schemas/validation/fits.ts';
import { findMismatches } from '../../../contracts/schemas/validation/mismatches.ts';
import { meantBranches, unknownName } from '../../../contracts/schemas/validation/unions.ts';

const Live = Type.Object({ page: Type.Literal('live'), title: Type.String() });
const Chat = Type.Object({ page: Type.Literal('chat'), enabled: Type.Boolean() });
const Plain = Type.Object({ title: Type.String() });

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

describe('what is said about a value that does not fit', () => {
  for (const [title, schema, value, said] of rows) {
    it(`is ${title}`, () => {
      const found = findMismatches(schema, value, 'en');
      expect(found.map(({ pointer, detail }) => [pointer, detail])).to.deep.equal(said);
    });
  }
});

describe('the branches of a union', () => {
  it('are meant by their constants, all of them; else those without constants are', () => {
    const both = Type.Object({ page: Type.Literal('live'), kind: Type.Literal('b') });
    const branches = [Live, Plain, Chat, both, Type.Null()];
    const indexes = (value: unknown) =>
      meantBranches(branches, value).map((branch) => branches.indexOf(branch as never));
    expect(indexes({ page: 'live' })).to.deep.equal([0]);
    expect(indexes({ page: 'live', kind: 'b' })).to.deep.equal([0, 3]);
    for (const value of [{ page: 'news' }, {}, null, undefined, 'x', [1]]) {
      expect(indexes(value), JSON.stringify(value)).to.deep.equal([1, 4]);
    }
  });

  it('are named by the first constant that all have, in an object only', () => {
    const Named = Type.Object({ 'a/b': Type.Literal(1), page: Type.Literal('news') });
    const detail = 'Must be "live" or "chat".';
    expect(unknownName([Live, Chat], { page: 'x' }, 'en')).to.deep.equal({ pointer: '/page', detail });
    expect(unknownName([Live, Named], { page: 'x' }, 'es')).to.deep.equal({
      ...{ pointer: '/page', detail: 'Debe ser "live" o "news".' },
    });
    expect(unknownName([Named], {}, 'en')).to.deep.equal({ pointer: '/a~1b', detail: 'Must be 1.' });
    for (const value of [null, undefined, 'x', 1, ['x']]) {
      expect(unknownName([Live, Chat], value, 'en'), JSON.stringify(value)).to.equal(undefined);
    }
    for (const branches of [[Live, Plain], [Plain, Live], [Named, Live], []]) {
      expect(unknownName(branches, { page: 'x' }, 'en')).to.equal(undefined);
    }
  });
});

describe('the excerpt of a value', () => {
  const Counts = Type.Array(Type.Integer());

  it('has of each list the elements that do not fit, eight of them at most', () => {
    const value = { rows: [[1], [2, 'x', 'y'], [], ['z']], n: 1, other: [1] };
    const excerpt = new Excerpt(Type.Object({ rows: Type.Array(Counts), n: Counts, none: Counts }), value);
    expect(excerpt.value).to.deep.equal({ rows: [['x', 'y'], ['z']], n: 1, other: [1] });
    expect(value.rows[1]).to.deep.equal([2, 'x', 'y']);
    const many = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? index : String(index)));
    expect(new Excerpt(Counts, many).value).to.deep.equal(['1', '3', '5', '7', '9', '11', '13', '15']);
  });

  it('says where its places are in the whole', () => {
    const value = { rows: [[1], [2, 'x', 'y'], ['z']], 'a/b': { n: [1, 'x'] }, none: null };
    const schema = Type.Object({ rows: Type.Array(Counts), 'a/b': Type.Object({ n: Counts }) });
    const excerpt = new Excerpt(schema, value);
    for (const [place, whole] of [
      ['', ''],
      ['/rows', '/rows'],
      ['/rows/0', '/rows/1'],
      ['/rows/0/1', '/rows/1/2'],
      ['/rows/1/0', '/rows/2/0'],
      ['/a~1b/n/0', '/a~1b/n/1'],
      ['/rows/7', '/rows/7'],
      ['/none/0/1', '/none/0/1'],
    ] as const) {
      expect(excerpt.pointerInWhole(place), place).to.equal(whole);
    }
  });

  it('is the whole of what is no list, of a list of anything, and of one that is judged as a whole', () => {
    for (const value of [null, 'x', 1, undefined]) expect(new Excerpt(Counts, value).value).to.equal(value);
    for (const keywords of [{ if: {} }, { minItems: 1 }, { uniqueItems: true }, { contains: {} }]) {
      const schema = schemaOf({ type: 'array', items: { type: 'integer' }, ...keywords });
      expect(new Excerpt(schema, [1, 'x']).value, JSON.stringify(keywords)).to.deep.equal([1, 'x']);
    }
    expect(new Excerpt(schemaOf({ type: 'array' }), [1, 'x']).value).to.deep.equal([1, 'x']);
    expect(new Excerpt(schemaOf({ type: 'array', items: { type: 'integer' } }), [1, 'x']).value).to.deep.equal(['x']);
  });
});

describe('what is made once for a schema', () => {
  it('is kept, be it false', () => {
    const asked: TSchema[] = [];
    const isText = once((schema) => {
      asked.push(schema);
      return 'pattern' in schema;
    });
    const [one, other] = [Type.String(), Type.String({ pattern: 'x' })];
    expect([isText(one), isText(one), isText(other), isText(other)]).to.deep.equal([false, false, true, true]);
    expect(asked).to.deep.equal([one, other]);
    expect(compileOnce(one)).to.equal(compileOnce(one));
    expect(compileOnce(one).Check('x')).to.equal(true);
  });
});
