/** `npm run demo`: the server and a fight night to watch on it, in one command. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Arguments, flag, integer, runCommand, text } from '../contracts/command-line/arguments.ts';
import { ids } from '../contracts/world/index.ts';
import { readDevelopmentKey } from '../server/processes/development-key.ts';
import { playHelp, playOptions, readPlay } from './replay/arguments.ts';
import { forgetHere } from './replay/clear.ts';
import { ReplayRefused } from './replay/errors.ts';
import { startProgress } from './replay/progress.ts';
import { replay } from './replay/replay.ts';
import { createView, summary } from './replay/view.ts';

const help = `Starts a server and plays a fight night to it. The server goes on when the night is over, until Ctrl-C.

  npm run demo [-- --speed 60 --voters 500 --port 8080 …]

  --port       where the server listens (8080); 0 asks the system for a free one
${playHelp}
  --exit       end with the night, with 1 when not every vote and scorecard was counted once
  --help       this text

Its data lie in .data/demo, apart from those of npm start, so that a demo changes nothing there.
`;

/** What is good to look at while it runs. */
const pages = [
  ['/board', 'the night on one page'],
  ['/api/v3/mobile/live', 'what is on, in Spanish'],
  ['/api/v1/us/live', 'and in English'],
  [`/api/v1/us/fight_metrics/live_event/${ids.liveEventStatid}`, 'the feed of the sample event'],
  [`/api/v3/mobile/events/round_scoring/${ids.liveEvent}`, 'what its audience scores'],
] as const;

function fail(message: string, code: number): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
}

interface Server {
  url: string;
  stop(): Promise<void>;
}

/** @throws {ReplayRefused} with what the server said when it ended instead. */
async function startServer(dataDir: string, port: number): Promise<Server> {
  const { REDIS_URL: _, FEED_KEYS: __, FEED_KEYS_FILE: ___, PUBLIC_URL: ____, ...inherited } = process.env;
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(new URL('../server/main.js', import.meta.url))], {
    // All voters come from one address.
    env: {
      ...inherited,
      ...{ DATA_DIR: dataDir, PORT: String(port), RATE_WRITES: '0', NEW_CLIENTS_PER_MINUTE: '0' },
      ...{ LOG_LEVEL: 'error', NODE_ENV: 'development' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = Promise.withResolvers<string>();
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
    const url = /ready: (http:\/\/localhost:\d+)\//.exec(output)?.[1];
    if (url) ready.resolve(url);
  });
  child.once('error', ready.reject);
  ended.then(() => ready.reject(new ReplayRefused('The server did not start.')));
  return {
    url: await ready.promise,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

const options = { port: text, ...playOptions, exit: flag } as const;

async function main(values: Arguments<typeof options>['values']): Promise<void> {
  const port = integer('port', values.port, 0, 65_535, 8080);
  const endsWithNight = values.exit === true;
  const play = readPlay(values);
  const interrupted = new AbortController();
  const untilInterrupted = new Promise<void>((resolve) =>
    interrupted.signal.addEventListener('abort', () => resolve()),
  );
  // A terminal and npm both send the signal of one Ctrl-C, and to the server, too.
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => interrupted.abort(new ReplayRefused('Stopped.')));

  const dataDir = join(process.env.DATA_DIR ?? '.data', 'demo');
  const server = await startServer(dataDir, port);
  const progress = startProgress();
  const title = `Watch it at\n${pages.map(([path, what]) => `  ${server.url}${path}  ${what}`).join('\n')}\nStop it with Ctrl-C.\n`;
  const view = createView(process.stdout, progress, title);
  try {
    const feedKey = (await readDevelopmentKey(dataDir)) ?? '';
    const url = new URL(server.url);
    const forget = await forgetHere({ DATA_DIR: dataDir }, url, true);
    const result = await replay({
      ...play,
      ...{ url: server.url, feedKey, forget, progress, signal: interrupted.signal },
      onNight: (night) => view.night(night),
      onPost: (post) => view.post(post),
    });
    view.close();
    process.stdout.write(`${summary(result).join('\n')}\n`);
    if (!result.isGood) process.exitCode = 1;
    if (endsWithNight) return;
    process.stdout.write('The night is over; the server goes on until Ctrl-C.\n');
    await untilInterrupted;
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
  } finally {
    view.close();
    await server.stop();
  }
}

try {
  await runCommand({ name: 'npm run demo', help, options }, main);
} catch (error) {
  if (error instanceof ReplayRefused) fail(error.message, 1);
  else throw error;
}
