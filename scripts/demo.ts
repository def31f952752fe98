/** `npm run demo`: plays a fight night to a server that it starts, or to a running one. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Arguments,
  address,
  BadArguments,
  CommandFailed,
  flag,
  integer,
  runCommand,
  text,
} from '../common/cli/arguments.ts';
import { ids } from '../contracts/world/ids.ts';
import type { Night } from '../contracts/world/night/night.ts';
import { readConfig } from '../server/config.ts';
import { openRedis } from '../server/embedded/open-redis.ts';
import { findDevelopmentKey, readDevelopmentKey } from '../server/processes/development-key.ts';
import { createStore } from '../server/store/index.ts';
import { clearEvent } from '../server/store/live/clear-event.ts';
import { isGood } from './demo/compare.ts';
import { playNight } from './demo/play.ts';
import { startProgress } from './demo/progress.ts';
import { publishEvent } from './demo/publish.ts';
import type { TargetEvent } from './demo/target.ts';
import { startView, summary } from './demo/view.ts';

const help = `Plays a whole fight night: the feed, voters and scorers. At the end it compares the acknowledged votes and scorecards
with the tallies of the server.

  npm run demo                                     starts a server to play on, which runs until Ctrl-C
  npm run demo -- --url http://localhost:8080      plays on a running server

  --port       port of the server that it starts (8080); 0 lets the system choose
  --exit       stops that server after the night
  --url        scheme and host of a running server with the sample content
  --feed-key   feed key of that server (FEED_KEY, or the development key of this machine)
  --speed      night seconds per second, 1 to 3600 (60)
  --seed       the same seed gives the same night with the same votes (1)
  --voters     clients that vote in every round; every second one also scores it (500)
  --from       first round: R2 is a round of the card's current fight, 6415:R2 of the fight with this statid
  --help       this text

The server that it starts has its data in .data/demo. There, and on a development server of this machine, the demo first
clears the feed and the votes of the event. Elsewhere a night can be played once, because rounds never open again.

All voters share one address. Start a server for --url with RATE_WRITES=0 NEW_CLIENTS_PER_MINUTE=0, or it refuses some.

Exit codes: 0 every vote and scorecard is counted once, 1 one is not, or the server refuses, 2 wrong arguments.
`;

/** Pages to watch while it runs. */
const pages = [
  ['/board', 'the night on one page'],
  ['/api/v3/mobile/live', 'live content in Spanish'],
  ['/api/v1/us/live', 'and in English'],
  [`/api/v1/us/fight_metrics/live_event/${ids.liveEventStatid}`, 'the feed of the sample event'],
  [`/api/v3/mobile/events/round_scoring/${ids.liveEvent}`, 'scorecards of its fans'],
] as const;

interface Target {
  url: string;
  feedKey: string;
  clearEvent?: (target: TargetEvent) => Promise<void>;
  publishEvent?: (target: TargetEvent, night: Night, atMs: number) => Promise<void>;
  stop?: () => Promise<void>;
}

/** Changes the event in the embedded Redis of a data folder. */
function changesIn(dataDir: string) {
  const buckets = readConfig(process.env).voteBuckets;
  async function inRedis(change: (redis: Awaited<ReturnType<typeof openRedis>>) => Promise<void>): Promise<void> {
    const redis = await openRedis({ redisUrl: undefined, dataDir });
    try {
      await change(redis);
    } finally {
      await redis.close();
    }
  }
  return {
    clearEvent: ({ eventStatid, fightIds }: TargetEvent) =>
      inRedis(({ bulk }) => clearEvent({ bulk, buckets }, eventStatid, fightIds)),
    publishEvent: ({ eventId }: TargetEvent, night: Night, atMs: number) =>
      inRedis((redis) => publishEvent(createStore({ ...redis, settings: { buckets } }), eventId, night, atMs)),
  };
}

