import { expect } from 'chai';
import fc from 'fast-check';
import { Type } from 'typebox';
import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { cursorOf } from '../../../contracts/http/cursors.ts';
import { operations } from '../../../contracts/operations.ts';
import { checkParameters } from '../../../contracts/requests/checks.ts';
import { KeySet } from '../../../server/content/checking/key-set.ts';
import { RecordChecks } from '../../../server/content/checking/record-checks.ts';
import {
  findDatesOutOfOrder,
  findMissingLocales,
  findReferences,
} from '../../../server/content/checking/references.ts';
import { findSchemaErrors } from '../../../server/content/checking/schema-errors.ts';
import { describeFileError } from '../../../server/content/reading/bad-path.ts';
import { detectLayout } from '../../../server/content/reading/file-layout.ts';
import { openStream, type Source } from '../../../server/content/reading/sources.ts';
import { type AnyRecord, anyCollection } from '../../../server/store/content/record-encoding.ts';
import { rawEvent, rawFighter } from '../../support/fixtures/records.ts';

const schema = Type.Object({
  last_name: Type.Integer(),
  fights: Type.Optional(Type.Array(Type.Object({ fighter_id: Type.Integer() }))),
});

describe('what is said of a record that does not fit its schema', () => {
  it('shows sixty characters of a text, and no list or object', () => {
    const foundOf = (last_name: unknown) => findSchemaErrors(schema, { last_name })[0]?.found;
    expect(foundOf('x'.repeat(60))).to.equal(`is "${'x'.repeat(60)}"`);
    expect(foundOf('x'.repeat(61))).to.equal(`is "${'x'.repeat(59)}…`);
    expect([foundOf([1]), foundOf({ a: 1 }), foundOf(null)]).to.deep.equal(['is a list', 'is an object', 'is null']);
  });

  it('names an unknown key that looks like the missing one', () => {
    const [missing] = findSchemaErrors(schema, { last_nmae: 1 });
    expect([missing?.pointer, missing?.found]).to.deep.equal(['/last_name', 'is missing']);
    expect(missing?.expected).to.match(/ \(there is "last_nmae", which is an unknown key\)$/);
  });
});

describe('what a publish warns of', () => {
  const shown = (name: CollectionName, record: object) =>
    [...findReferences(name, record as AnyRecord)].map(
      ({ pointer, collection, id }) => `${pointer} ${collection} ${id}`,
    );

  it('has every reference of a record, and none to a record that is not known yet', () => {
    const fights = [{ fighter1_id: 3, fighter2_id: 0 }];
    const event = { main_event_fighter1_id: 1, main_event_fighter2_id: null, fights };
    expect(shown('events', event)).to.deep.equal([
      '/main_event_fighter1_id fighters 1',
      '/fights/fighter1_id fighters 3',
    ]);
    const both = { main_event_fighter1_id: 0, main_event_fighter2_id: 2, fights: [{ fighter1_id: 0, fighter2_id: 4 }] };
    expect(shown('events', both)).to.deep.equal([
      '/main_event_fighter2_id fighters 2',
      '/fights/fighter2_id fighters 4',
    ]);
    const news = { article_fighter_id: 1, article_media_id: 2, fighter_ids: [3, 4], event_ids: [5], related_ids: [6] };
    expect(shown('news', news)).to.deep.equal([
      ...['/article_fighter_id fighters 1', '/article_media_id media 2', '/fighter_ids fighters 3'],
      ...['/fighter_ids fighters 4', '/event_ids events 5', '/related_ids news 6'],
    ]);
    expect(shown('media', { fighter_ids: [1], event_ids: [2] })).to.deep.equal([
      '/fighter_ids fighters 1',
      '/event_ids events 2',
    ]);
    expect(shown('octagon_girls', { octagon_girl_media_id: 1 })).to.deep.equal(['/octagon_girl_media_id media 1']);
    expect(shown('alerts', { event_id: 1 })).to.deep.equal(['/event_id events 1']);
    expect(shown('pages', { event_id: 1, media_ids: [2], news_ids: [3] })).to.deep.equal([
      ...['/event_id events 1', '/media_ids media 2', '/news_ids news 3'],
    ]);
    expect(shown('stats', { fighter_id: 1 })).to.deep.equal(['/fighter_id fighters 1']);
  });

  it('has every pair of dates that is out of order, and none that is equal', () => {
    const [early, late] = ['2031-04-05T21:00:00Z', '2031-04-05T22:00:00Z'];
    const found = (dates: object) => [...findDatesOutOfOrder(dates as AnyRecord)].map(({ found }) => found);
    for (const [before, after, says] of [
      ['event_dategmt', 'end_event_dategmt', 'ends before it starts'],
      ['created', 'last_modified', 'was last modified before it was created'],
      ['created', 'expires', 'expires before it was created'],
    ] as const) {
      const message = `${says}: ${early} is earlier than ${late}`;
      expect(found({ [before]: late, [after]: early })).to.deep.equal([message]);
      expect(found({ [before]: early, [after]: early })).to.deep.equal([]);
    }
  });

  it('has the language that a text lacks', () => {
    const texts = { title: { es_US: 'Hola' }, rows: [{ text: { en_US: 'Hello' } }], both: { es_US: 'a', en_US: 'b' } };
    const record = texts as unknown as AnyRecord;
    expect([...findMissingLocales('news', record)]).to.deep.equal([
      { pointer: '/title', missing: 'en_US' },
      { pointer: '/rows/0/text', missing: 'es_US' },
    ]);
  });
});

