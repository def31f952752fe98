import { expect } from 'chai';
import { type TSchema, Type } from 'typebox';
import { interactions } from '../../../contracts/interactions/index.ts';
import { type BodyRules, problemRules, schemaRules } from '../../../contracts/pact/body-rules.ts';
import { bodyRulesOf, findEchoes, headersOf } from '../../../contracts/pact/expectations.ts';
import { mergeRules, type Rule } from '../../../contracts/pact/matchers.ts';
import { nullable } from '../../../contracts/schemas/common.ts';

const object = (properties: Record<string, TSchema>) => Type.Object(properties, { additionalProperties: false });
const and = (...matchers: Rule['matchers']): Rule => ({ combine: 'AND', matchers });
const or = (...matchers: Rule['matchers']): Rule => ({ combine: 'OR', matchers });

/** A rule in words: `integer & regex=^[0-9]+$`, or `null | type`. */
const show = (rule: Rule | undefined) =>
  rule?.matchers
    .map(({ match, ...more }) => [match, ...Object.entries(more).map((entry) => entry.join('='))].join(' '))
    .join(rule.combine === 'AND' ? ' & ' : ' | ');
const showAll = (rules: BodyRules) =>
  Object.fromEntries(Object.entries(rules).map(([path, rule]) => [path, show(rule)]));

const count = 'integer & regex regex=^[0-9]+$';
const anyText = 'regex regex=^[\\s\\S]*$';
const word = Type.Enum(['C', 'a.b'] as const, { type: 'string' });

describe('schemaRules', () => {
  const rows: [schema: TSchema, example: unknown, rule: string | undefined][] = [
    [Type.String(), 'x', 'type'],
    [Type.String({ minLength: 1 }), 'x', 'type & notEmpty'],
    [Type.String({ pattern: '^[0-9]+$' }), '1', 'type & regex regex=^[0-9]+$'],
    [word, 'C', 'type & regex regex=^(C|a\\.b)$'],
    [Type.Literal('ok'), 'ok', 'equality'],
    [Type.Boolean(), true, 'type'],
    [Type.Number(), 1.5, 'number'],
    [Type.Integer(), 1, 'integer'],
    [Type.Integer({ minimum: 0 }), 1, count],
    [Type.Integer({ minimum: 1 }), 1, 'integer & regex regex=^[1-9][0-9]*$'],
    [Type.Integer({ minimum: 7, maximum: 10 }), 8, 'integer & regex regex=^(7|8|9|10)$'],
    [Type.Integer({ minimum: 0, maximum: 20 }), 8, count],
    [Type.Integer({ minimum: -5 }), 1, 'integer'],
    [Type.Integer({ maximum: 5 }), 1, 'integer'],
    [nullable(Type.String()), 'x', 'null | type'],
    [nullable(Type.String()), null, `null | ${anyText}`],
    [nullable(Type.Integer({ minimum: 1 })), null, 'null | integer'],
    [nullable(word), null, 'null | regex regex=^(C|a\\.b)$'],
    [nullable(Type.Array(Type.String())), null, undefined],
    [nullable(object({ b: Type.String() })), null, undefined],
    [Type.Union([Type.Number(), Type.Null(), Type.Integer()]), null, 'null | number | integer'],
    [Type.Union([Type.String(), Type.Number(), Type.Null()]), '1', 'null | type | number'],
    [Type.Array(Type.Integer(), { minItems: 2, maxItems: 5 }), [1, 2], 'type min=2 max=5'],
    [Type.Array(Type.Integer()), [], 'type'],
  ];
  for (const [schema, example, rule] of rows) {
    it(`returns ${rule} for ${JSON.stringify(example)} of ${JSON.stringify(schema)}`, () => {
      expect(show(schemaRules(object({ a: schema }), { a: example })['$.a'])).to.equal(rule);
    });
  }

  it('applies the same rules to each element', () => {
    const rules = schemaRules(Type.Array(object({ id: Type.Integer() })), [{ id: 1 }, { id: 2 }]);
    expect(showAll(rules)).to.deep.equal({ $: 'type min=1', '$[*].id': 'integer' });
    expect(schemaRules(Type.Array(Type.Integer()), [])).to.deep.equal({});
  });

  it('accepts either shape of a union in a list', () => {
    const champion = object({ id: Type.Integer(), rank: Type.Literal('C') });
    const vacant = object({ id: Type.Null(), rank: Type.Null() });
    const rows = [
      { id: 1, rank: 'C' },
      { id: null, rank: null },
    ];
    const rules = showAll(schemaRules(Type.Array(Type.Union([champion, vacant])), rows));
    expect(rules).to.include({ '$[*].id': 'integer | null', '$[*].rank': 'equality | null' });
  });

  it('uses the branch that the example fits', () => {
    const schema = Type.Union([object({ a: Type.Integer() }), object({ b: Type.String() })]);
    expect(showAll(schemaRules(schema, { b: 'x' }))).to.deep.equal({ '$.b': 'type' });
  });

  it('escapes names of record members', () => {
    const schema = object({ t: Type.Record(Type.String(), Type.String()) });
    const rules = schemaRules(schema, { t: { 'Knock Down': 'x', lw: 'y' } });
    expect(showAll(rules)).to.deep.equal({ "$.t['Knock Down']": 'type', '$.t.lw': 'type' });
  });

  it('requires echoes of the request exactly', () => {
    const row = object({ id: Type.Integer(), event_id: Type.Integer() });
    const echoes = new Map<string, unknown>([['event_id', 7]]);
    expect(show(schemaRules(row, { id: 1, event_id: 7 }, echoes)['$.event_id'])).to.equal('equality');
    const ruleOf = (event_id: number) =>
      show(schemaRules(Type.Array(row), [{ id: 1, event_id }], echoes)['$[*].event_id']);
    expect([ruleOf(7), ruleOf(8)]).to.deep.equal(['equality', 'integer']);
  });
});

