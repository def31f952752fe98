import type { Logger } from 'pino';
import { parseAddress } from './address.ts';
import { type Connections, connect } from './connect.ts';
import { openEmbeddedRedis } from './embedded/embedded.ts';
import { examine } from './examine.ts';

/**
 * Connects to the Redis of the configuration, or else to the embedded one, which is started when it does not run, and
 * whenever it ends.
 *
 * @param options.production whether the Redis of the configuration must keep what it is given.
 * @param options.acceptsLoss goes on with the data of the embedded Redis that are there, whatever they were.
 * @param options.report told before something that takes a while.
 * @param options.log where it is told that the embedded Redis ended and runs again, and what may get lost.
 * @param options.signal ends the attempt.
 * @returns connections, and the URL for more of them; `close` also stops the embedded Redis when nobody else uses it.
 * @throws {RedisMissing | BadDataFolder | DataLost | RedisUnreachable} one sentence that says what to do.
 */
export async function openRedis(options: {
  redisUrl: string | undefined;
  dataDir: string;
  production?: boolean;
  acceptsLoss?: boolean;
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
      await examine(reads, parseAddress(redisUrl), { production, warn: (line) => log?.warn(line) });
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
