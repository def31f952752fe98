import { expect } from 'chai';
import { Inspection } from '../../../server/store/content/inspection.ts';
import { type AnyRecord, anyCollection, placesOf } from '../../../server/store/content/record-encoding.ts';
import { rawFighter } from '../../support/fixtures/records.ts';
import { recordClient } from '../../support/redis/recorded-client.ts';

const fighter = (id: number, more: object = {}): AnyRecord => anyCollection('fighters').normalise(rawFighter(id, more));
const known = (id: number, more: object = {}) => ({ key: String(id), record: fighter(id, more) });
const membersOf = (id: number, more: object = {}) =>
  placesOf('fighters', fighter(id, more)).map(({ group, member }) => [group, String(member)] as const);

/** An inspection of generation 7, whose fighters are those of generation 3. */
function inspect(answers: Record<string, unknown>, live = 7) {
  const all: Record<string, unknown> = { 'hget {content}:live:7 fighters': '{content}:3:fighters', ...answers };
  const { client, asked } = recordClient((name, args) => {
    const value = all[[name, ...args].map(String).join(' ')] ?? all[`${name} ${args[0]}`] ?? all[name];
    return value === undefined ? null : value;
  });
  const inspection = new Inspection(client, live, () => asked.push(['check']));
  /** What was asked besides the name of the records. */
  const others = () => asked.filter(([name, key]) => name !== 'hget' || key !== '{content}:live:7');
  return { inspection, asked, others };
}

async function read<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(page);
  return found;
}

