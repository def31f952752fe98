import { expect } from 'chai';
import { UnreadableText } from '../../../server/content/reading/byte-window.ts';
import { detectLayout } from '../../../server/content/reading/file-layout.ts';
import { findOffset, hasTooManyValues, isTooDeep, positionAt } from '../../../server/content/reading/json-position.ts';
import { splitArray, splitLines, splitObjects } from '../../../server/content/reading/json-splitter.ts';

const splitters = { array: splitArray, lines: splitLines, objects: splitObjects };

/** Parts of some bytes, each of which overwrites the one before. */
async function* inParts(bytes: Buffer, size: number) {
  const buffer = Buffer.alloc(Math.min(size, bytes.length));
  for (let at = 0; at < bytes.length; at += size) {
    const part = buffer.subarray(0, Math.min(size, bytes.length - at));
    bytes.copy(part, 0, at);
    yield part;
  }
}

/** Where the records of some text start, what they are, and why the rest cannot be read. */
async function split(layout: keyof typeof splitters, text: string | Buffer, size: number) {
  const found: string[] = [];
  const say = (it: UnreadableText) => `${it.line}:${it.column} ! ${it.message}`;
  try {
    for await (const portion of splitters[layout](inParts(Buffer.from(text as string), size))) {
      for (const it of portion)
        found.push(it instanceof UnreadableText ? say(it) : `${it.line}:${it.column} ${it.text}`);
    }
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    found.push(`then ${say(error)}`);
  }
  return found;
}

const bytesOf = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));
const inUtf16 = Buffer.from('\ufeff[1]', 'utf16le');
const otherOrder = Buffer.from(inUtf16).swap16();