describe('the keys of records', () => {
  it('are told apart where one half of their hash is the same', () => {
    for (const [one, other] of [
      ['key-guu23j', 'key-hz5cm5'],
      ['key-oq4g5q', 'key-1u8ne42'],
    ] as const) {
      const keys = new KeySet();
      const found = [keys.add(one, 1), keys.has(other), keys.add(other, 2), keys.add(one, 3), keys.add(other, 4)];
      expect(found).to.deep.equal([undefined, false, undefined, 1, 2]);
    }
  });
});

describe('the layout of a file', () => {
  it('is found in its first line that is not empty, where brackets and quotes in texts count for nothing', async () => {
    for (const [text, layout] of [
      ['[{"id": 1}]', 'array'],
      ['\n \n\ufeff', 'lines'],
      ['\ufeff\n[1]', 'array'],
      ['{"id": 1}\n{"id": 2}', 'lines'],
      ['{\n"id": 1}', 'objects'],
      ['{"a": {\n}}', 'objects'],
      ['{"a": "{"}\n', 'lines'],
      ['{"a": "}"\n}', 'objects'],
      ['{"a": "\\"{"}\n', 'lines'],
      ['{"a": "\\\\"}\n{', 'lines'],
      ['{"a": "cut off\n}', 'lines'],
    ] as const) {
      for (const size of [1, text.length]) {
        async function* bytes() {
          const all = Buffer.from(text);
          for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
        }
        const [found, whole] = await detectLayout(bytes());
        expect([text, found]).to.deep.equal([text, layout]);
        let read = '';
        for await (const part of whole) read += part.toString('latin1');
        expect(read).to.equal(Buffer.from(text).toString('latin1'));
      }
    }
  });
});

describe('where a record cannot be read', () => {
  async function placeIn(text: string | Buffer, name = 'a.json') {
    async function* bytes() {
      yield Buffer.from(text);
    }
    const source = await openStream('news', name, bytes());
    for await (const rows of source.rows) {
      for (const row of rows) if ('error' in row) return `${row.error.line}:${row.error.column} ${row.error.found}`;
    }
    return undefined;
  }

  it('is the line and the column in its file', async () => {
    // A byte order mark is no part of a record, however the bytes arrive.
    for (const [text, name] of [
      ['\ufeff[{"id": 1}]', 'a.json'],
      ['\ufeff{"id": 1}\n', 'a.ndjson'],
      ['\ufeff{\n"id": 1}', 'a.json'],
    ] as const) {
      expect([text, await placeIn(text, name)]).to.deep.equal([text, undefined]);
    }
    expect(await placeIn('[\n  {"id": 1},\n  {"id": 1 2}\n]')).to.match(/^3:12 is not JSON/);
    expect(await placeIn('[\n  {"id": 1,\n "a": 2 3}\n]')).to.match(/^3:9 is not JSON/);
    // Its end is that of its last word, not of the white space behind it.
    expect(await placeIn('{"id": 1}\n{"id": 2 \t \r\n', 'a.ndjson')).to.match(/^2:9 is not JSON/);
    const [latin, cut] = ['[{"a": "ñ\n', '"}]'].map((text) => Buffer.from(text));
    const broken = Buffer.concat([latin as Buffer, Buffer.from([0xe9]), cut as Buffer]);
    expect(await placeIn(broken)).to.equal('2:1 is not UTF-8 here (byte 0xE9), must be UTF-8 throughout');
    const first = Buffer.concat([Buffer.from('  [{"a": "ñ'), Buffer.from([0xe9]), cut as Buffer]);
    const lines = Buffer.from([...Buffer.from('{"id": 1}\n'), 0xe2, 0x28, 0xa1]);
    expect(await placeIn(lines, 'a.ndjson')).to.equal('2:1 is not UTF-8 here (byte 0xE2), must be UTF-8 throughout');
    expect(await placeIn(first)).to.equal('1:12 is not UTF-8 here (byte 0xE9), must be UTF-8 throughout');
  });

  it('is nowhere in a text of any brackets and commas, which count only outside texts', async () => {
    expect(await placeIn(`[{"a": "${'[{'.repeat(40_000)}"}]`)).to.equal(undefined);
    expect(await placeIn(`[{"a": "${',[{'.repeat(90_000)}"}]`)).to.equal(undefined);
    const [deep, many] = [`${'['.repeat(40_000)}${']'.repeat(40_000)}`, `[1${',1'.repeat(250_000)}]`];
    expect(await placeIn(`[{"a": ${deep}}]`)).to.equal('1:2 is nested more than 1000 levels deep, must be flatter');
    const deepest = `${'['.repeat(1_001)}${']'.repeat(1_001)}`;
    const ofLength = (length: number) => `{"a": ${deepest}, "b": "${'x'.repeat(length - 2_018)}"}`;
    expect([ofLength(65_535).length, await placeIn(`[${ofLength(65_535)}]`)]).to.deep.equal([65_535, undefined]);
    expect(await placeIn(`[${ofLength(65_536)}]`)).to.match(/^1:2 is nested more than 1000 levels deep/);
    expect(await placeIn(`[{"a": ${many}}]`)).to.equal('1:2 has more than 250,000 values, must have fewer');
  });

  it('has words for what the system says', () => {
    const words = ['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'ENOSPC', 'EIO'].map((code) =>
      describeFileError(Object.assign(new Error('x'), { code })),
    );
    expect(words).to.deep.equal([
      ...['there is no such file or folder', 'permission is denied', 'permission is denied'],
      ...['it is a folder', 'the disk is full', 'EIO'],
    ]);
    expect(describeFileError(new Error('x'))).to.equal('x');
  });
});

