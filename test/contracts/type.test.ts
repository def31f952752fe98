import { expect } from 'chai';
import { Type as TypeBox } from 'typebox';
import { Type } from '../../contracts/schemas/type.ts';

/** What JSON shows, in order, and what it does not. */
function propertiesOf(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const properties = Object.entries(Object.getOwnPropertyDescriptors(schema));
  const [shown, hidden] = [true, false].map((isShown) => properties.filter(([, one]) => one.enumerable === isShown));
  const read = ([name, { value }]: (typeof properties)[number]) => [name, propertiesOf(value)];
  return { shown: shown?.map(read), hidden: Object.fromEntries(hidden?.map(read) ?? []) };
}

/** Each builder, with and without keywords. */
const schemas = (build: typeof Type): Record<string, unknown> => ({
  string: [build.String(), build.String({ minLength: 1, $id: 'Name' })],
  integer: [build.Integer(), build.Integer({ minimum: 1 })],
  number: [build.Number(), build.Number({ maximum: 2 })],
  boolean: [build.Boolean(), build.Boolean({ description: 'Whether.' })],
  null: [build.Null(), build.Null({ description: 'Nothing.' })],
  never: [build.Never(), build.Never({ description: 'Not here.' })],
  literal: [build.Literal('live'), build.Literal(10), build.Literal(true, { description: 'Always.' })],
  enum: [build.Enum(['a', 'b']), build.Enum(['0', '1'], { type: 'string' })],
  array: [build.Array(build.String()), build.Array(build.Null(), { maxItems: 3 })],
  union: [build.Union([build.String(), build.Null()]), build.Union([build.Integer()], { description: 'One.' })],
  object: [
    build.Object({}),
    build.Object({ a: build.String(), b: build.Optional(build.Integer()) }, { additionalProperties: false }),
    build.Object({ b: build.Optional(build.Integer()) }),
  ],
  record: [
    build.Record(build.String(), build.Number()),
    build.Record(build.String(), build.Null(), { minProperties: 1 }),
  ],
  optional: [build.Optional(build.Object({ a: build.Null() }, { $id: 'A' })), build.Optional(build.Union([]))],
  with: [
    build.With(build.String({ description: 'Old.', minLength: 1 }), { description: 'New.' }),
    build.With(build.Optional(build.Integer()), { minimum: 1 }),
  ],
});

describe('the builders of schemas', () => {
  const expected = schemas(TypeBox as unknown as typeof Type);
  const made = schemas(Type);
  for (const name of Object.keys(expected)) {
    it(`make for ${name} what TypeBox makes`, () => {
      expect(propertiesOf(made[name])).to.deep.equal(propertiesOf(expected[name]));
    });
  }

  it('leave the schema that they are given as it was', () => {
    const given = Type.String();
    Type.Optional(given);
    Type.With(given, { minLength: 1 });
    expect(propertiesOf(given)).to.deep.equal(propertiesOf(TypeBox.String()));
  });

  for (const name of ['IsOptional', 'IsArray', 'IsNull', 'IsObject', 'IsUnion'] as const) {
    it(`find with ${name} what TypeBox finds, whoever made it`, () => {
      const values = [
        ...Object.values(made).flat(),
        ...Object.values(expected).flat(),
        undefined,
        null,
        1,
        'x',
        {},
        [],
      ];
      expect(values.map((value) => Type[name](value as never))).to.deep.equal(
        values.map((value) => TypeBox[name](value as never)),
      );
    });
  }
});
