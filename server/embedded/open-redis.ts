import type { Logger } from 'pino';
import { parseAddress, type RedisAddress } from '../store/redis/connection/address.ts';
import { checkRedis } from '../store/redis/connection/check-redis.ts';
import type { RedisClient } from '../store/redis/connection/client.ts';
import { type Connections, connect } from '../store/redis/connection/connect.ts';
import { openEmbeddedRedis } from './embedded.ts';

/**
 * Connects to the configured Redis. Without one, connects to the embedded Redis, which it starts if necessary, and
 * restarts whenever it ends.
 *
 * @param options.production whether the configured Redis must not lose data.
 * @param options.check checks the configured Redis, and throws if the server cannot use it.
 * @param options.report called before a slow step.
 * @param options.log logs ends and restarts of the embedded Redis, and warnings about possible data loss.
 * @param options.signal ends the attempt.
 * @returns connections, and the URL for more of them; `close` also stops the embedded Redis if this was its last user.
 * @throws {RedisMissing | BadDataFolder | RedisUnreachable} one sentence that says what to do.
 */
export async function openRedis(options: {
  redisUrl: string | undefined;
  dataDir: string;
  production?: boolean;
  check?: (client: RedisClient, address: RedisAddress) => Promise<void>;
  report?: (line: string) => void;
  log?: Logger;
  signal?: AbortSignal;
}): Promise<Omit<Connections, 'close'> & { url: string; close(): Promise<void> }> {
  const { redisUrl, production = false, log } = options;
  const embedded = redisUrl === undefined ? await openEmbeddedRedis(options) : undefined;
  let connections: Connections | undefined;
  try {
    const url = redisUrl ?? embedded?.url ?? '';
    connections = await connect(url, options);
    const { reads, close } = connections;
    if (redisUrl !== undefined) {
      const address = parseAddress(redisUrl);
      await checkRedis(reads, address, { production, warn: (line) => log?.warn(line) });
      await options.check?.(reads, address);
    }
    return {
      ...connections,
      url,
      async close() {
        close();
        await embedded?.close();
      },
    };
  } catch (error) {
    connections?.close();
    await embedded?.close();
    throw error;
  }
}