describe('splitters', () => {
  const cases: [keyof typeof splitters, string | Buffer, string[]][] = [
    ['array', '[]', []],
    ['array', '\ufeff[1]', ['1:2 1']],
    [
      'array',
      '[{"a": "]\\"[,"}, [1, {"b": "\\\\"}],\n 2 ,"x"]\n',
      [...['1:2 {"a": "]\\"[,"}', '1:18 [1, {"b": "\\\\"}]', '2:2 2', '2:5 "x"']],
    ],
    ['array', '[\t{"a":\r\n[{}]}\r\n,\r\n\r\n "\\\\\\"]" ]', ['1:3 {"a":\r\n[{}]}', '5:2 "\\\\\\"]"']],
    ['array', '[1,,2]', ['1:2 1', '1:4 ', '1:5 2']],
    ['array', '[,]', ['1:2 ', '1:3 ']],
    ['array', '[1,\n]', ['1:2 1', '2:1 ']],
    ['array', 'x', ['then 1:1 ! starts with x, must be an array of records: [ … ]']],
    ['array', '\n  {}', ['then 2:3 ! starts with {, must be an array of records: [ … ]']],
    ['array', '', ['then 1:undefined ! is empty, must be an array of records: [ … ]']],
    ['array', '[1]\n ,', ['1:2 1', 'then 2:2 ! has , after the end of the array, must have nothing']],
    ['array', '[1] "a"', ['1:2 1', 'then 1:5 ! has " after the end of the array, must have nothing']],
    ['array', '[1,\n 2', ['1:2 1', 'then 2:undefined ! ends before the closing ], must be complete']],
    [
      'array',
      '[1,\n\n {"a":\n\n',
      [...['1:2 1', 'then 5:undefined ! ends in the record that starts at line 3, must be complete']],
    ],
    ['array', '[\n"a', ['then 2:undefined ! ends in the record that starts at line 2, must be complete']],
    [
      'array',
      bytesOf('[1,\n"a', 0xe9),
      [...['1:2 1', 'then 2:3 ! is not UTF-8 here (byte 0xE9), must be UTF-8 throughout']],
    ],
    [
      'array',
      bytesOf('[1,"', 0xe9, '",2]'),
      [...['1:2 1', '1:5 ! is not UTF-8 here (byte 0xE9), must be UTF-8 throughout', '1:8 2']],
    ],
    ['array', bytesOf('[', 0xff, ']'), ['1:2 ! is not UTF-8 here (byte 0xFF), must be UTF-8 throughout']],
    ['array', inUtf16, ['then 1:1 ! is not UTF-8 but UTF-16, must be UTF-8']],
    ['array', otherOrder, ['then 1:1 ! is not UTF-8 but UTF-16, must be UTF-8']],
    ['lines', bytesOf(0xff, 0xfe), ['then 1:1 ! is not UTF-8 but UTF-16, must be UTF-8']],
    ['lines', bytesOf(0xfe, 0xff), ['then 1:1 ! is not UTF-8 but UTF-16, must be UTF-8']],
    ['lines', '', []],
    ['lines', '1', ['1:1 1']],
    ['lines', '\ufeff', []],
    ['lines', '\ufeff\ufeff', ['1:1 \ufeff']],
    ['lines', '\ufeff\n a \r\n\r\n\t\n"b"\n', ['2:2 a', '5:1 "b"']],
    ['lines', 'a\n\n\nb', ['1:1 a', '4:1 b']],
    [
      'lines',
      bytesOf('a\n', 0xe9, '\nb'),
      [...['1:1 a', '2:1 ! is not UTF-8 here (byte 0xE9), must be UTF-8 throughout', '3:1 b']],
    ],
    ['lines', bytesOf('ñ€🥊x', 0x80, 'y'), ['1:6 ! is not UTF-8 here (byte 0x80), must be UTF-8 throughout']],
    ['lines', bytesOf('ñ€', 0xf0, 0x9f, 0xa5), ['1:3 ! is not UTF-8 here (byte 0xF0), must be UTF-8 throughout']],
    ['lines', bytesOf('  ab', 0xc3), ['1:5 ! is not UTF-8 here (byte 0xC3), must be UTF-8 throughout']],
    ['objects', '{\n"a": {"b": "}{"}\n}\n\n  {"c":\n1}{}', ['1:1 {\n"a": {"b": "}{"}\n}', '5:3 {"c":\n1}', '6:3 {}']],
    ['objects', '{}\n,{}', ['1:1 {}', 'then 2:1 ! has , after the end of a record, must have nothing']],
    ['objects', '{}\n "a"', ['1:1 {}', 'then 2:2 ! has " after the end of a record, must have nothing']],
    ['objects', '[1]', ['then 1:1 ! has [ after the end of a record, must have nothing']],
    ['objects', '{}\n{"a', ['1:1 {}', 'then 2:undefined ! ends in the record that starts at line 2, must be complete']],
    [
      'objects',
      '{}\n\n{"a":\n{}',
      [...['1:1 {}', 'then 4:undefined ! ends in the record that starts at line 3, must be complete']],
    ],
    ['objects', '', []],
  ];
  it('return each record with its position, or its error', async () => {
    for (const [layout, text, records] of cases) {
      for (const size of [1, 2, 3, 5, 1_000]) {
        const title = `${layout} in parts of ${size}: ${text}`;
        expect(await split(layout, text, size), title).to.deep.equal(records);
      }
    }
  });

  it('locate an invalid byte in a record of several lines', async () => {
    const text = bytesOf('[ {"a": "ñ",\n\n "b🥊": ', 0xc3, '}, 1]');
    const found = ['3:9 ! is not UTF-8 here (byte 0xC3), must be UTF-8 throughout', '3:15 1'];
    for (const size of [1, 7, 100]) expect(await split('array', text, size)).to.deep.equal(found);
  });

  it('return at most a thousand records at once', async () => {
    const sizes = async (layout: keyof typeof splitters, text: string) => {
      const found: number[] = [];
      for await (const portion of splitters[layout](inParts(Buffer.from(text), 1 << 20))) found.push(portion.length);
      return found;
    };
    for (const [count, portions] of [
      [999, [999]],
      [1_000, [1_000]],
      [2_001, [1_000, 1_000, 1]],
    ] as const) {
      const of = (one: string, between: string) => Array.from({ length: count }, () => one).join(between);
      expect(await sizes('array', `[${of('1', ',')}]`)).to.deep.equal(portions);
      expect(await sizes('lines', `${of('1', '\n')}\n`)).to.deep.equal(portions);
      expect(await sizes('objects', of('{}', ' '))).to.deep.equal(portions);
    }
  });

  it('refuse a record of more than 16 MiB', async () => {
    const most = 16_777_216;
    const tooLong = 'has a record of more than 16 MiB, must be shorter (is a bracket or quote missing?)';
    const [enough] = await split('lines', Buffer.alloc(most, 'x'), most);
    expect(enough).to.have.length('1:1 '.length + most);
    expect(await split('lines', bytesOf('1\n', 'x'.repeat(most), 'x'), 2 * most)).to.deep.equal([
      ...['1:1 1', `then 2:1 ! ${tooLong}`],
    ]);
    // Of an array, the white space before a record counts with it.
    const inArray = (bytes: number) => split('array', bytesOf('[1,\n"', 'x'.repeat(bytes - 2)), 2 * most);
    expect((await inArray(most)).at(-1)).to.match(/^then 2:undefined ! ends in the record that starts at line 2/);
    expect(await inArray(most + 1)).to.deep.equal(['1:2 1', `then 1:4 ! ${tooLong}`]);
  });
});

