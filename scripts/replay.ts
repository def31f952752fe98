/** `npm run replay`: plays a fight night to a server, with its audience, and compares what was cast with the tallies. */
import { type Arguments, address, flag, integer, runCommand, text } from '../contracts/command-line/arguments.ts';
import { readDevelopmentKey } from '../server/processes/development-key.ts';
import { playHelp, playOptions, readPlay } from './replay/arguments.ts';
import { forgetHere, isThisMachine } from './replay/clear.ts';
import { ReplayRefused } from './replay/errors.ts';
import { startProgress } from './replay/progress.ts';
import { replay } from './replay/replay.ts';
import { createView, summary, table } from './replay/view.ts';

const help = `Plays a whole fight night to a server: the feed, voters and scorers. At the end it compares what was acknowledged with
the server's tallies. The same seed gives the same night and the same counts.

  npm run replay -- [--url http://localhost:8080] [--speed 60] [--seed 1] [--voters 500] [--from R2] …

  --url        scheme and host of the server (http://localhost:8080)
${playHelp}
  --feed-key   key of the feed; default: FEED_KEY, else the development key of this machine
  --patience   seconds without any success after which it gives up (120)
  --clear      first clear the event's feed and votes in the Redis of REDIS_URL
  --json       print the result as one line of JSON, and nothing else
  --help       this text

What the development server of this machine holds of the event's feed and votes is cleared first, in its embedded Redis.
Elsewhere a night can be played once, since rounds never open again. Voters come from one address: start the server with
RATE_WRITES=0 and NEW_CLIENTS_PER_MINUTE=0, or they wait for its limits.

Exits with 0 when every vote and scorecard is counted once, 1 when not or when the server refuses, 2 when called wrongly.
`;

function fail(message: string, code: number): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
}

const options = { url: text, 'feed-key': text, patience: text, ...playOptions, clear: flag, json: flag } as const;

function read(values: Arguments<typeof options>['values']) {
  return {
    url: address('url', values.url ?? 'http://localhost:8080'),
    feedKey: values['feed-key'],
    patienceMs: integer('patience', values.patience, 1, 3600, 120) * 1000,
    mayClear: values.clear === true,
    isJson: values.json === true,
    ...readPlay(values),
  };
}

async function main(values: Arguments<typeof options>['values']): Promise<void> {
  const { url, mayClear, isJson, ...options } = read(values);
  const own = isThisMachine(url) ? await readDevelopmentKey(process.env.DATA_DIR ?? '.data') : undefined;
  const feedKey = options.feedKey ?? process.env.FEED_KEY ?? own;
  if (!feedKey) throw new ReplayRefused('The feed needs a key: give it with --feed-key or FEED_KEY.');
  const forget = await forgetHere(process.env, url, feedKey === own, mayClear);

  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new ReplayRefused('Stopped before the end of the night.')));
  process.once('SIGTERM', () => interrupted.abort(new ReplayRefused('Stopped before the end of the night.')));
  const progress = startProgress();
  const title = `Fight night with seed ${options.seed} at ${options.speed} × on ${url.origin}, ${options.voters} voters`;
  const view = isJson ? undefined : createView(process.stdout, progress, title);
  try {
    const result = await replay({
      ...options,
      ...{ url: url.origin, feedKey, forget, progress, signal: interrupted.signal },
      onNight: (night) => view?.night(night),
      onPost: (post) => view?.post(post),
    });
    view?.close();
    const lines = isJson ? [JSON.stringify(result)] : [...table(result), ...summary(result)];
    process.stdout.write(`${lines.join('\n')}\n`);
    if (!result.isGood) process.exitCode = 1;
  } finally {
    view?.close();
  }
}

try {
  await runCommand({ name: 'npm run replay', help, options }, main);
} catch (error) {
  if (error instanceof Error && error.name === 'ConfigError') fail(error.message, 2);
  else if (error instanceof ReplayRefused) fail(error.message, 1);
  else throw error;
}
