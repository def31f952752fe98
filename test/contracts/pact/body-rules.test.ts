import { expect } from 'chai';
import { type TSchema, Type } from 'typebox';
import { interactions } from '../../../contracts/interactions/index.ts';
import type { Interaction } from '../../../contracts/interactions/interaction.ts';
import { type BodyRules, problemRules, schemaRules } from '../../../contracts/pact/body-rules.ts';
import { bodyRulesOf, headersOf } from '../../../contracts/pact/expectations.ts';
import { mergeRules, type Rule } from '../../../contracts/pact/matchers.ts';
import { nullable } from '../../../contracts/schemas/common.ts';

const object = (properties: Record<string, TSchema>) => Type.Object(properties, { additionalProperties: false });
const and = (...matchers: Rule['matchers']): Rule => ({ combine: 'AND', matchers });
const or = (...matchers: Rule['matchers']): Rule => ({ combine: 'OR', matchers });

/** The rule of the member `a` of an object. */
const ruleOf = (schema: TSchema, example: unknown) => schemaRules(object({ a: schema }), { a: example })['$.a'];

const anyText = { match: 'regex', regex: '^[\\s\\S]*$' } as const;
const count = and({ match: 'integer' }, { match: 'regex', regex: '^[0-9]+$' });
const word = Type.Enum(['C', 'a.b'] as const, { type: 'string' });

