import { parseArgs } from 'node:util';
import pino, { type Logger } from 'pino';
import { families, familyNames } from '../contracts/families.ts';
import { feedReceived, world } from '../contracts/world/index.ts';
import { ConfigError, readConfig, variables } from './config.ts';
import { publishRecords } from './content/publish.ts';
import { developmentFeedKey } from './development-key.ts';
import { RedisUnreachable } from './redis/connect.ts';
import { RedisMissing } from './redis/embedded.ts';
import { openRedis } from './redis/open.ts';
import { type RunningServer, startServer } from './server.ts';
import { createStore, type Store, StoreUnavailable } from './store/index.ts';
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
  await publishRecords(store, world);
  for (const update of feedReceived) await patiently(() => store.live.update(update));
}

/** A terminal and npm both send the signal of one Ctrl-C; only a later one asks to end at once. */
const secondSignalMs = 1_000;

function stopOnSignal(log: Logger, close: () => Promise<void>): void {
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
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'no-sample': { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });

  const redis = await openRedis({ ...config, report: (line) => process.stderr.write(`${line}\n`) });
  let server: RunningServer | undefined;
  const close = async () => {
    await server?.close();
    await redis.close();
  };
  stopOnSignal(log, close);
  try {
    const hasKeys = config.feedKeys.length > 0 || config.feedKeysFile !== undefined;
    const key = hasKeys ? undefined : await developmentFeedKey(config.dataDir);
    if (key) config.feedKeys.push(key.feedKey);
    const store = createStore({
      ...redis,
      settings: {
        buckets: config.voteBuckets,
        roundGraceSeconds: config.roundGraceSeconds,
        liveHours: config.liveHours,
      },
    });
    await patiently(() => store.prepare());
    const wantsSample = !values['no-sample'] && !config.production;
    if (wantsSample && (await patiently(() => store.content.isEmpty()))) await publishSample(store);

    server = await startServer(config, store, log);
    const { url } = server;
    const urls = familyNames.map((family) => url + families[family].prefix);
    log.info({ urls, redis: config.redisUrl ? 'REDIS_URL' : 'embedded', feedKeyFile: key?.file }, 'ready');
    process.stdout.write(`Fightcard is ready: ${urls.join('  ')}\n`);
    if (key) process.stdout.write(`Feed key of this machine: ${key.key} (in ${key.file})\n`);
  } catch (error) {
    await close();
    throw error;
  }
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError)
    exit(`The configuration is not usable:\n${error.faults.map((fault) => `  ${fault}`).join('\n')}`);
  if (error instanceof RedisUnreachable || error instanceof RedisMissing || error instanceof StoreUnavailable) {
    exit(error.message);
  }
  const { code, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    exit(
      `Port ${process.env.PORT ?? 8080} is taken: stop what listens there, or choose another with PORT=8081 npm start.`,
    );
  if (code === 'EACCES')
    exit(`Port ${process.env.PORT ?? 8080} needs more rights: choose one above 1023 with PORT=8080 npm start.`);
  if (code?.startsWith('ERR_PARSE_ARGS')) exit(`${message}\nnpm start -- --help lists the options.`);
  exit(error instanceof Error ? (error.stack ?? error.message) : String(error));
});