/** @throws {CommandFailed} when the server does not start; its output shows why. */
async function startServer(port: number): Promise<Target> {
  const dataDir = join(process.env.DATA_DIR?.trim() || '.data', 'demo');
  const { REDIS_URL: _, FEED_KEYS: __, FEED_KEYS_FILE: ___, PUBLIC_URL: ____, ...inherited } = process.env;
  const child = spawn(process.execPath, [fileURLToPath(new URL('../server/main.js', import.meta.url))], {
    // All voters share one address, so the limits per address are off.
    env: {
      ...inherited,
      DATA_DIR: dataDir,
      PORT: String(port),
      RATE_WRITES: '0',
      NEW_CLIENTS_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'text',
      NODE_ENV: 'development',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = Promise.withResolvers<string>();
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    const url = /ready: (http:\/\/localhost:\d+)\//.exec(output)?.[1];
    if (url) ready.resolve(url);
  });
  child.once('error', ready.reject);
  ended.then(() => ready.reject(new CommandFailed('the server did not start; see above. --port selects another port')));
  const url = await ready.promise;
  return {
    url,
    feedKey: (await readDevelopmentKey(dataDir)) ?? '',
    ...changesIn(dataDir),
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** @throws {CommandFailed} when the key of its feed is unknown. */
async function findServer(url: URL, given: string | undefined): Promise<Target> {
  const own = await findDevelopmentKey(url);
  const feedKey = given ?? (process.env.FEED_KEY?.trim() || own);
  if (!feedKey) throw new CommandFailed('the feed key of this server is missing; pass it with --feed-key or FEED_KEY');
  const dataDir = process.env.DATA_DIR?.trim() || '.data';
  const isEmbedded = feedKey === own && !process.env.REDIS_URL && existsSync(join(dataDir, 'redis.json'));
  return { url: url.origin, feedKey, ...(isEmbedded && changesIn(dataDir)) };
}

const options = {
  ...{ port: text, exit: flag, url: text, 'feed-key': text },
  ...{ speed: text, seed: text, voters: text, from: text },
} as const;

async function main(values: Arguments<typeof options>['values']): Promise<void> {
  const { from, url: given } = values;
  if (from !== undefined && !/^([1-9][0-9]{0,9}:)?[Rr][1-5]$/.test(from)) {
    throw new BadArguments('--from must be a round such as R2, or 6415:R2 with the statid of the fight.');
  }
  const port = integer('port', values.port, 0, 65_535, 8080);
  const url = given === undefined ? undefined : address('url', given);
  const night = {
    speed: integer('speed', values.speed, 1, 3600, 60),
    seed: integer('seed', values.seed, 0, 4294967295, 1),
    voters: integer('voters', values.voters, 0, 100_000, 500),
    from,
  };
  const interrupted = new AbortController();
  const untilInterrupted = new Promise<void>((resolve) =>
    interrupted.signal.addEventListener('abort', () => resolve()),
  );
  // A terminal and npm both send the signal of one Ctrl-C, also to the server.
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => interrupted.abort(new CommandFailed('stopped before the end of the night')));
  }

  const { stop, ...target } = url ? await findServer(url, values['feed-key']) : await startServer(port);
  const write = (line: string) => process.stdout.write(`${line}\n`);
  const progress = startProgress();
  const { close, ...shown } = startView(write, progress);
  const onNight = (night: Night) => {
    write(`Watch it at\n${pages.map(([path, what]) => `  ${target.url}${path}  ${what}`).join('\n')}`);
    if (stop) write('Stop it with Ctrl-C.');
    shown.onNight(night);
  };
  try {
    const result = await playNight({ ...night, ...target, ...shown, onNight, progress, signal: interrupted.signal });
    close();
    write(summary(result).join('\n'));
    if (!isGood(result)) process.exitCode = 1;
    if (!stop || values.exit) return;
    write('The night is over; the server keeps running until Ctrl-C.');
    await untilInterrupted;
  } catch (error) {
    if (!interrupted.signal.aborted || !stop) throw error;
  } finally {
    close();
    await stop?.();
  }
}

await runCommand({ name: 'npm run demo', help, options }, main);
