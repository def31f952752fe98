/**
 * A server that is slow on purpose, in a separate process, so that a test can overload it:
 * `node overloaded.ts <redis url> <ms for each vote> <ms for each reply that is not cached> <on|off>`. The last is its
 * overload guard.
 */
import pino from 'pino';
import type { Store } from '../../../server/store/index.ts';
import { openStore } from '../redis/redis.ts';
import { blockEventLoop } from '../run/block.ts';
import { startTestServer } from '../server/server.ts';

const [redisUrl = '', voteMs, readMs, overloadGuard] = process.argv.slice(2);

/** Makes each call of a method block the event loop for so long. */
function slowDown<K extends string>(part: Record<K, (...args: never[]) => unknown>, method: K, ms: number): void {
  const quick = part[method].bind(part);
  part[method] = (...args) => {
    blockEventLoop(ms);
    return quick(...args);
  };
}

const { store } = await openStore(redisUrl);
slowDown(store.votes as unknown as Record<'send', Store['votes']['send']>, 'send', Number(voteMs));
slowDown(store.content as unknown as Record<'snapshot', Store['content']['snapshot']>, 'snapshot', Number(readMs));
const log = pino({ level: 'warn' });
const server = await startTestServer(store, {
  cacheBytes: 0,
  log,
  ...(overloadGuard === 'on' && { overload: {} }),
});
process.on('disconnect', () => process.exit(0));
process.send?.(server.url);
