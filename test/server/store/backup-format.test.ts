import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { expect } from 'chai';
import { findKeys, refuseMissingMasters } from '../../../server/store/backup/find-keys.ts';
import {
  backupFormat,
  decodeLine,
  decodeValue,
  encodeLine,
  encodeValue,
  isHeader,
  isPart,
  removals,
} from '../../../server/store/backup/format.ts';
import { kindOf } from '../../../server/store/backup/known-keys.ts';
import { BadBackup, readBackup } from '../../../server/store/backup/read-file.ts';
import { recordClient } from '../../support/redis/recorded-client.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const header = {
  fightcard: 'backup',
  format: 2,
  schema: 2,
  least: 1,
  buckets: 8,
  madeAt: '2031-01-01T00:00:00Z',
} as const;
const part = { key: 'live:events', type: 'zset', values: ['801', '1'] } as const;
const signal = new AbortController().signal;

async function read<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(page);
  return found;
}

describe('a line of a backup', () => {
  it('is a checksum of eight digits, and JSON', () => {
    expect(encodeLine(header)).to.equal(
      'e48c4606 {"fightcard":"backup","format":2,"schema":2,"least":1,"buckets":8,"madeAt":"2031-01-01T00:00:00Z"}\n',
    );
    // A checksum that begins with a zero.
    expect(encodeLine({ parts: 19, sha256: '' })).to.equal('04576a81 {"parts":19,"sha256":""}\n');
    expect(backupFormat).to.equal(2);
  });

  it('is read only as it was written', () => {
    const line = encodeLine({ ...part, values: [...part.values] }).trimEnd();
    expect(decodeLine(Buffer.from(line))).to.deep.equal(part);
    for (const wrong of ['', line.slice(0, 9), line.replace(' ', ''), line.replace(' ', 'x'), ` ${line}`, `${line} `]) {
      expect(decodeLine(Buffer.from(wrong)), wrong).to.equal(undefined);
    }
    expect(decodeLine(Buffer.from('03686422 {"id":')), 'a right checksum of no JSON').to.equal(undefined);
  });

  it('has values as text, or in base64 where they are none', () => {
    for (const [bytes, value] of [
      [Buffer.from('é'), 'é'],
      [Buffer.from([0xff, 0]), { b: '/wA=' }],
      [Buffer.alloc(0), ''],
    ] as const) {
      expect(encodeValue(bytes)).to.deep.equal(value);
      expect(Buffer.from(decodeValue(value))).to.deep.equal(bytes);
    }
  });

  it('is a part of a key, or it is not', () => {
    for (const right of [
      ...['string', 'hash', 'set', 'zset', 'stream'].map((type) => ({ key: '', type, values: [] })),
      { ...part, expiresMs: 1 },
      { ...part, removed: true },
      { ...part, type: 'hash', removed: true },
      { ...part, values: ['', { b: '' }] },
    ]) {
      expect(isPart(right as never), JSON.stringify(right)).to.equal(true);
    }
    for (const wrong of [
      {},
      { ...part, key: 1 },
      { ...part, type: 'list' },
      { ...part, type: undefined },
      { ...part, values: 'a' },
      ...[1, null, {}, { b: 1 }, undefined].map((value) => ({ ...part, values: ['a', value] })),
      ...['string', 'set', 'stream'].map((type) => ({ ...part, type, removed: true })),
      { ...part, removed: false },
      { ...part, expiresMs: 1.5 },
      { ...part, expiresMs: null },
    ]) {
      expect(isPart(wrong as never), JSON.stringify(wrong)).to.equal(false);
    }
    expect(removals).to.deep.equal({ hash: 'HDEL', zset: 'ZREM' });
  });

  it('is a header, or it is not', () => {
    expect(isHeader(header)).to.equal(true);
    for (const wrong of [
      {},
      { ...header, fightcard: 'x' },
      { ...header, madeAt: 1 },
      ...['format', 'schema', 'least', 'buckets'].flatMap((name) => [
        { ...header, [name]: 1.5 },
        { ...header, [name]: '1' },
      ]),
    ]) {
      expect(isHeader(wrong as never), JSON.stringify(wrong)).to.equal(false);
    }
  });
});

