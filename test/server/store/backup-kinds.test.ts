import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect } from 'chai';
import { backUp, restore } from '../../../server/store/backup/backup.ts';
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
});
