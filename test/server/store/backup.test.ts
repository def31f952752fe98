import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { backUp, restore } from '../../../server/store/backup/backup.ts';
import { encodeLine, type Header, type Part } from '../../../server/store/backup/format.ts';
import { readBackup } from '../../../server/store/backup/read-file.ts';
import { readStore } from '../../../server/store/backup/read-store.ts';
import { BackupFile } from '../../../server/store/backup/write-file.ts';
import { openTwoStores, type TwoStores } from '../../support/fixtures/two-stores.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const signal = new AbortController().signal;
const progress = () => undefined;
const rounds = [1, 2, 3, 4, 5];
const bucket = '{88001:05cc}';
const history = '{live:811}:history';
/** A history as older servers wrote it. */
const stream = '{live:811}:stream';

/** A backup of these lines with a correct end. */
function seal(lines: readonly string[]): string {
  const text = lines.join('');
  return text + encodeLine({ parts: lines.length - 1, sha256: createHash('sha256').update(text).digest('hex') });
}

async function valuesIn(path: string): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const { part } of readBackup(path)) values.push(...(part?.values ?? []));
  return values;
}

/** Collects parts in memory; something happens at each of them. */
function collect(onPart: (part: Part) => Promise<unknown>) {
  return {
    parts: [] as Part[],
    rewinds: 0,
    async write(part: Part) {
      this.parts.push(part);
      await onPart(part);
    },
    mark: async () => 0,
    async rewind() {
      this.rewinds++;
      this.parts.length = 0;
    },
  };
}

describe('backUp', () => {
  let stores: TwoStores;
  let redis: TestNode;
  let target: TestNode;
  let file: string;
  let lines: string[];
  const backUpTo = (path: string, stop = signal) =>
    backUp({ client: stores.filled.connections.bulk, file: path, signal: stop, progress });
  const restoreFrom = (path: string, replace = false) =>
    restore({ client: stores.empty.connections.bulk, file: path, signal, progress, replace });
  const pathOf = (name: string) => join(stores.folder, name);
  before(async () => {
    stores = await openTwoStores();
    ({ redis, target } = stores);
    for (const round of rounds) {
      await redis.client.hset(`${bucket}:votes:${round}`, 'a-client-of-every-round', `11|${round}000`);
      await redis.client.hset(`${bucket}:scores:${round}`, 'a-client-of-every-round', `10|${round + 4}`);
    }
    await redis.client.xadd(stream, '1-0', 'feed', 'event', 'document', '{"FMLiveFeed":{}}');
    await redis.client.pexpire(stream, 3_600_000);
    file = pathOf('night.backup');
    await backUpTo(file);
    lines = (await readFile(file, 'utf8')).split(/(?<=\n)/);
  });
  after(() => stores?.close());
  beforeEach(() => target.client.flushall());

  it('writes every key, readable only by its owner', async () => {
    await restoreFrom(file);
    const names = async (node: TestNode) =>
      (await node.client.keys('*')).filter((key) => !/:pinged$|:rate:|:publishing$/.test(key)).sort();
    expect(await names(target)).to.include.members(await names(redis));
    for (const round of rounds) {
      expect(await target.client.hget(`${bucket}:votes:${round}`, 'a-client-of-every-round')).to.equal(
        `11|${round}000`,
      );
      expect(await target.client.hget(`${bucket}:tally`, `${round}:11`), 'counted again').to.equal('1');
      expect(await target.client.hget(`${bucket}:scoretally`, `${round}:2`)).to.equal(String(round + 4));
    }
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
  });

  it('keeps the expiry of histories', async () => {
    await restoreFrom(file);
    for (const key of [history, stream]) {
      expect(await target.client.xrangeBuffer(key, '-', '+')).to.deep.equal(
        await redis.client.xrangeBuffer(key, '-', '+'),
      );
      expect(await target.client.pexpiretime(key), key).to.equal(await redis.client.pexpiretime(key));
    }
    const expired = lines.slice(0, -1).map((line) => {
      const part = JSON.parse(line.slice(9)) as Part;
      return part.key === history ? encodeLine({ ...part, expiresMs: 1_000 }) : line;
    });
    await writeFile(pathOf('expired.backup'), seal(expired));
    await restoreFrom(pathOf('expired.backup'), true);
    expect(await target.client.exists(history, '{live:811}')).to.equal(1);
  });

  it('keeps bytes that are not UTF-8, and long keys', async () => {
    const lists = await redis.client.keys('{content}:*:news:list:all');
    // Half a surrogate pair, as a text of a record may have.
    const member = Buffer.from([0xed, 0xa0, 0x80, 0, 0, 0x37]);
    for (const key of lists) await redis.client.zadd(key, 0, member);
    const many = Array.from({ length: 5_000 }, (_, n) => [`voter-of-many-${String(n).padStart(8, '0')}`, '11|1000']);
    await redis.client.hset('{88002:05cc}:votes:3', ...many.flat());
    await backUpTo(pathOf('bytes.backup'));
    await restoreFrom(pathOf('bytes.backup'));
    expect(await target.client.hlen('{88002:05cc}:votes:3')).to.equal(5_000);
    expect(await target.client.hget('{88002:05cc}:tally', '3:11')).to.equal('5000');
    const scores = await Promise.all(lists.map((key) => target.client.zscore(key, member)));
    expect(scores)
      .to.deep.equal(lists.map(() => '0'))
      .and.not.to.deep.equal([]);
    await redis.client.del('{88002:05cc}:votes:3');
    for (const key of lists) await redis.client.zrem(key, member);
  });

  it('leaves no file when it fails', async () => {
    const path = pathOf('failed.backup');
    const { bulk } = stores.empty.connections;
    expect(await reasonOf(backUp({ client: bulk, file: path, signal, progress }))).to.equal(
      'StoreRefused: No server has used this Redis yet: there is nothing to back up.',
    );
    await redis.client.set('{live:77}:history', 'a key of another type');
    expect(await reasonOf(backUpTo(path))).to.match(/^StoreFault: WRONGTYPE/);
    await redis.client.del('{live:77}:history');
    await redis.client.rename('live:events', 'kept');
    await redis.client.lpush('live:events', 'a');
    expect(await reasonOf(backUpTo(path))).to.equal(
      'StoreFault: live:events in Redis is a list, which this store does not use: repair or remove it first.',
    );
    await redis.client.rename('kept', 'live:events');
    expect(await reasonOf(backUpTo(path, AbortSignal.abort()))).to.match(/^AbortError/);
    expect((await readdir(stores.folder)).filter((name) => name.startsWith('failed'))).to.deep.equal([]);
    expect(await reasonOf(backUpTo(pathOf('no/where')))).to.match(/^Error: ENOENT/);
  });

  it('refuses a store of a newer schema, and an existing file', async () => {
    expect(await reasonOf(backUpTo(file))).to.equal(`StoreRefused: ${file} exists already: name another file.`);
    const schema = '{votes:buckets}:schema';
    const { least = '' } = await redis.client.hgetall(schema);
    await redis.client.hset(schema, 'least', 3);
    expect(await reasonOf(backUpTo(pathOf('newer.backup')))).to.equal(
      'StoreRefused: The data in this Redis ask for store schema 3, and this version has 2: make the backup with the version of the server.',
    );
    await redis.client.hset(schema, 'least', least);
  });

  it('gives up when content is always dropped meanwhile', async () => {
    const { bulk: client } = stores.filled.connections;
    const disturbed = (times: number) => {
      let attempts = 0;
      const sink = collect(async ({ key }) => {
        if (!/^\{content\}:\d+:news$/.test(key) || attempts > sink.rewinds || attempts === times) return;
        attempts++;
        for (let publish = 0; publish < 3; publish++) await publishRecords(stores.filled.store, { news: world.news });
      });
      return sink;
    };
    const twice = disturbed(2);
    await readStore({ client, sink: twice, signal, buckets: 8 });
    expect(twice.rewinds).to.equal(2);
    const live = twice.parts.filter(({ key }) => key === '{content}:live');
    expect(live.map(({ values }) => values)).to.deep.equal([[await client.get('{content}:live')]]);
    expect(await reasonOf(readStore({ client, sink: disturbed(1_000), signal, buckets: 8 }))).to.equal(
      'StoreRefused: The content was dropped during each of 10 attempts to read it: run it again when nobody publishes.',
    );
  });
});

