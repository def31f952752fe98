import cluster, { type Worker } from 'node:cluster';
import type { Report } from '../monitoring/messages.ts';
import type { Monitoring } from '../monitoring/monitoring.ts';
import { handOverConnections } from './connection-handover.ts';
import { type FromWorker, keysVariable, type ToWorker } from './messages.ts';
import type { SharedReplies } from './shared-replies.ts';

export interface Ended {
  code: number | null;
  signal: string | null;
  /** The reason that it reported for a failed start. */
  reason?: string;
}

/** Longer than a healthy worker needs to finish: 5 s, or 10 s when another takes over. */
const stopTimeoutMs = 12_000;

export class WorkerHandle {
  readonly pid: number;
  readonly startedMs = Date.now();
  /** How many predecessors in a row ended soon after their start. */
  readonly failures: number;
  /** Whether another worker must replace it when it ends. */
  isWanted: boolean;
  /** Its address; undefined until it answers requests. */
  url: string | undefined;
  rssMiB = 0;
  startMs = 0;
  /** Resolves when it answers requests; rejects when it ends first. */
  readonly ready: Promise<void>;
  readonly ended: Promise<Ended>;
  readonly #worker: Worker;
  /** Whether it receives messages. */
  #hasStarted = false;

  constructor(options: {
    env: Record<string, string>;
    failures: number;
    isWanted: boolean;
    hasOthers: () => boolean;
    replies: SharedReplies | undefined;
    monitoring: Monitoring | undefined;
    /** Feed keys as lines; undefined: it reads them itself. */
    feedKeys: string | undefined;
  }) {
    this.failures = options.failures;
    this.isWanted = options.isWanted;
    const { feedKeys } = options;
    const worker = cluster.fork({
      ...options.env,
      ...(feedKeys !== undefined && { [keysVariable]: '1' }),
    });
    handOverConnections(worker, options.hasOthers);
    this.#worker = worker;
    this.pid = worker.process.pid ?? 0;
    const ready = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<Ended>();
    let reason: string | undefined;
    let hasEnded = false;
    // The last messages of a process may arrive after its end.
    const report = (message: Report) => hasEnded || options.monitoring?.receive(this.pid, message);
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'failed') reason = message.message;
      else if (message.kind === 'metrics') report(message);
      else if (message.kind === 'beat') {
        this.rssMiB = message.rssMiB;
        report(message);
      } else if (message.kind === 'replies') {
        for (const reply of message.replies) options.replies?.add(reply);
        for (const key of message.gone) options.replies?.remove(key);
      } else if (message.kind === 'recall') {
        this.send({ kind: 'recalled', key: message.key, reply: options.replies?.find(message.key) });
      } else if (message.kind === 'started') {
        this.#hasStarted = true;
        if (feedKeys !== undefined) this.send({ kind: 'feed keys', lines: feedKeys });
      } else if (message.kind === 'ready') {
        this.rssMiB = message.rssMiB;
        this.url = message.url;
        this.startMs = Date.now() - this.startedMs;
        // So that the next scrape includes it.
        report({ kind: 'beat' });
        ready.resolve();
      }
    });
    worker.on('error', () => undefined);
    const end = (code: number | null, signal: string | null) => {
      hasEnded = true;
      ready.reject(new Error(`worker ${this.pid} ended`));
      ended.resolve({ code, signal, ...(reason !== undefined && { reason }) });
    };
    worker.once('exit', end);
    // A process that could not be started has no 'exit'.
    worker.process.once('error', () => worker.process.pid === undefined && end(null, null));
    ready.promise.catch(() => undefined);
    this.ready = ready.promise;
    this.ended = ended.promise;
  }

  /**
   * Lets the worker finish its requests, and waits until it exits. Kills a worker that hangs or has not started yet.
   *
   * @param handsOver whether other workers continue.
   */
  async stop(handsOver: boolean): Promise<void> {
    this.isWanted = false;
    if (this.#hasStarted) this.send({ kind: 'stop', handsOver });
    else this.kill();
    const timer = setTimeout(() => this.kill(), stopTimeoutMs);
    await this.ended;
    clearTimeout(timer);
  }

  send(message: ToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => undefined);
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }
}
