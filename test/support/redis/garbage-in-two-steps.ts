/** The old garbage collection, which read first and removed later: the control of its test. */

import { keys } from '../../../server/store/keys.ts';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';
import { mapRedisError } from '../../../server/store/redis/errors.ts';
import { execPipeline } from '../../../server/store/redis/exec-pipeline.ts';

const graceMs = 60_000;
const expirySeconds = 3_600;
const changesKept = 1_000;

/** Every key of the records of one collection in one generation. */
async function keysOf(redis: RedisClient, records: string): Promise<string[]> {
  const { lists, list, changes, before } = keys.content;
  const [groups, changed] = (await execPipeline(
    redis.pipeline().smembers(lists(records)).zrange(changes(records), '0', '-1'),
  )) as [string[], string[]];
  return [
    records,
    lists(records),
    changes(records),
    ...groups.map((group) => list(records, group)),
    ...changed.map((number) => before(records, number)),
  ];
}

/** The oldest generation to keep: the wanted number of publishes, and the changes since the oldest, stay readable. */
async function oldestKept(redis: RedisClient, all: readonly string[], publishesKept: number): Promise<number> {
  const { about } = keys.content;
  const asked = redis.pipeline();
  for (const number of all) asked.hget(about(Number(number)), 'kind');
  const kinds = (await execPipeline(asked)) as (string | null)[];
  const published = all.filter((_, index) => (kinds[index] ?? 'publish') === 'publish');
  return Math.max(Number(published.at(-publishesKept) ?? 0), Number(all.at(-changesKept) ?? 0));
}

export async function collectInTwoSteps(redis: RedisClient, publishesKept: number): Promise<void> {
  const { generation, about, generations, written, dropped, live, changes, before } = keys.content;
  const [current, all] = (await execPipeline(redis.pipeline().get(live).zrange(generations, '0', '-1'))) as [
    string | null,
    string[],
  ];
  const oldest = await oldestKept(redis, all, publishesKept);
  const kept = [...new Set([...all.filter((number) => Number(number) >= oldest), ...(current ? [current] : [])])];
  const gone = all.filter((number) => !kept.includes(number));

  const referenced = new Set<string>();
  const read = new Set<string>();
  const manifests = redis.pipeline();
  for (const number of [...kept, ...gone]) manifests.hvals(generation(Number(number)));
  for (const [index, values] of ((await execPipeline(manifests)) as string[][]).entries()) {
    for (const value of values) (index < kept.length ? referenced : read).add(value);
  }

  const batch = redis.pipeline();
  for (const number of gone) {
    batch.expire(generation(Number(number)), graceMs / 1000).expire(about(Number(number)), graceMs / 1000);
    batch.zrem(generations, number);
  }
  const nowMs = Date.now();
  const due = new Set((await mapRedisError(redis.zrangebyscore(dropped, '-inf', nowMs - graceMs))) as string[]);
  const waiting = new Set(await mapRedisError(redis.zrange(dropped, '0', '-1')));
  for (const records of await mapRedisError(redis.smembers(written))) {
    if (referenced.has(records)) {
      if (gone.length === 0) continue;
      // Changes before the oldest remaining generation are never undone.
      const old = (await mapRedisError(redis.zrangebyscore(changes(records), '-inf', oldest))) as string[];
      for (const number of old) batch.expire(before(records, number), graceMs / 1000);
      if (old.length > 0) batch.zrem(changes(records), ...old);
    } else if (read.has(records) && !waiting.has(records)) {
      // The records outlive the generation, which readers read first.
      for (const key of await keysOf(redis, records)) batch.expire(key, expirySeconds);
      batch.zadd(dropped, nowMs, records);
    } else if (!waiting.has(records) || due.has(records)) {
      batch
        .unlink(...(await keysOf(redis, records)))
        .srem(written, records)
        .zrem(dropped, records);
    }
  }
  if (batch.length > 0) await execPipeline(batch);
}
