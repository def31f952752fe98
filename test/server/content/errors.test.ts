import { expect } from 'chai';
import { Type } from 'typebox';
import { ContentRefused, ErrorSummary } from '../../../server/content/checking/error-summary.ts';
import { findSchemaErrors } from '../../../server/content/checking/schema-errors.ts';
import { closestWord, formatContentError } from '../../../server/content/content-error.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const many = (count: number, add: (index: number) => void) => {
  for (let index = 0; index < count; index++) add(index);
};

describe('an error in content', () => {
  it('is one line with what is known of it', () => {
    const [file, found] = ['news.json', 'is 1'];
    for (const [error, line] of [
      [{ file, found }, 'news.json: is 1'],
      [{ file, line: 3, found, expected: 'must be 2' }, 'news.json:3: is 1, must be 2'],
      [{ file, line: 3, column: 5, pointer: '/', found }, 'news.json:3:5: /: is 1'],
      [{ file, line: 3, pointer: '/a', found, kind: 'dates' }, 'news.json:3: /a: is 1'],
      [
        { file, line: 3, column: 5, pointer: '/a', found, expected: 'must be 2', nearest: 'two' },
        'news.json:3:5: /a: is 1, must be 2; did you mean "two"?',
      ],
    ] as const) {
      expect(formatContentError(error)).to.equal(line);
    }
  });

  it('names the word that was meant, unless none is close or two are equally close', () => {
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
      ['abc', ['abx', 'xyz'], 'abx'],
      ['abc', [], undefined],
      ["  _-' ", ['a'], undefined],
      ['a'.repeat(100), ['a'.repeat(99)], 'a'.repeat(99)],
      ['a'.repeat(101), ['a'.repeat(100)], undefined],
      ['a'.repeat(99), ['a'.repeat(100)], 'a'.repeat(100)],
      ['a'.repeat(99), ['a'.repeat(101)], undefined],
    ] as const) {
      expect([found, closestWord(found, given)]).to.deep.equal([found, meant]);
    }
  });
});

describe('the errors of a publish', () => {
  const error = (index: number, kind?: string) => ({ file: 'a.json', line: index, found: 'is wrong', kind });

  it('are counted by kind: first the errors, then the rarest warnings, fifty of each', () => {
    const summary = new ErrorSummary();
    summary.add(error(0, 'locale'));
    many(52, (index) => summary.add(error(index, 'dates')));
    many(51, (index) => summary.add(error(index)));
    many(2, (index) => summary.add(error(index, 'statid')));
    expect(summary.count).to.equal(106);
    expect(summary.kinds).to.deep.equal({ locale: 1, statid: 2, dates: 52 });
    const firstOf = (count: number, kind?: string) => Array.from({ length: count }, (_, index) => error(index, kind));
    expect(summary.groups).to.deep.equal([
      { kind: undefined, count: 51, first: firstOf(50) },
      { kind: 'locale', count: 1, first: firstOf(1, 'locale') },
      { kind: 'statid', count: 2, first: firstOf(2, 'statid') },
      { kind: 'dates', count: 52, first: firstOf(50, 'dates') },
    ]);
    expect(summary.first).to.deep.equal([
      ...[...firstOf(50), ...firstOf(1, 'locale'), ...firstOf(2, 'statid'), ...firstOf(50, 'dates')],
    ]);
    expect(new ErrorSummary().first).to.deep.equal([]);
  });

  it('are too many from the ten-thousandth on', () => {
    const summary = new ErrorSummary();
    many(9_999, (index) => summary.add(error(index)));
    expect(summary.isTooMany).to.equal(false);
    summary.add(error(0, 'dates'));
    expect([summary.isTooMany, summary.count]).to.deep.equal([true, 10_000]);
  });

  it('have the place of their value, or only the line of a record that comes from no file', async () => {
    const summary = new ErrorSummary();
    const text = '{"id": 1,\n "names": {"first": "x"}}';
    const row = { text, line: 7, column: 3, value: {} };
    summary.addLocated({ file: 'a.json', row }, { pointer: '', found: 'has the key 1', expected: 'must be unique' });
    summary.addLocated({ file: 'a.json', row }, { pointer: '/id', found: 'is 1' });
    summary.addLocated({ file: 'a.json', row }, { pointer: '/names/first', found: 'is "x"', kind: 'locale' });
    const unnamed = { line: 4, column: 1, value: {} };
    summary.addLocated({ file: 'news', row: unnamed }, { pointer: '', found: 'is wrong', nearest: 'right' });
    expect(summary.first).to.deep.equal([
      { file: 'a.json', line: 7, column: 3, pointer: '/', found: 'has the key 1', expected: 'must be unique' },
      { file: 'a.json', line: 7, column: 10, pointer: '/id', found: 'is 1' },
      { file: 'news', line: 4, pointer: '/', found: 'is wrong', nearest: 'right' },
      { file: 'a.json', line: 8, column: 21, pointer: '/names/first', found: 'is "x"', kind: 'locale' },
    ]);
    const full = new ErrorSummary();
    many(51, () => full.addLocated({ file: 'a.json', row }, { pointer: '', found: 'is wrong' }));
    expect([full.count, full.first.length]).to.deep.equal([51, 50]);
    const refused = new ContentRefused(summary);
    expect(await reasonOf(Promise.reject(refused))).to.equal(
      'ContentRefused: 4 errors in the content; nothing was published.',
    );
    expect(refused.summary).to.equal(summary);
    expect(refused.lines).to.deep.equal([
      'a.json:7:3: /: has the key 1, must be unique',
      'a.json:7:10: /id: is 1',
      'news:4: /: is wrong; did you mean "right"?',
      'a.json:8:21: /names/first: is "x"',
    ]);
  });
});

