/** The thread that does what `npm run content` is asked for; the one that started it takes signals. See ../content.ts. */
import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { asksForHelp, nearest } from '../../contracts/command-line/arguments.ts';
import { ConfigError, readConfig } from '../../server/config.ts';
import { ContentRefused } from '../../server/content/publish.ts';
import { BadPath } from '../../server/content/read.ts';
import { createStore, NoSuchGeneration, PublishInProgress, type Store } from '../../server/store/index.ts';
import { connect } from '../../server/store/redis/connection/connect.ts';
import { help, helpOf, type Verb, verbs } from './help.ts';
import { printRefused, Usage } from './output.ts';
import { parseVerb } from './verbs.ts';

/** What the other thread answers when asked for Redis. */
export type RedisAnswer = { url: string } | { error: string };

const isVerb = (name: string | undefined): name is Verb => name !== undefined && name in verbs;

function generationsKept(): number {
  const given = process.env.GENERATIONS_KEPT?.trim() || '3';
  if (!/^[1-9]\d{0,2}$/.test(given)) throw new ConfigError(['GENERATIONS_KEPT: must be an integer from 1 to 999']);
  return Number(given);
}

/** Redis belongs to the other thread, which stops it when this one is ended. */
async function redisUrl(): Promise<string> {
  parentPort?.postMessage('redis');
  const [answer] = (await once(parentPort as NonNullable<typeof parentPort>, 'message')) as [RedisAnswer];
  if ('error' in answer) throw new Error(answer.error);
  return answer.url;
}

/** Runs an action on the store of the configuration. */
async function withStore<T>(action: (store: Store) => Promise<T>): Promise<T> {
  // What content needs of the configuration is the same in production, where a server also needs feed keys.
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

function explain(error: unknown, json: boolean): number {
  const exitCode = error instanceof Usage ? 2 : error instanceof PublishInProgress ? 3 : 1;
  const message = error instanceof Error ? error.message : String(error);
  if (json) {
    const faults = error instanceof ContentRefused ? { faults: error.details, faultCount: error.count } : {};
    console.log(JSON.stringify({ error: message, ...faults }));
  } else if (error instanceof Usage) {
    console.error(`content: ${message}\nTry: npm run content -- --help`);
  } else if (error instanceof ContentRefused) {
    printRefused(error.found);
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
    if (!isVerb(name)) {
      const meant = name && `the nearest is ${nearest(name, [...Object.keys(verbs), '--help'])}`;
      throw new Usage(name ? `there is no verb ${name}; ${meant}` : 'a verb is missing');
    }
    if (asksForHelp(args)) {
      console.log(helpOf(name));
      return 0;
    }
    const verb = parseVerb(name, args);
    json = verb.json;
    const done = await verb.run(withStore);
    if (json) console.log(JSON.stringify(done.json));
    else for (const line of done.lines) console.log(line);
    return done.exitCode ?? 0;
  } catch (error) {
    return explain(error, json);
  }
}

// Ends the thread also when nobody has read standard input to its end.
process.exit(await main());
