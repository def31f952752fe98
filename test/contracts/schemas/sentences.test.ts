import { expect } from 'chai';
import { type TSchema, Type } from 'typebox';
import * as common from '../../../contracts/schemas/common.ts';
import { LiveUpdate } from '../../../contracts/schemas/metrics.ts';
import { ScoreBody } from '../../../contracts/schemas/scoring.ts';
import { mustBeInteger, mustBeOneOf } from '../../../contracts/schemas/validation/sentences.ts';
import { findViolations } from '../../../contracts/schemas/validation/violations.ts';

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
const pattern = (text: string) => Type.String({ pattern: text });
const nullableText = Type.Unsafe({ type: ['string', 'null'] });
const outcome = Type.Enum(['Win', 'Loss', 'Draw'], { type: 'string' });

/** Each violation as `pointer: sentence`; several are joined with ` | `. */
const rows: [schema: TSchema, value: unknown, es: string, en: string][] = [
  [object, {}, '/a: Es obligatorio.', '/a: Is required.'],
  [object, { a: '', b: 1 }, '/b: No es un miembro conocido.', '/b: Is not a known member.'],
  [object, { a: '', 'b/c': 1 }, '/b~1c: No es un miembro conocido.', '/b~1c: Is not a known member.'],
  [Type.Integer(), 1.5, ': Debe ser un entero.', ': Must be an integer.'],
  [Type.Number(), '1', ': Debe ser un número.', ': Must be a number.'],
  [Type.String(), 1, ': Debe ser un texto.', ': Must be a string.'],
  [Type.Boolean(), 'true', ': Debe ser true o false.', ': Must be true or false.'],
  [Type.Null(), 0, ': Debe ser null.', ': Must be null.'],
  [Type.Array(Type.String()), {}, ': Debe ser una lista.', ': Must be an array.'],
  [object, [], ': Debe ser un objeto.', ': Must be an object.'],
  [Type.Never(), 1, ': Debe ser otro valor.', ': Must be another value.'],
  [nullableText, 1, ': Debe ser un texto o null.', ': Must be a string or null.'],
  [common.nullable(Type.String()), 1, ': Debe ser un texto o null.', ': Must be a string or null.'],
  [
    Type.Union([Type.String(), Type.Integer(), Type.Null()]),
    true,
    ': Debe ser un texto, un entero o null.',
    ': Must be a string, an integer or null.',
  ],
  [
    Type.Integer({ minimum: 7, maximum: 10 }),
    11,
    ': Debe ser un entero de 7 a 10.',
    ': Must be an integer from 7 to 10.',
  ],
  [Type.Integer({ minimum: 0 }), -1, ': Debe ser un entero de 0 como mínimo.', ': Must be an integer of at least 0.'],
  [Type.Number({ maximum: 9 }), 9.5, ': Debe ser un número de 9 como máximo.', ': Must be a number of at most 9.'],
  [
    Type.String({ minLength: 2 }),
    'x',
    ': Debe ser un texto de 2 caracteres como mínimo.',
    ': Must be a string of at least 2 characters.',
  ],
  [
    Type.Array(Type.Integer(), { maxItems: 1 }),
    [1, 2],
    ': Debe ser una lista de 1 elementos como máximo.',
    ': Must be an array of at most 1 elements.',
  ],
  [pattern('^[a-z]+$'), '1', ': Debe ser un texto que cumpla ^[a-z]+$.', ': Must be a string that matches ^[a-z]+$.'],
  [
    pattern(common.idDigitsPattern),
    '2147483648',
    ': Debe ser un texto de cifras de "1" a "2147483647".',
    ': Must be a string of digits from "1" to "2147483647".',
  ],
  [together, { a: '1' }, '/a: Necesita también b.', '/a: Needs b beside it.'],
  [Type.Literal('ok'), 'no', ': Debe ser "ok".', ': Must be "ok".'],
  [outcome, 'No', ': Debe ser "Win", "Loss" o "Draw".', ': Must be "Win", "Loss" or "Draw".'],
  [pages, { page: 'news' }, '/page: Debe ser "live" o "chat".', '/page: Must be "live" or "chat".'],
  [pages, { page: 'chat', enabled: 'yes' }, '/enabled: Debe ser true o false.', '/enabled: Must be true or false.'],
  [
    ScoreBody,
    score,
    ': Necesita exactamente uno de fight_id y fight_statid.',
    ': Needs exactly one of fight_id and fight_statid.',
  ],
  [
    ScoreBody,
    { ...score, fight_id: 1, fight_statid: 2 },
    ': Necesita exactamente uno de fight_id y fight_statid.',
    ': Needs exactly one of fight_id and fight_statid.',
  ],
  [Type.Array(Type.String(), { uniqueItems: true }), ['a', 'a'], ': Debe ser una lista.', ': Must be an array.'],
  [
    Type.Array(object),
    [{ a: 1 }, { a: '', n: 'x' }],
    '/0/a: Debe ser un texto. | /1/n: Debe ser un entero.',
    '/0/a: Must be a string. | /1/n: Must be an integer.',
  ],
  ...(
    [
      [common.DateTime, '2031-04-05T18:22:10Z'],
      [common.Day, '2031-04-05T00:00:00Z'],
      [common.PlainDay, '2031-04-05'],
      [common.Decimal, '62.5'],
      [common.MinutesSeconds, '9:51'],
      [pattern('^[0-9]+-[0-9]+-[0-9]+$'), '14-2-0'],
    ] as const
  ).map(([schema, sample]): (typeof rows)[number] => [
    ...([schema, '!', `: Debe ser un texto como "${sample}".`, `: Must be a string like "${sample}".`] as const),
  ]),
];

