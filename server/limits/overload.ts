import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { EventLoopUtilization } from 'node:perf_hooks';
import type { Logger } from 'pino';
import { isRead } from '../../common/wire/request-context.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';
import { type Admission, type WorkClass, workClasses } from './admission.ts';
import { type Clock, systemClock } from './clock.ts';
import { LinkedList } from './linked-list.ts';
import { refuseForNow } from './refuse.ts';
import { type QueuedRequest, RequestQueue } from './request-queue.ts';
import { RetrySpread } from './retry-after.ts';

export interface OverloadSettings {
  /** How much longer than planned a turn of the event loop must last to count as late. */
  lateMs: number;
  /** How long turns must be late, or new connections leave no idle moment, before requests are queued. */
  afterMs: number;
  /** How long writes and live reads may wait, and other reads; a request that would wait longer is refused at once. */
  maxWaitMs: { urgent: number; others: number };
  /** How long one turn of the event loop works on the queue. */
  turnMs: number;
}

export const defaultOverloadSettings: OverloadSettings = {
  lateMs: 50,
  afterMs: 150,
  // Reads are refused first: nearly all have a cached reply, and repeating them loses nothing. Refusing a vote costs
  // half as much as taking it (reading, parsing and answering are the same), so early refusals save little: at 1.3
  // times the load half of the votes were refused with 150 ms, and none with 700 ms, since connections bound the wait.
  maxWaitMs: { urgent: 700, others: 200 },
  turnMs: 4,
};

/** What the guard must know of requests and of the work that they cause. */
export interface OverloadGuardOptions {
  log: Logger;
  /** Says how many reads may be in progress, and which would be refused. */
  admission: Pick<Admission, 'limit' | 'waiting' | 'refuses'>;
  /** How important a request is; undefined for most writes, and for reads that need no load. Called only under load. */
  classOf(req: IncomingMessage): WorkClass | undefined;
  /** Whether it must be answered under any load. Called only under load. */
  isAlwaysAnswered(req: IncomingMessage): boolean;
  /** Whether a reply is cached, however old: such a read is never refused. Called only under load. */
  hasReply(req: IncomingMessage): boolean;
  /** Whether Redis is away: then another process may have the reply. */
  isAway(): boolean;
  /** Whether v3 is also served under other region segments than `mobile`. */
  regionSegments?: boolean;
  settings?: Partial<OverloadSettings>;
  metrics?: RequestMetrics | undefined;
  /** By default that of the process. */
  clock?: Clock;
}

/** Requests wait by class, and the first class is handled first. */
const requestClasses = ['write', ...workClasses] as const;

/** How often the event loop is checked; without load the guard costs nothing else. */
const checkEveryMs = 10;
const busy = 0.95;

/** How long requests must pass without waiting before they are no longer queued. */
const calmMs = 1_000;

type OnRefused = (req: IncomingMessage, res: ServerResponse, reason: 'overload' | 'loads') => void;

/**
 * Refuses requests early, and cheaply, when there are more than this process can answer.
 *
 * Normally requests pass. When several turns of the event loop in a row are late, requests wait unseen in the kernel,
 * since a turn reads everything that is ready but accepts one new connection (libuv). From then on they wait in queues
 * here: each turn reads and accepts, handles a few queued requests, and ends. So the guard sees every request soon, and
 * refuses at once those that would wait too long: reads before votes. A refused vote was not read, so it is not
 * counted. Reads whose load `Admission` would refuse are refused here at any time, since it costs less.
 *
 * Cached replies are sent before this guard; health and the supplier's live updates always pass.
 */
export class OverloadGuard {
  readonly #log: Logger;
  readonly #settings: OverloadSettings;
  readonly #metrics: RequestMetrics | undefined;
  readonly #options: OverloadGuardOptions;
  readonly #clock: Clock;
  readonly #stopChecks: () => void;
  #isOn = false;
  #refused = 0;
  #next: RequestListener = () => undefined;
  #onRefused: OnRefused = () => undefined;
  /** When the event loop was last checked. */
  #turnedMs: number;
  /** Since when turns have been late or left no idle moment; undefined: neither. */
  #busySinceMs: number | undefined;
  #used: EventLoopUtilization;
  /** New connections since the last check. */
  #connections = 0;
  /** Whether a connection was accepted since the queues were last worked on. */
  #hasAccepted = false;
  /** When a request was last refused, or waited long enough to matter. */
  #pressureMs = 0;
  readonly #queues: readonly RequestQueue[];
  readonly #spread = new RetrySpread();
  /** Responses to reads in progress, the oldest first. */
  #pendingReads = new LinkedList<ServerResponse>();
  #isDraining = false;

