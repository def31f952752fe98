import { isatty } from 'node:tty';
import type { Logger } from 'pino';
import { flag, runCommand } from '../contracts/command-line.ts';
import { families, familyNames } from '../contracts/families.ts';
import { readConfig, variables } from './config.ts';
import { developmentFeedKey } from './development-key.ts';
import { createLog } from './log.ts';
import { explain } from './processes/explain.ts';
import { openStore } from './processes/open-store.ts';
import { type Serving, serveHere, serveWithWorkers } from './processes/serve.ts';
import { openRedis } from './redis/open.ts';
import type { Store } from './store/index.ts';
import { patiently } from './store/patiently.ts';

const help = `Starts the Fightcard server.

  npm start [-- --no-sample]

  --no-sample  leave an empty store empty; otherwise, but never in production, the sample content and its recorded
               feed are published there
  --help       this text

Environment:
${variables.map(([name, fallback, meaning]) => `  ${name.padEnd(20)} ${meaning} (default: ${fallback})`).join('\n')}
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
    import('./content/publish.ts'),
    import('../contracts/world/index.ts'),
  ]);
  await publishRecords(store, world);
  for (const update of feedReceived) await patiently(() => store.live.update(update));
}

/** A terminal and npm both send the signal of one Ctrl-C; only a later one asks to end at once. */
const secondSignalMs = 1_000;

type Stop = (signal: NodeJS.Signals) => Promise<void>;

function stopOnSignal(log: Logger, close: () => Promise<void>): Stop {
  let stoppingSince: number | undefined;
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > secondSignalMs) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    log.info({ signal }, 'stopping');
    await close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return stop;
}

/** SIGHUP asks for new workers, unless it comes because the terminal was closed: then nobody is left to stop them. */
function restartOnSignal(log: Logger, restart: () => Promise<void>, stop: Stop): void {
  const hadTerminal = isatty(0);
  process.on('SIGHUP', (signal) => {
    if (!hadTerminal || isatty(0)) return restart();
    // What cannot be written any more would be tried again at the exit, without end (pino 10.4).
    log.level = 'silent';
    return stop(signal);
  });
}

const options = { 'no-sample': flag } as const;

async function start(values: { 'no-sample'?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);

  const redis = await openRedis({ ...config, log, report: (line) => process.stderr.write(`${line}\n`) });
  let serving: Serving | undefined;
  const close = async () => {
    await serving?.close();
    await redis.close();
  };
  const stop = stopOnSignal(log, close);
  try {
    const hasKeys = config.feedKeys.length > 0 || config.feedKeysFile !== undefined;
    const key = hasKeys ? undefined : await developmentFeedKey(config.dataDir);
    if (key) config.feedKeys.push(key.feedKey);
    const store = openStore(config, redis);
    await patiently(() => store.prepare());
    const wantsSample = !values['no-sample'] && !config.production;
    if (wantsSample && (await patiently(() => store.content.isEmpty()))) await publishSample(store);

    serving =
      config.workers === 1
        ? await serveHere(config, store, log)
        : await serveWithWorkers({ config, redisUrl: redis.url, developmentKey: key?.feedKey, log });
    const { restart } = serving;
    if (restart) restartOnSignal(log, restart, stop);
    const url = await serving.start();
    const urls = familyNames.map((family) => url + families[family].prefix);
    const workers = serving.list();
    log.info({ urls, redis: config.redisUrl ? 'REDIS_URL' : 'embedded', feedKeyFile: key?.file, workers }, 'ready');
    process.stdout.write(`Fightcard is ready: ${urls.join('  ')}\n`);
    if (key) process.stdout.write(`Feed key of this machine: ${key.key} (in ${key.file})\n`);
    await serving.failed;
  } catch (error) {
    await close();
    throw error;
  }
}

export function main(): void {
  runCommand({ name: 'npm start', help, options }, start).catch((error: unknown) => exit(explain(error)));
}
