import { expect } from 'chai';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';
import type { Connections } from '../../../server/store/redis/connection/connect.ts';
import { openStoreSchema } from '../../../server/store/schema/open-store.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { connectPatiently, startRedis } from '../../support/redis/redis.ts';

const schemaKey = '{votes:buckets}:schema';
const bucketsKey = 'votes:buckets';

/** The sentence of the refusal; undefined when the server may use the store. */
const enter = (client: RedisClient, schema: number, min: number, buckets = 8) =>
  openStoreSchema(client, buckets, { version: schema, min }).then(
    () => undefined,
    ({ name, message }: Error) => `${name}: ${message}`,
  );

/** All that the script reads and writes. */
const stored = async (client: RedisClient) => ({
  buckets: await client.get(bucketsKey),
  schema: await client.hgetall(schemaKey),
});

const needsNewer = (asked: number, has: number) =>
  `StoreRefused: This Redis needs store schema ${asked} or newer; this server supports ${has}: start the newer server, or restore a backup from before the upgrade into an empty Redis (npm run restore).`;
const tooOld = (stored: number, min: number) =>
  `StoreRefused: This Redis has store schema ${stored}; this server needs ${min} or newer: start a server with store schema ${min} first, then this one.`;

describe('openStoreSchema', () => {
  let redis: TestNode;
  let connections: Connections;
  let client: RedisClient;
  before(async () => {
    redis = await startRedis();
    ({ connections } = await connectPatiently(redis.url));
    client = connections.writes;
  });
  after(async () => {
    connections?.close();
    await redis?.close();
  });
  beforeEach(() => client.del(bucketsKey, schemaKey));

  it('writes the schema of the first server', async () => {
    expect(await enter(client, 3, 2)).to.equal(undefined);
    expect(await stored(client)).to.deep.equal({ buckets: '8', schema: { version: '3', min: '2' } });
  });

  it('treats a store without schema as schema 1', async () => {
    await client.set(bucketsKey, '8');
    expect(await enter(client, 3, 2)).to.equal(tooOld(1, 2));
    expect(await stored(client)).to.deep.equal({ buckets: '8', schema: {} });
    expect(await enter(client, 2, 1)).to.equal(undefined);
    expect((await stored(client)).schema).to.deep.equal({ version: '2', min: '1' });
  });

  it('accepts neighbouring schemas until one requires more', async () => {
    expect(await enter(client, 1, 1)).to.equal(undefined);
    expect(await enter(client, 2, 1), 'expanded').to.equal(undefined);
    expect(await enter(client, 1, 1), 'going back').to.equal(undefined);
    expect((await stored(client)).schema, 'no server lowers it').to.deep.equal({ version: '2', min: '1' });
    expect(await enter(client, 3, 2), 'contracted').to.equal(undefined);
    expect(await enter(client, 2, 1)).to.equal(undefined);
    const before = await stored(client);
    expect(before.schema).to.deep.equal({ version: '3', min: '2' });
    expect(await enter(client, 1, 1)).to.equal(needsNewer(2, 1));
    expect(await stored(client), 'a refused server writes nothing').to.deep.equal(before);
  });

  it('refuses a server that skipped a release', async () => {
    await enter(client, 1, 1);
    const before = await stored(client);
    expect(await enter(client, 4, 3)).to.equal(tooOld(1, 3));
    expect(await stored(client)).to.deep.equal(before);
  });

  it('refuses every server during a restore', async () => {
    await client.hset(schemaKey, 'restoring', 'some file');
    expect(await enter(client, 1, 1)).to.equal(
      'StoreRefused: A restore into this Redis did not finish: run the same restore again (npm run restore).',
    );
    expect(await stored(client)).to.deep.equal({ buckets: null, schema: { restoring: 'some file' } });
  });

  it('refuses another number of buckets', async () => {
    await enter(client, 1, 1);
    expect(await enter(client, 2, 1, 4)).to.match(/^StoreRefused: Votes in this Redis are spread over 8 buckets/);
    expect((await stored(client)).schema).to.deep.equal({ version: '1', min: '1' });
  });

  it('stores the highest schema of concurrent starts', async () => {
    for (let n = 0; n < 20; n++) {
      await client.del(bucketsKey, schemaKey);
      await Promise.all([1, 2, 3, 2, 1].map((schema) => enter(client, schema, 1)));
      expect(await stored(client)).to.deep.equal({ buckets: '8', schema: { version: '3', min: '1' } });
    }
  });

  it('refuses every server if the numbers are malformed', async () => {
    const broken = async (command: string, ...args: string[]) => {
      await client.del(bucketsKey, schemaKey);
      await client.call(command, ...args);
      expect(await enter(client, 1, 1), args.join(' ')).to.equal(
        'StoreRefused: Malformed keys votes:buckets and {votes:buckets}:schema in this Redis: restore a backup into an empty Redis (npm run restore).',
      );
    };
    await broken('HSET', schemaKey, 'version', 'two');
    await broken('HSET', schemaKey, 'min', '');
    await broken('SET', schemaKey, '1');
    await broken('SET', bucketsKey, 'eight');
    await broken('SADD', bucketsKey, '8');
  });
});
