/** `npm run content`: everything that is done with content from a command line. See content/help.ts. */
import { setFlagsFromString } from 'node:v8';
import { asksForHelp, nearest } from '../contracts/command-line.ts';
import { ConfigError, readConfig } from '../server/config.ts';
import { ContentRefused } from '../server/content/publish.ts';
import { BadPath } from '../server/content/read.ts';
import { openRedis } from '../server/redis/open.ts';
import { createStore, NoSuchGeneration, PublishInProgress, type Store } from '../server/store/index.ts';
import { help, helpOf, type Verb, verbs } from './content/help.ts';
import { printFaults, Usage } from './content/output.ts';
import { parseVerb } from './content/verbs.ts';

// Records stream through: what little is held does not need the heap that Node would let grow to 200 MB.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=10');

const isVerb = (name: string | undefined): name is Verb => name !== undefined && name in verbs;

function generationsKept(): number {
  const given = process.env.GENERATIONS_KEPT?.trim() || '3';
  if (!/^[1-9]\d{0,2}$/.test(given)) throw new ConfigError(['GENERATIONS_KEPT: must be an integer from 1 to 999']);
  return Number(given);
}

/** Runs an action on the store of the configuration; what was begun is undone when a signal comes. */
async function withStore<T>(action: (store: Store) => Promise<T>): Promise<T> {
  // What content needs of the configuration is the same in production, where a server also needs feed keys.
  const config = readConfig({ ...process.env, NODE_ENV: 'development' });
  const settings = { buckets: config.voteBuckets, generationsKept: generationsKept() };
  const redis = await openRedis({ ...config, report: console.error });
  const interrupted = () => redis.close().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const store = createStore({ ...redis, settings });
    await store.prepare();
    return await action(store);
  } finally {
    await redis.close();
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
    printFaults(error.details, error.count);
    console.error(`Nothing was published: ${error.count} ${error.count === 1 ? 'fault' : 'faults'} in the content.`);
  } else if (error instanceof ConfigError) {
    console.error(error.faults.join('\n'));
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

process.exitCode = await main();