describe('a cursor', () => {
  /** The cursor after a record that content takes, or why it does not. */
  function cursorAfter(name: CollectionName, raw: object): { cursor?: string; refused?: string } {
    const checks = new RecordChecks(false);
    const source = { collection: name, file: 'file' } as Source;
    const record = checks.check(source, { line: 1, column: 1, value: raw });
    const [error] = checks.errors.first;
    if (!record || error) return { refused: `${error?.pointer}: ${error?.found}, ${error?.expected}` };
    return { cursor: cursorOf(anyCollection(name).sort(record)) };
  }

  function isTaken(list: string, cursor: string): boolean {
    const operation = operations.find(({ id }) => id === `v3.${list}`);
    if (!operation) throw new Error(`there is no ${list}`);
    return checkParameters(operation, {}, new URLSearchParams({ cursor })).faults === undefined;
  }

  it('after any record that content takes has at most 512 characters, and is taken', () => {
    const stat = {
      stat: 'SLpM',
      Value: '1',
      Born: 'PER',
      fighter_id: 1,
      first_name: 'a',
      last_name: 'b',
      weight_class: null,
    };
    const longest = 2_147_483_647;
    for (const [name, raw] of [
      ['stats', { ...stat, statid: longest, Rank: 9_999_999_999 }],
      ['stats', { ...stat, statid: String(longest), Rank: '9999999999' }],
      ['stats', { ...stat, statid: 1, Rank: 1 }],
      ['events', rawEvent(longest)],
    ] as const) {
      const { cursor = '', refused } = cursorAfter(name, raw);
      expect(
        [refused, cursor.length <= 512, isTaken(name === 'stats' ? 'fighters_stats' : name, cursor)],
        JSON.stringify(raw),
      ).to.deep.equal([undefined, true, true]);
    }
    let [taken, refused] = [0, 0];
    // Of one to four bytes, half a surrogate pair, the separator of sort keys, and those that get longer without case.
    const units = ['x', 'é', '\u20ac', '\u{1f94a}', '\ud800', '\u0000', '\u0130', '\ufb03'];
    const name = fc
      .array(fc.tuple(fc.constantFrom(...units), fc.integer({ min: 1, max: 60 })), { minLength: 1, maxLength: 3 })
      .map((runs) => runs.map(([unit, times]) => unit.repeat(times)).join(''));
    fc.assert(
      fc.property(name, name, (last_name, first_name) => {
        const found = cursorAfter('fighters', rawFighter(longest, { last_name, first_name }));
        if (found.cursor === undefined) refused++;
        else {
          taken++;
          expect(found.cursor.length).to.be.at.most(512);
          expect(isTaken('fighters', found.cursor)).to.equal(true);
        }
      }),
      { numRuns: 300 },
    );
    expect(Math.min(taken, refused), `${taken} taken, ${refused} refused`).to.be.above(10);
  });

  it('that cannot be taken makes its record an error', () => {
    const stat = { stat: 'SLpM', Value: '1', Born: 'PER', statid: 1 };
    for (const [raw, found] of [
      [{ ...stat, Rank: 10_000_000_000 }, /^\/Rank: is 10000000000, must be /],
      [{ ...stat, Rank: '10000000000' }, /^\/Rank: is "10000000000", must be /],
      [{ ...stat, statid: '9999999999', Rank: 1 }, /^\/statid: is "9999999999", must be /],
    ] as const) {
      expect(cursorAfter('stats', raw).refused, JSON.stringify(raw)).to.match(found);
    }
    // The key has two digits, each name twice, once without case and accents, ten digits, and a byte between each two of them.
    const names = (bytes: number) => rawFighter(7, { last_name: 'x'.repeat(bytes - 1), first_name: 'y' });
    expect(cursorAfter('fighters', names(183)).cursor).to.have.length(511);
    expect(cursorAfter('fighters', names(184)).refused).to.equal(
      '/last_name: makes, with first_name, a cursor of 514 characters, must make one of at most 512: shorten the names',
    );
  });
});
