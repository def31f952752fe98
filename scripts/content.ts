import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../server/config.ts';
import { ContentRefused, publishFiles } from '../server/content/publish.ts';
import { BadPath, contentSources } from '../server/content/read.ts';
import { openRedis } from '../server/redis/open.ts';
import { createStore } from '../server/store/index.ts';

const help = `Usage: content publish <folder | file…>

Publishes content files. A file is named after its collection and holds an array of records (.json) or one record
per line (.ndjson): fighters, events, news, media, octagon_girls, alerts, pages, translations, stats.
The collections given are replaced as a whole and at once; the others stay. Nothing changes unless every record fits.

Examples:
  npm run content -- publish content/
  npm run content -- publish fighters.json events.ndjson
  REDIS_URL=redis://redis.example.com:6379 npm run content -- publish content/

Environment:
  REDIS_URL   Redis to publish to; without it the embedded one, which is started when no server runs
  DATA_DIR    folder of the embedded Redis (.data)

Ends with 0 when published, 1 when the content or the store refused, 2 when called wrongly.`;

function usage(message: string): never {
  console.error(`content: ${message}\nTry: npm run content -- --help`);
  process.exit(2);
}

function parse(): string[] {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' } },
    });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    const [command, ...paths] = positionals;
    if (command !== 'publish') usage(command ? `there is no command ${command}` : 'a command is missing');
    if (paths.length === 0) usage('publish needs a folder or files');
    return paths;
  } catch (error) {
    return usage((error as Error).message);
  }
}

async function publish(paths: readonly string[]): Promise<void> {
  // What a publish needs of the configuration is the same in production, where a server also needs feed keys.
  const config = readConfig({ ...process.env, NODE_ENV: 'development' });
  // A wrong path is said before a Redis is started for it.
  await contentSources(paths);
  const redis = await openRedis({ ...config, report: console.error });
  const interrupted = () => redis.close().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const store = createStore({ ...redis, settings: { buckets: config.voteBuckets } });
    await store.prepare();
    const published = await publishFiles(store, paths);
    const counts = [...published].map(([collection, count]) => `${count} ${collection}`);
    console.log(`Published ${counts.join(', ')}.`);
  } finally {
    await redis.close();
  }
}

const paths = parse();
try {
  await publish(paths);
} catch (error) {
  if (error instanceof ContentRefused) {
    for (const fault of error.faults) console.error(fault);
    if (error.count > error.faults.length) console.error(`and ${error.count - error.faults.length} more`);
    console.error(`Nothing was published: ${error.count} ${error.count === 1 ? 'fault' : 'faults'} in the content.`);
  } else if (error instanceof BadPath || error instanceof ConfigError) {
    console.error(error.message);
  } else {
    console.error(error instanceof Error ? error.message : error);
  }
  process.exitCode = 1;
}
