import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { KeySet } from '../../../server/content/checking/key-set.ts';
import { checkReferences } from '../../../server/content/checking/missing-references.ts';
import { RecordChecks } from '../../../server/content/checking/record-checks.ts';
import { findMissingLocales, findSupplierIds } from '../../../server/content/checking/references.ts';
import type { Source } from '../../../server/content/reading/sources.ts';
import type { AnyRecord } from '../../../server/store/content/record-encoding.ts';
import type { Store } from '../../../server/store/index.ts';
import { rawEvent, rawFight, rawFighter } from '../../support/fixtures/records.ts';

const rawAlert = (id: number, more: object = {}) => ({
  ...{ id, title: 't', message: 'm', created: '2031-01-02T00:00:00Z' },
  ...more,
});

/** Checks records one after the other, each on a line of its own. */
function checkAll(collection: CollectionName, raw: readonly object[], checks = new RecordChecks(false)) {
  const source = { collection, file: `${collection}.json` } as Source;
  const records = raw.map((value, index) => {
    const text = JSON.stringify(value);
    return checks.check(source, { text, line: index + 1, column: 1, value });
  });
  return { checks, records, errors: checks.errors.first, warnings: checks.warnings.first };
}

/** A store whose records are those of a list, and what it was asked. */
function storeWith(known: readonly string[]) {
  const asked: [CollectionName, number][] = [];
  const exist = async (collection: CollectionName, ids: readonly number[]) => {
    asked.push([collection, ids.length]);
    return ids.map((id) => known.includes(`${collection} ${id}`));
  };
  return { asked, store: { content: { raw: () => ({ exist }) } } as unknown as Store };
}