describe('detectLayout', () => {
  /** What is found, and how many parts were read for it. */
  async function layoutOf(parts: Iterable<Buffer> | AsyncIterable<Buffer>) {
    let taken = 0;
    async function* counted() {
      for await (const part of parts) {
        taken++;
        yield part;
      }
    }
    const [layout, whole] = await detectLayout(counted());
    return { found: `${layout} after ${taken}`, whole };
  }

  it('reads no further than necessary', async () => {
    for (const [text, layout] of [
      ['', 'lines after 0'],
      [' \t\r\n', 'lines after 4'],
      ['\n\n[1]', 'array after 3'],
      ['\ufeff[1]', 'array after 4'],
      // A byte order mark is one only in front.
      ['   \ufeff\n', 'lines after 7'],
      ['\ufeff\n{\n', 'objects after 6'],
      ['{}\n{', 'lines after 3'],
      ['1\n[', 'lines after 2'],
      ['{"a": [\n', 'objects after 8'],
      ['{"a": []\n', 'objects after 9'],
      ['{"a": []}\n', 'lines after 10'],
      ['{"a": "\n', 'lines after 8'],
      ['{"a": "}"\n', 'objects after 10'],
      ['{"a": "\\"}\n', 'lines after 11'],
      ['{"a": "\\\\"\n', 'objects after 11'],
      ['{"\\\\\\"": {}\n', 'objects after 12'],
      ['{} \\"\n', 'lines after 6'],
    ] as const) {
      const bytes = Buffer.from(text);
      const { found, whole } = await layoutOf(inParts(bytes, 1));
      expect([text, found]).to.deep.equal([text, layout]);
      const read: Buffer[] = [];
      for await (const part of whole) read.push(Buffer.from(part));
      expect(Buffer.concat(read).toString()).to.equal(text);
    }
  });

  it('takes a byte order mark only at the start', async () => {
    const found = async (bytes: Buffer) => (await layoutOf([bytes])).found;
    expect(await found(Buffer.from('   \ufeff\n[1]'))).to.equal('lines after 1');
    expect(await found(bytesOf('   ', 0xef, '\n[1]'))).to.equal('lines after 1');
    expect(await found(bytesOf('  ', 0xef, '\n[1]'))).to.equal('array after 1');
  });
});

