import { hostname, userInfo } from 'node:os';
import { asksForHelp, BadArguments, readArguments } from '../../common/cli/arguments.ts';
import { ConfigError, readConfig } from '../../server/config.ts';
import { BadPath, ContentRefused, closestWord, suggestion } from '../../server/content/errors.ts';
import { NoSuchGeneration } from '../../server/store/content/diff.ts';
import { PublishInProgress } from '../../server/store/content/publish.ts';
import { createStore, type Store } from '../../server/store/index.ts';
import type { Connections } from '../../server/store/redis/connection/connect.ts';
import { appendUnreachableMasters } from '../../server/store/redis/connection/unreachable-masters.ts';
import { type Output, ProgressBar, printErrors } from './output.ts';
import { type Values, type Verb, verbs } from './verbs.ts';

/** Standard streams, and where the settings and Redis come from. */
export interface Shell {
  /** Read for the path `-`. */
  stdin: AsyncIterable<Buffer>;
  stdout: Output;
  stderr: Output;
  /** Whether `stderr` is a terminal, which can draw a line again. */
  isTerminal: boolean;
  env: Readonly<Record<string, string | undefined>>;
  /** Called when a verb needs the store; starts Redis where necessary. */
  connect(): Promise<Connections>;
}

const footer = `Environment:
  REDIS_URL         Redis to work on; without it the embedded one, which is started when no server runs
  DATA_DIR          folder of the embedded Redis (.data)
  GENERATIONS_KEPT  publishes that can be rolled back to, the live one included (3)

Exit codes:
  0    done
  1    refused or failed: errors in the content, findings of audit, Redis unreachable or full; readers keep the old content
  2    wrong arguments
  3    another publish is running: nothing changed, try again
  130  interrupted: nothing changed`;

const help = `Usage: npm run content -- <verb> …

${Object.entries(verbs)
  .map(([name, { summary }]) => `  ${name.padEnd(9)} ${summary}`)
  .join('\n')}

npm run content -- <verb> --help explains a verb, with examples.

${footer}
`;

function findVerb(name: string | undefined): Verb {
  const verb = name !== undefined && Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (verb) return verb;
  const names = Object.keys(verbs);
  const expected = `expected one of ${names.join(', ')}`;
  if (name === undefined) throw new BadArguments(`missing verb: ${expected}`);
  const closest = closestWord(name, names);
  throw new BadArguments(`unknown verb "${name}"${closest === undefined ? `: ${expected}` : suggestion(closest)}`);
}

function generationsKept({ GENERATIONS_KEPT }: Shell['env']): number {
  const given = GENERATIONS_KEPT?.trim() || '3';
  if (!/^[1-9]\d{0,2}$/.test(given)) throw new ConfigError(['GENERATIONS_KEPT: must be an integer from 1 to 999']);
  return Number(given);
}

/** Runs an action on the configured store. */
async function withStore<T>({ env, connect }: Shell, action: (store: Store) => Promise<T>): Promise<T> {
  // Not `production`, which also needs feed keys; the settings used here are the same in both.
  const config = readConfig({ ...env, NODE_ENV: 'development' });
  const settings = { buckets: config.voteBuckets, generationsKept: generationsKept(env) };
  const connections = await connect();
  try {
    const store = createStore({ ...connections, settings });
    await store.prepare();
    return await action(store);
  } catch (error) {
    throw await appendUnreachableMasters(error, config.redisUrl);
  } finally {
    connections.close();
  }
}

function userName(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // A user id without a name, as in some containers.
    return hostname();
  }
}

/** @returns the exit code. */
function reportError({ stdout, stderr }: Shell, error: unknown, json: boolean): number {
  const message = error instanceof Error ? error.message : String(error);
  const isWrongCall = error instanceof BadArguments;
  if (json) {
    const { first: faults, count: faultCount } = error instanceof ContentRefused ? error.summary : {};
    stdout.write(`${JSON.stringify({ error: message, faults, faultCount })}\n`);
  } else if (isWrongCall) {
    stderr.write(`content: ${message}\nTry: npm run content -- --help\n`);
  } else if (error instanceof ContentRefused) {
    printErrors(stderr, error.summary);
  } else if (error instanceof ConfigError) {
    stderr.write(`${error.errors.join('\n')}\n`);
  } else {
    const isPlain = [BadPath, NoSuchGeneration, PublishInProgress].some((kind) => error instanceof kind);
    stderr.write(`${isPlain ? message : `${message.replace(/[.\s]*$/, '')}.`}\n`);
  }
  if (isWrongCall) return 2;
  return error instanceof PublishInProgress ? 3 : 1;
}

/** Runs a command line of `npm run content`. @returns the exit code. */
export async function runContent([name, ...args]: string[], shell: Shell): Promise<number> {
  const { stdin, stdout, stderr } = shell;
  if (name === '--help' || name === '-h') {
    stdout.write(help);
    return 0;
  }
  const json = args.includes('--json');
  const progress = new ProgressBar(shell, json);
  try {
    const verb = findVerb(name);
    if (asksForHelp(args)) {
      stdout.write(`${verb.help}\n\n${footer}\n`);
      return 0;
    }
    const { values, positionals } = readArguments(args, verb.options, 'names');
    const given = values as Values;
    const result = await verb.run(given, positionals, {
      stdin,
      stdout,
      stderr,
      progress,
      who: given.who ?? userName(),
      withStore: (action) => withStore(shell, action).finally(() => progress.end()),
    });
    for (const line of json ? [JSON.stringify(result.json)] : result.lines) stdout.write(`${line}\n`);
    return result.exitCode ?? 0;
  } catch (error) {
    return reportError(shell, error, json);
  }
}
