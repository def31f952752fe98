/** `npm run demo`: starts a server and plays a fight night on it to watch. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Arguments, flag, integer, runCommand, text } from '../common/cli/arguments.ts';
import { ids } from '../contracts/world/ids.ts';
import { readDevelopmentKey } from '../server/processes/development-key.ts';
import { playHelp, playOptions, readPlay } from './replay/arguments.ts';
import { ReplayRefused } from './replay/errors.ts';
import { startProgress } from './replay/progress.ts';
import { summary, View } from './replay/view.ts';

const help = `Starts a server and plays a fight night to it. After the night the server keeps running until Ctrl-C.

  npm run demo [-- --speed 60 --voters 500 --port 8080 …]

  --port       port of the server (8080); 0 lets the system choose
${playHelp}
  --exit       stops after the night
  --help       this text

Its data is in .data/demo, so a demo changes nothing in the data of npm start.

Ends with 0 when every vote and scorecard is counted once, 1 when not or when the server does not start, 2 when called
wrongly.
`;

/** Pages to watch while it runs. */
const pages = [
  ['/board', 'the night on one page'],
  ['/api/v3/mobile/live', 'live content in Spanish'],
  ['/api/v1/us/live', 'and in English'],
  [`/api/v1/us/fight_metrics/live_event/${ids.liveEventStatid}`, 'the feed of the sample event'],
  [`/api/v3/mobile/events/round_scoring/${ids.liveEvent}`, 'scorecards of its fans'],
] as const;

interface Server {
  url: string;
  stop(): Promise<void>;
}

/** @throws {ReplayRefused} when the server does not start; its output shows why. */
async function startServer(dataDir: string, port: number): Promise<Server> {
  const { REDIS_URL: _, FEED_KEYS: __, FEED_KEYS_FILE: ___, PUBLIC_URL: ____, ...inherited } = process.env;
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(new URL('../server/main.js', import.meta.url))], {
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
  // A terminal and npm both send the signal of one Ctrl-C, also to the server.
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => interrupted.abort(new ReplayRefused('Stopped.')));

  const dataDir = join(process.env.DATA_DIR?.trim() || '.data', 'demo');
  const server = await startServer(dataDir, port);
  const progress = startProgress();
  const title = `Watch it at\n${pages.map(([path, what]) => `  ${server.url}${path}  ${what}`).join('\n')}\nStop it with Ctrl-C.\n`;
  const view = new View(process.stdout, progress, title);
  try {
    const feedKey = (await readDevelopmentKey(dataDir)) ?? '';
    const url = new URL(server.url);
    const { createClearEvent } = await import('./replay/clear.ts');
    const { replay } = await import('./replay/replay.ts');
    const clearEvent = await createClearEvent({ DATA_DIR: dataDir }, url, true);
    const result = await replay({
      ...play,
      url: server.url,
      feedKey,
      clearEvent,
      progress,
      signal: interrupted.signal,
      onNight: view.showNight,
      onPost: view.showPost,
    });
    view.close();
    process.stdout.write(`${summary(result).join('\n')}\n`);
    if (!result.isGood) process.exitCode = 1;
    if (endsWithNight) return;
    process.stdout.write('The night is over; the server keeps running until Ctrl-C.\n');
    await untilInterrupted;
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
  } finally {
    view.close();
    await server.stop();
  }
}

await runCommand({ name: 'npm run demo', help, options }, main);
