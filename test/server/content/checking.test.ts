import { expect } from 'chai';
import { Type } from 'typebox';
import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { cursorOf } from '../../../contracts/http/cursors.ts';
import { closestWord, formatContentError } from '../../../server/content/errors.ts';
import { positionOf } from '../../../server/content/read-records.ts';
import { RecordChecks } from '../../../server/content/record-checks.ts';
import { findDatesOutOfOrder, findMissingLocales, findReferences } from '../../../server/content/references.ts';
import { findSchemaErrors } from '../../../server/content/schema-errors.ts';
import type { Source } from '../../../server/content/sources.ts';
import { type AnyRecord, anyCollection } from '../../../server/store/content/record-encoding.ts';
import { rawEvent, rawFight, rawFighter } from '../../support/fixtures/records.ts';

describe('closestWord', () => {
  it('returns the word that was likely meant', () => {
    const words = ['Featherweight', 'Flyweight', 'Women_Flyweight', 'Strawweight'];
    for (const [found, given, meant] of [
      ['flyweight', words, 'Flyweight'],
      ["women's fly-weight", words, 'Women_Flyweight'],
      // A third of its letters may be wrong, and one in any case.
      ['ab', ['ac'], 'ac'],
      ['ab', ['cd'], undefined],
      ['abcdef', ['abcdxy'], 'abcdxy'],
      ['abcdef', ['abcxyz'], undefined],
      ['abcde', ['abcxy'], undefined],
      // From three letters on it may be the beginning of a word; then it is as close as one letter off.
      ['fea', words, 'Featherweight'],
      ['fe', words, undefined],
      ['abc', ['abcdefgh', 'abx'], undefined],
      ['abc', ['abcdefgh', 'abc'], 'abc'],
      ['abc', ['abx', 'aby'], undefined],
      ['abc', [], undefined],
      ["  _-' ", ['a'], undefined],
      ['a'.repeat(100), ['a'.repeat(99)], 'a'.repeat(99)],
      ['a'.repeat(101), ['a'.repeat(100)], undefined],
      ['a'.repeat(99), ['a'.repeat(101)], undefined],
    ] as const) {
      expect(closestWord(found, given), found).to.equal(meant);
    }
  });
});

describe('positionOf', () => {
  it('finds a value, or its closest parent', () => {
    const text = '{"a": [1, {"b/c": "x"}, [2]],\n\n "d": {"e": 3}, "~e": null}';
    const row = { text, line: 7, column: 3, value: {} };
    const found = (pointer: string) => Object.values(positionOf(row, pointer)).join(':');
    for (const [pointer, place] of Object.entries({
      ...{ '': '7:3', '/a': '7:9', '/a/0': '7:10', '/a/1': '7:13', '/a/1/b~1c': '7:21', '/a/2/0': '7:28' },
      ...{ '/a/2/1': '7:27', '/a/7': '7:9', '/a/1/b': '7:13', '/~0e': '9:23', '/d': '9:7', '/d/e': '9:13' },
      ...{ '/0': '7:3', '/x/a': '7:3' },
    })) {
      expect(found(pointer), pointer).to.equal(place);
    }
  });

  it('is the start of a record that is nested too deeply or very long', () => {
    for (const value of [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, `"${'x'.repeat(2 ** 20)}"`]) {
      const row = { text: `{"b": ${value}, "a": 1}`, line: 7, column: 3, value: {} };
      expect(positionOf(row, '/a')).to.deep.equal({ line: 7, column: 3 });
    }
  });
});

