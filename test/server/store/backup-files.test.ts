import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import promises, { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { mock } from 'node:test';
import { crc32 } from 'node:zlib';
import { expect } from 'chai';
import { world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { backUp, restore } from '../../../server/store/backup/backup.ts';
import type { Part } from '../../../server/store/backup/format.ts';
import { kindOf } from '../../../server/store/backup/known-keys.ts';
import { readBackup } from '../../../server/store/backup/read-file.ts';
import { readStore } from '../../../server/store/backup/read-store.ts';
import { BackupFile } from '../../../server/store/backup/write-file.ts';
import { openTwoStores, type TwoStores } from '../../support/fixtures/two-stores.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import type { TestStore } from '../../support/redis/redis.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const signal = new AbortController().signal;
const progress = () => undefined;

const lineOf = (content: object) => {
  const json = JSON.stringify(content);
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
};

/** A backup of these lines with a right end. */
function fileOf(lines: readonly string[]): string {
  const text = lines.join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  return text + lineOf({ parts: lines.length - 1, sha256 });
}

describe('backups', () => {
  let stores: TwoStores;
  let folder: string;
  let redis: TestNode;
  let target: TestNode;
  let filled: TestStore;
  let empty: TestStore;
  let file: string;
  let text: string;
  before(async () => {
    stores = await openTwoStores();
    ({ folder, redis, target, filled, empty } = stores);
    file = join(folder, 'night.backup');
    await backUp({ client: filled.connections.bulk, file, signal, progress });
    text = await readFile(file, 'utf8');
  });
  after(() => stores?.close());
  beforeEach(() => target.client.flushall());

  const restoreFrom = (path: string, replace = false, stop = signal) =>
    restore({ client: empty.connections.bulk, file: path, signal: stop, progress, replace });

  /** Why a file with this text is refused; the store must be as empty as before. */
  async function refusalOf(changed: string | Buffer): Promise<string> {
    const path = join(folder, 'changed.backup');
    await writeFile(path, changed);
    const reason = await reasonOf(restoreFrom(path));
    expect(await target.client.dbsize(), 'nothing was written').to.equal(0);
    return reason.replace(path, 'FILE');
  }

  it('are refused with one changed byte, wherever it is, and nothing is restored', async () => {
    const bytes = Buffer.from(text);
    const lineAt = (place: number) => bytes.subarray(0, place).filter((byte) => byte === 0x0a).length + 1;
    const places = Array.from({ length: 40 }, (_, n) => Math.floor(((n + 0.5) * bytes.length) / 40));
    for (const place of [0, 9, bytes.length - 2, ...places]) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      const reason = await refusalOf(changed);
      const why =
        lineAt(place) === 1
          ? 'this is not the first line of a backup.'
          : 'this line is damaged: its checksum is another.';
      expect(reason, `byte ${place}`).to.equal(`BadBackup: FILE:${lineAt(place)}: ${why}`);
    }
  });

  it('are refused when they are cut, and name the line', async () => {
    const lines = text.split('\n').length - 1;
    expect(await refusalOf('')).to.equal('BadBackup: FILE:1: the file ends before its last line.');
    expect(await refusalOf(text.slice(0, 40))).to.equal('BadBackup: FILE:1: the file ends in the middle of this line.');
    const withoutEnd = text.slice(0, text.trimEnd().lastIndexOf('\n') + 1);
    expect(await refusalOf(withoutEnd)).to.equal(`BadBackup: FILE:${lines}: the file ends before its last line.`);
    expect(await refusalOf(text.slice(0, -1))).to.equal(
      `BadBackup: FILE:${lines}: the file ends in the middle of this line.`,
    );
    expect(await refusalOf(`${text}more\n`)).to.equal(
      `BadBackup: FILE:${lines + 1}: there is more after the end of the backup.`,
    );
  });

  it('are refused when a line is missing, twice there or in another place, although each is whole', async () => {
    const lines = text.split(/(?<=\n)/);
    const wrong = `BadBackup: FILE:${lines.length}: lines before this one are missing, repeated or in another order.`;
    const moved = [...lines.slice(0, 5), lines[6], lines[5], ...lines.slice(7)].join('');
    expect(await refusalOf(moved)).to.equal(wrong);
    const [missing, twice] = [lines.toSpliced(5, 1), lines.toSpliced(5, 0, lines[5] ?? '')];
    expect(await refusalOf(missing.join(''))).to.equal(wrong.replace(/FILE:\d+/, `FILE:${missing.length}`));
    expect(await refusalOf(twice.join(''))).to.equal(wrong.replace(/FILE:\d+/, `FILE:${twice.length}`));
  });

  it('are refused when this version cannot use them, or they are something else', async () => {
    const header = { fightcard: 'backup', format: 1, schema: 1, least: 1, buckets: 8, madeAt: '2031-01-01T00:00:00Z' };
    const stat = (more: object) => fileOf([lineOf({ ...header, ...more })]);
    for (const format of [0, 3]) {
      expect(await refusalOf(stat({ format }))).to.equal(
        `BadBackup: FILE:1: this backup has format ${format}, and this version reads 1 to 2.`,
      );
    }
    expect(await refusalOf(stat({ schema: 99, least: 98 }))).to.match(
      /^BadBackup: FILE:1: this backup asks for store schema 98, and this version has \d+: restore it with a newer version\.$/,
    );
    const parts = (...lines: object[]) => refusalOf(fileOf([lineOf(header), ...lines.map(lineOf)]));
    expect(await parts({ key: 'sessions:1', type: 'string', values: ['a'] })).to.equal(
      'BadBackup: FILE:2: sessions:1 is no key of this store.',
    );
    expect(await parts({ key: 'live:events', type: 'list', values: ['a'] })).to.equal(
      'BadBackup: FILE:2: this line is no part of a key.',
    );
    expect(await parts({ key: 'live:events', type: 'string', values: ['a'], removed: true })).to.equal(
      'BadBackup: FILE:2: this line is no part of a key.',
    );
    expect(await refusalOf('{"id": 1}\n')).to.equal('BadBackup: FILE:1: this is not the first line of a backup.');
  });

  it('leave no file when they fail, and replace none', async () => {
    const path = join(folder, 'failed.backup');
    const { bulk } = filled.connections;
    expect(await reasonOf(backUp({ client: empty.connections.bulk, file: path, signal, progress }))).to.equal(
      'StoreRefused: No server has used this Redis yet: there is nothing to back up.',
    );
    await redis.client.set('{live:77}:history', 'a key of another type');
    expect(await reasonOf(backUp({ client: bulk, file: path, signal, progress }))).to.match(/^StoreFault: WRONGTYPE/);
    await redis.client.del('{live:77}:history');
    expect(await reasonOf(backUp({ client: bulk, file: path, signal: AbortSignal.abort(), progress }))).to.match(
      /^AbortError/,
    );
    expect((await readdir(folder)).filter((name) => name.startsWith('failed'))).to.deep.equal([]);
    expect(await reasonOf(backUp({ client: bulk, file, signal, progress }))).to.equal(
      `StoreRefused: ${file} exists already: name another file.`,
    );
  });

  it('of two commands to one file are whole: the later one goes on, and the earlier one ends', async () => {
    const path = join(folder, 'twice.backup');
    const header = { fightcard: 'backup', format: 2, schema: 1, least: 1, buckets: 8, madeAt: '' } as const;
    const part = (value: string): Part => ({ key: 'live:events', type: 'string', values: [value] });
    const early = await BackupFile.open(path, { ...header, madeAt: '2031-01-01T00:00:00Z' }, progress);
    await early.write(part('early'));
    const late = await BackupFile.open(path, { ...header, madeAt: '2031-01-01T00:00:09Z' }, progress);
    await late.write(part('late'));
    expect(await reasonOf(early.finish())).to.equal(
      `StoreRefused: Another backup to ${path} has begun: let one of them end, or name another file.`,
    );
    await early.discard();
    await late.finish();
    const values: unknown[] = [];
    for await (const read of readBackup(path)) values.push(read.part?.values ?? read.header.madeAt);
    expect(values).to.deep.equal(['2031-01-01T00:00:09Z', ['late']]);
    expect((await readdir(folder)).filter((name) => name.startsWith('twice'))).to.deep.equal(['twice.backup']);
    // Of a backup that was killed.
    await writeFile(`${path}.2.partial`, 'what a killed backup has left'.repeat(10_000));
    await backUp({ client: filled.connections.bulk, file: `${path}.2`, signal, progress });
    expect(await restoreFrom(`${path}.2`)).to.include({ corrected: 0 });
  });

  it('fail for their own reason, also when somebody removes what they have written until then', async () => {
    const path = join(folder, 'removed.backup');
    const before = await readdir(folder);
    const { open } = promises;
    // Between the last look at the file and its removal it is closed.
    const opening = mock.method(promises, 'open', async (...args: Parameters<typeof open>) => {
      const handle = await open(...args);
      const { close } = handle;
      return Object.assign(handle, { close: () => rm(`${path}.partial`).then(close) });
    });
    syncBuiltinESMExports();
    try {
      const aborted = AbortSignal.abort();
      const reason = await reasonOf(backUp({ client: filled.connections.bulk, file: path, signal: aborted, progress }));
      expect(reason).to.equal('AbortError: This operation was aborted');
    } finally {
      opening.mock.restore();
      syncBuiltinESMExports();
    }
    expect(opening.mock.callCount()).to.equal(1);
    expect(await readdir(folder)).to.deep.equal(before);
  });

  it('are restored from files only, which can be read twice: of a pipe nothing would be left', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await target.client.set('live:events', 'what was there');
    for (const path of [pipe, '/dev/null', folder]) {
      expect(await reasonOf(restoreFrom(path, true))).to.equal(
        `StoreRefused: ${path} is no regular file, and a restore reads it twice: write the backup to a file first.`,
      );
    }
    expect(await target.client.keys('*')).to.deep.equal(['live:events']);
  });

  it('keep when a history expires, and leave out one that has expired since', async () => {
    const history = '{live:811}:history';
    const [expires] = [await redis.client.pexpiretime(history)];
    await restoreFrom(file);
    expect(await target.client.pexpiretime(history)).to.equal(expires);
    const past = text
      .split(/(?<=\n)/)
      .slice(0, -1)
      .map((line) => {
        const part = JSON.parse(line.slice(9)) as Partial<Part>;
        return part.key === history ? lineOf({ ...part, expiresMs: 1_000 }) : line;
      });
    const path = join(folder, 'past.backup');
    await writeFile(path, fileOf(past));
    await restoreFrom(path, true);
    expect(await target.client.exists(history)).to.equal(0);
    expect(await target.client.exists('{live:811}')).to.equal(1);
  });

  it('keep values that are no UTF-8, and each of a long key once', async () => {
    const lists = await redis.client.keys('{content}:*:news:list:all');
    // Half a surrogate pair, as a text of a record may have.
    const member = Buffer.from([0xed, 0xa0, 0x80, 0, 0, 0x37]);
    for (const key of lists) await redis.client.zadd(key, 0, member);
    const many = Array.from({ length: 5_000 }, (_, n) => [`voter-of-many-${String(n).padStart(8, '0')}`, '11|1000']);
    await redis.client.hset('{88001:05cc}:votes:3', ...many.flat());
    const path = join(folder, 'bytes.backup');
    await backUp({ client: filled.connections.bulk, file: path, signal, progress });
    await restoreFrom(path);
    expect(await target.client.hlen('{88001:05cc}:votes:3')).to.equal(5_000);
    expect(await target.client.hget('{88001:05cc}:tally', '3:11'), 'counted again').to.equal('5000');
    const scores = await Promise.all(lists.map((key) => target.client.zscore(key, member)));
    expect(scores, 'lists of which it is a member').to.deep.equal(lists.map(() => '0'));
    expect(scores).not.to.deep.equal([]);
    const [packed] = await target.client.xrangeBuffer('{live:811}:history', '-', '+');
    expect(packed).to.deep.equal((await redis.client.xrangeBuffer('{live:811}:history', '-', '+'))[0]);
    await redis.client.del('{88001:05cc}:votes:3');
    for (const key of lists) await redis.client.zrem(key, member);
  });

  /** Parts in memory; something happens at some of them. */
  function collect(onPart: (part: Part) => Promise<unknown>) {
    return {
      parts: [] as Part[],
      rewinds: 0,
      async write(part: Part) {
        this.parts.push(part);
        await onPart(part);
      },
      async mark() {
        return this.parts.length;
      },
      async rewind(mark: unknown) {
        this.rewinds++;
        this.parts.length = mark as number;
      },
    };
  }

  it('read the content again when it is dropped meanwhile, and give up when it always is', async () => {
    const { bulk: client } = filled.connections;
    const disturbed = (times: number) => {
      let attempts = 0;
      const sink = collect(async ({ key }) => {
        if (!/^\{content\}:\d+:news$/.test(key) || attempts > sink.rewinds || attempts === times) return;
        attempts++;
        for (let publish = 0; publish < 3; publish++) await publishRecords(filled.store, { news: world.news });
      });
      return sink;
    };
    const twice = disturbed(2);
    await readStore({ client, sink: twice, signal, buckets: 8 });
    expect(twice.rewinds).to.equal(2);
    const live = twice.parts.filter(({ key }) => key === '{content}:live');
    expect(live.map(({ values }) => values)).to.deep.equal([[await client.get('{content}:live')]]);
    const always = disturbed(1_000);
    expect(await reasonOf(readStore({ client, sink: always, signal, buckets: 8 }))).to.equal(
      'StoreRefused: The content was dropped during each of 10 attempts to read it: run it again when nobody publishes.',
    );
  });

  it('of format 1 are restored, too', async () => {
    const old = text.split(/(?<=\n)/).slice(0, -1);
    expect(old[0]).to.match(/"format":2/);
    const header = JSON.parse((old[0] ?? '').slice(9)) as object;
    const path = join(folder, 'format-1.backup');
    await writeFile(path, fileOf([lineOf({ ...header, format: 1 }), ...old.slice(1)]));
    await restoreFrom(path);
    expect(await target.client.get('{content}:live')).to.match(/^\d+$/);
  });

  it('have nothing of what was read before they began again', async () => {
    const path = join(folder, 'again-from-a-mark.backup');
    const header = { fightcard: 'backup', format: 1, schema: 1, least: 1, buckets: 8, madeAt: '2031-01-01' } as const;
    const sizes: number[] = [];
    const partOf = (value: string): Part => ({ key: '{content}:live', type: 'string', values: [value] });
    const written = await BackupFile.open(path, header, (bytes) => sizes.push(bytes));
    await written.write(partOf('first'));
    const mark = await written.mark();
    for (const long of ['x'.repeat(2_000_000), 'y']) await written.write(partOf(long));
    await written.rewind(mark);
    await written.write(partOf('second'));
    await written.rewind(mark);
    await written.write(partOf('third'));
    await written.finish();
    const values: unknown[] = [];
    for await (const { part } of readBackup(path)) if (part) values.push(...part.values);
    expect(values).to.deep.equal(['first', 'third']);
    expect(sizes.map((size) => size > 2_000_000)).to.deep.equal([false, true, true, false, false]);
  });

  it('take each key for what it is', () => {
    const kinds = (...names: string[]) => names.map((name) => kindOf(name)?.kind);
    expect(kinds('votes:buckets', '{votes:buckets}:schema')).to.deep.equal(['store', 'store']);
    expect(kinds('{content}:live', '{content}:7:news:list:all', '{content}:written')).to.deep.equal([
      'content',
      'content',
      'content',
    ]);
    expect(kinds('{05cc}:pinged', '{content}:publishing', '{87001:05cc}:rate:some-client-of-one')).to.deep.equal([
      'passing',
      'passing',
      'passing',
    ]);
    expect(kinds('live:events', '{live:811}', '{live:811}:history', '{live:811}:stream')).to.deep.equal([
      'events',
      'live',
      'live',
      'live',
    ]);
    expect(
      ['windows', 'votes:5', 'scores:1', 'tally', 'scoretally'].map((name) => kindOf(`{87001:05cc}:${name}`)),
    ).to.deep.equal(Array.from({ length: 5 }, () => ({ kind: 'bucket', fightId: 87_001 })));
    expect(kinds('sessions:1', 'tally', '{87001:05cc}', '{live:}', 'votes:buckets2')).to.deep.equal(
      Array.from({ length: 5 }, () => undefined),
    );
  });
});