describe('schemaRules', () => {
  const rows: [title: string, schema: TSchema, example: unknown, rule: Rule | undefined][] = [
    ['a string by its type', Type.String(), 'x', and({ match: 'type' })],
    ['a string that is never empty', Type.String({ minLength: 1 }), 'x', and({ match: 'type' }, { match: 'notEmpty' })],
    [
      'a pattern',
      Type.String({ pattern: '^[0-9]+$' }),
      '1',
      and({ match: 'type' }, { match: 'regex', regex: '^[0-9]+$' }),
    ],
    ['a vocabulary, escaped', word, 'C', and({ match: 'type' }, { match: 'regex', regex: '^(C|a\\.b)$' })],
    ['a constant', Type.Literal('ok'), 'ok', and({ match: 'equality' })],
    ['a boolean, which is no "true"', Type.Boolean(), true, and({ match: 'type' })],
    ['a number', Type.Number(), 1.5, and({ match: 'number' })],
    ['an integer', Type.Integer(), 1, and({ match: 'integer' })],
    ['a count', Type.Integer({ minimum: 0 }), 1, count],
    ['an id', Type.Integer({ minimum: 1 }), 1, and({ match: 'integer' }, { match: 'regex', regex: '^[1-9][0-9]*$' })],
    [
      'an integer between near limits',
      Type.Integer({ minimum: 7, maximum: 10 }),
      8,
      and({ match: 'integer' }, { match: 'regex', regex: '^(7|8|9|10)$' }),
    ],
    ['null or a string', nullable(Type.String()), 'x', or({ match: 'null' }, { match: 'type' })],
    ['an integer between distant limits', Type.Integer({ minimum: 0, maximum: 20 }), 8, count],
    [
      'an integer between limits of which all others are written out',
      Type.Integer({ minimum: 15, maximum: 34 }),
      20,
      and(
        { match: 'integer' },
        { match: 'regex', regex: '^(15|16|17|18|19|20|21|22|23|24|25|26|27|28|29|30|31|32|33|34)$' },
      ),
    ],
    ['an integer below zero', Type.Integer({ minimum: -5 }), 1, and({ match: 'integer' })],
    ['an integer with an upper limit only', Type.Integer({ maximum: 5 }), 1, and({ match: 'integer' })],
    ['null in place of a list, exactly', nullable(Type.Array(Type.String())), null, undefined],
    [
      'a null between other alternatives first',
      Type.Union([Type.Number(), Type.Null(), Type.Integer()]),
      null,
      or({ match: 'null' }, { match: 'number' }, { match: 'integer' }),
    ],
    ['null or a string, by a null', nullable(Type.String()), null, or({ match: 'null' }, anyText)],
    [
      'null or an integer, by a null',
      nullable(Type.Integer({ minimum: 1 })),
      null,
      or({ match: 'null' }, { match: 'integer' }),
    ],
    [
      'null or a word, by a null',
      nullable(word),
      null,
      or({ match: 'null' }, { match: 'regex', regex: '^(C|a\\.b)$' }),
    ],
    ['null in place of an object, exactly', nullable(object({ b: Type.String() })), null, undefined],
    [
      'plain alternatives',
      Type.Union([Type.String(), Type.Number(), Type.Null()]),
      '1',
      or({ match: 'null' }, { match: 'type' }, { match: 'number' }),
    ],
  ];
  for (const [title, schema, example, rule] of rows) {
    it(`returns the rule of ${title}`, () => expect(ruleOf(schema, example)).to.deep.equal(rule));
  }

  it('applies the same rules to each element', () => {
    expect(schemaRules(Type.Array(object({ id: Type.Integer() })), [{ id: 1 }, { id: 2 }])).to.deep.equal({
      $: and({ match: 'type', min: 1 }),
      '$[*].id': and({ match: 'integer' }),
    });
  });

  it('keeps an empty reply empty', () => {
    expect(schemaRules(Type.Array(Type.Integer()), [])).to.deep.equal({});
    const inside = schemaRules(object({ l: Type.Array(Type.Integer()) }), { l: [] });
    expect(inside).to.deep.equal({ '$.l': and({ match: 'type' }) });
  });

  it('uses the limits of a list', () => {
    const schema = object({ l: Type.Array(Type.Integer(), { minItems: 2, maxItems: 5 }) });
    expect(schemaRules(schema, { l: [1, 2] })['$.l']).to.deep.equal(and({ match: 'type', min: 2, max: 5 }));
  });

  it('accepts either shape of a union in a list', () => {
    const champion = object({ id: Type.Integer(), rank: Type.Literal('C') });
    const vacant = object({ id: Type.Null(), rank: Type.Null() });
    const rules = schemaRules(Type.Array(Type.Union([champion, vacant])), [
      { id: 1, rank: 'C' },
      { id: null, rank: null },
    ]);
    expect(rules['$[*].id']).to.deep.equal(or({ match: 'integer' }, { match: 'null' }));
    expect(rules['$[*].rank']).to.deep.equal(or({ match: 'equality' }, { match: 'null' }));
  });

  it('uses the branch that the example fits', () => {
    const schema = Type.Union([object({ a: Type.Integer() }), object({ b: Type.String() })]);
    expect(schemaRules(schema, { b: 'x' })).to.deep.equal({ '$.b': and({ match: 'type' }) });
  });

  it('escapes names of record members', () => {
    const schema = object({ t: Type.Record(Type.String(), Type.String()) });
    expect(schemaRules(schema, { t: { 'Knock Down': 'x', lw: 'y' } })).to.deep.equal({
      "$.t['Knock Down']": and({ match: 'type' }),
      '$.t.lw': and({ match: 'type' }),
    });
  });

  it('requires echoes of the request exactly', () => {
    const row = object({ id: Type.Integer(), event_id: Type.Integer() });
    const echoes = new Map<string, unknown>([['event_id', 7]]);
    const exact = and({ match: 'equality' });
    expect(schemaRules(row, { id: 1, event_id: 7 }, echoes)['$.event_id']).to.deep.equal(exact);
    const rows = [
      { id: 1, event_id: 7 },
      { id: 2, event_id: 7 },
    ];
    expect(schemaRules(Type.Array(row), rows, echoes)['$[*].event_id']).to.deep.equal(exact);
    expect(schemaRules(Type.Array(row), [{ id: 1, event_id: 8 }], echoes)['$[*].event_id']).not.to.deep.equal(exact);
  });
});

describe('mergeRules', () => {
  const text: Rule['matchers'][number] = { match: 'regex', regex: '^a$' };
  const rows: [title: string, one: Rule, other: Rule, merged: Rule][] = [
    ['the same', and({ match: 'type' }, text), and({ match: 'type' }, text), and({ match: 'type' }, text)],
    [
      'the lesser of two least lengths',
      and({ match: 'type', min: 2, max: 9 }),
      and({ match: 'type', min: 1 }),
      and({ match: 'type', max: 9, min: 1 }),
    ],
    [
      'the lesser, whichever is first',
      and({ match: 'type', min: 1 }),
      and({ match: 'type', min: 3 }),
      and({ match: 'type', min: 1 }),
    ],
    ['none if the first has none', and({ match: 'type' }), and({ match: 'type', min: 2 }), and({ match: 'type' })],
    ['none if the second has none', and({ match: 'type', min: 2 }), and({ match: 'type' }), and({ match: 'type' })],
    [
      'both of two types without a least length',
      and({ match: 'type', max: 3 }),
      and({ match: 'type' }),
      or({ match: 'type', max: 3 }, { match: 'type' }),
    ],
    [
      'both of a list and a text',
      and({ match: 'type', min: 2 }),
      and({ match: 'number' }),
      or({ match: 'type', min: 2 }, { match: 'number' }),
    ],
    [
      'both of a text and a list',
      and({ match: 'number' }),
      and({ match: 'type', min: 2 }),
      or({ match: 'number' }, { match: 'type', min: 2 }),
    ],
    [
      'the strictest of each and all alternatives, each once',
      or({ match: 'null' }, { match: 'integer' }, text),
      and({ match: 'type' }, text, { match: 'integer' }),
      or({ match: 'null' }, { match: 'integer' }, text),
    ],
    ['a pattern before a type', and({ match: 'type' }, text), and({ match: 'null' }), or(text, { match: 'null' })],
  ];
  for (const [title, one, other, merged] of rows) {
    it(`keeps ${title}`, () => expect(mergeRules(one, other)).to.deep.equal(merged));
  }
});

