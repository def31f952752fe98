import { flag, runCommand } from '../../contracts/command-line/arguments.ts';
import { families, familyNames } from '../../contracts/families.ts';
import { readConfig, settings } from '../config.ts';
import type { Store } from '../store/index.ts';
import { openRedis } from '../store/redis/open.ts';
import { withRetry } from '../store/redis/with-retry.ts';
import { developmentFeedKey } from './development-key.ts';
import { createLog } from './log.ts';
import { openStore } from './open-store.ts';
import { serveHere, serveWithWorkers } from './serve.ts';
import { Ending } from './shutdown.ts';
import { explain } from './startup-error.ts';

const help = `Starts the Fightcard server.

  npm start [-- --no-sample] [--accept-loss]

  --no-sample    leave an empty store empty; otherwise, but never in production, the sample content and its recorded
                 feed are published there
  --accept-loss  go on with the data of the embedded Redis that are there, although votes are missing in them
  --help         this text

Environment variables:
${Object.values(settings)
  .map(({ name, kind, fallback, meaning }) => [name.padEnd(22), meaning, kind.takes, fallback] as const)
  .map(([name, meaning, takes, fallback]) => `  ${name}  ${meaning}\n${' '.repeat(26)}${takes} (default: ${fallback})`)
  .join('\n')}

Ends with 0 after SIGTERM or SIGINT, 1 when it cannot start or go on, 2 when called wrongly.
`;

/** Ends the process with one sentence, or a line for each thing that is wrong. */
function exit(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Fills an empty store with the world, so that every route has something to show. */
async function publishSample(store: Store): Promise<void> {
  // Loaded only where it is needed, which is once in the life of a store.
  const [{ publishRecords }, { feedReceived, world }] = await Promise.all([
    import('../content/publish.ts'),
    import('../../contracts/world/index.ts'),
  ]);
  await publishRecords(store, world);
  for (const update of feedReceived) await withRetry(() => store.live.update(update));
}

const options = { 'no-sample': flag, 'accept-loss': flag } as const;

async function start(values: { 'no-sample'?: boolean; 'accept-loss'?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);

  const ending = new Ending(log);
  const report = (line: string) => void process.stderr.write(`${line}\n`);
  const opening = openRedis({
    ...{ ...config, log, report, signal: ending.signal },
    acceptsLoss: values['accept-loss'] ?? false,
  });
  // Whatever ends this process from now on, the embedded Redis does not stay behind.
  ending.closes(async () => (await opening.catch(() => undefined))?.close());
  const redis = await opening.catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });
  if (!redis) return;
  try {
    const hasKeys = config.feedKeys.length > 0 || config.feedKeysFile !== undefined;
    const key = hasKeys ? undefined : await developmentFeedKey(config.dataDir);
    if (key) config.feedKeys.push(key.feedKey);
    const store = openStore(config, redis);
    await withRetry(() => store.prepare(), report);
    const wantsSample = !values['no-sample'] && !config.production;
    if (wantsSample && (await withRetry(() => store.content.isEmpty(), report))) await publishSample(store);

    const serving =
      config.workers === 1
        ? await serveHere(config, store, log)
        : await serveWithWorkers({ config, redisUrl: redis.url, developmentKey: key?.feedKey, log });
    ending.finishes(() => serving.close());
    ending.restarts(serving.restart);
    const url = await serving.start();
    const urls = familyNames.map((family) => url + families[family].prefix);
    const workers = serving.list();
    log.info({ urls, redis: config.redisUrl ? 'REDIS_URL' : 'embedded', feedKeyFile: key?.file, workers }, 'ready');
    process.stdout.write(`Fightcard is ready: ${urls.join('  ')}\n`);
    if (key) process.stdout.write(`Feed key of this machine: ${key.key} (in ${key.file})\n`);
    await serving.failed;
  } catch (error) {
    // Whoever ended it meanwhile has said why.
    if (ending.signal.aborted) return;
    await redis.close();
    throw error;
  }
}

export function main(): void {
  runCommand({ name: 'npm start', help, options }, start).catch((error: unknown) => exit(explain(error)));
}
