import { expect } from 'chai';
import { Type } from 'typebox';
import type { Contract } from '../../mock/contracts/contract.ts';
import { completeReply, Records } from '../../mock/contracts/pacts/complete-reply.ts';
import type { Rule } from '../../mock/contracts/pacts/matching-rules.ts';
import type { PactInteraction } from '../../mock/contracts/pacts/pact-file.ts';

describe('the record that an object of a pact means', () => {
  const rows = [
    { event_id: 7, statid: 5, name: 'One' },
    { event_id: 8, statid: 6, name: 'Other' },
  ];
  const success = { kind: 'success', reply: { body: { rows } } } as unknown as Contract;
  const records = new Records([
    success,
    { kind: 'problem', reply: { body: { statid: 1, name: 'None' } } } as unknown as Contract,
  ]);
  const like = { event_id: 0, statid: 0, name: '' };

  it('is that with the same ids, as far as the pact has them', () => {
    expect(records.find({ event_id: null, statid: 6 }, like)).to.deep.equal(rows[1]);
    expect(records.find({ event_id: '7' }, like)).to.deep.equal(rows[0]);
  });

  it('is none where one of its ids is of another, where it has none, and among other members', () => {
    for (const said of [{ event_id: 7, statid: 6 }, { name: 'One' }, { event_id: null }]) {
      expect(records.find(said, like), JSON.stringify(said)).to.equal(undefined);
    }
    expect(records.find({ statid: 1 }, { statid: 0, name: '' }), 'only replies of success have records').to.equal(
      undefined,
    );
  });

  it('is told by the members that identify it, and by no others', () => {
    const isFound = (name: string) => {
      const body = { [name]: 5, name: 'Five' };
      const found = new Records([{ kind: 'success', reply: { body } } as unknown as Contract]);
      return found.find({ [name]: 5 }, { name: '', [name]: 0 }) !== undefined;
    };
    const identifying = ['id', 'fight_id', 'statid', 'fighter_statid', 'round_num', 'FightID'];
    const others = ['paid', 'idea', 'statids', 'num', 'round_nums', 'FIGHTID', 'FightIDs', 'ID', 'title'];
    expect([...identifying, ...others].filter(isFound)).to.deep.equal(identifying);
  });

  it('is found in lists of lists, the first of several', () => {
    const all = new Records([
      { kind: 'success', reply: { body: [[{ id: 1, name: 'First' }], [{ id: 1, name: 'Second' }]] } },
    ] as unknown as Contract[]);
    expect(all.find({ id: '1' }, { id: 0, name: '' })).to.deep.equal({ id: 1, name: 'First' });
  });
});

