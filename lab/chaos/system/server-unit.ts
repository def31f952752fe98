import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { digestOf } from '../../../server/config.ts';
import { freePort } from '../../../test/support/run/ports.ts';
import { type ServerProcess, startServerProcess, workersOf } from '../../../test/support/server/server-process.ts';
import { type Link, openLink } from './link.ts';

/** A server, with workers, behind a network, always at the same address. */
export interface ServerUnit {
  name: string;
  /** Between clients and the server. */
  link: Link;
  url: string;
  /** Process ids of the workers that answer, as it last logged them. */
  workers(): number[];
  readonly primary: number;
  signalPrimary(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGHUP'): void;
  /** SIGKILL to the primary; with it, its workers end. */
  kill(): Promise<void>;
  /** Starts it after `kill`, or after it ended by itself. Repeats that while Redis is away. */
  start(): Promise<void>;
  isRunning(): boolean;
  /** What it has logged since its last start. */
  output(): string;
  close(): Promise<void>;
}

const starts = 20;

export async function openServerUnit(name: string, redisUrl: string, workers = 2): Promise<ServerUnit> {
  const port = await freePort();
  const link = await openLink(port);
  const env = {
    ...{ REDIS_URL: redisUrl, PORT: String(port), WORKERS: String(workers), LOG_LEVEL: 'info' },
    ...{ RATE_WRITES: '0', RATE_MISSES: '0', NEW_CLIENTS_PER_MINUTE: '0', STREAMS_PER_ADDRESS: '0' },
    FEED_KEYS: `feed:${digestOf(feedKey).toString('hex')}`,
  };
  let server: ServerProcess | undefined;
  let isRunning = false;
  let starting: Promise<void> | undefined;
  async function startOnce(): Promise<void> {
    for (let tries = 1; !isRunning; tries++) {
      const next = startServerProcess(env, ['--no-sample']);
      server = next;
      isRunning = true;
      next.ended.then(() => {
        if (server === next) isRunning = false;
      });
      try {
        await next.ready;
      } catch (error) {
        await next.close();
        if (tries === starts) throw error;
      }
    }
  }
  const start = () => {
    starting ??= startOnce().finally(() => {
      starting = undefined;
    });
    return starting;
  };
  await start();
  return {
    name,
    link,
    url: `http://127.0.0.1:${link.port}`,
    workers: () => (server ? workersOf(server) : []),
    get primary() {
      return server?.child.pid ?? 0;
    },
    signalPrimary: (signal) => void server?.child.kill(signal),
    async kill() {
      server?.child.kill('SIGKILL');
      await server?.close();
    },
    start,
    isRunning: () => isRunning,
    output: () => server?.output() ?? '',
    async close() {
      server?.child.kill('SIGCONT');
      await server?.close();
      await link.close();
    },
  };
}
