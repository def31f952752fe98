/**
 * `npm run content`: publishes and changes content. See content/verbs.ts.
 *
 * A worker thread does the work. This thread stays free for signals, so that every verb ends within a second of SIGINT.
 */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { EmbeddedRedis } from '../server/embedded/embedded.ts';
import type { RedisAnswer } from './content/work.ts';

// Records are streamed: without these flags Node would let the heap grow to 200 MB.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=10');

/** An embedded Redis that takes longer than this to stop finishes by itself. */
const stopMs = 700;

let embedded: Promise<EmbeddedRedis> | undefined;

async function redisUrl(): Promise<string> {
  // Loaded here, since the worker does not need them.
  const { readConfig } = await import('../server/config.ts');
  const { redisUrl: given, dataDir } = readConfig({ ...process.env, NODE_ENV: 'development' });
  if (given !== undefined) return given;
  embedded = import('../server/embedded/embedded.ts').then(({ openEmbeddedRedis }) =>
    openEmbeddedRedis({ dataDir, report: console.error }),
  );
  return (await embedded).url;
}

const closeRedis = async () => (await embedded?.catch(() => undefined))?.close();

// A thread uses compiled code only where its environment names the folder, without the part for the version of Node.
const compiled = getCompileCacheDir();
const worker = new Worker(new URL('./content/work.ts', import.meta.url), {
  argv: process.argv.slice(2),
  stdin: true,
  env: { ...process.env, ...(compiled && { NODE_COMPILE_CACHE: dirname(compiled) }) },
});
if (worker.stdin) process.stdin.on('error', () => undefined).pipe(worker.stdin);

const interrupt = () => {
  setTimeout(() => process.exit(130), stopMs);
  Promise.allSettled([worker.terminate(), closeRedis()]).then(() => process.exit(130));
};
process.once('SIGINT', interrupt).once('SIGTERM', interrupt);

worker.on('message', async () => {
  const answer: RedisAnswer = await redisUrl().then(
    (url) => ({ url }),
    (error: Error) => ({ error: error.message }),
  );
  worker.postMessage(answer);
});

let failure: NodeJS.ErrnoException | undefined;
worker.on('error', (error) => {
  failure = error;
});
// Not `once` of node:events, which would throw the error.
const code = await new Promise<number>((resolve) => worker.once('exit', resolve));
process.exitCode = code;
if (failure) {
  process.exitCode = 1;
  const isFull = failure.code === 'ERR_WORKER_OUT_OF_MEMORY';
  console.error(isFull ? 'The content needs more memory than this command has: give it in smaller parts.' : failure);
}
process.stdin.unpipe().destroy();
await closeRedis();