  constructor(options: OverloadGuardOptions) {
    this.#options = options;
    this.#log = options.log;
    this.#metrics = options.metrics;
    this.#settings = { ...defaultOverloadSettings, ...options.settings };
    const { clock = systemClock } = options;
    this.#clock = clock;
    this.#turnedMs = clock.now();
    this.#used = clock.eventLoopUtilization();
    this.#queues = requestClasses.map(() => new RequestQueue(clock));
    this.#stopChecks = clock.setInterval(() => this.#check(), checkEveryMs);
  }

  /** Whether requests are queued. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /**
   * Passes requests on when there is time for them.
   *
   * @param onRefused called after each refusal.
   */
  wrap(next: RequestListener, onRefused: OnRefused = () => undefined): RequestListener {
    this.#next = next;
    this.#onRefused = onRefused;
    return (req, res) => {
      if (this.#isOn || this.#mustEngage()) this.#enqueue(req, res);
      else if (this.#cannotLoad(req)) this.#refuse(req, res, 'loads');
      else this.#handle(req, res);
    };
  }

  /** Must be called for every new connection. */
  readonly onConnection = (): void => {
    this.#connections++;
    this.#hasAccepted = true;
  };

  /** Passes on every queued request, and all further ones. */
  close(): void {
    this.#stopChecks();
    this.#isOn = false;
    this.#turnedMs = Number.POSITIVE_INFINITY;
    for (const queue of this.#queues) {
      for (let first = queue.take(); first; first = queue.take()) this.#next(first.req, first.res);
    }
  }

  #handle(req: IncomingMessage, res: ServerResponse): void {
    this.#spread.admit(this.#clock.now());
    this.#next(req, res);
  }

  /** Whether its load would be refused, and nothing can be sent instead. */
  #cannotLoad(req: IncomingMessage): boolean {
    const { admission, classOf, isAlwaysAnswered, hasReply, isAway } = this.#options;
    if (admission.waiting === 0 || !isRead(req.method) || isAlwaysAnswered(req)) return false;
    const workClass = classOf(req);
    return workClass !== undefined && admission.refuses(workClass) && !hasReply(req) && !isAway();
  }