describe('a reply of a pact is completed', () => {
  const bodies = [
    { id: 7, name: 'Seven', of: { fight_id: 2, part: 5, whole: 6 } },
    { id: 1, name: 'Other', of: { fight_id: 1, part: 0, whole: 0 } },
    { id: 7, name: 'Again' },
    { a_id: 5, round_num: 2, near: 0 },
  ];
  const records = new Records(bodies.map((body) => ({ kind: 'success', reply: { body } }) as unknown as Contract));
  const complete = (said: unknown, known: unknown, schema = Type.Unknown() as object, rules: [string, Rule[]][] = []) =>
    completeReply(
      { response: { body: said }, rules: new Map(rules) } as unknown as PactInteraction,
      ...([known, schema, records] as const),
    );
  const like = { id: 1, name: 'One', of: { fight_id: 1, part: 1, whole: 1 } };

  for (const [title, said, known, whole] of [
    ['by nothing where it says all', { a: 1 }, { a: 2 }, { a: 1 }],
    ['by all where it says nothing', undefined, { a: 1 }, { a: 1 }],
    ['not where it says null', null, { a: 1 }, null],
    ['not where it says a text', 'x', 'y', 'x'],
    ['by members', { a: { b: 1 } }, { a: { b: 2, c: 3 }, d: 4 }, { a: { b: 1, c: 3 }, d: 4 }],
    ['by no members of null', { a: 1 }, null, { a: 1 }],
    ['by no members of a list', { a: 1 }, [{ a: 2, b: 2 }], { a: 1 }],
    [
      'by rows at the same place',
      [{ n: 1 }, { n: 2 }],
      [
        { n: 0, m: 1 },
        { n: 0, m: 2 },
      ],
      [
        { n: 1, m: 1 },
        { n: 2, m: 2 },
      ],
    ],
    [
      'by the first row beyond the last',
      [{ n: 1 }, { n: 2 }],
      [{ m: 1 }],
      [
        { n: 1, m: 1 },
        { n: 2, m: 1 },
      ],
    ],
    ['by no rows of an object', [{ n: 1 }], { n: 0, m: 1 }, [{ n: 1 }]],
    ['by no row that is a text', [{ id: 1 }], ['x', { id: 1, n: 2 }], [{ id: 1, n: 2 }]],
    [
      'by the known one where that has its ids but null',
      { a_id: null, round_num: 2 },
      { a_id: 1, round_num: 2, near: 1 },
      { a_id: null, round_num: 2, near: 1 },
    ],
    ['by rows of rows', [[{ n: 1 }]], [[{ n: 0, m: 1 }]], [[{ n: 1, m: 1 }]]],
    ['not where its rows are texts', ['x', 'y'], [{ id: 1 }], ['x', 'y']],
    [
      'by the row with its id',
      [{ id: 2 }],
      [
        { id: 1, n: 'A' },
        { id: '2', n: 'B' },
      ],
      [{ id: 2, n: 'B' }],
    ],
    [
      'by the row with its id, not its other ids',
      [{ id: 2, a_id: 1 }],
      [
        { id: 1, a_id: 1, n: 1 },
        { id: 2, a_id: 2, n: 2 },
      ],
      [{ id: 2, a_id: 1, n: 2 }],
    ],
    [
      'by the row with its other id, where the row has no id',
      [{ id: 2, a_id: 2 }],
      [
        { a_id: 1, n: 1 },
        { a_id: 2, n: 2 },
      ],
      [{ id: 2, a_id: 2, n: 2 }],
    ],
    [
      'by the row with its other id, where it says no id',
      [{ a_id: 2 }],
      [
        { id: 1, a_id: 1, n: 1 },
        { id: 2, a_id: 2, n: 2 },
      ],
      [{ a_id: 2, id: 2, n: 2 }],
    ],
    [
      'by the row with all its ids',
      [{ a_id: 1, round_num: 2 }],
      [
        { a_id: 1, round_num: 1, n: 1 },
        { a_id: 1, round_num: 2, n: 2 },
      ],
      [{ a_id: 1, round_num: 2, n: 2 }],
    ],
    [
      'by the row with its ids but null',
      [{ a_id: null, round_num: 2 }],
      [
        { a_id: 1, round_num: 1, n: 1 },
        { a_id: 1, round_num: 2, n: 2 },
      ],
      [{ a_id: null, round_num: 2, n: 2 }],
    ],
    [
      'by the record with its id, and inside it',
      { id: 7, of: { part: 9 } },
      like,
      { id: 7, name: 'Seven', of: { fight_id: 2, part: 9, whole: 6 } },
    ],
    ['by the known one where that has its id', { id: 1 }, like, like],
    ['by the known one where no record has its id', { id: 8 }, like, { ...like, id: 8 }],
    ['by the known one where no record has its members', { id: 7 }, { id: 1, nick: 'x' }, { id: 7, nick: 'x' }],
    ['by records of rows', [{ id: 7 }], [{ id: 1, name: '' }], [{ id: 7, name: 'Again' }]],
  ] as const) {
    it(title, () => {
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
  const anyNumbers: [string, Rule[]][] = [
    ['$.id', type],
    ['$.rows', type],
    ["$['a/b']", [{ match: 'include' }]],
    ["$['c~d']", [{ match: 'include' }]],
  ];

  it('with valid values where its examples are not valid and a rule allows others', () => {
    const said = { id: 0, name: 'Said', 'a/b': 'x', 'c~d': 'y', rows: [{ n: 5 }, { n: 0, m: 6 }] };
    expect(complete(said, valid, schema, anyNumbers)).to.deep.equal({
      body: {
        id: 3,
        name: 'Said',
        'a/b': 3,
        'c~d': 3,
        rows: [
          { n: 5, m: 3 },
          { n: 3, m: 6 },
        ],
      },
    });
  });

  for (const [title, said, known, sentence] of [
    [
      'no rule allows others',
      { name: '' },
      valid,
      'the reply does not fit: #/name: Must be a string of at least 2 characters.',
    ],
    [
      'the contract has no valid one either',
      { id: 0 },
      { ...valid, id: -1 },
      'the reply does not fit: #/id: Must be an integer of at least 1.',
    ],
    ['the contract has none', { note: 7 }, valid, 'the reply does not fit: #/note: Must be a string.'],
    ['members are unknown', { id: 0, 'x/y': 1 }, valid, 'the reply does not fit: #/x~1y: Is not a known member.'],
    ['no one knows a member', {}, lacking, 'the reply does not fit: #/a~1b: Is required.'],
    ['it is a text', 'x', undefined, 'the reply does not fit: #: Must be an object.'],
  ] as const) {
    it(`not where ${title}`, () => {
      expect(complete(said, known, schema, anyNumbers)).to.deep.equal({ error: sentence });
    });
  }
});