describe('sentences about violations', () => {
  for (const [schema, value, es, en] of rows) {
    it(`are "${en}" for ${JSON.stringify(value)}`, () => {
      const found = (language: 'es' | 'en') =>
        findViolations(schema, value, language).map(({ pointer, detail }) => `${pointer}: ${detail}`);
      expect([found('es').join(' | '), found('en').join(' | ')]).to.deep.equal([es, en]);
    });
  }

  it('cover the first eight violations of a list', () => {
    const schema = Type.Object({ rows: Type.Array(Type.Object({ cells: Type.Array(Type.Integer()) })) });
    const value = {
      rows: Array.from({ length: 40 }, (_, row) => ({ cells: row % 10 === 7 ? [0, 'x', 2, 'y', 'z'] : [0] })),
    };
    const places = ['7/cells/1', '7/cells/3', '7/cells/4', '17/cells/1', '17/cells/3', '17/cells/4', '27/cells/1'];
    expect(findViolations(schema, value, 'en').map(({ pointer }) => pointer)).to.deep.equal(
      [...places, '27/cells/3'].map((place) => `/rows/${place}`),
    );
  });

  it('read only the first wrong elements of a long list', () => {
    let read = 0;
    const actions = new Proxy(Array<number>(10_000).fill(1), {
      get(list, name) {
        if (typeof name === 'string' && /^[0-9]+$/.test(name)) read++;
        return Reflect.get(list, name);
      },
    });
    const Fights = [{ FightID: '1', FightActions: actions }];
    const found = findViolations(LiveUpdate, { sequence: 1, FMLiveFeed: { EventID: '1', Fights } }, 'en');
    expect(found.map(({ pointer }) => pointer.split('/').at(-1))).to.deep.equal([...'01234567']);
    expect(read).to.be.below(500);
  });

  it('name limits of stored data', () => {
    expect(mustBeInteger(1, 3, 'es')).to.equal('Debe ser un entero de 1 a 3.');
    expect(mustBeOneOf([1822, 1803], 'es')).to.equal('Debe ser 1822 o 1803.');
    expect(mustBeOneOf(['a', 'b', 'c'], 'en')).to.equal('Must be "a" or "b" or "c".');
    expect(mustBeOneOf([], 'es')).to.equal('Aquí no es posible ningún valor.');
  });
});