describe('findSchemaErrors', () => {
  const schema = Type.Object({
    name: Type.String(),
    status: Type.Optional(Type.Union([Type.Literal('Ac"tive'), Type.Literal('Retired')])),
    fights: Type.Optional(Type.Array(Type.Object({ fighter_id: Type.Integer() }))),
    day: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' })),
    part: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2 })),
  });
  const linesOf = (value: unknown, of: Parameters<typeof findSchemaErrors>[0] = schema) =>
    findSchemaErrors(of, value).map((error) => formatContentError({ file: '', ...error }));

  it('names each value and what is expected', () => {
    expect(linesOf({ name: 'a' })).to.deep.equal([]);
    expect(linesOf({ name: 1, status: 'Retire', fights: [{ fighter_id: true }] })).to.deep.equal([
      ': /name: is 1, must be a string',
      ': /status: is "Retire", must be "Ac\\"tive" or "Retired"; did you mean "Retired"?',
      ': /fights/0/fighter_id: is true, must be an integer',
    ]);
    for (const [value, line] of [
      [null, ': : is null, must be an object'],
      [undefined, ': : is missing, must be an object'],
      [[1], ': : is a list, must be an object'],
      [{ name: { a: 1 } }, ': /name: is an object, must be a string'],
      [{ name: 'a', part: 3 }, ': /part: is 3, must be a number from 0.5 to 2'],
      // A sample is no word that may be meant.
      [{ name: 'a', day: '2031-04-06x' }, ': /day: is "2031-04-06x", must be a string like "2031-04-05"'],
      [{ name: 'a', part: 'x'.repeat(60) }, `: /part: is "${'x'.repeat(60)}", must be a number from 0.5 to 2`],
      [{ name: 'a', part: 'x'.repeat(61) }, `: /part: is "${'x'.repeat(59)}…, must be a number from 0.5 to 2`],
      [
        { name: 'a', part: `\n${'x'.repeat(60)}` },
        `: /part: is "\\n${'x'.repeat(57)}…, must be a number from 0.5 to 2`,
      ],
    ] as const) {
      expect(linesOf(value)).to.deep.equal([line]);
    }
    expect(linesOf({ 'a/b': 1 }, Type.Object({}, { additionalProperties: false }))).to.deep.equal([
      ': /a~1b: is 1, is not a known member',
    ]);
  });

  it('names a misspelt key of the same object', () => {
    const hint = ' (there is "nmae", which is an unknown key)';
    const others = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`other-${at}`, 1]));
    expect(linesOf({ nmae: 1 })).to.deep.equal([`: /name: is required but missing${hint}`]);
    // Only the first two hundred keys are looked at.
    expect(linesOf({ ...others(199), nmae: 1 })).to.deep.equal([`: /name: is required but missing${hint}`]);
    expect(linesOf({ ...others(200), nmae: 1 })).to.deep.equal([': /name: is required but missing']);
    // Neither of two that are equally close, nor a key of the schema.
    expect(linesOf({ nam: 1, mame: 1 })).to.deep.equal([': /name: is required but missing']);
    const known = Type.Object({ name: Type.String(), nmae: Type.Optional(Type.Integer()) });
    expect(linesOf({ nmae: 1 }, known)).to.deep.equal([': /name: is required but missing']);
    const either = ['one', 'other'].map((kind) => Type.Object({ kind: Type.Literal(kind), name: Type.String() }));
    expect(linesOf({ kind: 'one', nmae: 'a' }, Type.Union(either))).to.deep.equal([
      `: /name: is required but missing${hint}`,
    ]);
  });
});

describe('warnings of a record', () => {
  const record = (value: object) => value as AnyRecord;

  it('list every reference, except to an unknown opponent', () => {
    const fights = [
      { fighter1_id: 3, fighter2_id: 0 },
      { fighter1_id: 0, fighter2_id: 4 },
    ];
    for (const [name, value, references] of [
      [
        'events',
        { main_event_fighter1_id: 1, main_event_fighter2_id: 2, fights },
        '/main_event_fighter1_id fighters 1, /main_event_fighter2_id fighters 2, ' +
          '/fights/fighter1_id fighters 3, /fights/fighter2_id fighters 4',
      ],
      ['events', { main_event_fighter1_id: 0, main_event_fighter2_id: null, fights: [] }, ''],
      [
        'news',
        { article_fighter_id: 1, article_media_id: 2, fighter_ids: [3, 4], event_ids: [5], related_ids: [6] },
        '/article_fighter_id fighters 1, /article_media_id media 2, /fighter_ids fighters 3, ' +
          '/fighter_ids fighters 4, /event_ids events 5, /related_ids news 6',
      ],
      ['media', { fighter_ids: [1], event_ids: [2] }, '/fighter_ids fighters 1, /event_ids events 2'],
      ['octagon_girls', { octagon_girl_media_id: 1 }, '/octagon_girl_media_id media 1'],
      ['alerts', { event_id: 1 }, '/event_id events 1'],
      [
        'pages',
        { event_id: 1, media_ids: [2], news_ids: [3] },
        '/event_id events 1, /media_ids media 2, /news_ids news 3',
      ],
      ['stats', { fighter_id: 1 }, '/fighter_id fighters 1'],
    ] as const) {
      const found = [...findReferences(name, record(value))];
      expect(found.map(({ pointer, collection, id }) => `${pointer} ${collection} ${id}`).join(', ')).to.equal(
        references,
      );
    }
  });

  it('list pairs of dates that are out of order', () => {
    const [early, late] = ['2031-04-05T21:00:00Z', '2031-04-05T22:00:00Z'];
    const found = (dates: object) => [...findDatesOutOfOrder(record(dates))].map(({ found }) => found);
    for (const [before, after, says] of [
      ['event_dategmt', 'end_event_dategmt', 'ends before it starts'],
      ['created', 'last_modified', 'was last modified before it was created'],
      ['created', 'expires', 'expires before it was created'],
    ] as const) {
      expect(found({ [before]: late, [after]: early })).to.deep.equal([`${says}: ${early} is earlier than ${late}`]);
      expect(found({ [before]: early, [after]: early })).to.deep.equal([]);
    }
  });

  it('list texts that lack a language', () => {
    const both = { es_US: 'a', en_US: 'b' };
    const translations = { es_US: 'Español', hello: { en_US: 'Hello' }, bye: both };
    for (const [name, value, missing] of [
      ['news', { id: 1, title: both, ids: [1], no: null, empty: [], es_US: 'x' }, []],
      ['news', { a: { b: { es_US: 'x' } }, c: { en_US: 'y', es_US: null } }, ['/a/b en_US', '/c es_US']],
      ['news', { list: [{ text: both }, { text: { en_US: 'y' } }] }, ['/list/1/text es_US']],
      ['news', { a: { es_US: 'x', more: { en_US: 'y' } } }, ['/a en_US']],
      // The keys of a bundle of translations may be names of languages.
      ['translations', { id: 'x', translations }, ['/translations/hello es_US']],
      ['news', { translations }, ['/translations en_US']],
    ] as const) {
      const found = [...findMissingLocales(name, record(value))];
      expect(found.map(({ pointer, missing: language }) => `${pointer} ${language}`)).to.deep.equal(missing);
    }
  });
});