describe('an inspection of the live generation', () => {
  it('reads records in portions, and asks once for the key of a collection', async () => {
    const { inspection, asked } = inspect({
      'hscan {content}:3:fighters 0 COUNT 20': ['5', ['1', 'a', '2', 'b']],
      'hscan {content}:3:fighters 5 COUNT 20': ['6', []],
      'hscan {content}:3:fighters 6 COUNT 20': ['0', ['3', 'c']],
    });
    const pages = [
      [
        ...[
          ['1', 'a'],
          ['2', 'b'],
        ],
      ],
      [['3', 'c']],
    ];
    for (let time = 0; time < 2; time++) expect(await read(inspection.records('fighters', 20))).to.deep.equal(pages);
    const scans = ['0', '5', '6'].map((cursor) => ['hscan', '{content}:3:fighters', cursor, 'COUNT', 20]);
    expect(asked).to.deep.equal([['hget', '{content}:live:7', 'fighters'], ...scans, ...scans]);
    expect(await read(inspection.records('news', 20))).to.deep.equal([]);
    expect(asked).to.have.length(8);
  });

  it('names lists that are not named, each once', async () => {
    for (const add of [false, true]) {
      const { inspection, others } = inspect({ smembers: ['all'] });
      const groups = [...new Set(membersOf(1, { statid: 4 }).map(([group]) => group))].filter((one) => one !== 'all');
      const found = [known(1, { statid: 4 }), known(2, { statid: 5 })];
      expect(groups).to.include('statid');
      expect(await inspection.unnamedLists('fighters', found, add)).to.deep.equal(groups);
      expect(await inspection.unnamedLists('fighters', found, add)).to.deep.equal([]);
      expect(others()).to.deep.equal([
        ['smembers', '{content}:3:fighters:lists'],
        ...(add ? groups.flatMap((group) => [['check'], ['sadd', '{content}:3:fighters:lists', group]]) : []),
      ]);
    }
  });

  it('finds the lists from which a record is missing, and adds it to them together', async () => {
    const members = membersOf(1, { statid: 4 });
    const listed = members.map(([group, member]) => ({ group, member, rest: member.split('\u0000')[0] ?? '' }));
    const [first] = listed;
    for (const add of [false, true]) {
      const { inspection, others } = inspect({ [`zscore {content}:3:fighters:list:all ${first?.member}`]: '0' });
      const missing = listed.slice(1);
      expect(await inspection.missingMembers('fighters', [known(1, { statid: 4 })], add)).to.deep.equal(
        missing.map(({ group, rest }) => ({ key: '1', list: rest === '' ? group : `${group}:${rest}` })),
      );
      expect(missing.map(({ group, rest }) => `${group}:${rest}`)).to.include('statid:4');
      const added = missing.flatMap(({ group, member }) => [
        ['sadd', '{content}:3:fighters:lists', group],
        ['zadd', `{content}:3:fighters:list:${group}`, 0, member],
      ]);
      expect(others()).to.deep.equal([
        ['pipeline', ...listed.map(({ group, member }) => ['zscore', `{content}:3:fighters:list:${group}`, member])],
        ...(add ? [['check'], ['pipeline', ...added]] : []),
      ]);
    }
    const { inspection, others } = inspect({ zscore: '0' });
    expect(await inspection.missingMembers('fighters', [], true)).to.deep.equal([]);
    expect(await inspection.missingMembers('fighters', [known(1)], true)).to.deep.equal([]);
    expect(others()).to.have.length(1);
    const lacking = await inspect({}).inspection.missingMembers('fighters', [known(1)], false);
    expect(lacking.find(({ list }) => list === 'all')).to.deep.equal({ key: '1', list: 'all' });
    const none = inspect({ 'hget {content}:live:7 fighters': null });
    expect(await none.inspection.missingMembers('fighters', [known(1)], true)).to.deep.equal([]);
    expect(await none.inspection.unnamedLists('fighters', [known(1)], true)).to.deep.equal([]);
    expect(none.others()).to.deep.equal([]);
  });

  it('counts the members that there are, and those that there should be', async () => {
    const { inspection, others } = inspect({ smembers: ['all', 'statid'], zcard: 0 });
    expect(inspection.membersOf('fighters', [])).to.equal(0);
    const found = [known(1), known(2, { statid: 5 })];
    expect(inspection.membersOf('fighters', found)).to.equal(membersOf(1).length + membersOf(2, { statid: 5 }).length);
    expect(await inspection.memberCount('news')).to.equal(0);
    expect(await inspection.memberCount('fighters')).to.equal(0);
    expect(others()).to.deep.equal([
      ['smembers', '{content}:3:fighters:lists'],
      ['pipeline', ['zcard', '{content}:3:fighters:list:all'], ['zcard', '{content}:3:fighters:list:statid']],
    ]);
    const some = inspect({ smembers: ['a', 'b', 'c'], zcard: 2, 'zcard {content}:3:fighters:list:b': 5 });
    expect(await some.inspection.memberCount('fighters')).to.equal(9);
    const none = inspect({ smembers: [] });
    expect(await none.inspection.memberCount('fighters')).to.equal(0);
    expect(none.others()).to.deep.equal([['smembers', '{content}:3:fighters:lists']]);
  });

  it('finds members that no record accounts for, and removes them', async () => {
    const [own = ''] = membersOf(1).map(([, member]) => member);
    const members = [
      own,
      '\u0000a\u0000\u00001',
      '\u0000b\u0000\u00009',
      '\u0000c\u0000\u00008',
      'malformed',
      '\u0000\u0000\u00005',
    ];
    for (const remove of [false, true]) {
      const { inspection, others } = inspect({
        smembers: ['all', 'empty'],
        'zscanBuffer {content}:3:fighters:list:all 0 COUNT 500': [
          ...[Buffer.from('0'), members.flatMap((member) => [Buffer.from(member), Buffer.from('0')])],
        ],
        zscanBuffer: [Buffer.from('0'), []],
        hmget: [JSON.stringify(fighter(1)), JSON.stringify(fighter(1)), null, '{"id":', null, null],
      });
      const strays = [
        { key: '1', why: 'stands wrongly in', member: members[1] },
        { key: '9', why: 'has no record but stands in', member: members[2] },
        { key: '', why: 'has no record but stands in', member: members[4] },
        { key: '5', why: 'has no record but stands in', member: members[5] },
      ];
      expect(await read(inspection.strayMembers('fighters', remove))).to.deep.equal(
        strays.map(({ key, why }) => ({ group: 'all', key, why })),
      );
      const removals = strays.flatMap(({ member = '' }) => [
        ['check'],
        ['zrem', '{content}:3:fighters:list:all', Buffer.from(member)],
      ]);
      expect(others()).to.deep.equal([
        ['smembers', '{content}:3:fighters:lists'],
        ['zscanBuffer', '{content}:3:fighters:list:all', '0', 'COUNT', 500],
        ['hmget', '{content}:3:fighters', '1', '1', '9', '8', '', '5'],
        ...(remove ? removals : []),
        ['zscanBuffer', '{content}:3:fighters:list:empty', '0', 'COUNT', 500],
      ]);
      expect(await read(inspection.strayMembers('news', remove))).to.deep.equal([]);
    }
  });

  it('compares figures, and sets them after a look at the lock', async () => {
    const { inspection, others } = inspect({
      'hmget {content}:live:7:about records:fighters bytes:fighters': ['3', '900'],
      hmget: [null, null],
      hlen: 4,
    });
    expect(await inspection.figures('fighters')).to.deep.equal({ records: 3, bytes: 900, stored: 4 });
    expect(await inspection.figures('news')).to.deep.equal({ records: 0, bytes: 0, stored: 0 });
    await inspection.setFigures('fighters', 4, 1_000);
    expect(others()).to.deep.equal([
      ['hmget', '{content}:live:7:about', 'records:fighters', 'bytes:fighters'],
      ['hlen', '{content}:3:fighters'],
      ['hmget', '{content}:live:7:about', 'records:news', 'bytes:news'],
      ['check'],
      ['hset', '{content}:live:7:about', 'records:fighters', 4, 'bytes:fighters', 1_000],
    ]);
  });

  it('knows whether a collection is still as it was', async () => {
    const now = { 'get {content}:live': '9', 'hget {content}:live:9 fighters': '{content}:3:fighters', zcount: 0 };
    for (const [answers, name, expected] of [
      [now, 'fighters', true],
      [{ ...now, zcount: 1 }, 'fighters', false],
      [{ ...now, 'hget {content}:live:9 fighters': '{content}:8:fighters' }, 'fighters', false],
      [now, 'news', true],
      [{ ...now, 'hget {content}:live:9 news': '{content}:9:news' }, 'news', false],
    ] as const) {
      expect(await inspect(answers).inspection.isCurrent(name)).to.equal(expected);
    }
    const { inspection, others } = inspect(now);
    await inspection.isCurrent('fighters');
    expect(others()).to.deep.equal([
      ['get', '{content}:live'],
      ['hget', '{content}:live:9', 'fighters'],
      ['zcount', '{content}:3:fighters:changes', '(7', '+inf'],
    ]);
    for (const count of [0, 1]) expect(await inspect({ exists: count }).inspection.exists()).to.equal(count === 1);
  });
});

