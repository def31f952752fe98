import { expect } from 'chai';
import { type TSchema, Type } from 'typebox';
import * as common from '../../../contracts/schemas/common.ts';
import { LiveUpdate } from '../../../contracts/schemas/metrics.ts';
import { ScoreBody } from '../../../contracts/schemas/scoring.ts';
import { findMismatches } from '../../../contracts/schemas/validation/mismatches.ts';
import { expectation, mustBeInteger, mustBeOneOf } from '../../../contracts/schemas/validation/sentences.ts';

const object = Type.Object({ a: Type.String(), n: Type.Optional(Type.Integer()) }, { additionalProperties: false });
const together = Type.Object(
  { a: Type.Optional(Type.String()), b: Type.Optional(Type.String()) },
  { dependentRequired: common.together('a', 'b') },
);
const pages = Type.Union([
  Type.Object({ page: Type.Literal('live'), title: Type.String() }),
  Type.Object({ page: Type.Literal('chat'), enabled: Type.Boolean() }),
]);
const score = { event_id: 1, round_num: 1, fighter1_score: 10, fighter2_score: 9, client_id: 'a'.repeat(16) };

const rows: [title: string, schema: TSchema, value: unknown, es: [string, string][], en: [string, string][]][] = [
  ['a missing member', object, {}, [['/a', 'Es obligatorio.']], [['/a', 'Is required.']]],
  [
    'an unknown member',
    object,
    { a: '', b: 1 },
    [['/b', 'No es un miembro conocido.']],
    [['/b', 'Is not a known member.']],
  ],
  [
    'unknown members with characters of a pointer, each once',
    object,
    { a: '', 'b/c': 1, '~d~1': 2 },
    [
      ['/b~1c', 'No es un miembro conocido.'],
      ['/~0d~01', 'No es un miembro conocido.'],
    ],
    [
      ['/b~1c', 'Is not a known member.'],
      ['/~0d~01', 'Is not a known member.'],
    ],
  ],
  ['no integer', Type.Integer(), 1.5, [['', 'Debe ser un entero.']], [['', 'Must be an integer.']]],
  ['no number', Type.Number(), '1', [['', 'Debe ser un número.']], [['', 'Must be a number.']]],
  ['no string', Type.String(), 1, [['', 'Debe ser un texto.']], [['', 'Must be a string.']]],
  ['no boolean', Type.Boolean(), 'true', [['', 'Debe ser true o false.']], [['', 'Must be true or false.']]],
  ['no null', Type.Null(), 0, [['', 'Debe ser null.']], [['', 'Must be null.']]],
  ['no array', Type.Array(Type.String()), {}, [['', 'Debe ser una lista.']], [['', 'Must be an array.']]],
  ['no object', object, [], [['', 'Debe ser un objeto.']], [['', 'Must be an object.']]],
  ['nothing that fits', Type.Never(), 1, [['', 'Debe ser otro valor.']], [['', 'Must be another value.']]],
  [
    'neither of two, as the generated document writes them',
    Type.Unsafe({ type: ['string', 'null'] }),
    1,
    [['', 'Debe ser un texto o null.']],
    [['', 'Must be a string or null.']],
  ],
  [
    'neither of two',
    common.nullable(Type.String()),
    1,
    [['', 'Debe ser un texto o null.']],
    [['', 'Must be a string or null.']],
  ],
  [
    'none of three',
    Type.Union([Type.String(), Type.Integer(), Type.Null()]),
    true,
    [['', 'Debe ser un texto, un entero o null.']],
    [['', 'Must be a string, an integer or null.']],
  ],
  [
    'a number out of range',
    Type.Integer({ minimum: 7, maximum: 10 }),
    11,
    [['', 'Debe ser un entero de 7 a 10.']],
    [['', 'Must be an integer from 7 to 10.']],
  ],
  [
    'a number too small',
    Type.Integer({ minimum: 0 }),
    -1,
    [['', 'Debe ser un entero de 0 como mínimo.']],
    [['', 'Must be an integer of at least 0.']],
  ],
  [
    'a number too large',
    Type.Number({ maximum: 9 }),
    9.5,
    [['', 'Debe ser un número de 9 como máximo.']],
    [['', 'Must be a number of at most 9.']],
  ],
  [
    'a text too short',
    Type.String({ minLength: 2 }),
    'x',
    [['', 'Debe ser un texto de 2 caracteres como mínimo.']],
    [['', 'Must be a string of at least 2 characters.']],
  ],
  [
    'a list too long',
    Type.Array(Type.Integer(), { maxItems: 1 }),
    [1, 2],
    [['', 'Debe ser una lista de 1 elementos como máximo.']],
    [['', 'Must be an array of at most 1 elements.']],
  ],
  [
    'a text of other characters',
    Type.String({ pattern: '^[a-z]+$' }),
    '1',
    [['', 'Debe ser un texto que cumpla ^[a-z]+$.']],
    [['', 'Must be a string that matches ^[a-z]+$.']],
  ],
  [
    'a text of a pattern that an example fits, and any letter too',
    Type.String({ pattern: '^(x|9:51)$' }),
    '!',
    [['', 'Debe ser un texto que cumpla ^(x|9:51)$.']],
    [['', 'Must be a string that matches ^(x|9:51)$.']],
  ],
  [
    'digits beyond an id',
    Type.String({ pattern: common.idDigitsPattern }),
    '2147483648',
    [['', 'Debe ser un texto de cifras de "1" a "2147483647".']],
    [['', 'Must be a string of digits from "1" to "2147483647".']],
  ],
  ...(
    [
      ['a moment', common.DateTime, '2031-04-05T18:22:10Z'],
      ['a day', common.Day, '2031-04-05T00:00:00Z'],
      ["the supplier's day", common.PlainDay, '2031-04-05'],
      ['a decimal', common.Decimal, '62.5'],
      ['minutes and seconds', common.MinutesSeconds, '9:51'],
      ['a record', Type.String({ pattern: '^[0-9]+-[0-9]+-[0-9]+$' }), '14-2-0'],
    ] as const
  ).map(([title, schema, sample]): (typeof rows)[number] => [
    ...([`a text that is not like ${title}`, schema, '!'] as const),
    [['', `Debe ser un texto como "${sample}".`]],
    [['', `Must be a string like "${sample}".`]],
  ]),
  [
    'a member without the one that goes with it',
    together,
    { a: '1' },
    [['/a', 'Necesita también b.']],
    [['/a', 'Needs b beside it.']],
  ],
  [
    'a page that fits its branch, without a member that goes with another on every page',
    Type.Union([...pages.anyOf], { dependentRequired: { title: ['summary'] } }),
    { page: 'live', title: 'x' },
    [['/title', 'Necesita también summary.']],
    [['/title', 'Needs summary beside it.']],
  ],
  ['another constant', Type.Literal('ok'), 'no', [['', 'Debe ser "ok".']], [['', 'Must be "ok".']]],
  [
    'another word',
    Type.Enum(['Win', 'Loss', 'Draw'], { type: 'string' }),
    'No',
    [['', 'Debe ser "Win", "Loss" o "Draw".']],
    [['', 'Must be "Win", "Loss" or "Draw".']],
  ],
  [
    'a page of no known name',
    pages,
    { page: 'news' },
    [['/page', 'Debe ser "live" o "chat".']],
    [['/page', 'Must be "live" or "chat".']],
  ],
  [
    'a page of another name than the only one',
    Type.Union([Type.Object({ page: Type.Literal('live') })]),
    { page: 'news' },
    [['/page', 'Debe ser "live".']],
    [['/page', 'Must be "live".']],
  ],
  [
    'a page of a known name',
    pages,
    { page: 'chat', enabled: 'yes' },
    [['/enabled', 'Debe ser true o false.']],
    [['/enabled', 'Must be true or false.']],
  ],
  [
    'none of two members, of which one is needed',
    ScoreBody,
    score,
    [['', 'Necesita exactamente uno de fight_id y fight_statid.']],
    [['', 'Needs exactly one of fight_id and fight_statid.']],
  ],
  [
    'both of two members, of which one is needed',
    ScoreBody,
    { ...score, fight_id: 1, fight_statid: 2 },
    [['', 'Necesita exactamente uno de fight_id y fight_statid.']],
    [['', 'Needs exactly one of fight_id and fight_statid.']],
  ],
  [
    'a list with something twice',
    Type.Array(Type.String(), { uniqueItems: true }),
    ['a', 'a'],
    [['', 'Debe ser una lista.']],
    [['', 'Must be an array.']],
  ],
  [
    'faults below other faults',
    Type.Array(object),
    [{ a: 1 }, { a: '', n: 'x' }],
    [
      ['/0/a', 'Debe ser un texto.'],
      ['/1/n', 'Debe ser un entero.'],
    ],
    [
      ['/0/a', 'Must be a string.'],
      ['/1/n', 'Must be an integer.'],
    ],
  ],
];