/** Checks records one after the other, each on a line of its own. */
function checkAll(collection: CollectionName, raw: readonly object[], checks = new RecordChecks(false)) {
  const source = { collection, file: `${collection}.json` } as Source;
  const records = raw.map((value, index) =>
    checks.check(source, { text: JSON.stringify(value), line: index + 1, column: 1, value }),
  );
  const linesOf = (errors: readonly Parameters<typeof formatContentError>[0][]) =>
    errors.map((error) => formatContentError({ ...error, column: undefined }));
  return { checks, records, errors: linesOf(checks.errors.first), warnings: linesOf(checks.warnings.first) };
}

describe('RecordChecks', () => {
  it('reports keys and fights that come twice', () => {
    const { errors, checks } = checkAll('events', [
      rawEvent(1, { fights: [rawFight(5), rawFight(6, { fightcard_order: 2 })] }),
      rawEvent(2, { fights: [rawFight(7), rawFight(6, { fightcard_order: 2 })] }),
      rawEvent(1),
    ]);
    expect(errors).to.deep.equal([
      'events.json:2: /fights/1/id: is 6, already used at events.json:1, must be unique',
      'events.json:3: /: has the key 1, already used at events.json:1, must be unique',
    ]);
    const many = Array.from({ length: 3_000 }, (_, at) => rawFighter(3_000 - at));
    expect(checkAll('fighters', [...many, rawFighter(2_990)]).errors).to.deep.equal([
      'fighters.json:3001: /: has the key 2990, already used at fighters.json:11, must be unique',
    ]);
    // The same keys in another collection are other keys.
    expect(checkAll('fighters', [rawFighter(1), rawFighter(5)], checks).errors).to.have.length(2);
    expect(checks.has('fighters', 5)).to.equal(true);
    expect(checks.has('fighters', 6)).to.equal(false);
    expect(checks.has('news', 5)).to.equal(false);
  });

  it('warns of a statid that two fights or two fighters share', () => {
    const events = [
      rawEvent(1, { statid: 9, fights: [rawFight(5, { statid: 41 })] }),
      rawEvent(2, { statid: 9, fights: [rawFight(7, { statid: null }), rawFight(8, { statid: 41 })] }),
    ];
    const { warnings, checks } = checkAll('events', events);
    const shared = 'is 41, already used at events.json:1';
    expect(warnings).to.deep.equal([`events.json:2: /fights/1/statid: ${shared}`]);
    // A fighter may have the id of a fight.
    const fighters = [rawFighter(1, { statid: 41 }), rawFighter(2, { statid: 42 }), rawFighter(3, { statid: 41 })];
    expect(checkAll('fighters', fighters, checks).warnings.slice(1)).to.deep.equal([
      'fighters.json:3: /statid: is 41, already used at fighters.json:1',
    ]);
  });
});

describe('cursors of published records', () => {
  /** The cursor after a record that content takes, or why it does not. */
  function cursorAfter(name: CollectionName, raw: object): { cursor?: string; refused?: string } {
    const { checks, records } = checkAll(name, [raw]);
    const [error] = checks.errors.first;
    if (!records[0] || error) return { refused: `${error?.pointer}: ${error?.found}, ${error?.expected}` };
    return { cursor: cursorOf(anyCollection(name).sort(records[0])) };
  }

  it('refuse a record if they would be too long', () => {
    const stat = { stat: 'SLpM', Value: '1', Born: 'PER', statid: 1 };
    for (const [raw, found] of [
      [{ ...stat, Rank: 10_000_000_000 }, /^\/Rank: is 10000000000, must be /],
      [{ ...stat, Rank: '10000000000' }, /^\/Rank: is "10000000000", must be /],
      [{ ...stat, statid: '9999999999', Rank: 1 }, /^\/statid: is "9999999999", must be /],
    ] as const) {
      expect(cursorAfter('stats', raw).refused, JSON.stringify(raw)).to.match(found);
    }
    const names = (bytes: number) => rawFighter(7, { last_name: 'x'.repeat(bytes - 1), first_name: 'y' });
    expect(cursorAfter('fighters', names(183)).cursor).to.have.length(511);
    expect(cursorAfter('fighters', names(184)).refused).to.equal(
      '/last_name: makes a page cursor of 514 characters, together with first_name, must make at most 512: shorten the names',
    );
  });
});
