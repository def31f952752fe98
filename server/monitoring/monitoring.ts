import { once } from 'node:events';
import module from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type AdminOptions, beatMs, type FromAdmin, type Report, type State, type ToAdmin } from './messages.ts';
import { PrimaryMetrics } from './primary-metrics.ts';
import { metricsOf } from './registry.ts';

/** The message is for the operator. */
export class AdminPortFailed extends Error {
  override name = 'AdminPortFailed';
}

const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 };

const startTimeoutMs = 60_000;

async function firstMessage(thread: Worker): Promise<FromAdmin> {
  try {
    const [message] = (await once(thread, 'message', { signal: AbortSignal.timeout(startTimeoutMs) })) as [FromAdmin];
    return message;
  } catch (error) {
    const { name, message } = error as Error;
    return { kind: 'failed', message: name === 'AbortError' ? `no answer within ${startTimeoutMs / 1000} s` : message };
  }
}

/** @throws {AdminPortFailed} */
async function openThread({ host, port }: { host: string; port: number }): Promise<{ thread: Worker; port: number }> {
  const folder = module.getCompileCacheDir();
  const workerData: AdminOptions = { host, port, compiled: folder && dirname(folder) };
  const thread = new Worker(new URL('./admin/thread.js', import.meta.url), { workerData, resourceLimits });
  const message = await firstMessage(thread);
  if (message.kind === 'listening') return { thread, port: message.port };
  await thread.terminate();
  const { code, message: why } = message.kind === 'failed' ? message : { code: undefined, message: message.kind };
  const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${why})`;
  throw new AdminPortFailed(
    `Port ${port} of ${host}, for metrics and probes, ${reason}: choose another with ADMIN_PORT, or none with ADMIN_PORT=off.`,
  );
}

/**
 * The admin port. A thread of the primary answers there, even while all event loops are busy; this class forwards the
 * reports of the processes to it.
 */
export class Monitoring {
  readonly url: string;
  readonly primary: PrimaryMetrics;
  readonly #thread: Worker;
  #collectFromWorkers = () => {};

  /**
   * If the port is in use and was not configured, this is most likely the second server of the machine: it runs without an admin port.
   *
   * @throws {AdminPortFailed}
   */
  static async open(
    { adminHost: host, adminPort: port }: { adminHost: string; adminPort: number | 'off' },
    { isConfigured, registry, log }: { isConfigured: boolean; registry: Registry; log: Logger },
  ): Promise<Monitoring | undefined> {
    if (port === 'off') return undefined;
    try {
      const opened = await openThread({ host, port });
      return new Monitoring(opened.thread, { host, port: opened.port, registry, log });
    } catch (error) {
      if (isConfigured || !(error instanceof AdminPortFailed)) throw error;
      log.warn(error.message);
      return undefined;
    }
  }

  private constructor(
    thread: Worker,
    { host, port, registry, log }: { host: string; port: number; registry: Registry; log: Logger },
  ) {
    this.#thread = thread;
    this.url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    this.primary = new PrimaryMetrics(registry);
    thread.on('error', (error) =>
      log.error({ err: error }, 'the admin port failed, so metrics and probes are unreachable: restart the server'),
    );
    thread.on('message', async ({ kind }: FromAdmin) => {
      if (kind !== 'collect') return;
      this.#collectFromWorkers();
      this.receive(process.pid, { kind: 'metrics', metrics: await metricsOf(registry) });
    });
    thread.unref();
    const beat = () => this.receive(process.pid, { kind: 'beat' });
    beat();
    setInterval(beat, beatMs).unref();
  }

  /** @param collect requests the metrics of the workers. */
  onCollect(collect: () => void): void {
    this.#collectFromWorkers = collect;
  }

  receive(pid: number, report: Report): void {
    this.#send({ ...report, pid });
  }

  /** The counts that a worker last reported remain in the sums. */
  workerEnded(pid: number, reason: 'replaced' | 'died'): void {
    this.primary.workerEnded(reason);
    this.#send({ kind: 'ended', pid });
  }

  setWorkers(ready: number, wanted: number): void {
    this.primary.workers(ready, wanted);
    this.#send({ kind: 'ready', count: ready });
  }

  setState(state: State): void {
    this.#send({ kind: 'state', state });
  }

  #send(message: ToAdmin): void {
    this.#thread.postMessage(message);
  }
}
