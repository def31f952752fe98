import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { backUp } from '../../../server/backup/backup.ts';
import { BackupWriter, readBackup } from '../../../server/backup/file.ts';
import { kindOf } from '../../../server/backup/keys.ts';
import { restore } from '../../../server/backup/restore.ts';
import { openTwoStores, type TwoStores } from '../../support/fixtures/two-stores.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const signal = new AbortController().signal;
const progress = () => undefined;
const bucket = '{88001:05cc}';

/** Every key that a backup keeps, with its value and when it expires. */
async function contentsOf({ client }: TestNode): Promise<Record<string, unknown>> {
  const readers: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => client.getBuffer(key),
    hash: async (key) => new Map(Object.entries(await client.hgetallBuffer(key))),
    set: async (key) => (await client.smembers(key)).sort(),
    zset: (key) => client.zrangeBuffer(key, '0', '-1', 'WITHSCORES'),
    stream: (key) => client.xrangeBuffer(key, '-', '+'),
  };
  const names = (await client.keys('*')).filter((key) => !/:pinged$|:rate:|:publishing$/.test(key));
  const entries = names.sort().map(async (key) => {
    const read = readers[await client.type(key)];
    return [key, { value: await read?.(key), expiresMs: await client.pexpiretime(key) }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

describe('backUp', () => {
  let stores: TwoStores;
  let redis: TestNode;
  let target: TestNode;
  let file: string;
  const pathOf = (name: string) => join(stores.folder, name);
  const backUpTo = (path: string, stop = signal) =>
    backUp({ client: stores.filled.connections.bulk, file: path, signal: stop, progress });
  const restoreFrom = (path: string, replace = false) =>
    restore({ client: stores.empty.connections.bulk, file: path, signal, progress, replace });
  before(async () => {
    stores = await openTwoStores();
    ({ redis, target } = stores);
    for (const round of [1, 2, 3, 4, 5]) {
      await redis.client.hset(`${bucket}:votes:${round}`, 'a-client-of-every-round', `11|${round}000`);
      await redis.client.hset(`${bucket}:tally`, `${round}:11`, 1, 'changes', round);
      await redis.client.hset(`${bucket}:scores:${round}`, 'a-client-of-every-round', '10|9');
      const sums = [`${round}:1`, 10, `${round}:2`, 9, `${round}:count`, 1, 'changes', round];
      await redis.client.hset(`${bucket}:scoretally`, ...sums);
    }
    const many = Array.from({ length: 5_000 }, (_, n) => [`voter-of-many-${String(n).padStart(8, '0')}`, '11|1000']);
    await redis.client.hset('{88002:05cc}:votes:3', ...many.flat());
    await redis.client.hset('{88002:05cc}:tally', '3:11', 5_000, 'changes', 5_000);
    // Half a surrogate pair, as a text of a record may have.
    const member = Buffer.from([0xed, 0xa0, 0x80, 0, 0, 0x37]);
    for (const key of await redis.client.keys('{content}:*:news:list:all')) await redis.client.zadd(key, 0, member);
    file = pathOf('night.backup');
    await backUpTo(file);
  });
  after(() => stores?.close());
  beforeEach(() => target.client.flushall());

  it('keeps every key with its value and expiry', async () => {
    await restoreFrom(file);
    const restored = await contentsOf(target);
    const expected = await contentsOf(redis);
    expect(Object.keys(restored)).to.deep.equal(Object.keys(expected));
    for (const [key, contents] of Object.entries(expected)) expect(restored[key], key).to.deep.equal(contents);
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
  });

  it('leaves no file when it fails', async () => {
    const path = pathOf('failed.backup');
    const { bulk } = stores.empty.connections;
    expect(await reasonOf(backUp({ client: bulk, file: path, signal, progress }))).to.equal(
      'StoreRefused: This Redis has no data of Fightcard: check REDIS_URL.',
    );
    expect(await reasonOf(backUpTo(path, AbortSignal.abort()))).to.match(/^AbortError/);
    expect((await readdir(stores.folder)).filter((name) => name.startsWith('failed'))).to.deep.equal([]);
    expect(await reasonOf(backUpTo(pathOf('no/where')))).to.match(/^Error: ENOENT/);
  });

  it('refuses a store of a newer schema, and an existing file', async () => {
    expect(await reasonOf(backUpTo(file))).to.equal(`StoreRefused: ${file} already exists: choose another file.`);
    const schema = '{votes:buckets}:schema';
    const { min = '' } = await redis.client.hgetall(schema);
    await redis.client.hset(schema, 'min', 2);
    expect(await reasonOf(backUpTo(pathOf('newer.backup')))).to.equal(
      'StoreRefused: This Redis needs store schema 2 or newer; this version supports 1: make the backup with the version of the server.',
    );
    await redis.client.hset(schema, 'min', min);
  });

  it('writes a file once if two backups run together', async () => {
    const path = pathOf('twice.backup');
    const results = await Promise.all([1, 2].map(() => reasonOf(backUpTo(path))));
    expect(results.filter((result) => result === 'done')).to.have.length(1);
    expect(results).to.include(`StoreRefused: ${path} already exists: choose another file.`);
    await restoreFrom(path);
    expect(await contentsOf(target)).to.deep.equal(await contentsOf(redis));
    expect((await readdir(stores.folder)).sort()).to.deep.equal(['night.backup', 'twice.backup']);
  });

  it('during votes is restored with tallies that fit the votes', async () => {
    // As if each tally was read after one more vote than its votes.
    const tallies = [
      ['{88002:05cc}:tally', '3:11', 5_000],
      [`${bucket}:scoretally`, '2:count', 1],
    ] as const;
    for (const [key, field] of tallies) await redis.client.hincrby(key, field, 1);
    const path = pathOf('voted.backup');
    await backUpTo(path);
    for (const [key, field] of tallies) await redis.client.hincrby(key, field, -1);
    await restoreFrom(path);
    for (const [key, field, count] of tallies) expect(await target.client.hget(key, field), key).to.equal(`${count}`);
  });
});

describe('BackupWriter', () => {
  it('leaves out what was discarded', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fightcard-backup-file-'));
    const path = join(folder, 'night.backup');
    const header = { schema: 1, minSchema: 1, buckets: 8, redis: '7.0.15', madeAt: '2031-01-01T00:00:00Z' };
    const writer = await BackupWriter.open(path, header);
    const write = (key: string) => writer.write(key, Buffer.from(key), 0);
    await write('live:events');
    const rewind = writer.mark();
    for (const key of ['{content}:live', '{content}:counter']) await write(key);
    await rewind();
    await write('{live:801}');
    await writer.finish();
    const found = [];
    for await (const { entry } of readBackup(path)) if (entry) found.push(entry.key);
    await rm(folder, { recursive: true });
    expect(found).to.deep.equal(['live:events', '{live:801}']);
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
