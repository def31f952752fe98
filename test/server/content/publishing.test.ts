import { expect } from 'chai';
import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { ContentRefused } from '../../../server/content/checking/error-summary.ts';
import { Divisions } from '../../../server/content/divisions.ts';
import { type PublishOptions, publishFiles, publishRecords, publishSources } from '../../../server/content/publish.ts';
import { putRecords, removeRecords } from '../../../server/content/put-and-remove.ts';
import type { Row, Source } from '../../../server/content/reading/sources.ts';
import type { Entry, Store } from '../../../server/store/index.ts';
import { rawEvent, rawFight, rawFighter } from '../../support/fixtures/records.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

interface Known {
  /** `events 4`: records that exist. */
  exist?: readonly string[];
  /** The first record of a list, such as `events fight:7`. */
  first?: Record<string, object>;
}

/** A store that takes everything, and what it was asked. */
function madeUpStore({ exist = [], first = {} }: Known = {}) {
  const asked: unknown[] = [];
  const short = ({ collection, record }: Entry) =>
    `${collection} ${'id' in record ? record.id : JSON.stringify(record)}`;
  const content = {
    raw: () => ({
      exist: async (collection: CollectionName, ids: readonly (string | number)[]) => {
        asked.push(['exist', collection, ids]);
        return ids.map((id) => exist.includes(`${collection} ${id}`));
      },
    }),
    first: async (collection: CollectionName, lists: readonly string[]) => {
      asked.push(['first', collection, lists]);
      return lists.map((list) => first[`${collection} ${list}`]);
    },
    publish: async (names: readonly string[], entries: AsyncIterable<Entry[]>, about: object) => {
      const portions: string[][] = [];
      for await (const portion of entries) portions.push(portion.map(short));
      asked.push(['publish', names, portions, about]);
    },
    generations: {
      put: async (entries: readonly Entry[], who: string) => {
        asked.push(['put', entries.map(short), who]);
        return { generation: 7, changed: entries.length - 1 };
      },
      remove: async (collection: CollectionName, keys: readonly string[], who: string) => {
        asked.push(['remove', collection, keys, who]);
        return { generation: 8, changed: 1 };
      },
    },
  };
  const live = { joinFights: async () => void asked.push(['join']) };
  return { asked, store: { content, live } as unknown as Store };
}

const alert = (id: number, more: object = {}) => ({
  ...{ id, title: 't', message: 'm', created: '2031-01-02T00:00:00Z' },
  ...more,
});

/** A source whose portions are these, each of which is so many bytes more. */
function sourceOf(
  collection: CollectionName,
  portions: readonly (readonly unknown[])[],
  bytes = 0,
  portionBytes = bytes,
): Source {
  let line = 0;
  let read = 0;
  function* rows() {
    for (const portion of portions) {
      read += portionBytes;
      yield portion.map((value): Row => {
        line++;
        if (value instanceof Error) return { error: { file: `${collection}.json`, line, found: value.message } };
        return { line, column: 1, value };
      });
    }
  }
  return { collection, file: `${collection}.json`, bytes, rows: rows(), read: () => read };
}

const linesOf = (error: unknown) => (error instanceof ContentRefused ? error.lines : error);
const refusedBy = (work: Promise<unknown>) => work.then(() => 'done', linesOf);

