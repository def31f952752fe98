import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../server/config.ts';
import { clearEvent } from '../../server/store/live/clear-event.ts';
import { openRedis } from '../../server/store/redis/open.ts';
import { ReplayRefused } from './errors.ts';
import type { Stage } from './target-event.ts';

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

export const isThisMachine = (url: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

/**
 * How to take back a night on this machine, so that it can be played again: in the embedded Redis of a development
 * server that runs or, only when that was asked for, in the one that `REDIS_URL` names, which may hold real votes.
 *
 * @param mayClearNamed whether the event may be cleared in the Redis of `REDIS_URL`.
 * @param hasOwnKey whether the feed key is the one that the development server here made: then its Redis is the embedded
 *   one of the same folder, and not that of another server that happens to run here.
 * @returns undefined when neither is within reach, and in production.
 */
export async function forgetHere(
  env: Readonly<Record<string, string | undefined>>,
  url: URL,
  hasOwnKey: boolean,
  mayClearNamed = false,
): Promise<((stage: Stage) => Promise<void>) | undefined> {
  if (env.NODE_ENV === 'production' || !isThisMachine(url)) return undefined;
  const { redisUrl, dataDir, voteBuckets } = readConfig(env);
  if (redisUrl !== undefined && !mayClearNamed) return undefined;
  // The file is there while the embedded Redis runs: none is started for this.
  if (redisUrl === undefined && !(hasOwnKey && (await exists(join(dataDir, 'redis.json'))))) return undefined;
  return async ({ eventStatid, fightIds }) => {
    const redis = await openRedis({ redisUrl, dataDir });
    try {
      await clearEvent({ bulk: redis.bulk, buckets: voteBuckets }, eventStatid, fightIds);
    } catch (error) {
      throw new ReplayRefused(`What is stored of event ${eventStatid} cannot be cleared: ${(error as Error).message}.`);
    } finally {
      await redis.close();
    }
  };
}
