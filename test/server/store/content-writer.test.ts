import { mock } from 'node:test';
import { expect } from 'chai';
import { changeRecords, type RecordChange } from '../../../server/store/content/change-records.ts';
import { collectGarbage } from '../../../server/store/content/garbage.ts';
import { createGenerations } from '../../../server/store/content/generations.ts';
import { createRawReader } from '../../../server/store/content/raw-reader.ts';
import { type AnyRecord, anyCollection, placesOf } from '../../../server/store/content/record-encoding.ts';
import type { Entry } from '../../../server/store/index.ts';
import { defaultStoreSettings } from '../../../server/store/settings.ts';
import { rawFighter } from '../../support/fixtures/records.ts';
import { type Answer, recordClient } from '../../support/redis/recorded-client.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const live = ['{content}:live'];
const fighter = (id: number, more: object = {}): AnyRecord => anyCollection('fighters').normalise(rawFighter(id, more));
const json = (record: AnyRecord) => JSON.stringify(record);
const entry = (record: AnyRecord) => ({ collection: 'fighters', record }) as Entry;
const placed = (record: AnyRecord) => placesOf('fighters', record).flatMap(({ group, member }) => [group, member]);
const first = fighter(1, { statid: 4 });
const sort = placed(first)[1]?.slice(1) as string;

describe('records that are changed in place', () => {
  beforeEach(() => mock.method(Date, 'now', () => 1_700_000_000_000));
  afterEach(() => mock.reset());

  /** What is asked to put these records, or to remove them by their keys, of which the others are stored. */
  async function change(
    wanted: readonly (AnyRecord | string)[],
    stored: readonly (string | null)[],
    { reply = () => [8], isEmpty = false }: { reply?: () => unknown; isEmpty?: boolean } = {},
  ) {
    let at = 0;
    const { client, asked } = recordClient((name) => {
      if (name === 'get') return isEmpty ? null : '7';
      return name === 'readContent' ? [7, stored[at++ % stored.length] ?? null] : reply();
    });
    const collected: unknown[] = [];
    const collect = async (...args: unknown[]) => {
      collected.push(args.slice(1));
      throw new Error('no answer');
    };
    const changes = wanted.map((one): RecordChange => {
      const key = typeof one === 'string' ? one : anyCollection('fighters').key(one);
      return { collection: 'fighters', key, record: typeof one === 'string' ? undefined : one };
    });
    const parts = { bulk: client, collect, generationsKept: 3 };
    let result: unknown;
    const reason = await reasonOf(
      changeRecords(parts, changes, { kind: 'put', who: 'Ann' }).then((found) => {
        result = found;
      }),
    );
    return { result, reason, asked, collected, sent: asked.filter(([name]) => name === 'changeContent') };
  }
  const sentOf = (...args: unknown[]) => [
    'changeContent',
    live,
    '7',
    'put',
    'Ann',
    '1700000000000',
    'fighters',
    ...args,
  ];

  it('are read as they are, and sent with the lists that they leave and join', async () => {
    const moved = fighter(1, { statid: 5 });
    const { result, asked } = await change([moved], [json(first)]);
    expect(result).to.deep.equal({ generation: 8, changed: 1 });
    expect(asked).to.deep.equal([
      ['get', '{content}:live'],
      ['readContent', live, 'get', '', 'fighters', '1'],
      sentOf('1', json(moved), '1', '1', 'statid', `4\u0000${sort}`, 'statid', `5\u0000${sort}`),
    ]);
    const others = placed(first).length / 2;
    expect((await change([first], [null])).sent).to.deep.equal([
      sentOf('1', json(first), '0', String(others), ...placed(first)),
    ]);
    expect((await change(['1'], [json(first)])).sent).to.deep.equal([
      sentOf('1', '', String(others), '0', ...placed(first)),
    ]);
    expect((await change(['1'], ['{"id":'])).sent).to.deep.equal([sentOf('1', '', '0', '0')]);
  });

  it('have their members of bytes compared byte by byte', async () => {
    const [half, other] = [fighter(1, { last_name: 'x\ud800' }), fighter(1, { last_name: 'x\ud800', nickname: 'y' })];
    expect(placed(half)[1]).to.be.instanceOf(Buffer);
    expect((await change([other], [json(half)])).sent).to.deep.equal([sentOf('1', json(other), '0', '0')]);
    const { sent } = await change([fighter(1, { last_name: 'x\udfff' })], [json(half)]);
    expect(sent[0]?.slice(9, 11)).to.deep.equal([String(placed(half).length / 2), String(placed(half).length / 2)]);
  });

  it('that are as they were change nothing', async () => {
    const same = await change([first, fighter(2), '3'], [json(first), json(fighter(2)), null]);
    expect([same.result, same.sent]).to.deep.equal([{ generation: 7, changed: 0 }, []]);
    const none = await change(['3'], [null], { isEmpty: true });
    expect(none.result).to.deep.equal({ generation: 0, changed: 0 });
    const begun = await change([first], [null], { isEmpty: true });
    expect(begun.sent[0]?.[2]).to.equal('');
    const one = await change([first, fighter(2)], [json(first), null]);
    expect([one.result, one.sent[0]?.[7]]).to.deep.equal([{ generation: 8, changed: 1 }, '2']);
  });

  it('are retried twenty times when others come in between', async () => {
    let left = 19;
    const late = await change([first], [null], { reply: () => [left-- > 0 ? 0 : 9] });
    expect([late.result, late.sent.length]).to.deep.equal([{ generation: 9, changed: 1 }, 20]);
    const never = await change([first], [null], { reply: () => [0] });
    expect([never.reason, never.sent.length]).to.deep.equal([
      ...['StoreUnavailable: The store is not available: too many changes of content at once', 20],
    ]);
  });

  it('are refused while a publish replaces them, and when Redis is full', async () => {
    for (const [answer, said] of [
      [[-1], 'PublishInProgress: A publish that replaces these records is running. Try again when it is done.'],
      [
        Object.assign(new Error("OOM command not allowed when used memory > 'maxmemory'."), { name: 'ReplyError' }),
        'StoreUnavailable: The store is not available: Redis is full (maxmemory is reached)',
      ],
      [new Error('no OOMPH'), 'StoreUnavailable: The store is not available: no OOMPH'],
      [new Error('LOOM'), 'StoreUnavailable: The store is not available: LOOM'],
    ] as const) {
      expect((await change([first], [null], { reply: () => answer })).reason).to.equal(said);
    }
  });

  it('have garbage removed with every fiftieth generation, which may fail', async () => {
    for (const [generation, collected] of [
      [1, []],
      [49, []],
      [50, [[3]]],
      [51, []],
      [100, [[3]]],
    ] as const) {
      const found = await change([first], [null], { reply: () => [generation] });
      expect([found.result, found.collected]).to.deep.equal([{ generation, changed: 1 }, collected]);
    }
  });
});

