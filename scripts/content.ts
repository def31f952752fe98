/** `npm run content`: publishes and changes content. The verbs are in content/verbs.ts. */
import { readConfig } from '../server/config.ts';
import type { EmbeddedRedis } from '../server/embedded/embedded.ts';
import { connect } from '../server/store/redis/connection/connect.ts';
import { runContent } from './content/run.ts';

/** An embedded Redis that takes longer than this to stop finishes by itself. */
const stopMs = 700;

let embedded: Promise<EmbeddedRedis> | undefined;

async function redisUrl(): Promise<string> {
  const { redisUrl: given, dataDir } = readConfig({ ...process.env, NODE_ENV: 'development' });
  if (given !== undefined) return given;
  const { openEmbeddedRedis } = await import('../server/embedded/embedded.ts');
  embedded = openEmbeddedRedis({ dataDir, report: console.error });
  return (await embedded).url;
}

const closeRedis = async () => (await embedded?.catch(() => undefined))?.close();

const interrupt = () => {
  setTimeout(() => process.exit(130), stopMs);
  closeRedis().finally(() => process.exit(130));
};
process.once('SIGINT', interrupt).once('SIGTERM', interrupt);

const { stdin, stdout, stderr, env } = process;
process.exitCode = await runContent(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  env,
  isTerminal: stderr.isTTY,
  connect: async () => connect(await redisUrl()),
});
// Standard input that was not read to its end would keep the process alive.
stdin.destroy();
await closeRedis();
