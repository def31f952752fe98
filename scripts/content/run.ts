import { asksForHelp } from '../../common/cli/arguments.ts';
import { ConfigError, readConfig } from '../../server/config.ts';
import { ContentRefused } from '../../server/content/checking/error-summary.ts';
import { BadPath } from '../../server/content/reading/bad-path.ts';
import type { Store } from '../../server/store/index.ts';
import type { Connections } from '../../server/store/redis/connection/connect.ts';
import { printRefusal, Usage } from './output.ts';
import type { Surroundings } from './verb.ts';
import { findVerb, formatHelp, help, parseArguments } from './verbs.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Standard streams, and where the settings and Redis come from. */
export interface Shell extends Omit<Surroundings, 'withStore'> {
  env: Environment;
  /** Called when a verb needs the store; starts Redis where necessary. */
  connect(): Promise<Connections>;
}

function generationsKept(env: Environment): number {
  const given = env.GENERATIONS_KEPT?.trim() || '3';
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
    const { createStore } = await import('../../server/store/index.ts');
    const store = createStore({ ...connections, settings });
    await store.prepare();
    return await action(store);
  } catch (error) {
    const { nameAwayMasters } = await import('../../server/store/name-away-masters.ts');
    throw await nameAwayMasters(error, config.redisUrl);
  } finally {
    connections.close();
  }
}

/** Errors of the store, imported late: a wrong call does not wait for them. */
async function storeErrors() {
  const { NoSuchGeneration } = await import('../../server/store/content/diff.ts');
  const { PublishInProgress } = await import('../../server/store/content/publish.ts');
  return { NoSuchGeneration, PublishInProgress };
}

async function exitCodeOf(error: unknown): Promise<number> {
  if (error instanceof Usage) return 2;
  return error instanceof (await storeErrors()).PublishInProgress ? 3 : 1;
}

/** @returns the exit code. */
async function reportError({ stdout, stderr }: Shell, error: unknown, json: boolean): Promise<number> {
  const message = error instanceof Error ? error.message : String(error);
  if (json) {
    const faults =
      error instanceof ContentRefused ? { faults: error.summary.first, faultCount: error.summary.count } : {};
    stdout.write(`${JSON.stringify({ error: message, ...faults })}\n`);
  } else if (error instanceof Usage) {
    stderr.write(`content: ${message}\nTry: npm run content -- --help\n`);
  } else if (error instanceof ContentRefused) {
    printRefusal(stderr, error.summary);
  } else if (error instanceof ConfigError) {
    stderr.write(`${error.errors.join('\n')}\n`);
  } else {
    const { NoSuchGeneration, PublishInProgress } = await storeErrors();
    const plain = error instanceof BadPath || error instanceof NoSuchGeneration || error instanceof PublishInProgress;
    stderr.write(`${plain ? message : `${message.replace(/[.\s]*$/, '')}.`}\n`);
  }
  return exitCodeOf(error);
}

/** Runs a command line of `npm run content`. @returns the exit code. */
export async function runContent([name, ...args]: string[], shell: Shell): Promise<number> {
  const { stdout } = shell;
  if (name === '--help' || name === '-h') {
    stdout.write(`${help}\n`);
    return 0;
  }
  let json = args.includes('--json');
  try {
    const verb = findVerb(name);
    if (asksForHelp(args)) {
      stdout.write(`${await formatHelp(verb)}\n`);
      return 0;
    }
    const command = parseArguments(verb, args);
    json = command.json;
    const result = await command.run({ ...shell, withStore: (action) => withStore(shell, action) });
    for (const line of json ? [JSON.stringify(result.json)] : result.lines) stdout.write(`${line}\n`);
    return result.exitCode ?? 0;
  } catch (error) {
    return reportError(shell, error, json);
  }
}
