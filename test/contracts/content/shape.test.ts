import { expect } from 'chai';
import { shape, without } from '../../../contracts/content/shape.ts';
import { nullable } from '../../../contracts/schemas/common.ts';
import { Type } from '../../../contracts/schemas/type.ts';

const Place = Type.Object({ name: Type.String(), seats: nullable(Type.Integer()) }, { additionalProperties: false });
const properties = {
  id: Type.Integer(),
  title: Type.String({ minLength: 1 }),
  note: nullable(Type.String()),
  image: Type.Optional(Type.String({ minLength: 1 })),
  size: Type.Integer(),
  rate: Type.Optional(nullable(Type.Number())),
  place: Place,
  former: nullable(Place),
  places: Type.Array(Place),
  others: Type.Array(Place, { maxItems: 2 }),
  tags: Type.Array(Type.String(), { minItems: 1 }),
};
const shouted = {
  schema: Type.Object({ name: Type.Number() }),
  normalise: (raw: unknown) => ({ name: `${(raw as { name: number }).name}!` }),
};
const { schema, normalise } = shape<Record<string, unknown>>(properties, {
  localized: ['title', 'image'],
  empty: { size: 0 },
  nested: { others: shouted },
});

const nothing = { type: 'null' };
const text = { type: 'string', minLength: 1 };
const localized = (wording: object) => ({
  anyOf: [
    {
      type: 'object',
      required: ['es_US'],
      properties: { es_US: wording, en_US: { anyOf: [wording, nothing] } },
    },
    {
      type: 'object',
      required: ['en_US'],
      properties: { es_US: { anyOf: [wording, nothing] }, en_US: wording },
    },
  ],
});
const place = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, seats: { anyOf: [{ type: 'integer' }, nothing] } },
};
const blank = { type: 'string', const: '' };

describe('the form of a record', () => {
  it('has a schema that takes unknown keys, empty values and texts in two languages', () => {
    expect(schema).to.deep.equal({
      type: 'object',
      required: ['id', 'title', 'place', 'places', 'others', 'tags'],
      properties: {
        id: { type: 'integer' },
        title: { anyOf: [text, localized(text)] },
        note: { anyOf: [{ type: 'string' }, nothing] },
        image: { anyOf: [text, localized({ type: 'string' }), blank, nothing] },
        size: { anyOf: [{ type: 'integer' }, nothing] },
        rate: { anyOf: [{ type: 'number' }, blank, nothing] },
        place,
        former: { anyOf: [place, nothing] },
        places: { type: 'array', items: place },
        others: {
          type: 'array',
          items: { type: 'object', required: ['name'], properties: { name: { type: 'number' } } },
          maxItems: 2,
        },
        tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
      },
    });
  });

  it('is stored with its keys alone, at any depth', () => {
    const hall = { name: 'Sala', city: 'Lima' };
    const raw = {
      id: 7,
      title: 'T',
      place: hall,
      places: [hall, { name: 'B', seats: 9 }],
      others: [{ name: 3 }],
      tags: [],
    };
    const stored = {
      ...{ id: 7, title: 'T', note: null, size: 0, former: null, tags: [], others: [{ name: '3!' }] },
      ...{
        place: { name: 'Sala', seats: null },
        places: [
          { name: 'Sala', seats: null },
          { name: 'B', seats: 9 },
        ],
      },
    };
    expect(normalise({ ...raw, unknown: 1 })).to.deep.equal(stored);
    expect(normalise({ ...raw, size: null, image: '', rate: '', note: null })).to.deep.equal(stored);
    const given = { image: { es_US: 'i' }, size: 4, note: '', rate: 0, former: hall };
    expect(normalise({ ...raw, ...given })).to.deep.equal({
      ...{ ...stored, ...given },
      former: { name: 'Sala', seats: null },
    });
  });

  it('is that of a reply but for some keys', () => {
    expect(Object.keys(without(properties, 'id', 'rate', 'tags'))).to.deep.equal([
      ...['title', 'note', 'image', 'size', 'place', 'former', 'places', 'others'],
    ]);
  });
});
