/**
 * What a Redis client costs: the server's batches of votes, and reads of a record, for as long as it is told, through ioredis as the
 * server makes its connections, or through the `redis` package behind the same call. Run by startBaseline.
 */
import { createClient as createRedis } from '@redis/client';
import { ids } from '../../../contracts/world/index.ts';
import { periodMs } from '../../../server/store/ballots/batches.ts';
import { keys } from '../../../server/store/keys.ts';
import { parseAddress } from '../../../server/store/redis/connection/address.ts';
import { createClient, type RedisClient } from '../../../server/store/redis/connection/client.ts';
import { scripts, send } from '../../../server/store/redis/scripts.ts';
import { defaultStoreSettings } from '../../../server/store/settings.ts';
import { WrongAnswers } from '../support/figures.ts';
import { clientPrefix } from '../support/load.ts';
import { openRound, votedFor } from '../support/paths.ts';
import { serveUntilParentEnds } from './serve.ts';

export type ClientName = 'ioredis' | 'redis';

interface Settings {
  client: ClientName;
  url: string;
  ms: number;
  /** A key with the text of a record. */
  recordKey: string;
}

/** CPU of the process, in microseconds. */
export interface ClientCost {
  perVote: number;
  perRead: number;
}

interface Connection {
  client: RedisClient;
  get(key: string): Promise<string | null>;
}

const connect = {
  async ioredis(url: string): Promise<Connection> {
    const client = createClient(parseAddress(url));
    await client.connect();
    return { client, get: (key) => client.get(key) };
  },
  async redis(url: string): Promise<Connection> {
    const client = await createRedis({ url }).connect();
    await client.sendCommand(['SCRIPT', 'LOAD', scripts.castBallots.lua]);
    const sendCommand = ({ name, args }: { name: string; args: unknown[] }) =>
      client.sendCommand([name, ...args.map(String)]);
    return { client: { sendCommand } as unknown as RedisClient, get: (key) => client.get(key) };
  },
};

const buckets = 8;
/** Of a turn of the event loop with 64 clients. */
const votesInBatch = 8;
const readsAtOnce = 64;

let voters = 0;
const prefix = clientPrefix();

async function castBatch(client: RedisClient, bucket: number): Promise<number> {
  const at = keys.bucket(ids.fightInProgress, bucket);
  const voting = Array.from({ length: votesInBatch }, () => `${prefix}${String(++voters).padStart(12, '0')}`);
  const now = Date.now();
  const args = ['votes', 0, now, now, defaultStoreSettings.changesPerTenSeconds, periodMs, '', 1, openRound];
  const ballots = voting.flatMap((id) => [id, 1, votedFor]);
  const scriptKeys = [at.windows, at.tally, at.votes(openRound), ...voting.map((id) => at.rate(id))];
  const reply = (await send(client, 'castBallots', scriptKeys, [...args, ...ballots]).reply) as unknown[];
  // The clock, the round's beginning and end, and four values for each vote, whose first says that it was created.
  const created = reply.filter((value, at) => at % 4 === 3 && Number(value) === 1).length;
  if (created !== votesInBatch) throw new WrongAnswers(`the script answers ${JSON.stringify(reply)}`);
  return votesInBatch;
}

/** @returns CPU for one. */
async function repeat(ms: number, some: () => Promise<number>): Promise<number> {
  const endMs = performance.now() + ms;
  const before = process.cpuUsage();
  let count = 0;
  while (performance.now() < endMs) count += await some();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

await serveUntilParentEnds(async ({ client: name, url, ms, recordKey }: Settings): Promise<ClientCost> => {
  const { client, get } = await connect[name](url);
  const vote = async () => {
    const done = await Promise.all(Array.from({ length: buckets }, (_, bucket) => castBatch(client, bucket)));
    return done.reduce((sum, count) => sum + count, 0);
  };
  const read = async () => {
    const texts = await Promise.all(Array.from({ length: readsAtOnce }, () => get(recordKey)));
    if (texts.some((text) => !text)) throw new WrongAnswers(`${recordKey} is empty`);
    return readsAtOnce;
  };
  for (const work of [vote, read]) await repeat(ms / 4, work);
  return { perVote: await repeat(ms, vote), perRead: await repeat(ms, read) };
});
