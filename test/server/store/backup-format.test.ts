import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  decodeLine,
  decodeValue,
  encodeLine,
  encodeValue,
  isHeader,
  isPart,
} from '../../../server/store/backup/format.ts';
import { kindOf } from '../../../server/store/backup/known-keys.ts';
import { readBackup } from '../../../server/store/backup/read-file.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const madeAt = '2031-01-01T00:00:00Z';
const header = { fightcard: 'backup', format: 2, schema: 2, least: 1, buckets: 8, madeAt } as const;
const part = { key: 'live:events', type: 'zset', values: ['801', '1'] } as const;
const partLine = (change: object = {}) => encodeLine({ ...part, ...change } as never);

describe('encodeLine and decodeLine', () => {
  it('write a checksum of eight digits and JSON', () => {
    expect(encodeLine(header)).to.equal(
      'e48c4606 {"fightcard":"backup","format":2,"schema":2,"least":1,"buckets":8,"madeAt":"2031-01-01T00:00:00Z"}\n',
    );
    expect(encodeLine({ parts: 19, sha256: '' }), 'a leading zero').to.equal('04576a81 {"parts":19,"sha256":""}\n');
  });

  it('refuse a changed line', () => {
    const line = partLine().trimEnd();
    expect(decodeLine(Buffer.from(line))).to.deep.equal(part);
    for (const wrong of ['', line.slice(0, 9), line.replace(' ', ''), line.replace(' ', 'x'), ` ${line}`, `${line} `]) {
      expect(decodeLine(Buffer.from(wrong)), wrong).to.equal(undefined);
    }
    expect(decodeLine(Buffer.from('03686422 {"id":')), 'a correct checksum, but no JSON').to.equal(undefined);
  });

  it('keep any bytes of a value', () => {
    expect(encodeValue(Buffer.from('é'))).to.equal('é');
    expect(encodeValue(Buffer.from([0xff, 0]))).to.deep.equal({ b: '/wA=' });
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(Buffer.from(decodeValue(encodeValue(Buffer.from(bytes))))).to.deep.equal(Buffer.from(bytes));
      }),
    );
  });
});

describe('isPart and isHeader', () => {
  it('accept every kind of part', () => {
    for (const right of [
      ...['string', 'hash', 'set', 'zset', 'stream'].map((type) => ({ key: '', type, values: [] })),
      { ...part, expiresMs: 1 },
      { ...part, removed: true },
      { ...part, type: 'hash', removed: true },
      { ...part, values: ['', { b: '' }] },
    ]) {
      expect(isPart(right as never), JSON.stringify(right)).to.equal(true);
    }
  });

  it('refuse other parts', () => {
    for (const wrong of [
      {},
      { ...part, key: 1 },
      { ...part, type: 'list' },
      { ...part, values: 'a' },
      ...[1, null, {}, { b: 1 }].map((value) => ({ ...part, values: ['a', value] })),
      ...['string', 'set', 'stream'].map((type) => ({ ...part, type, removed: true })),
      { ...part, removed: false },
      { ...part, expiresMs: 1.5 },
      { ...part, expiresMs: null },
    ]) {
      expect(isPart(wrong as never), JSON.stringify(wrong)).to.equal(false);
    }
  });

  it('refuse other headers', () => {
    expect(isHeader(header)).to.equal(true);
    for (const name of ['fightcard', 'format', 'schema', 'least', 'buckets', 'madeAt']) {
      expect(isHeader({ ...header, [name]: 1.5 } as never), name).to.equal(false);
    }
  });
});