describe('the checks of records', () => {
  it('name a record that cannot be read or does not fit, and do not return it', () => {
    const unreadable = { file: 'alerts.json', line: 3, column: 1, found: 'is not JSON' };
    const checks = new RecordChecks(false);
    expect(checks.check({ collection: 'alerts' } as Source, { error: unreadable })).to.equal(undefined);
    const { records, errors, warnings } = checkAll('alerts', [rawAlert(0), rawAlert(2)], checks);
    expect(records).to.deep.equal([
      undefined,
      { id: 2, title: 't', message: 'm', created: '2031-01-02T00:00:00Z', expires: null, url: null, event_id: null },
    ]);
    expect(errors).to.deep.equal([
      unreadable,
      {
        ...{ file: 'alerts.json', line: 1, column: 7, pointer: '/id', found: 'is 0', nearest: undefined },
        expected: 'must be an integer from 1 to 2147483647',
      },
    ]);
    expect(warnings).to.deep.equal([]);
  });

  it('name every key and every fight that comes twice, and where it came first', () => {
    const events = [
      rawEvent(1, { fights: [rawFight(5), rawFight(6, { fightcard_order: 2 })] }),
      rawEvent(2, { fights: [rawFight(7), rawFight(6, { fightcard_order: 2 })] }),
      rawEvent(1),
    ];
    const { errors, records, checks } = checkAll('events', events);
    expect(records).to.have.length(3);
    expect(records).not.to.include(undefined);
    const column = JSON.stringify(events[1]).lastIndexOf('6,"fightcard_order"') + 1;
    const expected = 'must be unique';
    expect(errors).to.deep.equal([
      {
        ...{ file: 'events.json', line: 2, column, pointer: '/fights/1/id' },
        ...{ found: 'is 6, as in the event at events.json:1', expected },
      },
      {
        ...{ file: 'events.json', line: 3, column: 1, pointer: '/' },
        ...{ found: 'has the key 1, as the record at events.json:1', expected },
      },
    ]);
    // Fights of other collections are none, and equal keys of other collections are others.
    expect(checkAll('fighters', [rawFighter(1), rawFighter(5)], checks).errors).to.have.length(2);
    expect([checks.has('fighters', 5), checks.has('fighters', 6), checks.has('news', 5)]).to.deep.equal([
      ...[true, false, false],
    ]);
  });

  it('warn of a supplier id that comes twice, of dates and of texts in one language', () => {
    const { warnings, errors } = checkAll('events', [
      rawEvent(1, {
        statid: 9,
        fights: [rawFight(5, { statid: 41 }), rawFight(6, { statid: null, fightcard_order: 2 })],
      }),
      rawEvent(2, {
        statid: 9,
        fights: [rawFight(7, { statid: null }), rawFight(8, { statid: 41, fightcard_order: 2 })],
      }),
    ]);
    expect(errors).to.deep.equal([]);
    expect(warnings.map(({ column: _, ...rest }) => rest)).to.deep.equal([
      {
        ...{ file: 'events.json', line: 2, pointer: '/fights/1/statid' },
        ...{ found: 'is 41, which events.json:1 has too', kind: 'statid' },
      },
    ]);
    // A fighter may have the id of a fight.
    const fighters = [rawFighter(1, { statid: 41 }), rawFighter(2, { statid: 42 }), rawFighter(3, { statid: 41 })];
    const found = checkAll(
      'fighters',
      fighters,
      checkAll('events', [rawEvent(1, { fights: [rawFight(5, { statid: 41 })] })]).checks,
    );
    expect(found.warnings.map(({ file, line, pointer, found: says }) => [file, line, pointer, says])).to.deep.equal([
      ['fighters.json', 3, '/statid', 'is 41, which fighters.json:1 has too'],
    ]);
    const alert = rawAlert(1, { title: { es_US: 'Hola' }, expires: '2031-01-01T00:00:00Z' });
    expect(checkAll('alerts', [alert]).warnings).to.deep.equal([
      {
        ...{ file: 'alerts.json', line: 1, column: JSON.stringify(alert).indexOf('"2031-01-01') + 1, kind: 'dates' },
        pointer: '/expires',
        found: 'expires before it was created: 2031-01-01T00:00:00Z is earlier than 2031-01-02T00:00:00Z',
      },
      {
        ...{ file: 'alerts.json', line: 1, column: 17, pointer: '/title', kind: 'locale' },
        found: 'has no en_US, so the other text is sent',
      },
    ]);
  });

  it('name a record whose cursor would be too long', () => {
    const name = 'x'.repeat(183);
    expect(checkAll('fighters', [rawFighter(7, { last_name: name, first_name: 'y' })]).errors).to.deep.equal([
      {
        ...{ file: 'fighters.json', line: 1, column: 21, pointer: '/last_name' },
        found: 'makes, with first_name, a cursor of 514 characters',
        expected: 'must make one of at most 512: shorten the names',
      },
    ]);
  });

  it('make errors of warnings where they are strict', () => {
    const strict = new RecordChecks(true);
    const { errors, warnings } = checkAll('alerts', [rawAlert(1, { title: { en_US: 'Hello' } })], strict);
    expect(strict.warnings).to.equal(strict.errors);
    expect(errors.map(({ found }) => found)).to.deep.equal(['has no es_US, so the other text is sent']);
    expect(warnings).to.deep.equal(errors);
    const plain = new RecordChecks(false);
    expect(plain.warnings).not.to.equal(plain.errors);
  });

  it('find the ids of the supplier in fighters and fights only', () => {
    const found = (name: CollectionName, record: object) => [...findSupplierIds(name, record as AnyRecord)];
    expect(found('fighters', { statid: 7 })).to.deep.equal([{ pointer: '/statid', holder: 'fighters', statid: 7 }]);
    expect(found('fighters', { statid: null })).to.deep.equal([]);
    expect(found('events', { statid: 1, fights: [{ statid: 2 }, { statid: null }, { statid: 3 }] })).to.deep.equal([
      { pointer: '/fights/0/statid', holder: 'fights', statid: 2 },
      { pointer: '/fights/2/statid', holder: 'fights', statid: 3 },
    ]);
    expect(found('stats', { statid: 1, fights: [{ statid: 2 }] })).to.deep.equal([]);
  });

  it('look for languages in every object and list, but among the texts of a bundle only where they are texts', () => {
    const found = (name: CollectionName, record: object) =>
      [...findMissingLocales(name, record as AnyRecord)].map(({ pointer, missing }) => `${pointer} ${missing}`);
    const both = { es_US: 'a', en_US: 'b' };
    expect(found('news', { id: 1, title: both, ids: [1], no: null, empty: [], es_US: 'x' })).to.deep.equal([]);
    expect(found('news', { a: { b: { es_US: 'x' } }, c: { en_US: 'y', es_US: null } })).to.deep.equal([
      ...['/a/b en_US', '/c es_US'],
    ]);
    expect(found('news', { list: [{ text: both }, { text: { en_US: 'y' } }] })).to.deep.equal(['/list/1/text es_US']);
    // What is in a text is no text.
    expect(found('news', { a: { es_US: 'x', more: { en_US: 'y' } } })).to.deep.equal(['/a en_US']);
    const translations = { es_US: 'Español', hello: { en_US: 'Hello' }, bye: both };
    expect(found('translations', { id: 'x', translations })).to.deep.equal(['/translations/hello es_US']);
    expect(found('news', { translations })).to.deep.equal(['/translations en_US']);
  });
});