describe('limits of a record', () => {
  it('allow a thousand levels, not counting texts', () => {
    const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}${depth % 2 ? '[]' : '1'}${'}]'.repeat(depth / 2)}`;
    expect([1_000, 1_001].map((depth) => isTooDeep(nested(depth)))).to.deep.equal([false, true]);
    expect(isTooDeep('[]'.repeat(1_500))).to.equal(false);
    expect(isTooDeep('{}'.repeat(1_500))).to.equal(false);
    expect(isTooDeep(`"${'['.repeat(1_001)}`)).to.equal(false);
    expect(isTooDeep(`"\\"${'['.repeat(1_001)}`)).to.equal(false);
    expect(isTooDeep(`"\\\\"${'['.repeat(1_001)}`)).to.equal(true);
    expect(isTooDeep(`""${'{'.repeat(1_001)}`)).to.equal(true);
    expect(isTooDeep(`""\\${'{'.repeat(1_001)}`)).to.equal(true);
    expect(isTooDeep(`[\\]${'['.repeat(1_000)}`)).to.equal(false);
  });

  it('allow 250,000 values, not counting texts', () => {
    for (const mark of [',', '[', '{']) {
      expect([250_000, 250_001].map((count) => hasTooManyValues(mark.repeat(count)))).to.deep.equal([false, true]);
      expect(hasTooManyValues(`"${mark.repeat(250_001)}`)).to.equal(false);
      expect(hasTooManyValues(`"\\"${mark.repeat(250_001)}`)).to.equal(false);
      expect(hasTooManyValues(`"\\\\"${mark.repeat(250_001)}`)).to.equal(true);
      expect(hasTooManyValues(`${mark}""${mark.repeat(250_000)}`)).to.equal(true);
      expect(hasTooManyValues(`${mark}"a"${mark.repeat(249_999)}`)).to.equal(false);
    }
    expect(hasTooManyValues(`${']:}1'.repeat(250_001)}`)).to.equal(false);
  });
});

describe('findOffset', () => {
  it('returns where a value or its closest parent starts', () => {
    const text = '{"a": [1, {"b/c": "x"}, [2]], "d": {"a": 3}, "~e": null, "d": {"f": true}, "0": []}';
    for (const [pointer, at] of [
      ['', '{"a": ['],
      ['/a', '[1, {'],
      ['/a/0', '1, {'],
      ['/a/1', '{"b/c"'],
      ['/a/1/b~1c', '"x"'],
      ['/a/2/0', '2]]'],
      ['/a/2/1', '[2]]'],
      ['/a/7', '[1, {'],
      ['/a/1/b', '{"b/c"'],
      ['/~0e', 'null'],
      ['/~0e/x', 'null'],
      ['/d', '{"f": true}'],
      ['/d/f', 'true'],
      ['/0', '[]}'],
      ['/1', '{"a": ['],
      ['/x/a', '{"a": ['],
    ] as const) {
      expect([pointer, text.slice(findOffset(text, pointer))]).to.deep.equal([pointer, text.slice(text.indexOf(at))]);
    }
  });

  it('returns 0 for a record that is too deep or too long', () => {
    const deep = (depth: number) => `{"a": ${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}, "b": 1}`;
    expect([1_000, 1_001].map((depth) => findOffset(deep(depth), '/b'))).to.deep.equal([deep(1_000).length - 2, 0]);
    const escaped = (count: number) => `{"a": "${'\\\\'.repeat(count)}", "b": 1}`;
    expect([250_000, 250_001].map((count) => findOffset(escaped(count), '/b'))).to.deep.equal([500_015, 0]);
  });

  it('counts lines and columns from the record', () => {
    const record = { text: 'ab\ncd\n\nef', line: 7, column: 5 };
    const places = [0, 1, 2, 3, 5, 6, 7, 8].map((offset) => Object.values(positionAt(record, offset)).join(':'));
    expect(places).to.deep.equal(['7:5', '7:6', '7:7', '8:1', '8:3', '9:1', '10:1', '10:2']);
  });
});