describe('sentences about violations', () => {
  for (const [title, schema, value, es, en] of rows) {
    it(`tell in both languages what is expected instead of ${title}`, () => {
      const said = (language: 'es' | 'en') =>
        findMismatches(schema, value, language).map(({ pointer, detail }) => [pointer, detail]);
      expect(said('es')).to.deep.equal(es);
      expect(said('en')).to.deep.equal(en);
    });
  }

  it('report the first eight violations of a list', () => {
    const rows = Type.Object({ rows: Type.Array(Type.Object({ cells: Type.Array(Type.Integer()) })) });
    const value = {
      rows: Array.from({ length: 40 }, (_, row) => ({ cells: row % 10 === 7 ? [0, 'x', 2, 'y', 'z'] : [0] })),
    };
    expect(findMismatches(rows, value, 'en').map(({ pointer }) => pointer)).to.deep.equal([
      ...['/rows/7/cells/1', '/rows/7/cells/3', '/rows/7/cells/4', '/rows/17/cells/1', '/rows/17/cells/3'],
      ...['/rows/17/cells/4', '/rows/27/cells/1', '/rows/27/cells/3'],
    ]);
    const pair = Type.Array(Type.Integer(), { minItems: 3 });
    expect(findMismatches(pair, [1, 'x', 3], 'en')).to.deep.equal([{ pointer: '/1', detail: 'Must be an integer.' }]);
  });

  it('read only the first eight wrong elements of a list', () => {
    let read = 0;
    const actions = new Proxy(Array<number>(10_000).fill(1), {
      get(list, name) {
        if (typeof name === 'string' && /^[0-9]+$/.test(name)) read++;
        return Reflect.get(list, name);
      },
    });
    const Fights = [{ FightID: '1', FightActions: actions }];
    const found = findMismatches(LiveUpdate, { sequence: 1, FMLiveFeed: { EventID: '1', Fights } }, 'en');
    expect(found.map(({ pointer }) => pointer)).to.deep.equal(
      Array.from({ length: 8 }, (_, index) => `/FMLiveFeed/Fights/0/FightActions/${index}`),
    );
    expect(read).to.be.below(500);
  });

  it('name limits of stored data', () => {
    expect([mustBeInteger(1, 3, 'es'), mustBeInteger(1, 3, 'en')]).to.deep.equal([
      ...['Debe ser un entero de 1 a 3.', 'Must be an integer from 1 to 3.'],
    ]);
    expect([mustBeOneOf([1822, 1803], 'es'), mustBeOneOf(['a', 'b', 'c'], 'en')]).to.deep.equal([
      ...['Debe ser 1822 o 1803.', 'Must be "a" or "b" or "c".'],
    ]);
    expect([mustBeOneOf([], 'es'), mustBeOneOf([], 'en')]).to.deep.equal([
      ...['Aquí no es posible ningún valor.', 'No value is possible here.'],
    ]);
  });

  it('name only types of JSON Schema', () => {
    expect(expectation(Type.Unsafe({ type: 'file' }), 'en')).to.equal('another value');
    expect(expectation(Type.Unsafe({ type: 'file' }), 'es')).to.equal('otro valor');
  });
});