describe('references that were not seen yet', () => {
  const nowhere = (file: string, line: number, pointer: string, what: string, kind: string) => ({
    ...{ file, line, pointer, found: `refers to ${what}, which does not exist`, kind: `reference to ${kind}` },
  });

  it('are looked up at the end, each once, where its collection stays', async () => {
    const alerts = [
      ...[rawAlert(1, { event_id: 4 }), rawAlert(2, { event_id: 5 }), rawAlert(3, { event_id: 5 })],
      ...[rawAlert(4, { event_id: 6 }), rawAlert(5, { event_id: null })],
    ];
    const { checks } = checkAll('alerts', alerts);
    checkAll('events', [rawEvent(6)], checks);
    expect([...checks.pending].map(({ ids, ...rest }) => ({ ...rest, size: ids.size }))).to.deep.equal([
      { file: 'alerts.json', pointer: '/event_id', collection: 'events', size: 3 },
    ]);
    const { asked, store } = storeWith(['events 4']);
    await checkReferences(store, checks, new Set(['alerts']));
    expect(asked).to.deep.equal([['events', 2]]);
    expect(checks.warnings.first).to.deep.equal([nowhere('alerts.json', 2, '/event_id', 'event 5', 'events')]);
    // What came before is no reference to look up, and nothing is asked for none.
    const known = checkAll('events', [rawEvent(4)]).checks;
    checkAll('alerts', [rawAlert(1, { event_id: 4 })], known);
    expect([...known.pending]).to.deep.equal([]);
    const later = checkAll('alerts', [rawAlert(1, { event_id: 4 })]).checks;
    checkAll('events', [rawEvent(4)], later);
    const idle = storeWith([]);
    await checkReferences(idle.store, later, new Set());
    expect([idle.asked, later.warnings.count]).to.deep.equal([[], 0]);
  });

  it('have a name for each collection, and are not looked up where the collection is replaced', async () => {
    const { asked, store } = storeWith(['fighters 1', 'events 2', 'media 3', 'news 4']);
    const checks = new RecordChecks(false);
    const when = { article_date: '2031-01-01T00:00:00Z', last_modified: '2031-01-02T00:00:00Z' };
    const news = {
      ...{ id: 1, title: 't', url_name: 'u', ...when },
      ...{ article_fighter_id: 1, event_ids: [2], article_media_id: 3, related_ids: [4] },
    };
    checkAll('news', [news], checks);
    await checkReferences(store, checks, new Set<CollectionName>(['fighters', 'events', 'media', 'news']));
    expect(asked).to.deep.equal([]);
    expect(checks.errors.first).to.deep.equal([]);
    const sorted = checks.warnings.first.toSorted((a, b) => (a.found < b.found ? -1 : 1));
    expect(sorted).to.deep.equal([
      nowhere('news.json', 1, '/related_ids', 'article 4', 'news'),
      nowhere('news.json', 1, '/event_ids', 'event 2', 'events'),
      nowhere('news.json', 1, '/article_fighter_id', 'fighter 1', 'fighters'),
      nowhere('news.json', 1, '/article_media_id', 'media item 3', 'media'),
    ]);
    const others = new RecordChecks(false);
    const add = (ids: KeySet) => ({ file: 'a.json', pointer: '/x', collection: 'stats' as const, ids });
    const one = new KeySet();
    one.add(9, 1);
    Object.defineProperty(others, 'pending', { value: [add(one)] });
    await checkReferences(store, others, new Set());
    expect(others.warnings.first).to.deep.equal([nowhere('a.json', 1, '/x', 'stats 9', 'stats')]);
  });

  it('are asked for a thousand at a time', async () => {
    const asksOf = async (count: number) => {
      const checks = new RecordChecks(false);
      const ids = new KeySet();
      for (let id = 1; id <= count; id++) ids.add(id, id);
      Object.defineProperty(checks, 'pending', {
        value: [{ file: 'a.json', pointer: '/x', collection: 'events', ids }],
      });
      const { asked, store } = storeWith([]);
      await checkReferences(store, checks, new Set());
      expect(checks.warnings.count).to.equal(count);
      return asked.map(([, size]) => size);
    };
    expect([await asksOf(999), await asksOf(1_000), await asksOf(1_001)]).to.deep.equal([[999], [1_000], [1_000, 1]]);
  });
});