describe('a publish', () => {
  it('takes the collections in their order, tells its progress, and joins fights with their feed afterwards', async () => {
    const { asked, store } = madeUpStore();
    const steps: object[] = [];
    const options: PublishOptions = { who: 'night desk', progress: (step) => steps.push(step) };
    const sources = [
      sourceOf('fighters', [[rawFighter(1), rawFighter(2)], [rawFighter(3)]], 100, 40),
      sourceOf('events', [[rawEvent(7)]], 30, 20),
    ];
    const published = await publishSources(store, sources, options);
    expect([...published]).to.deep.equal([
      ['events', 1],
      ['fighters', 3],
    ]);
    expect(published.warnings.first).to.deep.equal([]);
    expect(asked).to.deep.equal([
      [
        ...['publish', ['events', 'fighters']],
        ...[[['events 7'], ['fighters 1', 'fighters 2'], ['fighters 3']], { who: 'night desk' }],
      ],
      ['join'],
    ]);
    expect(steps).to.deep.equal([
      { collection: 'events', records: 1, bytes: 20, totalBytes: 130 },
      { collection: 'fighters', records: 2, bytes: 70, totalBytes: 130 },
      { collection: 'fighters', records: 3, bytes: 110, totalBytes: 130 },
    ]);
  });

  it('has no total where the bytes of a source are not known, and no author where nobody is named', async () => {
    const { asked, store } = madeUpStore();
    const totals: number[] = [];
    const progress: PublishOptions['progress'] = ({ totalBytes }) => void totals.push(totalBytes);
    await publishSources(store, [sourceOf('alerts', [[alert(1)]], 9), sourceOf('events', [[]])], { progress });
    expect(totals).to.deep.equal([0, 0]);
    await publishSources(store, [sourceOf('alerts', [[alert(1)]], 1)], { progress });
    expect(totals.slice(2)).to.deep.equal([1]);
    expect(asked.at(-2)).to.deep.equal(['publish', ['alerts'], [['alerts 1']], {}]);
  });

  it('publishes nothing where it only checks, and has the warnings', async () => {
    const { asked, store } = madeUpStore({ exist: ['events 4'] });
    const source = () => sourceOf('alerts', [[alert(1, { event_id: 4 }), alert(2, { event_id: 5 })]]);
    const checked = await publishSources(store, [source()], { checkOnly: true });
    expect([...checked]).to.deep.equal([['alerts', 2]]);
    const warning = {
      ...{ file: 'alerts.json', line: 2, pointer: '/event_id', kind: 'reference to events' },
      found: 'refers to event 5, which does not exist',
    };
    expect(checked.warnings.first).to.deep.equal([warning]);
    expect(asked).to.deep.equal([['exist', 'events', [4, 5]]]);
    expect(await refusedBy(publishSources(store, [source()], { checkOnly: true, strict: true }))).to.deep.equal([
      'alerts.json:2: /event_id: refers to event 5, which does not exist',
    ]);
    expect(await refusedBy(publishSources(store, [source()], { strict: false }))).to.equal('done');
  });

  it('is refused with every error, and gives nothing more after the first', async () => {
    const given: number[] = [];
    const { store } = madeUpStore();
    store.content.publish = (async (_: unknown, entries: AsyncIterable<Entry[]>) => {
      for await (const portion of entries) given.push(portion.length);
    }) as never;
    const portions = [[alert(1), alert(2)], [alert(3), new Error('is not JSON')], [alert(4)], [alert(0)]];
    expect(await refusedBy(publishSources(store, [sourceOf('alerts', portions)]))).to.deep.equal([
      'alerts.json:4: is not JSON',
      'alerts.json:6: /id: is 0, must be an integer from 1 to 2147483647',
    ]);
    expect(given).to.deep.equal([2]);
    let read = 0;
    const errors = Array.from({ length: 5_000 }, () => new Error('is wrong'));
    const many = sourceOf('alerts', [errors, errors, errors], 3, 1);
    const refused = publishSources(store, [many], { progress: () => void read++ });
    expect(await reasonOf(refused)).to.equal('ContentRefused: 10000 errors in the content; nothing was published.');
    expect(read).to.equal(2);
  });

  it('of records in memory has the name of the collection as its file', async () => {
    const { asked, store } = madeUpStore();
    const published = await publishRecords(store, { alerts: [alert(1)], events: [] });
    expect([...published]).to.deep.equal([
      ['alerts', 1],
      ['events', 0],
    ]);
    expect(asked).to.deep.equal([['publish', ['alerts', 'events'], [['alerts 1'], []], { who: 'server' }], ['join']]);
    expect(await refusedBy(publishRecords(store, { alerts: [alert(1), alert(1), alert(0)] }))).to.deep.equal([
      'alerts:2: /: has the key 1, as the record at alerts:1, must be unique',
      'alerts:3: /id: is 0, must be an integer from 1 to 2147483647',
    ]);
    expect(await reasonOf(publishFiles(store, ['/nowhere/at/all'], { only: ['news'] }))).to.equal(
      'BadPath: /nowhere/at/all: cannot be read, there is no such file or folder',
    );
  });
});