describe('garbage of content', () => {
  it('is collected by these periods', async () => {
    const { client, asked } = recordClient();
    await collectGarbage(client, 3);
    expect(asked).to.deep.equal([['collectContent', live, '3', '1000', '60000', '3600']]);
  });
});

describe('generations of content', () => {
  const generationsOf = (answer: Answer) => {
    const { client, asked } = recordClient(answer);
    return { generations: createGenerations(client, { ...defaultStoreSettings, generationsKept: 2 }), asked };
  };

  it('are listed newest first, with what is known of each', async () => {
    const abouts: Record<string, object> = {
      '3': {},
      '4': { kind: 'put', who: 'Ann', time: '5000', changed: '2', 'records:news': '3', 'bytes:news': '90' },
      '5': { kind: 'remove', who: 'Bob', time: '0', changed: '1', 'records:rings': '3' },
      '6': { kind: 'rollback', who: 'Cleo', time: '7000', to: '4', changed: '9' },
      '7': { kind: 'publish', who: 'Dee', time: '8000', to: '4', changed: '9', 'bytes:events': '0' },
    };
    const { generations, asked } = generationsOf((name, [key]) => {
      if (name === 'get') return '6';
      if (name === 'zrange') return Object.keys(abouts);
      if (name === 'hkeys') return key === '{content}:live:3' ? [] : ['generation', 'news', 'events', 'rings'];
      return abouts[String(key).split(':')[2] ?? ''];
    });
    const common = { isLive: false, collections: ['events', 'news'], records: {}, bytes: {} };
    expect(await generations.list()).to.deep.equal([
      { ...common, number: 7, kind: 'publish', who: 'Dee', timeMs: 8_000, bytes: { events: 0 } },
      { ...common, number: 6, isLive: true, kind: 'rollback', who: 'Cleo', timeMs: 7_000, to: 4 },
      { ...common, number: 5, kind: 'remove', who: 'Bob', timeMs: 0, changed: 1 },
      {
        ...{ ...common, number: 4, kind: 'put', who: 'Ann', timeMs: 5_000, changed: 2 },
        ...{ records: { news: 3 }, bytes: { news: 90 } },
      },
      { ...common, number: 3, kind: 'publish', who: 'unknown', timeMs: undefined, collections: [] },
    ]);
    expect(asked).to.deep.equal([
      ['pipeline', ['get', '{content}:live'], ['zrange', '{content}:generations', '0', '-1']],
      [
        'pipeline',
        ...Object.keys(abouts).flatMap((number) => [
          ['hkeys', `{content}:live:${number}`],
          ['hgetall', `{content}:live:${number}:about`],
        ]),
      ],
    ]);
  });

  it('are changed by records and by keys, each key once', async () => {
    const { generations, asked } = generationsOf((name) => {
      if (name === 'get') return '7';
      return name === 'readContent' ? [7, json(fighter(9))] : [100];
    });
    expect(await generations.put([entry(first)], 'Ann')).to.deep.equal({ generation: 100, changed: 1 });
    expect(await generations.remove('fighters', ['3', '4', '3'], 'Bob')).to.deep.equal({ generation: 100, changed: 2 });
    const sent = asked.filter(([name]) => name === 'changeContent');
    expect(sent.map((one) => [one[3], one[4], one[6], one[7], one[8]])).to.deep.equal([
      ['put', 'Ann', 'fighters', '1', json(first)],
      ['remove', 'Bob', 'fighters', '3', ''],
    ]);
    expect(asked.filter(([name]) => name === 'collectContent')).to.deep.equal(
      [1, 2].map(() => ['collectContent', live, '2', '1000', '60000', '3600']),
    );
  });

  it('are restored, the one before the live one or another, or it is said why not', async () => {
    mock.method(Date, 'now', () => 1_700_000_000_000);
    const restore = async (number: number | undefined, current: string | null, all: string[], reply: unknown = [9]) => {
      const { generations, asked } = generationsOf((name) =>
        name === 'get' ? current : name === 'zrange' ? all : reply,
      );
      let found: unknown;
      const reason = await reasonOf(
        generations.rollBack(number, 'Ann').then((result) => {
          found = result;
        }),
      );
      return reason === 'done' ? { found, asked } : reason;
    };
    const asked = (to: number) => [
      ['zrange', '{content}:generations', '0', '-1'],
      ['get', '{content}:live'],
      ['rollBackContent', live, String(to), 'Ann', '1700000000000'],
    ];
    const all = ['5', '6', '7'];
    for (const [number, current, to] of [
      [undefined, '7', 6],
      [undefined, '6', 5],
      [undefined, null, 7],
      [7, '7', 7],
      [5, '7', 5],
    ] as const) {
      expect(await restore(number, current, all, [9, 'news', 'events'])).to.deep.equal({
        ...{ found: { generation: 9, to, collections: ['news', 'events'] }, asked: asked(to) },
      });
    }
    for (const [number, current, reply, said] of [
      [undefined, '5', [9], 'NoSuchGeneration: There is no earlier generation to restore.'],
      [4, '7', [9], 'NoSuchGeneration: There is no generation 4: content list shows the generations.'],
      [6, '7', [-1], 'PublishInProgress: A publish is running. Try again when it is done.'],
      [6, '7', [0], 'NoSuchGeneration: There is no generation 6 any more.'],
      [6, '7', [], 'NoSuchGeneration: There is no generation 6 any more.'],
      [
        ...([6, '7', [-2, '8']] as const),
        'NoSuchGeneration: What generation 8 replaced is lost, so generation 6 cannot be restored: restore a later one, or publish.',
      ],
    ] as const) {
      expect(await restore(number, current, all, reply)).to.equal(said);
    }
    mock.reset();
  });
});

