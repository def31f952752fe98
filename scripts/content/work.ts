/** The thread that runs a verb of `npm run content`; the main thread handles signals. See ../content.ts. */
import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { asksForHelp } from '../../contracts/command-line/arguments.ts';
import { ConfigError, readConfig } from '../../server/config.ts';
import { ContentRefused } from '../../server/content/checking/error-summary.ts';
import { BadPath } from '../../server/content/reading/bad-path.ts';
import { createStore, NoSuchGeneration, PublishInProgress, type Store } from '../../server/store/index.ts';
import { connect } from '../../server/store/redis/connection/connect.ts';
import { printRefusal, Usage } from './output.ts';
import { findVerb, formatHelp, help, parseArguments } from './verbs.ts';

/** The main thread's answer to a request for Redis. */
export type RedisAnswer = { url: string } | { error: string };

function generationsKept(): number {
  const given = process.env.GENERATIONS_KEPT?.trim() || '3';
  if (!/^[1-9]\d{0,2}$/.test(given)) throw new ConfigError(['GENERATIONS_KEPT: must be an integer from 1 to 999']);
  return Number(given);
}

/** Redis belongs to the main thread, which stops it when this one ends. */
async function redisUrl(): Promise<string> {
  parentPort?.postMessage('redis');
  const [answer] = (await once(parentPort as NonNullable<typeof parentPort>, 'message')) as [RedisAnswer];
  if ('error' in answer) throw new Error(answer.error);
  return answer.url;
}

/** Runs an action on the configured store. */
async function withStore<T>(action: (store: Store) => Promise<T>): Promise<T> {
  // Not `production`, which also needs feed keys; the settings used here are the same in both.
  const config = readConfig({ ...process.env, NODE_ENV: 'development' });
  const settings = { buckets: config.voteBuckets, generationsKept: generationsKept() };
  const connections = await connect(await redisUrl());
  try {
    const store = createStore({ ...connections, settings });
    await store.prepare();
    return await action(store);
  } finally {
    connections.close();
  }
}

/** @returns the exit code. */
function reportError(error: unknown, json: boolean): number {
  const exitCode = error instanceof Usage ? 2 : error instanceof PublishInProgress ? 3 : 1;
  const message = error instanceof Error ? error.message : String(error);
  if (json) {
    const faults =
      error instanceof ContentRefused ? { faults: error.summary.first, faultCount: error.summary.count } : {};
    console.log(JSON.stringify({ error: message, ...faults }));
  } else if (error instanceof Usage) {
    console.error(`content: ${message}\nTry: npm run content -- --help`);
  } else if (error instanceof ContentRefused) {
    printRefusal(error.summary);
  } else if (error instanceof ConfigError) {
    console.error(error.errors.join('\n'));
  } else {
    const plain = error instanceof BadPath || error instanceof NoSuchGeneration || error instanceof PublishInProgress;
    console.error(plain ? message : `${message.replace(/[.\s]*$/, '')}.`);
  }
  return exitCode;
}

async function main(): Promise<number> {
  const [name, ...args] = process.argv.slice(2);
  if (name === '--help' || name === '-h') {
    console.log(help);
    return 0;
  }
  let json = args.includes('--json');
  try {
    const verb = findVerb(name);
    if (asksForHelp(args)) {
      console.log(formatHelp(verb));
      return 0;
    }
    const command = parseArguments(verb, args);
    json = command.json;
    const result = await command.run(withStore);
    if (json) console.log(JSON.stringify(result.json));
    else for (const line of result.lines) console.log(line);
    return result.exitCode ?? 0;
  } catch (error) {
    return reportError(error, json);
  }
}

// Ends the thread even when standard input was not read to its end.
process.exit(await main());