describe('the divisions of rows of statistics', () => {
  const row = (statid: number, more: object = {}) =>
    ({ ...{ statid, stat: 'SLpM', Value: '1', Rank: 1, Born: 'PER' }, ...more }) as never;
  const fighter = (statid: number | null, weight_class: string | null) => ({ statid, weight_class }) as never;
  const divisionsIn = (rows: readonly object[]) => rows.map((one) => (one as { weight_class?: string }).weight_class);

  it('are those of the fighters that are published with them, or else of those in the store, asked for once', async () => {
    const first = { 'fighters statid:3': { weight_class: 'Flyweight' } };
    const { asked, store } = madeUpStore({ first });
    const divisions = new Divisions(store, false);
    divisions.add(fighter(1, 'Lightweight'));
    divisions.add(fighter(null, 'Bantamweight'));
    const rows = [row(1), row(2), row(3), row(2), row(3, { weight_class: 'Welterweight' })];
    const completed = await divisions.complete(rows);
    expect(divisionsIn(completed)).to.deep.equal(['Lightweight', undefined, 'Flyweight', undefined, 'Welterweight']);
    expect(await divisions.complete([row(1), row(3)])).to.have.length(2);
    expect(asked).to.deep.equal([['first', 'fighters', ['statid:2', 'statid:3']]]);
    const own = new Divisions(store, true);
    own.add(fighter(1, 'Lightweight'));
    expect(divisionsIn(await own.complete([row(1), row(3)]))).to.deep.equal(['Lightweight', undefined]);
    expect(asked).to.have.length(1);
  });

  it('are completed in a publish and in a put', async () => {
    const { asked, store } = madeUpStore({ first: { 'fighters statid:5': { weight_class: 'Flyweight' } } });
    const raw = { statid: 5, stat: 'SLpM', Value: '1', Rank: 1, Born: 'PER' };
    const stored = (weight_class?: string) =>
      `stats ${JSON.stringify({ ...raw, ...(weight_class && { weight_class }) })}`;
    const lightweight = rawFighter(1, { statid: 5, weight_class: 'Lightweight' });
    await publishSources(store, [
      sourceOf('stats', [[raw, { ...raw, statid: 9 }]]),
      sourceOf('fighters', [[lightweight]]),
    ]);
    expect(asked).to.deep.equal([
      [
        'publish',
        ['fighters', 'stats'],
        [['fighters 1'], [stored('Lightweight'), `stats ${JSON.stringify({ ...raw, statid: 9 })}`]],
        {},
      ],
      ['join'],
    ]);
    asked.length = 0;
    await publishSources(store, [sourceOf('stats', [[raw]])]);
    await putRecords(store, sourceOf('stats', [[raw]]), { who: 'desk' });
    expect(asked).to.deep.equal([
      ['first', 'fighters', ['statid:5']],
      ['publish', ['stats'], [[stored('Flyweight')]], {}],
      ['join'],
      ['first', 'fighters', ['statid:5']],
      ['put', [stored('Flyweight')], 'desk'],
    ]);
  });
});

