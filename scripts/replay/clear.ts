import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../server/config.ts';
import { openRedis } from '../../server/embedded/open-redis.ts';
import { isThisMachine } from '../../server/processes/development-key.ts';
import { checkPermissions } from '../../server/store/check-permissions.ts';
import { clearEvent } from '../../server/store/live/clear-event.ts';
import { ReplayRefused } from './errors.ts';
import type { TargetEvent } from './target-event.ts';

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Returns a function that clears an event on this machine, so that its night can be played again: in the embedded Redis of
 * a running development server or, only on request, in the one of `REDIS_URL`, which may contain real votes.
 *
 * @param hasOwnKey whether the feed key is the generated one of this machine: then the server's Redis is the embedded one
 *   of the same folder, and not that of another server that happens to run here.
 * @param mayClearNamed whether the event may be cleared in the Redis of `REDIS_URL`.
 * @returns undefined when neither is within reach, and in production.
 */
export async function createClearEvent(
  env: Readonly<Record<string, string | undefined>>,
  url: URL,
  hasOwnKey: boolean,
  mayClearNamed = false,
): Promise<((target: TargetEvent) => Promise<void>) | undefined> {
  if (env.NODE_ENV === 'production' || !isThisMachine(url)) return undefined;
  const { redisUrl, dataDir, voteBuckets } = readConfig(env);
  if (redisUrl !== undefined && !mayClearNamed) return undefined;
  // The file exists while the embedded Redis runs: none is started for this.
  if (redisUrl === undefined && !(hasOwnKey && (await exists(join(dataDir, 'redis.json'))))) return undefined;
  return async ({ eventStatid, fightIds }) => {
    let redis: Awaited<ReturnType<typeof openRedis>> | undefined;
    try {
      // Looked at first: a user without a permission would leave half of it, or its readers without a word.
      redis = await openRedis({ redisUrl, dataDir, check: checkPermissions });
      await clearEvent({ bulk: redis.bulk, buckets: voteBuckets }, eventStatid, fightIds);
    } catch (error) {
      const reason = (error as Error).message.replace(/[.\s]*$/, '');
      throw new ReplayRefused(`The stored data of event ${eventStatid} cannot be cleared: ${reason}.`);
    } finally {
      await redis?.close();
    }
  };
}
