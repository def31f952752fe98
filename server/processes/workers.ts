import cluster from 'node:cluster';
import type { Logger } from 'pino';
import type { Monitoring } from '../monitoring/monitoring.ts';
import { boundConnections, maxWaitingConnections } from './connection-queue.ts';
import { descriptorLimit } from './descriptors.ts';
import { replacesVariable, type WorkerStatus } from './messages.ts';
import { SharedReplies } from './shared-replies.ts';
import { NoWorkers } from './startup-error.ts';
import { type Ended, WorkerHandle } from './worker-handle.ts';

export interface WorkersOptions {
  count: number;
  env: Record<string, string>;
  /** Feed keys as lines, for a worker that replaces one that died; undefined: it reads them itself. */
  keysOfReplacement: () => string | undefined;
  log: Logger;
  /** Maximum bytes of the cached replies of all workers; 0 disables this cache. */
  replyBytes: number;
  monitoring: Monitoring | undefined;
}

/** A worker that exits sooner than this counts as a failed start. */
const quickEndMs = 10_000;
const maxFailures = 5;
const maxPauseMs = 5_000;
const pauseMs = (failures: number) => (failures < 2 ? 0 : Math.min(50 * 2 ** failures, maxPauseMs));

const memoryEveryMs = 600_000;

/**
 * Keeps worker processes running. The primary accepts connections and hands them out in turn, so that workers can be
 * replaced. If the workers accepted connections themselves, one of two got up to 62 of 64.
 */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #workers = new Set<WorkerHandle>();
  readonly #started = Promise.withResolvers<string>();
  readonly #failed = Promise.withResolvers<never>();
  #isStarted = false;
  #isClosing = false;
  #restarted: Promise<void> = Promise.resolve();
  readonly #timer: NodeJS.Timeout;
  readonly #replies: SharedReplies | undefined;
  readonly #stopBounding: () => void;

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.#replies = options.replyBytes > 0 ? new SharedReplies(options.replyBytes) : undefined;
    cluster.schedulingPolicy = cluster.SCHED_RR;
    this.#stopBounding = boundConnections({
      maxGiven: 2 * options.count,
      maxWaiting: maxWaitingConnections(descriptorLimit()),
    });
    options.monitoring?.onCollect(() => {
      for (const worker of this.#workers) worker.send({ kind: 'collect' });
    });
    cluster.setupPrimary({ args: [] });
    this.#timer = setInterval(() => options.log.info({ workers: this.list() }, 'memory'), memoryEveryMs);
    this.#timer.unref();
    process.on('exit', () => {
      for (const worker of this.#workers) worker.kill();
    });
  }

  /**
   * @returns their address, once all answer requests.
   * @throws {NoWorkers} as `failed` does.
   */
  start(): Promise<string> {
    for (let index = 0; index < this.#options.count; index++) this.#fork(0);
    return Promise.race([this.#started.promise, this.failed]);
  }

  /** Rejects with `NoWorkers` when no worker stays up and starting more would not help. */
  get failed(): Promise<never> {
    return this.#failed.promise;
  }

  list(): WorkerStatus[] {
    return this.#answering().map(({ pid, rssMiB, startMs }) => ({ pid, rssMiB, startMs }));
  }

  /** Replaces all workers one by one; each stops once its successor answers. Overlapping calls run in sequence. */
  readonly restart = (): Promise<void> => {
    this.#restarted = this.#restarted.then(() => this.#restartAll());
    return this.#restarted;
  };

  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    await Promise.all([...this.#workers].map((worker) => worker.stop(false)));
    this.#stopBounding();
  }

  #answering(): WorkerHandle[] {
    return [...this.#workers].filter(({ url }) => url !== undefined);
  }

  #fork(
    failures: number,
    { isWanted = true, feedKeys }: { isWanted?: boolean; feedKeys?: string | undefined } = {},
  ): WorkerHandle {
    const hasOthers = () => this.#answering().some((other) => other !== worker);
    // Once the server is up, a new worker does not wait for a slow Redis.
    const env = { ...this.#options.env, ...(this.#isStarted && { [replacesVariable]: '1' }) };
    const worker: WorkerHandle = new WorkerHandle({
      env,
      failures,
      isWanted,
      hasOthers,
      replies: this.#replies,
      monitoring: this.#options.monitoring,
      feedKeys,
    });
    this.#workers.add(worker);
    worker.ready.then(
      () => this.#onReady(worker),
      () => undefined,
    );
    worker.ended.then((how) => this.#onEnded(worker, how));
    return worker;
  }

  #onReady({ url = '', pid }: WorkerHandle): void {
    this.#options.monitoring?.primary.workerStarted();
    this.#reportCount();
    if (this.#isStarted) this.#options.log.info({ worker: pid, workers: this.list() }, 'a worker is ready');
    else if (this.#answering().length === this.#options.count) {
      this.#isStarted = true;
      this.#started.resolve(url);
    }
  }

  #reportCount(): void {
    this.#options.monitoring?.setWorkers(this.#answering().length, this.#options.count);
  }

  #onEnded(worker: WorkerHandle, { code, signal, reason }: Ended): void {
    this.#workers.delete(worker);
    this.#options.monitoring?.workerEnded(worker.pid, worker.isWanted ? 'died' : 'replaced');
    this.#reportCount();
    if (!worker.isWanted || this.#isClosing) return;
    const isQuick = Date.now() - worker.startedMs < quickEndMs;
    const failures = isQuick ? worker.failures + 1 : 0;
    // An error at the first start, such as a port in use, concerns every worker.
    if (reason !== undefined && !this.#isStarted) {
      this.#fail(reason);
      return;
    }
    this.#options.log.error({ worker: worker.pid, code, signal, reason, failures }, 'a worker ended');
    // While others answer, keep going with fewer workers.
    if (failures >= maxFailures && this.#answering().length === 0) {
      const last = `${signal ?? `code ${code}`}${reason === undefined ? '; see their output above.' : `: ${reason}`}`;
      this.#fail(`${failures} workers in a row ended right after their start, the last with ${last}`);
      return;
    }
    const replace = () => this.#fork(failures, { feedKeys: this.#options.keysOfReplacement() });
    setTimeout(() => !this.#isClosing && replace(), pauseMs(failures));
  }

  #fail(message: string): void {
    this.#isClosing = true;
    this.#failed.reject(new NoWorkers(message));
  }

  async #restartAll(): Promise<void> {
    const { log } = this.#options;
    for (const old of this.#answering()) {
      // A worker that ended meanwhile has been replaced already.
      if (!this.#workers.has(old) || this.#isClosing) continue;
      const next = this.#fork(0, { isWanted: false });
      try {
        await next.ready;
      } catch {
        const { code, signal, reason } = await next.ended;
        log.error(
          { code, signal, reason },
          'restart aborted: a new worker cannot start, the old ones keep running: fix the reason, then send SIGHUP again',
        );
        return;
      }
      next.isWanted = true;
      await old.stop(true);
    }
    if (!this.#isClosing) log.info({ workers: this.list() }, 'all workers are replaced');
  }
}
