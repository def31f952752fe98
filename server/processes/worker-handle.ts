import cluster, { type Worker } from 'node:cluster';
import { handBack } from './connection-handover.ts';
import type { FromWorker, Stop, ToWorker } from './messages.ts';
import type { LastReplies } from './shared-replies.ts';

/** How a worker ended. */
export interface Ended {
  code: number | null;
  signal: string | null;
  /** Why it could not start, in its own words. */
  reason?: string;
}

/** Longer than a worker that works needs to finish: 5 s, or 10 s when another takes over. */
const stopTimeoutMs = 12_000;

/** One worker as the primary sees it. */
export class Member {
  readonly pid: number;
  readonly startedMs = Date.now();
  /** How often in a row its predecessors ended soon after they started. */
  readonly failures: number;
  /** Whether another is to be started when it ends. */
  isWanted: boolean;
  /** Where it answers; undefined before it does. */
  url: string | undefined;
  rssMiB = 0;
  /** How long it took to start, in milliseconds. */
  startMs = 0;
  /** Resolves when it answers requests; rejects when it ends before. */
  readonly ready: Promise<void>;
  readonly ended: Promise<Ended>;
  readonly #worker: Worker;

  constructor(options: {
    env: Record<string, string>;
    failures: number;
    isWanted: boolean;
    /** Whether there are others that answer. */
    hasOthers: () => boolean;
    /** What all workers have made. */
    replies: LastReplies | undefined;
  }) {
    this.failures = options.failures;
    this.isWanted = options.isWanted;
    const worker = cluster.fork(options.env);
    handBack(worker, options.hasOthers);
    this.#worker = worker;
    this.pid = worker.process.pid ?? 0;
    const ready = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<Ended>();
    let reason: string | undefined;
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'failed') {
        reason = message.message;
        return;
      }
      if (message.kind === 'replies') {
        for (const reply of message.replies) options.replies?.keep(reply);
        for (const key of message.gone) options.replies?.forget(key);
        return;
      }
      if (message.kind === 'recall') {
        this.#send({ kind: 'recalled', key: message.key, reply: options.replies?.find(message.key) });
        return;
      }
      this.rssMiB = message.rssMiB;
      if (message.kind === 'memory') return;
      this.url = message.url;
      this.startMs = Date.now() - this.startedMs;
      ready.resolve();
    });
    // What cannot be sent to a worker that is about to end needs no more words than its end.
    worker.on('error', () => undefined);
    const end = (code: number | null, signal: string | null) => {
      ready.reject(new Error(`worker ${this.pid} ended`));
      ended.resolve({ code, signal, ...(reason !== undefined && { reason }) });
    };
    worker.once('exit', end);
    // No process could be made: there is no exit.
    worker.process.once('error', () => worker.process.pid === undefined && end(null, null));
    ready.promise.catch(() => undefined);
    this.ready = ready.promise;
    this.ended = ended.promise;
  }

  /**
   * Lets it finish what is under way, and waits until it has gone. One that hangs is killed.
   *
   * @param handsOver whether others go on.
   */
  async stop(handsOver: boolean): Promise<void> {
    this.isWanted = false;
    const message: Stop = { kind: 'stop', handsOver };
    this.#send(message);
    const timer = setTimeout(() => this.kill(), stopTimeoutMs);
    await this.ended;
    clearTimeout(timer);
  }

  #send(message: ToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => undefined);
  }

  /** Ends it now. */
  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }
}