describe('problemRules', () => {
  it('leaves only the wording free', () => {
    const rules = problemRules({
      ...{ type: 't', title: 'T', status: 400, detail: 'd', instance: '/x' },
      errors: [{ parameter: 'limit', detail: 'd' }],
      closed_at: '2031-04-05T00:00:00Z',
    });
    expect(Object.keys(rules).toSorted()).to.deep.equal(['$.closed_at', '$.detail', '$.errors[0].detail']);
  });
});

describe('expectations of the interactions', () => {
  const find = (receiving: string, consumer = 'mobile-es-us') =>
    interactions.find((one) => one.receiving === receiving && one.consumer === consumer) as Interaction;
  const patterns = interactions.flatMap((interaction) => [
    ...Object.values(headersOf(interaction)).flatMap(({ pattern }) => (pattern ? [pattern] : [])),
    ...Object.values(bodyRulesOf(interaction)).flatMap(({ matchers }) =>
      matchers.flatMap((matcher) => (matcher.match === 'regex' ? [matcher.regex] : [])),
    ),
  ]);

  it('use patterns that JavaScript and Rust share', () => {
    for (const pattern of new Set(patterns)) {
      expect(() => new RegExp(pattern), pattern).not.to.throw();
      // Look-around and back references do not exist in Rust; \d and \w mean more there; \/ is an error.
      expect(pattern).not.to.match(/\(\?|\\[1-9dDwWb/]/);
      expect(pattern).to.match(/^\^[\s\S]*\$$/);
    }
  });

  it('have examples that fit their patterns', () => {
    for (const interaction of interactions) {
      for (const [name, { example, pattern = '' }] of Object.entries(headersOf(interaction))) {
        expect(example, `${interaction.receiving}: ${name}`).to.match(new RegExp(pattern));
      }
    }
  });

  it('require the requested id', () => {
    const rules: BodyRules = bodyRulesOf(find('a request for one fighter'));
    expect(rules['$.id']).to.deep.equal(and({ match: 'equality' }));
    expect(rules['$.nickname']?.combine).to.equal('OR');
  });

  it('require counted replies exactly', () => {
    const cast = interactions.filter(({ route, reply }) => route === 'fight_vote_cast' && reply.status === 201);
    expect(cast.map((interaction) => Object.keys(bodyRulesOf(interaction)))).to.deep.equal([['$.created']]);
    const tally = interactions.filter(({ route, reply }) => route === 'fight_votes' && reply.status === 200);
    for (const interaction of tally) expect(bodyRulesOf(interaction)).to.deep.equal({});
  });

  it('accept any host and cursor in a Link', () => {
    const { Link } = headersOf(find('a request for news by pages'));
    const pattern = new RegExp(Link?.pattern ?? '(never)');
    const link = (limit: number, path = 'news') =>
      `<http://localhost:8080/api/v3/mobile/${path}?limit=${limit}&cursor=abc_-1>; rel="next"`;
    const limit = Number(find('a request for news by pages').request.query?.limit);
    expect(link(limit)).to.match(pattern);
    expect(link(limit + 1)).not.to.match(pattern);
    expect(link(limit, 'media')).not.to.match(pattern);
  });

  it('allow caching of 404 only', () => {
    const unknown = headersOf(find('a request for a fighter that does not exist'));
    expect(unknown['Cache-Control']?.example).to.equal('public, max-age=5');
    const busy = headersOf(find('one request for news too many'));
    expect(busy['Cache-Control']?.example).to.equal('no-store');
    expect('0').not.to.match(new RegExp(busy['Retry-After']?.pattern ?? ''));
  });
});
