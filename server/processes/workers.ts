import cluster from 'node:cluster';
import type { Logger } from 'pino';
import type { Answering } from './messages.ts';
import { replaces } from './messages.ts';
import { LastReplies } from './shared-replies.ts';
import { NoWorkers } from './startup-error.ts';
import { type Ended, Member } from './worker-handle.ts';

export interface WorkersOptions {
  /** How many. */
  count: number;
  /** What they find in their environment beside that of this process. */
  env: Record<string, string>;
  log: Logger;
  /** Bytes of replies kept here for all of them; 0 keeps none. */
  replyBytes: number;
}

/** A worker that ends within this time after its start is started again later, and not for ever. */
const soonMs = 10_000;
const mostFailures = 5;
const longestPauseMs = 5_000;
const pauseMs = (failures: number) => (failures < 2 ? 0 : Math.min(50 * 2 ** failures, longestPauseMs));

const memoryEveryMs = 600_000;

/**
 * Keeps worker processes running, from the primary of `node:cluster`, which holds the listening socket and gives each
 * its connections in turn: workers come and go, and no connection waits in the queue of one that has gone.
 */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #members = new Set<Member>();
  readonly #started = Promise.withResolvers<string>();
  readonly #failed = Promise.withResolvers<never>();
  #isStarted = false;
  #isClosing = false;
  #restarted: Promise<void> = Promise.resolve();
  readonly #timer: NodeJS.Timeout;
  readonly #replies: LastReplies | undefined;

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.#replies = options.replyBytes > 0 ? new LastReplies(options.replyBytes) : undefined;
    // The system's own distribution prefers some workers, and lets connections wait in the queue of one that closes.
    cluster.schedulingPolicy = cluster.SCHED_RR;
    // A worker runs the file that this process was started with.
    cluster.setupPrimary({ args: [] });
    this.#timer = setInterval(() => options.log.info({ workers: this.list() }, 'memory'), memoryEveryMs);
    this.#timer.unref();
    // However this process ends on its own account, none stays behind.
    process.on('exit', () => {
      for (const member of this.#members) member.kill();
    });
  }

  /**
   * @returns where they answer, once all do.
   * @throws {NoWorkers} what `failed` rejects with.
   */
  start(): Promise<string> {
    for (let index = 0; index < this.#options.count; index++) this.#fork(0);
    return Promise.race([this.#started.promise, this.failed]);
  }

  /** Rejects with `NoWorkers` when no worker answers and starting more is hopeless. */
  get failed(): Promise<never> {
    return this.#failed.promise;
  }

  /** The workers that answer, with what each last said of its memory. */
  list(): Answering[] {
    return this.#answering().map(({ pid, rssMiB, startMs }) => ({ pid, rssMiB, startMs }));
  }

  /** Replaces all workers, one after the other, each once the next one answers. A call meanwhile follows after it. */
  readonly restart = (): Promise<void> => {
    this.#restarted = this.#restarted.then(() => this.#restartAll());
    return this.#restarted;
  };

  /** Lets every worker finish what is under way; resolves when all have gone. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    await Promise.all([...this.#members].map((member) => member.stop(false)));
  }

  #answering(): Member[] {
    return [...this.#members].filter(({ url }) => url !== undefined);
  }

  #fork(failures: number, isWanted = true): Member {
    const hasOthers = () => this.#answering().some((other) => other !== member);
    // Of those that answer nobody needs the store to be there.
    const env = { ...this.#options.env, ...(this.#isStarted && { [replaces]: '1' }) };
    const member: Member = new Member({ env, failures, isWanted, hasOthers, replies: this.#replies });
    this.#members.add(member);
    member.ready.then(
      () => this.#onReady(member),
      () => undefined,
    );
    member.ended.then((how) => this.#onEnded(member, how));
    return member;
  }

  #onReady({ url = '', pid }: Member): void {
    if (this.#isStarted) this.#options.log.info({ worker: pid, workers: this.list() }, 'a worker is ready');
    else if (this.#answering().length === this.#options.count) {
      this.#isStarted = true;
      this.#started.resolve(url);
    }
  }

  #onEnded(member: Member, { code, signal, reason }: Ended): void {
    this.#members.delete(member);
    if (!member.isWanted || this.#isClosing) return;
    const isSoon = Date.now() - member.startedMs < soonMs;
    const failures = isSoon ? member.failures + 1 : 0;
    // What is wrong at the first start, such as a port that is taken, is wrong for every worker.
    if (reason !== undefined && !this.#isStarted) {
      this.#giveUp(reason);
      return;
    }
    this.#options.log.error({ worker: member.pid, code, signal, reason, failures }, 'a worker ended');
    // As long as others answer, a worker less is better than none.
    if (failures >= mostFailures && this.#answering().length === 0) {
      const last = `${signal ?? `code ${code}`}${reason === undefined ? '; what they wrote is above.' : `: ${reason}`}`;
      this.#giveUp(`Workers end as soon as they start, ${failures} times in a row, the last with ${last}`);
      return;
    }
    setTimeout(() => !this.#isClosing && this.#fork(failures), pauseMs(failures));
  }

  #giveUp(message: string): void {
    this.#isClosing = true;
    this.#failed.reject(new NoWorkers(message));
  }

  async #restartAll(): Promise<void> {
    const { log } = this.#options;
    for (const old of this.#answering()) {
      // One that ended meanwhile has a new one in its place already.
      if (!this.#members.has(old) || this.#isClosing) continue;
      const next = this.#fork(0, false);
      try {
        await next.ready;
      } catch {
        const { code, signal, reason } = await next.ended;
        log.error({ code, signal, reason }, 'the restart is given up: a new worker cannot start, the others stay');
        return;
      }
      next.isWanted = true;
      await old.stop(true);
    }
    if (!this.#isClosing) log.info({ workers: this.list() }, 'all workers are new');
  }
}