  /** During a long turn, requests have waited as long as the turn has lasted. */
  #mustEngage(): boolean {
    const nowMs = this.#clock.now();
    if (nowMs - this.#turnedMs < this.#settings.lateMs + checkEveryMs) return false;
    if (nowMs - (this.#busySinceMs ?? this.#turnedMs) < this.#settings.afterMs) return false;
    this.#engage(nowMs);
    return true;
  }

  #check(): void {
    const nowMs = this.#clock.now();
    const lateMs = nowMs - this.#turnedMs - checkEveryMs;
    this.#metrics?.turn(lateMs);
    const isLate = lateMs > this.#settings.lateMs;
    const used = this.#clock.eventLoopUtilization();
    const { utilization } = this.#clock.eventLoopUtilization(used, this.#used);
    this.#used = used;
    const isCrowded = this.#connections > 0 && utilization > busy;
    this.#connections = 0;
    this.#busySinceMs = isLate || isCrowded ? (this.#busySinceMs ?? this.#turnedMs) : undefined;
    this.#turnedMs = nowMs;
    const isCalm = nowMs - this.#pressureMs > calmMs;
    if (!this.#isOn) {
      if (isCalm) this.#reportEnd();
      if (isCrowded && nowMs - (this.#busySinceMs ?? nowMs) > this.#settings.afterMs) this.#engage(nowMs);
      return;
    }
    if (!this.#isDraining) this.#drain();
    if (isCalm && this.#queues.every(({ size }) => size === 0)) this.#disengage();
  }

  #engage(nowMs: number): void {
    this.#isOn = true;
    this.#pressureMs = nowMs;
    this.#log.debug('requests are queued');
  }

  #disengage(): void {
    this.#isOn = false;
    this.#pendingReads = new LinkedList();
    this.#reportEnd();
  }

  #reportEnd(): void {
    if (this.#refused > 0) this.#log.warn({ refused: this.#refused }, 'no longer overloaded');
    this.#refused = 0;
  }

  #enqueue(req: IncomingMessage, res: ServerResponse): void {
    if (this.#options.isAlwaysAnswered(req)) {
      this.#next(req, res);
      return;
    }
    const isWrite = req.method === 'POST';
    const rank = requestClasses.indexOf(this.#options.classOf(req) ?? (isWrite ? 'write' : 'item'));
    const queue = this.#queues[rank] as RequestQueue;
    if (queue.expectedWaitMs > this.#maxWaitMs(rank)) {
      if (isWrite || !this.#options.hasReply(req)) this.#refuse(req, res, 'overload');
      else this.#handle(req, res);
      return;
    }
    queue.add(req, res);
    if (this.#isDraining) return;
    this.#isDraining = true;
    this.#clock.setImmediate(() => this.#drain());
  }

  #refuse(req: IncomingMessage, res: ServerResponse, reason: 'overload' | 'loads'): void {
    if (this.#refused === 0) this.#log.warn('overloaded: requests that would have to wait are answered 503');
    this.#refused++;
    this.#metrics?.shed(reason);
    const nowMs = this.#clock.now();
    this.#pressureMs = nowMs;
    refuseForNow(req, res, this.#spread.refuse(nowMs), this.#options.regionSegments);
    this.#onRefused(req, res, reason);
  }

  /** Handles some queued requests, and continues in the next turn. */
  #drain(): void {
    const startMs = this.#clock.now();
    // A turn accepts one connection, and others may wait: turns must be short until all are accepted.
    const endMs = startMs + (this.#hasAccepted ? 0 : this.#settings.turnMs);
    this.#hasAccepted = false;
    let nowMs = startMs;
    do {
      const rank = this.#nextRank();
      const queue = this.#queues[rank];
      const first = queue?.take();
      if (!queue || !first) break;
      this.#pass(first, rank, nowMs);
      const beforeMs = nowMs;
      nowMs = this.#clock.now();
      queue.recordDuration(nowMs - beforeMs);
    } while (nowMs < endMs);
    // The next check handles reads that wait for those in progress.
    this.#isDraining = this.#nextRank() >= 0;
    if (this.#isDraining) this.#clock.setImmediate(() => this.#drain());
  }

  /** @param rank the index of its queue. */
  #maxWaitMs(rank: number): number {
    return this.#settings.maxWaitMs[rank <= requestClasses.indexOf('live') ? 'urgent' : 'others'];
  }

  #pass({ req, res, sinceMs }: QueuedRequest, rank: number, nowMs: number): void {
    // The client has disconnected.
    if (res.destroyed || req.socket.destroyed) return;
    const waitedMs = nowMs - sinceMs;
    const maxWaitMs = this.#maxWaitMs(rank);
    if (waitedMs > maxWaitMs / 2) this.#pressureMs = nowMs;
    if (waitedMs > 1.5 * maxWaitMs) {
      this.#refuse(req, res, 'overload');
      return;
    }
    if (rank > 0) this.#pendingReads.add(res);
    this.#handle(req, res);
  }

  /** The index of the queue to work on; -1: none, or all that wait are reads and too many are in progress. */
  #nextRank(): number {
    const rank = this.#queues.findIndex(({ size }) => size > 0);
    return rank > 0 && this.#hasMaxReads() ? -1 : rank;
  }

  #hasMaxReads(): boolean {
    let pending = 0;
    for (const link of this.#pendingReads.links()) {
      if (link.value.headersSent || link.value.destroyed) this.#pendingReads.remove(link);
      else if (++pending >= this.#options.admission.limit) return true;
    }
    return false;
  }
}
