/** `npm run replay`: plays a fight night to a server, with voters, and compares the votes with the tallies. */
import { type Arguments, address, BadArguments, flag, integer, runCommand, text } from '../common/cli/arguments.ts';
import { ConfigError } from '../server/config.ts';
import { findDevelopmentKey } from '../server/processes/development-key.ts';
import { playHelp, playOptions, readPlay } from './replay/arguments.ts';
import { ReplayRefused } from './replay/errors.ts';
import { startProgress } from './replay/progress.ts';
import { summary, table, View } from './replay/view.ts';

const help = `Plays a whole fight night to a server: the feed, voters and scorers. At the end it compares the acknowledged votes and
scorecards with the server's tallies. The same seed gives the same night and the same counts.

  npm run replay -- [--url http://localhost:8080] [--speed 60] [--seed 1] [--voters 500] [--from R2] …

  --url        scheme and host of the server (http://localhost:8080)
${playHelp}
  --feed-key   key of the feed (FEED_KEY, or the development key of this machine)
  --patience   seconds without a successful request after which it gives up (120)
  --clear      also clears the event's feed and votes in the Redis of REDIS_URL
  --json       prints the result as one line of JSON, and nothing else
  --help       this text

On the development server of this machine, the event's feed and votes in the embedded Redis are cleared first. Elsewhere a
night can be played once, because rounds never open again. All voters share one address: start the server with
RATE_WRITES=0 and NEW_CLIENTS_PER_MINUTE=0, or its rate limits slow them down.

Ends with 0 when every vote and scorecard is counted once, 1 when not or when the server refuses, 2 when called wrongly.
`;

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
  const own = await findDevelopmentKey(url);
  const feedKey = options.feedKey ?? (process.env.FEED_KEY?.trim() || own);
  if (!feedKey) throw new ReplayRefused('The feed needs a key: give it with --feed-key or FEED_KEY.');
  // Loaded here, since the help needs nothing of it.
  const { createClearEvent } = await import('./replay/clear.ts');
  const { replay } = await import('./replay/replay.ts');
  const clearEvent = await createClearEvent(process.env, url, feedKey === own, mayClear).catch((error: Error) => {
    throw error instanceof ConfigError ? new BadArguments(error.message) : error;
  });

  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new ReplayRefused('Stopped before the end of the night.')));
  process.once('SIGTERM', () => interrupted.abort(new ReplayRefused('Stopped before the end of the night.')));
  const progress = startProgress();
  const title = `Fight night with seed ${options.seed} at ${options.speed} × on ${url.origin}, ${options.voters} voters`;
  const view = isJson ? undefined : new View(process.stdout, progress, title);
  try {
    const result = await replay({
      ...options,
      url: url.origin,
      feedKey,
      clearEvent,
      progress,
      signal: interrupted.signal,
      ...(view && { onNight: view.showNight, onPost: view.showPost }),
    });
    view?.close();
    const lines = isJson ? [JSON.stringify(result)] : [...table(result), ...summary(result)];
    process.stdout.write(`${lines.join('\n')}\n`);
    if (!result.isGood) process.exitCode = 1;
  } finally {
    view?.close();
  }
}

await runCommand({ name: 'npm run replay', help, options }, main);