describe('a put', () => {
  const put = async (source: Source, known: Known = {}, strict?: boolean) => {
    const { asked, store } = madeUpStore(known);
    const work = putRecords(store, source, { who: 'desk', ...(strict !== undefined && { strict }) });
    const result = await work.then(({ warnings, ...rest }) => ({ ...rest, warnings: warnings.first }), linesOf);
    return { result, asked };
  };

  it('says what has changed, and joins fights only of events', async () => {
    expect(await put(sourceOf('alerts', [[alert(1)], [alert(2)]]))).to.deep.equal({
      result: { generation: 7, changed: 1, given: 2, warnings: [] },
      asked: [['put', ['alerts 1', 'alerts 2'], 'desk']],
    });
    const events = [rawEvent(1, { fights: [rawFight(5), rawFight(6, { fightcard_order: 2 })] }), rawEvent(2)];
    const known = { exist: ['fighters 1', 'fighters 2'] };
    expect(await put(sourceOf('events', [events]), known)).to.deep.equal({
      result: { generation: 7, changed: 1, given: 2, warnings: [] },
      asked: [
        ['first', 'events', ['fight:5', 'fight:6']],
        ['first', 'events', []],
        ['exist', 'fighters', [1]],
        ['exist', 'fighters', [2]],
        ['put', ['events 1', 'events 2'], 'desk'],
        ['join'],
      ],
    });
  });

  it('takes no fight of another event, unless that is replaced too', async () => {
    const events = [rawEvent(1, { fights: [rawFight(5), rawFight(6, { fightcard_order: 2 })] })];
    const first = { 'events fight:5': { id: 1 }, 'events fight:6': { id: 9 } };
    const { result, asked } = await put(sourceOf('events', [events]), { first });
    expect(result).to.deep.equal(['events.json: /fights/1/id: is 6, as in event 9, must be unique']);
    expect(asked.map((call) => (call as string[])[0])).to.deep.equal(['first', 'exist', 'exist']);
    const both = [...events, rawEvent(9)];
    expect((await put(sourceOf('events', [both]), { first })).asked.at(-2)).to.deep.equal([
      ...['put', ['events 1', 'events 9'], 'desk'],
    ]);
    // With another error nobody is asked for holders.
    const wrong = await put(sourceOf('events', [[...events, new Error('is wrong')]]), { first });
    expect([wrong.result, (wrong.asked[0] as string[])[0]]).to.deep.equal([['events.json:2: is wrong'], 'exist']);
  });

  it('warns of references, which refuse it where it is strict', async () => {
    const source = () => sourceOf('alerts', [[alert(1, { event_id: 4 })]]);
    const found = 'refers to event 4, which does not exist';
    expect((await put(source())).result).to.deep.equal({
      ...{ generation: 7, changed: 0, given: 1 },
      warnings: [{ file: 'alerts.json', line: 1, pointer: '/event_id', found, kind: 'reference to events' }],
    });
    expect((await put(source(), {}, true)).result).to.deep.equal([`alerts.json:1: /event_id: ${found}`]);
    // A reference to a record that is live is none, also of the same collection.
    expect((await put(source(), { exist: ['events 4'] }, true)).result).to.have.property('changed', 0);
  });

  it('has a limit of records, of bytes and of ids in lists', async () => {
    const alerts = (count: number) => Array.from({ length: count }, (_, index) => alert(index + 1));
    expect((await put(sourceOf('alerts', [alerts(5_000)]))).result).to.include({ given: 5_000, changed: 4_999 });
    expect((await put(sourceOf('alerts', [alerts(5_001)]))).result).to.deep.equal([
      'alerts.json: has 5001 records, must have at most 5000 to put: publish more',
    ]);
    const ofBytes = (bytes: number) => put(sourceOf('alerts', [[alert(1)], [alert(2)]], bytes, bytes / 2));
    expect((await ofBytes(33_554_432)).result).to.include({ given: 2 });
    const tooLong = ['alerts.json: has more than 32 MiB, must have at most 32 MiB to put: publish more'];
    expect((await ofBytes(33_554_434)).result).to.deep.equal(tooLong);
    expect((await ofBytes(2 * 33_554_434)).result).to.deep.equal(tooLong);
    expect((await put(sourceOf('alerts', [[]]))).result).to.deep.equal([
      'alerts.json: has no record, must have at least one',
    ]);
    const when = { article_date: '2031-01-01T00:00:00Z', last_modified: '2031-01-02T00:00:00Z' };
    const article = (id: number, ids: number) => ({
      ...{ id, title: 't', url_name: 'u', ...when },
      fighter_ids: Array.from({ length: ids }, (_, index) => index + 1),
    });
    const ofIds = async (more: number) => {
      const news = Array.from({ length: 10 }, (_, index) => article(index + 1, 10_000));
      const { result } = await put(sourceOf('news', [[...news, article(11, more)]]));
      return (result as { changed?: number }).changed ?? result;
    };
    expect(await ofIds(0)).to.equal(10);
    expect(await ofIds(1)).to.deep.equal([
      'news.json: has 100,001 ids in lists, must have at most 100,000 to put: publish more',
    ]);
  });

  it('reads no further after ten thousand errors', async () => {
    const errors = Array.from({ length: 10_000 }, () => new Error('is wrong'));
    const source = sourceOf('alerts', [errors, errors], 0, 1);
    const { store } = madeUpStore();
    expect(await reasonOf(putRecords(store, source, { who: 'desk' }))).to.equal(
      'ContentRefused: 10000 errors in the content; nothing was published.',
    );
    expect(source.read()).to.equal(1);
  });

  it('is undone by a removal, which names what was not there', async () => {
    const { asked, store } = madeUpStore({ exist: ['alerts 1'] });
    const { warnings, ...removed } = await removeRecords(store, 'alerts', ['1', '2', '3'], 'desk');
    expect(removed).to.deep.equal({ generation: 8, changed: 1, given: 3, missing: ['2', '3'] });
    expect(warnings.count).to.equal(0);
    expect(asked).to.deep.equal([
      ['exist', 'alerts', ['1', '2', '3']],
      ['remove', 'alerts', ['1', '2', '3'], 'desk'],
    ]);
  });
});
