import { setTimeout as sleep } from 'node:timers/promises';
import type { DestinationStream } from 'pino';
import { isForPeople } from '../../common/cli/log-format.ts';
import { families, familyNames } from '../../contracts/families.ts';
import { version } from '../../contracts/version.ts';
import { readConfig } from '../config.ts';
import { openRedis } from '../embedded/open-redis.ts';
import { Monitoring } from '../monitoring/monitoring.ts';
import { createRegistry } from '../monitoring/registry.ts';
import { checkPermissions } from '../store/check-permissions.ts';
import { RedisUnreachable } from '../store/redis/connection/connect.ts';
import { withRetry } from '../store/redis/with-retry.ts';
import { openDevelopmentKey } from './development-key.ts';
import { createLog, openStandardOutput } from './log.ts';
import { openStore } from './open-store.ts';
import { publishSample } from './publish-sample.ts';
import { releaseStartMemory } from './release-memory.ts';
import { serveHere, serveWithWorkers } from './serve.ts';
import { Shutdown } from './shutdown.ts';
import { watchStore } from './watch-store.ts';

const pauseMs = 250;
const reportMs = 5_000;

/**
 * Opens Redis, and tries again while it is unreachable.
 *
 * @param options.seconds for how long; 0: only once.
 * @throws {RedisUnreachable} of the last attempt.
 */
async function waitForRedis<T>(
  open: () => Promise<T>,
  options: { seconds: number; signal: AbortSignal; onWait: () => void; report: (line: string) => void },
): Promise<T> {
  const endMs = performance.now() + options.seconds * 1_000;
  let reportedMs = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      const nowMs = performance.now();
      if (!(error instanceof RedisUnreachable) || nowMs >= endMs || options.signal.aborted) throw error;
      options.onWait();
      if (nowMs - reportedMs >= reportMs) {
        const seconds = Math.ceil((endMs - nowMs) / 1_000);
        options.report(`${error.message} Waiting for up to ${seconds} s more (REDIS_WAIT_SECONDS).`);
        reportedMs = nowMs;
      }
      await sleep(pauseMs, undefined, { signal: options.signal }).catch(() => {
        throw error;
      });
    }
  }
}

/** Prints the addresses of the server for people at a terminal. */
function announce(
  output: DestinationStream,
  options: { url: string; urls: string[]; key: { key: string; file: string } | undefined; admin: string | undefined },
): void {
  const { url, urls, key, admin } = options;
  output.write(`Fightcard is ready: ${urls.join('  ')}\n`);
  output.write(`In a browser: ${url}/  ${url}/board\n`);
  if (admin) output.write(`Metrics and probes: ${admin}/metrics  /livez  /readyz\n`);
  if (key) output.write(`Development feed key: ${key.key} (in ${key.file})\n`);
}

/** Starts the server; returns when it has ended. */
export async function start(values: { 'no-sample'?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const unwritten = { repeated: 0, output: 0 };
  const output = openStandardOutput(unwritten);
  const forPeople = isForPeople(config.logFormat);
  const log = createLog(config.logLevel, output, forPeople, unwritten);

  const registry = createRegistry(unwritten);
  const isConfigured = Boolean(process.env.ADMIN_PORT?.trim());
  const monitors = Monitoring.open(config, { isConfigured, registry, log });
  // It is awaited below, once Redis is open.
  monitors.catch(() => undefined);
  const shutdown = new Shutdown(log);
  process.stderr.on('error', () => undefined);
  const report = (line: string) => void process.stderr.write(`${line}\n`);
  const { signal } = shutdown;
  const onWait = () => monitors.then((monitoring) => monitoring?.setState('waiting for Redis')).catch(() => undefined);
  const opening = waitForRedis(() => openRedis({ ...config, check: checkPermissions, log, report, signal }), {
    seconds: config.redisWaitSeconds,
    signal,
    onWait,
    report,
  });
  // From now on the embedded Redis stops with this process.
  shutdown.close = async () => (await opening.catch(() => undefined))?.close();
  const redis = await opening.catch((error: unknown) => {
    if (!shutdown.signal.aborted) throw error;
  });
  if (!redis) return;
  try {
    const hasKeys = config.feedKeys.length > 0 || config.feedKeysFile !== undefined;
    const key = hasKeys ? undefined : await openDevelopmentKey(config.dataDir);
    if (key) config.feedKeys.push(key.feedKey);
    const monitoring = await monitors;
    // A primary with workers does not load the operations.
    const metrics =
      config.workers === 1
        ? new (await import('../monitoring/request-metrics.ts')).RequestMetrics(registry)
        : undefined;
    const store = openStore(config, redis, metrics);
    await withRetry(() => store.prepare(), report);
    const servesSample = !values['no-sample'] && !config.production;
    if (servesSample) await publishSample(store, { pictures: config.samplePictures, now: config.sampleNow, report });

    const server = metrics
      ? await serveHere({ config, store, servesSample, log, monitoring, metrics })
      : await serveWithWorkers({
          config,
          redisUrl: redis.url,
          servesSample,
          developmentKey: key?.feedKey,
          log,
          monitoring,
        });
    shutdown.finish = async () => {
      // Load balancers notice while new connections are still accepted.
      monitoring?.setState('draining');
      await sleep(config.drainSeconds * 1_000);
      await server.close();
    };
    shutdown.restart = server.restart ?? 'single';
    const starting = server.start();
    if (config.workers > 1) releaseStartMemory();
    const url = await starting;
    const urls = familyNames.map((family) => url + families[family].prefix);
    const workers = server.list();
    if (!signal.aborted) monitoring?.setState('serving');
    watchStore(store, { connections: redis, log, metrics: monitoring?.primary });
    const about = {
      version,
      redis: config.redisUrl ? 'REDIS_URL' : 'embedded',
      feedKeyFile: key?.file,
      admin: monitoring?.url,
    };
    if (forPeople) announce(output, { url, urls, key, admin: monitoring?.url });
    else log.info({ urls, ...about, workers }, 'ready');
    await server.failed;
  } catch (error) {
    // A shutdown meanwhile has logged its reason.
    if (shutdown.signal.aborted) return;
    await redis.close();
    throw error;
  }
}
