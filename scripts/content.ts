/**
 * `npm run content`: everything that is done with content from a command line. See content/help.ts.
 *
 * The work is done in a thread of its own: this one stays free for signals, so that a verb ends within a second of
 * SIGINT whatever it is busy with.
 */
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { EmbeddedRedis } from '../server/store/redis/embedded/embedded.ts';
import type { RedisAnswer } from './content/work.ts';

// Records stream through: what little is held does not need the heap that Node would let grow to 200 MB.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=10');

/** When the embedded Redis takes longer to stop, it goes on stopping by itself. */
const stopMs = 700;

let embedded: Promise<EmbeddedRedis> | undefined;

async function redisUrl(): Promise<string> {
  // Loaded when needed: each thread loads what it uses.
  const { readConfig } = await import('../server/config.ts');
  const { redisUrl: given, dataDir } = readConfig({ ...process.env, NODE_ENV: 'development' });
  if (given !== undefined) return given;
  embedded = import('../server/store/redis/embedded/embedded.ts').then(({ openEmbeddedRedis }) =>
    openEmbeddedRedis({ dataDir, report: console.error }),
  );
  return (await embedded).url;
}

const closeRedis = async () => (await embedded?.catch(() => undefined))?.close();

const worker = new Worker(new URL('./content/work.ts', import.meta.url), {
  argv: process.argv.slice(2),
  stdin: true,
});
if (worker.stdin) process.stdin.on('error', () => undefined).pipe(worker.stdin);

const interrupted = () => {
  setTimeout(() => process.exit(130), stopMs);
  Promise.allSettled([worker.terminate(), closeRedis()]).then(() => process.exit(130));
};
process.once('SIGINT', interrupted).once('SIGTERM', interrupted);

worker.on('message', async () => {
  const answer: RedisAnswer = await redisUrl().then(
    (url) => ({ url }),
    (error: Error) => ({ error: error.message }),
  );
  worker.postMessage(answer);
});

const [code] = (await once(worker, 'exit')) as [number];
process.exitCode = code;
process.stdin.unpipe().destroy();
await closeRedis();