describe('kindOf', () => {
  const kinds: Record<string, object> = {
    'votes:buckets': { kind: 'store' },
    '{votes:buckets}:schema': { kind: 'store' },
    '{05cc}:pinged': { kind: 'passing' },
    '{content}:publishing': { kind: 'passing' },
    '{7:05cc}:rate:ann': { kind: 'passing' },
    '{content}:live': { kind: 'content' },
    '{content}:7:news:list:all': { kind: 'content' },
    'live:events': { kind: 'events' },
    '{live:801}': { kind: 'live', eventId: '801' },
    '{live:801}:history': { kind: 'live', eventId: '801' },
    '{live:801}:stream': { kind: 'live', eventId: '801' },
    '{7:05cc}:windows': { kind: 'bucket', fightId: 7 },
    '{17:05cc}:votes:3': { kind: 'bucket', fightId: 17 },
    '{7:05cc}:scores:5': { kind: 'bucket', fightId: 7 },
    '{7:05cc}:tally': { kind: 'bucket', fightId: 7 },
    '{7:05cc}:scoretally': { kind: 'bucket', fightId: 7 },
  };

  it('recognizes each key of the store', () => {
    for (const [key, kind] of Object.entries(kinds)) expect(kindOf(key), key).to.deep.equal(kind);
  });

  it('recognizes no key of another program', () => {
    const open = /^\{content\}:[l7]|:rate:/;
    const near = Object.keys(kinds).flatMap((key) => [`x${key}`, ...(open.test(key) ? [] : [`${key}x`])]);
    const others = ['', 'sessions:1', 'tally', '{content}', '{live:}', '{7}:tally', '{7:05cc}', '{7:05cc}:votes:33'];
    for (const key of [...near, ...others]) {
      // Keys of content may be those of a later version.
      const expected = key.startsWith('{content}:') ? { kind: 'content' } : undefined;
      expect(kindOf(key), key).to.deep.equal(expected);
    }
  });
});

describe('readBackup', () => {
  let folder: string;
  let path: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-format-'));
    path = join(folder, 'a.backup');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function read(text: string): Promise<unknown[]> {
    await writeFile(path, text);
    const found: unknown[] = [];
    for await (const one of readBackup(path)) found.push(one);
    return found;
  }
  const sealed = (text: string, parts: number) =>
    text + encodeLine({ parts, sha256: createHash('sha256').update(text).digest('hex') });

  it('reads lines longer than a chunk and counts bytes', async () => {
    const long = { key: '{content}:live', type: 'string', values: ['x'.repeat(600_000)] } as const;
    const lines = [encodeLine(header), partLine(), encodeLine({ ...long, values: [...long.values] })];
    const [first = 0, second = 0, third = 0] = lines.map((line) => line.length);
    expect(await read(sealed(lines.join(''), 2))).to.deep.equal([
      { header, bytes: first },
      { header, part, bytes: first + second },
      { header, part: long, bytes: first + second + third },
    ]);
  });

  it('names the first wrong line', async () => {
    const first = encodeLine(header);
    const format = (number: number) => `1: this backup has format ${number}, and this version reads 1 to 2.`;
    const disorder = 'lines before this one are missing, repeated or in another order.';
    for (const [text, why] of [
      ['', '1: the file ends before its last line.'],
      ['x', '1: the file ends in the middle of this line.'],
      ['{"id": 1}\n', '1: this is not the first line of a backup.'],
      [partLine(), '1: this is not the first line of a backup.'],
      [first, '2: the file ends before its last line.'],
      [`${first}x`, '2: the file ends in the middle of this line.'],
      [`${first}x\n`, '2: this line is damaged: its checksum is another.'],
      [first + first, '2: this line is no part of a key.'],
      [first + partLine({ type: 'list' }), '2: this line is no part of a key.'],
      [first + partLine() + partLine({ key: 'sessions:1' }), '3: sessions:1 is no key of this store.'],
      [`${sealed(first + partLine(), 1)}x\n`, '4: there is more after the end of the backup.'],
      [sealed(first, 1), `2: ${disorder}`],
      [first + partLine() + sealed(first, 0).slice(first.length), `3: ${disorder}`],
      [sealed(encodeLine({ ...header, format: 0 }), 0), format(0)],
      [sealed(encodeLine({ ...header, format: 3 }), 0), format(3)],
      [sealed(encodeLine({ ...header, format: 1 }), 0), undefined],
      [sealed(first + partLine(), 1), undefined],
    ] as const) {
      expect(await reasonOf(read(text)), text).to.equal(why ? `BadBackup: ${path}:${why}` : 'done');
    }
  });
});