describe('the table of generations', () => {
  const tableOf = (numbers: string[], more: object = {}) => ({
    'get {content}:live': '7',
    zrange: numbers,
    'get {content}:counter': '7',
    smembers: [],
    hgetall: { generation: '1', fighters: '{content}:3:fighters' },
    'hget {content}:live:7:about records:fighters': '2',
    exists: 1,
    ...more,
  });
  const table = [
    ...[
      'multi',
      ['get', '{content}:live'],
      ['zrange', '{content}:generations', '0', '-1'],
      ['get', '{content}:counter'],
    ],
    ['smembers', '{content}:written'],
  ];

  /** What is found, and what is written by it. */
  async function findingsOf(answers: object, repair: boolean, live = 7) {
    const { inspection, asked } = inspect({ ...answers }, live);
    const found = (await inspection.generations(repair)).map(
      ({ where, says, repaired }) => `${where} ${says}${repaired ? ' (repaired)' : ''}`,
    );
    return { found, asked, written: asked.filter(([name]) => ['set', 'zadd', 'zrem', 'check'].includes(String(name))) };
  }

  it('is read at one moment, and each generation of it afterwards', async () => {
    const { found, asked } = await findingsOf(tableOf(['6', '7']), false);
    expect(found).to.deep.equal([]);
    expect(asked).to.deep.equal([
      table,
      ['hgetall', '{content}:live:6'],
      ['hget', '{content}:live:6:about', 'records:fighters'],
      ['hgetall', '{content}:live:7'],
      ['hget', '{content}:live:7:about', 'records:fighters'],
      ['exists', '{content}:3:fighters'],
    ]);
    expect((await findingsOf(tableOf(['7']), true)).written).to.deep.equal([['check']]);
  });

  for (const [what, answers, says, written, live] of [
    [
      'of which none is live',
      tableOf(['6', '7'], { 'get {content}:live': null }),
      'content has 2 generations, and none is live: roll back to one of them',
    ],
    [
      'of which the only one is not live',
      tableOf(['7'], { 'get {content}:live': null }),
      'content has 1 generations, and none is live: roll back to one of them',
    ],
    ['without any', tableOf([], { 'get {content}:live': null, 'get {content}:counter': null }), undefined, [], 0],
    [
      'whose counter is behind the live one',
      tableOf(['7'], { 'get {content}:counter': '6' }),
      'counter of generations is 6, must be at least 7',
      [['set', '{content}:counter', 7]],
    ],
    [
      'whose counter is lost after the first generation',
      tableOf(['1'], { 'get {content}:counter': null }),
      'counter of generations is missing, must be at least 1',
      [['set', '{content}:counter', 1]],
      1,
    ],
    [
      'whose counter is behind what was written',
      tableOf(['7'], { 'get {content}:counter': null, smembers: ['{content}:12:news', 'x{content}:99:news', 'other'] }),
      'counter of generations is missing, must be at least 12',
      [['set', '{content}:counter', 12]],
    ],
    [
      'whose counter is behind one that is listed',
      tableOf(['7', '15']),
      'counter of generations is 7, must be at least 15',
      [['set', '{content}:counter', 15]],
    ],
    [
      'that lacks the live one',
      tableOf(['6']),
      'generation 7 is live but not in the list of generations',
      [['zadd', '{content}:generations', 7, '7']],
    ],
    [
      'that lacks a live one with the number 1',
      tableOf([], { 'get {content}:counter': '1' }),
      'generation 1 is live but not in the list of generations',
      [['zadd', '{content}:generations', 1, '1']],
      1,
    ],
    [
      'whose live one is gone',
      tableOf(['7'], { hgetall: {} }),
      'generation 7 is live but gone: roll back to an earlier one',
    ],
    [
      'of which an earlier one is gone',
      tableOf(['6', '7'], { 'hgetall {content}:live:6': {} }),
      'generation 6 is listed but gone',
      [['zrem', '{content}:generations', '6']],
    ],
    [
      'with an unknown collection',
      tableOf(['7'], { hgetall: { rings: '{content}:3:rings' } }),
      'generation 7 has an unknown collection rings',
    ],
    [
      'that names records which are gone',
      tableOf(['7'], { exists: 0 }),
      'generation 7 names {content}:3:fighters for 2 fighters, which is not there',
    ],
    [
      'that names one record which is gone',
      tableOf(['7'], { exists: 0, 'hget {content}:live:7:about records:fighters': '1' }),
      'generation 7 names {content}:3:fighters for 1 fighters, which is not there',
    ],
    [
      'that names no records',
      tableOf(['7'], { exists: 0, 'hget {content}:live:7:about records:fighters': '0' }),
      undefined,
    ],
  ] as [string, object, string | undefined, unknown[][]?, number?][]) {
    it(`${what} is ${says ? 'found' : 'right'}`, async () => {
      const told = await findingsOf(answers, false, live);
      expect([told.found, told.written]).to.deep.equal([says ? [says] : [], []]);
      const repaired = await findingsOf(answers, true, live);
      const isRepaired = written !== undefined && written.length > 0;
      expect(repaired.found).to.deep.equal(says ? [isRepaired ? `${says} (repaired)` : says] : []);
      expect(repaired.written).to.deep.equal([['check'], ...(written ?? [])]);
    });
  }
});