describe('mergeRules', () => {
  const [type, integer, none] = [{ match: 'type' }, { match: 'integer' }, { match: 'null' }] as const;
  const text = { match: 'regex', regex: '^a$' } as const;
  const rows: [one: Rule, other: Rule, merged: string][] = [
    [and(type, text), and(type, text), 'type & regex regex=^a$'],
    [and({ ...type, min: 2, max: 9 }), and({ ...type, min: 1 }), 'type max=9 min=1'],
    [and({ ...type, min: 1 }), and({ ...type, min: 3 }), 'type min=1'],
    [and(type), and({ ...type, min: 2 }), 'type'],
    [and({ ...type, min: 2 }), and(type), 'type'],
    [and({ ...type, max: 3 }), and(type), 'type max=3 | type'],
    [and({ ...type, min: 2 }), and(integer), 'type min=2 | integer'],
    [and(integer), and({ ...type, min: 2 }), 'integer | type min=2'],
    [or(none, integer, text), and(type, text, integer), 'null | integer | regex regex=^a$'],
    [and(type, text), and(none), 'regex regex=^a$ | null'],
  ];
  for (const [one, other, merged] of rows) {
    it(`returns ${merged} for ${show(one)} and ${show(other)}`, () => {
      expect(show(mergeRules(one, other))).to.equal(merged);
    });
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
  it('use patterns that JavaScript and Rust share', () => {
    const patterns = interactions.flatMap((interaction) => [
      ...Object.values(headersOf(interaction)).flatMap(({ pattern }) => (pattern ? [pattern] : [])),
      ...Object.values(bodyRulesOf(interaction)).flatMap(({ matchers }) =>
        matchers.flatMap((matcher) => (matcher.match === 'regex' ? [matcher.regex] : [])),
      ),
    ]);
    for (const pattern of new Set(patterns)) {
      expect(() => new RegExp(pattern), pattern).not.to.throw();
      // Rust has no look-around or back references; \d and \w mean more there, and \/ is an error.
      expect(pattern).not.to.match(/\(\?|\\[1-9dDwWb/]/);
      expect(pattern).to.match(/^\^[\s\S]*\$$/);
    }
  });

  it('require echoes of path, query and body', () => {
    const filters = { params: { weight_class: 'LW', born_country: 'PER' } };
    const echoes = (request: object) => Object.fromEntries(findEchoes({ request }));
    expect(echoes(filters)).to.deep.equal({ weight_class: 'Lightweight', Born: 'PER' });
    const sent = { params: { id: 7, fight: 8 }, query: { limit: 9 }, body: { round_num: 2, rounds: [] } };
    expect(echoes(sent)).to.deep.equal({
      ...{ id: 7, event_id: 7, fight_id: 7, EventID: '7', FightID: '8', limit: 9, round_num: 2 },
    });
  });
});
