import { CommandFailed } from '../../common/cli/arguments.ts';
import type { Progress } from '../../server/backup/backup.ts';
import type { RedisClient } from '../../server/store/redis/connection/client.ts';
import { ProgressBar } from '../content/output.ts';

/** An embedded Redis that takes longer than this to stop finishes by itself. */
const stopMs = 2_000;

const interruptedCode = 130;

interface Surroundings {
  client: RedisClient;
  signal: AbortSignal;
  progress: Progress;
}

/** A sentence for the user; an error that nobody expected keeps its stack. */
async function describe(error: unknown, redisUrl: string | undefined): Promise<string> {
  const { BadBackup } = await import('../../server/backup/file.ts');
  const { describeFileError } = await import('../../server/content/errors.ts');
  const { describeStartupError } = await import('../../server/processes/startup-error.ts');
  if (error instanceof BadBackup) return error.message;
  const { syscall, path } = error as NodeJS.ErrnoException;
  if (syscall !== undefined && path !== undefined) return `${path}: ${describeFileError(error)}.`;
  const { appendUnreachableMasters } = await import('../../server/store/redis/connection/unreachable-masters.ts');
  return describeStartupError(await appendUnreachableMasters(error, redisUrl));
}

/**
 * Runs an action on the Redis of `REDIS_URL`, or on the embedded one, which it starts where it does not run. SIGINT and
 * SIGTERM end the action, and the exit code is then 130.
 *
 * @param afterInterrupt a sentence for the user about what an interrupted action has left.
 * @throws {CommandFailed}
 */
export async function withRedis(
  action: (surroundings: Surroundings) => Promise<void>,
  afterInterrupt: string,
): Promise<void> {
  const interrupt = new AbortController();
  const { signal } = interrupt;
  const onSignal = () => interrupt.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const { stderr } = process;
  const bar = new ProgressBar({ stderr, isTerminal: stderr.isTTY === true }, false);
  const report = (line: string) => void stderr.write(`${line}\n`);
  let redisUrl: string | undefined;
  let redis: { bulk: RedisClient; close(): Promise<void> } | undefined;
  try {
    const { readConfig } = await import('../../server/config.ts');
    const { openRedis } = await import('../../server/embedded/open-redis.ts');
    const config = readConfig({ ...process.env, NODE_ENV: 'development' });
    redisUrl = config.redisUrl;
    redis = await openRedis({ redisUrl, dataDir: config.dataDir, report, signal });
    const progress: Progress = (what, done, total) => bar.show(what, done, done, total);
    await action({ client: redis.bulk, signal, progress });
    bar.end();
  } catch (error) {
    bar.end();
    if (!signal.aborted) throw new CommandFailed(await describe(error, redisUrl));
    report(afterInterrupt);
    process.exitCode = interruptedCode;
  } finally {
    setTimeout(() => process.exit(), stopMs).unref();
    await redis?.close();
  }
}
