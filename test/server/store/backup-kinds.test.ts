import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect } from 'chai';
import { backUp, restore } from '../../../server/store/backup/backup.ts';
import { findKeys } from '../../../server/store/backup/find-keys.ts';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';
import { openTwoStores, type TwoStores } from '../../support/fixtures/two-stores.ts';

const signal = new AbortController().signal;
const progress = () => undefined;

const rounds = [1, 2, 3, 4, 5];
const bucket = '{88001:05cc}';
/** Kinds of keys that the recorded night leaves out, each with its type. */
const rare = {
  ...Object.fromEntries(rounds.map((round) => [`${bucket}:votes:${round}`, `11|${round}000`])),
  ...Object.fromEntries(rounds.map((round) => [`${bucket}:scores:${round}`, `10|${round + 4}`])),
};
const older = '{live:811}:stream';

describe('a backup has keys of every kind', () => {
  let stores: TwoStores;
  let file: string;
  before(async () => {
    stores = await openTwoStores();
    file = join(stores.folder, 'kinds.backup');
    const { client } = stores.redis;
    for (const [key, ballot] of Object.entries(rare)) await client.hset(key, 'a-client-of-every-round', ballot);
    await client.xadd(older, '1-0', 'feed', 'event', 'document', '{"FMLiveFeed":{}}');
    await client.pexpire(older, 3_600_000);
    await backUp({ client: stores.filled.connections.bulk, file, signal, progress });
  });
  after(() => stores?.close());
  beforeEach(() => stores.target.client.flushall());

  const restoreFrom = (path: string) =>
    restore({ client: stores.empty.connections.bulk, file: path, signal, progress, replace: false });

  it('ballots of each round, and the history of older servers with its end', async () => {
    await restoreFrom(file);
    const { redis, target } = stores;
    for (const [key, ballot] of Object.entries(rare)) {
      expect(await target.client.hget(key, 'a-client-of-every-round'), key).to.equal(ballot);
    }
    for (const round of rounds) {
      expect(await target.client.hget(`${bucket}:tally`, `${round}:11`), `votes of round ${round}, counted`).to.equal(
        '1',
      );
      expect(await target.client.hget(`${bucket}:scoretally`, `${round}:2`)).to.equal(String(round + 4));
    }
    expect(await target.client.xrange(older, '-', '+')).to.deep.equal([
      ['1-0', ['feed', 'event', 'document', '{"FMLiveFeed":{}}']],
    ]);
    expect(await target.client.pexpiretime(older)).to.equal(await redis.client.pexpiretime(older));
    const names = async (client: typeof redis.client) =>
      (await client.keys('*')).filter((key) => !/:pinged$|:rate:|:publishing$/.test(key)).sort();
    expect(await names(target.client)).to.include.members(await names(redis.client));
  });

  it('the schema, with the least that it asks for', async () => {
    const lines = (await readFile(file, 'utf8')).split(/(?<=\n)/).slice(1, -1);
    const header = { fightcard: 'backup', format: 2, schema: 2, least: 1, buckets: 8, madeAt: '2031-01-01T00:00:00Z' };
    const lineOf = (content: object) => {
      const json = JSON.stringify(content);
      return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
    };
    const text = lineOf(header) + lines.join('');
    const end = { parts: lines.length, sha256: createHash('sha256').update(text).digest('hex') };
    const path = join(stores.folder, 'newer.backup');
    await writeFile(path, text + lineOf(end));
    await restoreFrom(path);
    expect(await stores.target.client.hgetall('{votes:buckets}:schema')).to.deep.equal({ version: '2', least: '1' });
  });

  it('and is readable for their owner only, and on disk when it appears', async () => {
    const path = join(stores.folder, 'synced.backup');
    const probe = await open(file);
    const prototype = Object.getPrototypeOf(probe) as { sync(): Promise<void> };
    await probe.close();
    const { sync } = prototype;
    const synced: string[] = [];
    prototype.sync = function (this: object) {
      synced.push(existsSync(path) ? 'the folder' : 'the file');
      return sync.call(this);
    };
    try {
      await backUp({ client: stores.filled.connections.bulk, file: path, signal, progress });
    } finally {
      prototype.sync = sync;
    }
    expect(synced).to.deep.equal(['the file', 'the folder']);
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
  });

  it('or is refused: some may be missing when Redis was replaced while they were looked for', async () => {
    const found = (runs: string[]) => {
      const client = { info: async () => `run_id:${runs.shift()}\r\n`, scan: async () => ['0', ['a', 'b']] };
      const look = async () => {
        const names: string[] = [];
        for await (const some of findKeys(client as unknown as RedisClient, signal)) names.push(...some);
        return names.join();
      };
      return look().catch(({ message }: Error) => message);
    };
    expect(await found(['one', 'one'])).to.equal('a,b');
    expect(await found(['one', 'two'])).to.equal('Redis was restarted or slots were moved meanwhile: run it again.');
  });
});