describe('the kind of a key', () => {
  const kinds: Record<string, object | undefined> = {
    'votes:buckets': { kind: 'store' },
    '{votes:buckets}:schema': { kind: 'store' },
    '{05cc}:pinged': { kind: 'passing' },
    '{content}:publishing': { kind: 'passing' },
    '{7:05cc}:rate:ann': { kind: 'passing' },
    '{7:05cc}:rate:': { kind: 'passing' },
    '{content}:live': { kind: 'content' },
    '{content}:': { kind: 'content' },
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
  const isOpen = (key: string) => key.startsWith('{content}:l') || key === '{content}:' || key.includes(':rate:');
  const others = Object.keys(kinds).flatMap((key) => [`x${key}`, ...(isOpen(key) ? [] : [`${key}x`])]);

  it('is that of ../keys.ts, and none of other programs', () => {
    expect(Object.fromEntries(Object.keys(kinds).map((key) => [key, kindOf(key)]))).to.deep.equal(kinds);
    for (const other of [
      ...others,
      '',
      'sessions:1',
      '{content}',
      '{live:}',
      '{7}:tally',
      '{7:05cc}:votes:33',
      '{7:05cc}:votes:',
    ]) {
      // Another key of content is one of a later version.
      const expected = other.startsWith('{content}:') ? { kind: 'content' } : undefined;
      expect(kindOf(other), other).to.deep.equal(expected);
    }
  });
});

describe('a backup that is read', () => {
  let folder: string;
  let path: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-format-'));
    path = join(folder, 'a.backup');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('says how many bytes were read with each part, also where a line is longer than what is read at once', async () => {
    const long = { key: '{content}:live', type: 'string', values: ['x'.repeat(600_000)] } as const;
    const lines = [
      encodeLine(header),
      encodeLine({ ...part, values: [...part.values] }),
      encodeLine({ ...long, values: [...long.values] }),
    ];
    const sha256 = createHash('sha256').update(lines.join('')).digest('hex');
    await writeFile(path, [...lines, encodeLine({ parts: 2, sha256 })].join(''));
    const [first = 0, second = 0, third = 0] = lines.map((line) => line.length);
    expect(await read(readBackup(path))).to.deep.equal([
      { header, bytes: first },
      { header, part, bytes: first + second },
      { header, part: long, bytes: first + second + third },
    ]);
    await writeFile(path, [...lines, encodeLine({ parts: 3, sha256 })].join(''));
    const wrong = `BadBackup: ${path}:4: lines before this one are missing, repeated or in another order.`;
    expect(await reasonOf(read(readBackup(path)))).to.equal(wrong);
    await writeFile(path, [...lines, encodeLine({ parts: 2, sha256: `${sha256}0` })].join(''));
    expect(await reasonOf(read(readBackup(path)))).to.equal(wrong);
    expect(new BadBackup('a', 3, 'why')).to.include({ name: 'BadBackup', message: 'a:3: why' });
  });

  it('is refused by its first wrong line', async () => {
    const first = encodeLine(header);
    const end = (text: string, parts: number) =>
      text + encodeLine({ parts, sha256: createHash('sha256').update(text).digest('hex') });
    const more = encodeLine({ ...part, values: [...part.values] });
    const other = (change: object) => encodeLine({ ...part, ...change } as never);
    const format = (number: number) => `1: this backup has format ${number}, and this version reads 1 to 2.`;
    for (const [text, why] of [
      ['', '1: the file ends before its last line.'],
      ['x', '1: the file ends in the middle of this line.'],
      [first.trimEnd(), '1: the file ends in the middle of this line.'],
      ['\n', '1: this is not the first line of a backup.'],
      [more, '1: this is not the first line of a backup.'],
      [first, '2: the file ends before its last line.'],
      [`${first}x`, '2: the file ends in the middle of this line.'],
      [`${first}x\n`, '2: this line is damaged: its checksum is another.'],
      [`${first}\n`, '2: this line is damaged: its checksum is another.'],
      [first + first, '2: this line is no part of a key.'],
      [first + other({ type: 'list' }), '2: this line is no part of a key.'],
      [first + more + other({ key: 'sessions:1' }), '3: sessions:1 is no key of this store.'],
      [`${end(first + more, 1)}x\n`, '4: there is more after the end of the backup.'],
      [`${end(first + more, 1)}x`, '4: there is more after the end of the backup.'],
      [end(first, 1), '2: lines before this one are missing, repeated or in another order.'],
      [end(encodeLine({ ...header, format: 0 }), 0), format(0)],
      [end(encodeLine({ ...header, format: 3 }), 0), format(3)],
      [end(encodeLine({ ...header, format: 1 }), 0), undefined],
      [end(first + more, 1), undefined],
    ] as const) {
      await writeFile(path, text);
      expect(await reasonOf(read(readBackup(path))), text).to.equal(why ? `BadBackup: ${path}:${why}` : 'done');
    }
  });

  it('is refused once a line is longer than 256 MiB', async () => {
    const mebibyte = Buffer.alloc(1_048_576, 'x');
    let rest = Buffer.alloc(0);
    async function* longLine() {
      for (let chunk = 0; chunk < 256; chunk++) yield mebibyte;
      yield rest;
      throw new Error('it reads on');
    }
    const reading = mock.method(fs, 'createReadStream', longLine as never);
    syncBuiltinESMExports();
    try {
      expect(await reasonOf(read(readBackup(path)))).to.equal('Error: it reads on');
      rest = Buffer.from('x');
      const tooLong = `BadBackup: ${path}:1: this line is longer than any of a backup.`;
      expect(await reasonOf(read(readBackup(path)))).to.equal(tooLong);
      expect(reading.mock.calls[0]?.arguments).to.deep.equal([path, { highWaterMark: 262_144 }]);
    } finally {
      reading.mock.restore();
      syncBuiltinESMExports();
    }
  });
});

describe('the keys of a Redis that is backed up', () => {
  const nodes = (line: string) => `0a 127.0.0.1:1 slave x - 0 0 1 connected\n${line}\n`;
  const own = (id: string, slots: string) => nodes(`${id} 127.0.0.1:2 myself,master - 0 0 1 connected ${slots}`);

  /** Masters that give these replies to CLUSTER NODES in turn, the last again and again, and their runs. */
  function clusterOf(replies: readonly (readonly string[])[], runs: readonly string[] = ['r1', 'r2', 'r3']) {
    const masters = replies.map((texts, index) => {
      let at = 0;
      return recordClient((name) => {
        if (name === 'cluster') return texts[Math.min(at++, texts.length - 1)];
        if (name === 'info') return `redis_version:7\r\nrun_id:${runs[index]}\r\n`;
        return ['0', [`key-${index}`]];
      });
    });
    return { ...recordClient(() => null, { nodes: () => masters.map(({ client }) => client) }), masters };
  }

  it('are those of all masters, which together have all slots', async () => {
    const { client, masters } = clusterOf([
      [own('a', '0-5460')],
      [own('b', '5461 5462-10922')],
      [own('c', '10923-16383')],
    ]);
    expect(await reasonOf(refuseMissingMasters(client))).to.equal('done');
    expect(await read(findKeys(client, signal))).to.deep.equal([['key-0'], ['key-1'], ['key-2']]);
    expect(masters[0]?.asked).to.deep.equal([
      ['cluster', 'NODES'],
      ['info', 'server'],
      ['cluster', 'NODES'],
      ['scan', '0', 'COUNT', 1_000],
      ['info', 'server'],
      ['cluster', 'NODES'],
    ]);
    const one = recordClient((name) => (name === 'info' ? 'run_id:r1' : ['0', ['a']]));
    expect(await reasonOf(refuseMissingMasters(one.client))).to.equal('done');
    expect(await read(findKeys(one.client, signal))).to.deep.equal([['a']]);
    expect(one.asked.map(([name]) => name)).to.deep.equal(['info', 'scan', 'info']);
  });

  it('are refused where slots are missing or moved, and where something changed meanwhile', async () => {
    const missing = (found: number) =>
      `StoreRefused: Only ${found} of the 16384 slots of the Cluster are on masters that answer: run it again when all are.`;
    const moved = 'StoreRefused: Slots of the Cluster are being moved: run it again when that has ended.';
    for (const [texts, said] of [
      [[own('a', '0-5460'), own('b', '5461-16382')], missing(16_383)],
      [[own('a', '0-16383'), own('b', '7')], missing(16_385)],
      [[own('a', '0-16383'), nodes('0b 127.0.0.1:3 master - 0 0 1 connected 1-9')], 'done'],
      [[own('a', '0-16383 [7->-0b]')], moved],
      [[''], missing(0)],
    ] as const) {
      const { client } = clusterOf(texts.map((text) => [text]));
      expect(await reasonOf(refuseMissingMasters(client))).to.equal(said);
      expect(await reasonOf(read(findKeys(client, signal)))).to.equal(said);
    }
    const changed = 'StoreRefused: Redis was restarted or slots were moved meanwhile: run it again.';
    const halves = [own('a', '0-99'), own('b', '100-16383')] as const;
    const [less, more] = [own('a', '0-98'), own('b', '99-16383')];
    expect(
      await reasonOf(
        read(
          findKeys(
            clusterOf([
              [halves[0], less],
              [halves[1], more],
            ]).client,
            signal,
          ),
        ),
      ),
    ).to.equal(changed);
    expect(
      await reasonOf(read(findKeys(clusterOf([[own('a', '0-16383'), own('b', '0-16383')]]).client, signal))),
    ).to.equal(changed);
    let runs = 0;
    const restarted = recordClient((name) => (name === 'info' ? `x\r\nrun_id:r${runs++}\r\n` : ['0', []]));
    expect(await reasonOf(read(findKeys(restarted.client, signal)))).to.equal(changed);
    const same = recordClient((name) => (name === 'info' ? `master_run_id:r${runs++}` : ['0', []]));
    expect(await reasonOf(read(findKeys(same.client, signal)))).to.equal('done');
    const aborted = read(findKeys(same.client, AbortSignal.abort()));
    expect(await reasonOf(aborted)).to.match(/^AbortError/);
  });
});
