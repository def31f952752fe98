/** The thread that runs a verb of `npm run content`; the main thread handles signals. See ../content.ts. */
import { once } from 'node:events';
import { isatty } from 'node:tty';
import { parentPort } from 'node:worker_threads';
import { runContent } from './run.ts';

/** The main thread's answer to a request for Redis. */
export type RedisAnswer = { url: string } | { error: string };

/** Redis belongs to the main thread, which stops it when this one ends. */
async function redisUrl(): Promise<string> {
  parentPort?.postMessage('redis');
  const [answer] = (await once(parentPort as NonNullable<typeof parentPort>, 'message')) as [RedisAnswer];
  if ('error' in answer) throw new Error(answer.error);
  return answer.url;
}

// In a thread, `process.stderr` is no terminal.
const { stdin, stdout, stderr, env } = process;
const exitCode = await runContent(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  env,
  isTerminal: isatty(2),
  async connect() {
    const { connect } = await import('../../server/store/redis/connection/connect.ts');
    return connect(await redisUrl());
  },
});

// Ends the thread even when standard input was not read to its end.
process.exit(exitCode);