describe('unparsed content of a generation', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  const lostLive =
    'LiveGenerationLost: The live generation of the content is lost: run "npm run content -- rollback", which makes the last one live that is there. Until then changes are refused, since all that they do not replace would be lost, too.';

  it('is read by pages, by keys, and as what exists', async () => {
    const { client, asked } = recordClient((_, [, what, , name]) => {
      if (what === 'list') return [7, name === 'news' ? 0 : 1, '3', 'a', '4', null];
      return what === 'get' ? [7, 'a', '', null] : [7, 1, 0];
    });
    const reader = createRawReader(client, 7);
    const records = [
      ['3', 'a'],
      ['4', undefined],
    ];
    expect(await reader.page('fighters', { limit: 2 })).to.deep.equal({ records, more: true });
    expect(await reader.page('news', { limit: 5, after: 'b' })).to.deep.equal({ records, more: false });
    expect(await reader.get('news', ['1', '2', '3', '4'])).to.deep.equal(['a', undefined, undefined, undefined]);
    expect(await reader.exist('news', ['1', 2, '3'])).to.deep.equal([true, false, false]);
    expect([await reader.get('news', []), await reader.exist('news', [])]).to.deep.equal([[], []]);
    const ask = (what: string, ...args: unknown[]) => ['readContent', live, what, '7', ...args];
    expect(asked).to.deep.equal([
      ask('list', 'fighters', 'all', bytes('[\0'), bytes('(\x01'), 'ascending', '2', '1'),
      ask('list', 'news', 'all', bytes('[\0'), bytes('(\0b\0\0'), 'descending', '5', '1'),
      ask('get', 'news', '1', '2', '3', '4'),
      ask('keyed', 'news', '1', '2', '3'),
    ]);
  });

  it('is gone, or nothing says which one is live', async () => {
    const { client } = recordClient(() => [-1, 0]);
    expect(await reasonOf(createRawReader(client, '').get('news', ['1']))).to.equal(lostLive);
    expect(await reasonOf(createRawReader(client, 7).get('news', ['1']))).to.match(/^Error: There is no generation 7 /);
    const none = recordClient(() => [0, 0]);
    expect(await createRawReader(none.client, '').exist('news', ['1'])).to.deep.equal([false]);
  });
});
