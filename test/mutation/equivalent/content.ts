import type { Equivalent } from './equivalent.ts';

const inFile = (file: string, changes: readonly Omit<Equivalent, 'file'>[]) =>
  changes.map((change): Equivalent => ({ file, ...change }));

const because = (reason: string, ...changes: readonly (readonly [from: string, to: string])[]) =>
  changes.map(([from, to]) => ({ from, to, reason }));

export const equivalents: readonly Equivalent[] = [
  ...inFile('server/content/checking/key-set.ts', [
    ...because(
      'Only the length of the first list counts; longer ones have places that are never used.',
      ['#second = new Uint32Array(1 << 10)', '#second = new Uint32Array(1 << 11)'],
      ['#lines = new Uint32Array(1 << 10)', '#lines = new Uint32Array(2 << 10)'],
    ),
    ...because('The length is a power of two, and seven times that is never a multiple of ten.', [
      'this.size * 10 >= this.#first.length * 7',
      'this.size * 10 > this.#first.length * 7',
    ]),
    ...because('Behind the last place there is no key.', [
      'let slot = 0; slot < this.#first.length',
      'let slot = 0; slot <= this.#first.length',
    ]),
    ...because('Behind the last place there is no key, and one without a second half leaves a free place free.', [
      'let slot = 0; slot < first.length',
      'let slot = 0; slot <= first.length',
    ]),
    ...because(
      'A free place is copied to a free place, which stays free.',
      ['if (second[slot] === 0) continue;', 'if (false) continue;'],
      ['if (second[slot] === 0) continue;', 'if (second[slot] === 0) ;'],
    ),
    ...because(
      'The product is the same in either order.',
      [
        'Math.imul(first ^ Math.imul(second, 0x85ebca6b), 0x9e3779b1)',
        'Math.imul(0x9e3779b1, first ^ Math.imul(second, 0x85ebca6b))',
      ],
      ['Math.imul(second, 0x85ebca6b)', 'Math.imul(0x85ebca6b, second)'],
      ['Math.imul(a ^ unit, 2654435761)', 'Math.imul(2654435761, a ^ unit)'],
      ['Math.imul(b ^ unit, 1597334677)', 'Math.imul(1597334677, b ^ unit)'],
    ),
    ...because('Any number below zero is none that is stored as it is.', ['Number(key) : -1', 'Number(key) : -2']),
  ]),
  ...inFile('server/content/content-error.ts', [
    ...because(
      'The distance of two words is the same in either direction.',
      ['Math.min(1, distance(wanted, plain))', 'Math.min(1, distance(plain, wanted))'],
      [': distance(wanted, plain) }', ': distance(plain, wanted) }'],
    ),
  ]),
  ...inFile('server/content/checking/schema-errors.ts', [
    ...because('A quote comes before the text, so its sixtieth character is cut off in any case.', [
      'value.slice(0, 60)',
      'value.slice(0, 59)',
    ]),
  ]),
  ...inFile('server/content/checking/record-checks.ts', [
    ...because(
      'The name of a space of keys is seen by nobody, and no other space has this one.',
      ["this.#addKey('fight', id", "this.#addKey('fihht', id"],
      ['`statid of ', '`statjd of '],
    ),
  ]),
  ...inFile('server/content/sample-archive.ts', [
    ...because(
      'Only the lowest 32 bits count, which are the same.',
      ['seed >>> 0', 'seed << 0'],
      ['(state + 0x6d2b79f5) >>> 0', '(state + 0x6d2b79f5) << 0'],
    ),
    ...because(
      'The product is the same in either order.',
      ['Math.imul(state ^ (state >>> 15), state | 1)', 'Math.imul(state | 1, state ^ (state >>> 15))'],
      ['Math.imul(mixed ^ (mixed >>> 7), mixed | 61)', 'Math.imul(mixed | 61, mixed ^ (mixed >>> 7))'],
    ),
    ...because('One number in four thousand million is the same as the part.', ['next() < part', 'next() <= part']),
    ...because(
      'A pool of one length is made again with the same sentences; it only takes longer.',
      ['if (!pool)', 'if (true)'],
      ['pools.set(name, pool);', ';'],
    ),
    ...because(
      'No sentence begins with a space.',
      ['cut < 0', 'cut <= 0'],
      ['rest < 0', 'rest <= 0'],
      ['rest < 0', 'rest < 1'],
    ),
    ...because('A count below one is taken for one.', ['momentOf(1, 1)', 'momentOf(1, 0)']),
  ]),
  ...inFile('server/content/reading/json-position.ts', [
    ...because(
      'Behind the last character there is nothing to count.',
      ['at < text.length && depth', 'at <= text.length && depth'],
      ['at < text.length && values', 'at <= text.length && values'],
      ['let at = from; at < text.length', 'let at = from; at <= text.length'],
    ),
    ...because(
      'No JSON begins with a backslash.',
      ['at >= 0 && escapes', 'at > 0 && escapes'],
      ['at >= 0 && escapes', 'at >= 1 && escapes'],
    ),
    ...because('The record itself is visited first, at 0.', ['let found = 0;', 'let found = 1;']),
    ...because(
      'More values are visited, of which none is on the path to the one that is looked for.',
      ['steps[index])) return false;', 'steps[index])) return undefined;'],
      ['steps[index])) return false;', 'steps[index])) return true;'],
      ['return path.length < steps.length;', 'return undefined;'],
      ['return path.length < steps.length;', 'return path.length <= steps.length;'],
    ),
  ]),
  ...inFile('server/content/reading/byte-window.ts', [
    ...because('The middle is above the low end and at most the high one in any case.', [
      '(low + high + 1) >> 1',
      '(low + high + 2) >> 1',
    ]),
    ...because(
      'The size of the first buffer is seen by nobody: it grows when a part does not fit.',
      ['1 << 19', '2 << 19'],
      ['1 << 19', '1 >> 19'],
      ['1 << 19', '1 << 18'],
    ),
    ...because(
      'A new buffer has the same bytes; it only costs more memory or time.',
      ['length > this.#buffer.length ?', 'true ?'],
      ['length > this.#buffer.length ?', 'length >= this.#buffer.length ?'],
      ['2 * length', '3 * length'],
      ['this.#buffer = buffer;', ';'],
    ),
    ...because('Bytes that are in their place already are copied to it.', [
      'if (buffer !== this.#buffer || this.bytes.byteOffset !== buffer.byteOffset)',
      'if (true)',
    ]),
    ...because('A newline that is found from there on is not before it.', [
      'this.#searched < at',
      'this.#searched <= at',
    ]),
    ...because('Any number below zero means that there is none.', ['this.#next = -1;', 'this.#next = -2;']),
    ...because('Below zero it means that there is none, and stays below.', ['if (this.#next >= 0)', 'if (true)']),
    ...because(
      'It is 0 only where nothing is dropped.',
      ['if (this.#next >= 0)', 'if (this.#next > 0)'],
      ['if (this.#next >= 0)', 'if (this.#next >= 1)'],
    ),
    ...because('An empty text stays empty, and is skipped or ends with no white space.', [
      'start < end && isSpace',
      'start <= end && isSpace',
    ]),
    ...because('An empty text stays empty.', ['end > start && isSpace', 'end >= start && isSpace']),
    ...because(
      'A first byte alone may be that of a character that is cut off, so one byte is always a valid beginning.',
      ['[0, bytes.length]', '[1, bytes.length]'],
    ),
  ]),
  ...inFile('server/content/write-lines.ts', [
    ...because('Waiting for any event of a stream ends with its error.', ["once(file, 'error')", "once(file, '')"]),
  ]),
  ...inFile('server/content/publish.ts', [
    ...because('Without a text, the column of a record is not looked at.', ['column: 1, value', 'column: 0, value']),
    ...because(
      'Nobody is told the progress of records in memory.',
      ['bytes: 0, rows', 'bytes: 1, rows'],
      ['read: () => 0 }', 'read: () => 1 }'],
    ),
  ]),
  ...inFile('server/content/put-and-remove.ts', [
    ...because('Of a region that there is not, numbers are written as in English.', [
      "ids.toLocaleString('en-US')",
      "ids.toLocaleString('en-VS')",
    ]),
  ]),
  ...inFile('server/content/reading/sources.ts', [
    ...because('A text has no more values than characters.', [
      'text.length > maximumValues',
      'text.length >= maximumValues',
    ]),
    ...because('A layout that is not among them is read as lines.', [
      "['array', 'lines', 'objects']",
      "['array',  'objects']",
    ]),
  ]),
  ...inFile('server/content/audit.ts', [
    ...because('Two values are equal in either order.', [
      'isDeepStrictEqual(normalise(value), value)',
      'isDeepStrictEqual(value, normalise(value))',
    ]),
  ]),
];