describe('a record that does not fit its schema', () => {
  const schema = Type.Object({
    name: Type.String(),
    status: Type.Optional(Type.Union([Type.Literal('Ac"tive'), Type.Literal('Retired')])),
    fights: Type.Optional(Type.Array(Type.Object({ fighter_id: Type.Integer() }))),
    day: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' })),
  });

  it('has each value that is wrong, what is expected, and the word that was meant', () => {
    expect(findSchemaErrors(schema, { name: 1, status: 'Retire', fights: [{ fighter_id: true }] })).to.deep.equal([
      { pointer: '/name', found: 'is 1', expected: 'must be a string', nearest: undefined },
      { pointer: '/status', found: 'is "Retire"', expected: 'must be "Ac\\"tive" or "Retired"', nearest: 'Retired' },
      { pointer: '/fights/0/fighter_id', found: 'is true', expected: 'must be an integer', nearest: undefined },
    ]);
    expect(findSchemaErrors(schema, null)).to.deep.equal([
      { pointer: '', found: 'is null', expected: 'must be an object', nearest: undefined },
    ]);
    expect(findSchemaErrors(schema, { name: 'a' })).to.deep.equal([]);
    // Escaped characters count as they are written.
    const [cut] = findSchemaErrors(Type.Object({ a: Type.Integer() }), { a: `\n${'x'.repeat(60)}` });
    expect(cut?.found).to.equal(`is "\\n${'x'.repeat(57)}…`);
    const part = Type.Object({ part: Type.Number({ minimum: 0.5, maximum: 2 }) });
    expect(findSchemaErrors(part, { part: 3 })[0]?.expected).to.equal('must be a number from 0.5 to 2');
    const [unknown] = findSchemaErrors(Type.Object({}, { additionalProperties: false }), { 'a/b': 1 });
    expect(unknown).to.deep.equal({
      ...{ pointer: '/a~1b', found: 'is 1', expected: 'is not a known member', nearest: undefined },
    });
    // A sample is no word that may be meant.
    expect(findSchemaErrors(schema, { name: 'a', day: '2031-04-06x' })).to.deep.equal([
      {
        pointer: '/day',
        found: 'is "2031-04-06x"',
        expected: 'must be a string like "2031-04-05"',
        nearest: undefined,
      },
    ]);
  });

  it('may have a misspelt key, which is looked for among its first two hundred and not in other objects', () => {
    const expectedOf = (raw: object) =>
      findSchemaErrors(schema, raw).map(({ pointer, expected }) => [pointer, expected]);
    const hinted = [['/name', 'is required (there is "nmae", which is an unknown key)']];
    const plain = [['/name', 'is required']];
    const others = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`other-key-${at}`, 1]));
    expect(expectedOf({ nmae: 1 })).to.deep.equal(hinted);
    expect(expectedOf({ ...others(199), nmae: 1 })).to.deep.equal(hinted);
    expect(expectedOf({ ...others(200), nmae: 1 })).to.deep.equal(plain);
    // Of two that are equally close none is meant, and a key that the schema knows is none.
    expect(expectedOf({ nam: 1, mame: 1 })).to.deep.equal(plain);
    const known = Type.Object({ name: Type.String(), nmae: Type.Optional(Type.Integer()) });
    expect(findSchemaErrors(known, { nmae: 1 })).to.deep.equal([
      { pointer: '/name', found: 'is missing', expected: 'is required' },
    ]);
    const either = ['one', 'other'].map((kind) => Type.Object({ kind: Type.Literal(kind), name: Type.String() }));
    expect(findSchemaErrors(Type.Union(either), { kind: 'one', nmae: 'a' })).to.deep.equal([
      { pointer: '/name', found: 'is missing', expected: 'is required (there is "nmae", which is an unknown key)' },
    ]);
    expect(findSchemaErrors(schema, undefined)).to.deep.equal([
      { pointer: '', found: 'is missing', expected: 'must be an object' },
    ]);
    expect(expectedOf({ name: 'a', fights: [{ fihgter_id: 1 }] })).to.deep.equal([
      ['/fights/0/fighter_id', 'is required'],
    ]);
  });
});