describe('BackupFile', () => {
  let stores: TwoStores;
  const header: Header = { fightcard: 'backup', format: 2, schema: 1, least: 1, buckets: 8, madeAt: '2031-01-01' };
  const part = (value: string): Part => ({ key: '{content}:live', type: 'string', values: [value] });
  before(async () => {
    stores = await openTwoStores();
  });
  after(() => stores?.close());

  it('forgets what was written after a mark', async () => {
    const path = join(stores.folder, 'marked.backup');
    const sizes: number[] = [];
    const written = await BackupFile.open(path, header, (bytes) => sizes.push(bytes));
    await written.write(part('first'));
    const mark = await written.mark();
    for (const long of ['x'.repeat(2_000_000), 'y']) await written.write(part(long));
    await written.rewind(mark);
    await written.write(part('second'));
    await written.rewind(mark);
    expect(written.parts).to.equal(1);
    await written.write(part('third'));
    await written.finish();
    expect(await valuesIn(path)).to.deep.equal(['first', 'third']);
    expect(written.bytes).to.equal((await stat(path)).size);
    expect(sizes.map((size) => size > 2_000_000)).to.deep.equal([false, true, true, false, false]);
  });

  it('gives way to a later backup to the same file', async () => {
    const path = join(stores.folder, 'twice.backup');
    await writeFile(`${path}.partial`, 'left by a killed backup'.repeat(10_000));
    const early = await BackupFile.open(path, header, progress);
    await early.write(part('early'));
    const late = await BackupFile.open(path, header, progress);
    await late.write(part('late'));
    expect(await reasonOf(early.finish())).to.equal(
      `StoreRefused: Another backup to ${path} has begun: let one of them end, or name another file.`,
    );
    await early.discard();
    await late.finish();
    expect(await valuesIn(path)).to.deep.equal(['late']);
    expect(await readdir(stores.folder)).to.deep.equal(['marked.backup', 'twice.backup']);
  });
});