describe('the keys of many records', () => {
  const digestOf = (keys: KeySet) =>
    createHash('sha256')
      .update(JSON.stringify([...keys.numbers()]))
      .digest('hex')
      .slice(0, 16);

  it('are all found, with the line of the first, however many there are', () => {
    const keys = new KeySet();
    const names = [0, 1, 2_147_483_647, 4_294_967_295, 4_294_967_296, -1, 1.5, '01', '0', 'a', 'é', ''];
    for (const [at, name] of names.entries()) expect([name, keys.add(name, at)]).to.deep.equal([name, undefined]);
    // A number is the same key in digits, without a zero in front.
    expect([keys.add('1', 50), keys.add('2147483647', 50), keys.add('4294967296', 50), keys.add(0, 50)]).to.deep.equal([
      ...[1, 2, 4, 0],
    ]);
    for (let key = 0; key < 5_000; key++) keys.add(`key ${key}`, key);
    for (let key = 0; key < 5_000; key++) {
      if (keys.add(`key ${key}`, 99) !== key || keys.has(`key-${key}`)) expect.fail(`key ${key}`);
    }
    expect([keys.has('1e5'), keys.add('1e5', 7), keys.has(100_000)]).to.deep.equal([false, undefined, false]);
    expect(keys.size).to.equal(names.length + 5_001);
    expect([...keys.numbers()].sort(([a], [b]) => a - b)).to.deep.equal([
      ...[
        [0, 0],
        [1, 1],
        [2_147_483_647, 2],
        [4_294_967_295, 3],
      ],
    ]);
  });

  it('come in the same order in every run, so that the first warnings do', () => {
    const keys = new KeySet();
    for (let id = 1; id <= 8; id++) keys.add(id, 10 * id);
    const atTheStart = new KeySet();
    atTheStart.add(1_341, 5);
    expect([...atTheStart.numbers()]).to.deep.equal([[1_341, 5]]);
    const first = [7, 3, 4, 8, 5, 1, 6, 2];
    expect([...keys.numbers()]).to.deep.equal(first.map((id) => [id, 10 * id]));
    for (let key = 0; key < 300; key++) keys.add(`${'ñ'.repeat(key % 7)}-${key}`, 1);
    for (let id = 1; id <= 409; id++) keys.add(id * 7_919, id);
    const seen = [keys.size, digestOf(keys)];
    keys.add(4_000_000_000, 1);
    seen.push(keys.size, digestOf(keys));
    // With the last one they fill more than seven tenths of the first 1,024 places, which then become 2,048.
    expect(seen).to.deep.equal([717, '636b002b246c28cc', 718, 'de6f80fac608067d']);
  });
});
