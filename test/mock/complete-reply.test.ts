import { expect } from 'chai';
import { Type } from 'typebox';
import type { Contract } from '../../mock/contracts/contract.ts';
import { completeReply, recordsIn } from '../../mock/contracts/pacts/complete-reply.ts';
import type { Rule } from '../../mock/contracts/pacts/matching-rules.ts';
import type { PactInteraction } from '../../mock/contracts/pacts/pact-file.ts';

const recordsOf = (...bodies: unknown[]) =>
  recordsIn(bodies.map((body) => ({ kind: 'success', reply: { body } }) as unknown as Contract));

describe('completeReply', () => {
  const seven = { id: 7, name: 'Seven', of: { fight_id: 2, part: 5, whole: 6 } };
  const records = recordsOf(
    seven,
    { id: 1, name: 'Other', of: { fight_id: 1, part: 0, whole: 0 } },
    { id: 7, name: 'Again' },
    { a_id: 5, round_num: 2, near: 0 },
  );
  const complete = (said: unknown, known: unknown, schema = Type.Unknown() as object, rules: [string, Rule[]][] = []) =>
    completeReply(
      { response: { body: said }, rules: new Map(rules) } as unknown as PactInteraction,
      ...([known, schema, records] as const),
    );
  const like = { id: 1, name: 'One', of: { fight_id: 1, part: 1, whole: 1 } };
  const ids = (id: number | string, a_id: number, n: number) => ({ id, a_id, n });
  const rounds = [1, 2].map((n) => ({ a_id: 1, round_num: n, n }));

  for (const [title, said, known, whole] of [
    ['the pact over the contract', { a: 1 }, { a: 2 }, { a: 1 }],
    ['all of the contract where it says nothing', undefined, { a: 1 }, { a: 1 }],
    ['members', { a: { b: 1 } }, { a: { b: 2, c: 3 }, d: 4 }, { a: { b: 1, c: 3 }, d: 4 }],
    ['no members of null', { a: 1 }, null, { a: 1 }],
    ['rows by place', [{ n: 1 }, { n: 2 }], [{ m: 1 }, { m: 2 }], [1, 2].map((n) => ({ n, m: n }))],
    ['rows beyond the last by the first', [{ n: 1 }, { n: 2 }], [{ m: 1 }], [1, 2].map((n) => ({ n, m: 1 }))],
    ['no rows of an object', [{ n: 1 }], { n: 0, m: 1 }, [{ n: 1 }]],
    ['no row that is a text', [{ id: 1 }], ['x', { id: 1, n: 2 }], [{ id: 1, n: 2 }]],
    ['a row by id', [{ id: 2 }], [ids(1, 1, 1), ids('2', 2, 2)], [ids(2, 2, 2)]],
    ['a row by id before other ids', [{ id: 2, a_id: 1 }], [ids(1, 1, 1), ids(2, 2, 2)], [ids(2, 1, 2)]],
    ['a row by other id', [{ a_id: 2 }], [ids(1, 1, 1), ids(2, 2, 2)], [ids(2, 2, 2)]],
    ['a row by all its ids', [{ a_id: 1, round_num: 2 }], rounds, [rounds[1]]],
    ['a row by its ids but null', [{ a_id: null, round_num: 2 }], rounds, [{ ...rounds[1], a_id: null }]],
    ['a record by id, and inside it', { id: 7, of: { part: 9 } }, like, { ...seven, of: { ...seven.of, part: 9 } }],
    ['the contract of the same id', { id: 1 }, like, like],
    ['the contract for an unknown id', { id: 8 }, like, { ...like, id: 8 }],
    ['the contract where the record lacks members', { id: 7 }, { id: 1, nick: 'x' }, { id: 7, nick: 'x' }],
    ['rows by record', [{ id: 7 }], [{ id: 1, name: '' }], [{ id: 7, name: 'Again' }]],
  ] as const) {
    it(`takes ${title}`, () => {
      expect(complete(said, known)).to.deep.equal({ body: whole });
    });
  }

  const Strict = (members: Parameters<typeof Type.Object>[0]) => Type.Object(members, { additionalProperties: false });
  const schema = Strict({
    id: Type.Integer({ minimum: 1 }),
    name: Type.String({ minLength: 2 }),
    'a/b': Type.Integer(),
    'c~d': Type.Integer(),
    rows: Type.Array(Strict({ n: Type.Integer({ minimum: 1 }), m: Type.Integer() })),
    note: Type.Optional(Type.String()),
  });
  const valid = { id: 3, name: 'Three', 'a/b': 3, 'c~d': 3, rows: [{ n: 3, m: 3 }] };
  const { 'a/b': _, ...lacking } = valid;
  const type = [{ match: 'type' }];
  const include = [{ match: 'include' }];
  const rules: [string, Rule[]][] = [
    ['$.id', type],
    ['$.rows', type],
    ["$['a/b']", include],
    ["$['c~d']", include],
  ];

  it('replaces invalid examples where a rule allows others', () => {
    const said = { id: 0, name: 'Said', 'a/b': 'x', 'c~d': 'y', rows: [{ n: 5 }, { n: 0, m: 6 }] };
    const rows = [...[{ n: 5, m: 3 }], { n: 3, m: 6 }];
    expect(complete(said, valid, schema, rules)).to.deep.equal({ body: { ...valid, name: 'Said', rows } });
  });

  for (const [title, said, known, sentence] of [
    ['no rule allows others', { name: '' }, valid, '#/name: Must be a string of at least 2 characters.'],
    ['the contract is invalid too', { id: 0 }, { ...valid, id: -1 }, '#/id: Must be an integer of at least 1.'],
    ['the contract lacks the member', { note: 7 }, valid, '#/note: Must be a string.'],
    ['a member is unknown', { id: 0, 'x/y': 1 }, valid, '#/x~1y: Is not a known member.'],
    ['both lack a member', {}, lacking, '#/a~1b: Is required.'],
    ['it is a text', 'x', undefined, '#: Must be an object.'],
  ] as const) {
    it(`reports a reply where ${title}`, () => {
      expect(complete(said, known, schema, rules)).to.deep.equal({
        error: `the response violates its schema: ${sentence}`,
      });
    });
  }
});
