import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import type { Route } from '../../contracts/routes.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';
import { StoreFault, StoreUnavailable } from '../store/redis/errors.ts';
import { AdaptiveLimit, type LimitSettings } from './adaptive-limit.ts';

/**
 * Kinds of work, by priority: votes and scorecards, live routes, single records, lists, and pages and filters of lists,
 * of which clients can invent any number.
 */
const workClasses = ['write', 'live', 'item', 'list', 'page'] as const;
export type WorkClass = (typeof workClasses)[number];

/**
 * How important the reply to a read is under load.
 *
 * @param isPage it was requested by `limit` or `cursor`, and no list links to it.
 */
export function workClassOf({ cache, list, path }: Route, isPage: boolean): WorkClass {
  if (list && (isPage || path.includes('('))) return 'page';
  if (cache !== 'content') return 'live';
  return list ? 'list' : 'item';
}

/** The part of all places, and of the queue, that a class may use together with those after it. */
const shares: Readonly<Record<WorkClass, number>> = { write: 1, live: 1, item: 3 / 4, list: 1 / 2, page: 1 / 8 };

export interface GovernorSettings {
  limit: LimitSettings;
  maxQueued: number;
  /** Max wait of a load; a load that would wait longer is refused immediately. */
  maxLoadWaitMs: number;
  /** Max wait of a load after loads of its class have waited for `maxLoadWaitMs`. */
  standingWaitMs: number;
  /** How much longer than planned a turn of the event loop must last to count as late. */
  lateMs: number;
  /** How long turns must be late, or new connections leave no idle moment, before requests are queued. */
  afterMs: number;
  /** How long writes and live reads may wait, and other reads. A request that would wait longer is refused at once. */
  maxRequestWaitMs: { urgent: number; others: number };
}

export const defaultGovernorSettings: GovernorSettings = {
  // A load has about ten times the bytes of its reply in memory, so `max` bounds memory; `min` keeps a slow Redis usable.
  // It reads Redis up to three times: the target is above what that takes over a slow line.
  limit: { min: 8, max: 32, start: 16, targetMs: 250 },
  maxQueued: 512,
  maxLoadWaitMs: 1_000,
  // A burst passes. A queue that never empties only delays all loads, until clients time out and repeat requests that
  // still wait (Nichols and Jacobson, "Controlling Queue Delay", 2012).
  standingWaitMs: 100,
  lateMs: 50,
  afterMs: 150,
  // Reads are refused first: nearly all have a cached reply, and repeating them loses nothing. Refusing a vote costs
  // half as much as counting it: at 1.3 times the capacity, a target of 150 ms refused half of the votes, 700 ms none.
  maxRequestWaitMs: { urgent: 700, others: 200 },
};

export interface Clock {
  now(): number;
  setInterval(work: () => void, ms: number): { unref(): unknown; close(): unknown };
}

const systemClock: Clock = { now: () => performance.now(), setInterval };

interface GovernorOptions {
  log?: Logger | undefined;
  metrics?: RequestMetrics | undefined;
  settings?: Partial<GovernorSettings>;
  clock?: Clock;
}

/** Classifies requests for the governor. Called only under load. */
export interface RequestPolicy {
  /** @returns undefined if it must be answered under any load. */
  classOf(req: IncomingMessage): WorkClass | undefined;
  /** Whether a reply is in memory, however old: such a read is never refused. */
  hasReply(req: IncomingMessage): boolean;
  /**
   * Answers 503.
   *
   * @param spread over how many seconds refused clients should come back.
   */
  refuse(req: IncomingMessage, res: ServerResponse, spread: number): void;
}

/** Too many loads wait; this one was not started. */
export class TooManyLoads extends StoreUnavailable {
  override name = 'TooManyLoads';
  /** The seconds over which refused clients should spread their retries. */
  readonly spread: number;

  constructor(reason: string, spread: number) {
    super(reason);
    this.message = reason;
    this.spread = spread;
  }
}

/** Whether other loads would fail in the same way; broken data fail only one. */
const isOutage = (error: unknown): error is StoreUnavailable =>
  error instanceof StoreUnavailable && !(error instanceof StoreFault);

interface WaitingLoad {
  sinceMs: number;
  begin(): void;
  fail(error: Error): void;
}

interface WaitingRequest {
  req: IncomingMessage;
  res: ServerResponse;
  sinceMs: number;
}

interface Lane {
  readonly rank: number;
  readonly share: number;
  running: number;
  readonly loads: WaitingLoad[];
  /** Recent average time of a load. */
  loadMs: number;
  /** When the first load began to wait; undefined while the queue is empty. */
  queuedMs: number | undefined;
  /** Their bodies are unread. */
  readonly requests: WaitingRequest[];
  /** Recent average time of the event loop that a request takes. */
  requestMs: number;
}

const checkEveryMs = 10;
/** How long one turn of the event loop works on the queues. */
const turnMs = 4;
/** The part of the time that an event loop without idle moments is busy. */
const busy = 0.95;
/** How long requests must pass without waiting before they are no longer queued. */
const calmMs = 1_000;
/** How often the counts for the spread are halved, so that recent requests count most. */
const halveEveryMs = 1_000;
/** The seconds over which refused clients spread their retries. */
const spreads = { min: 4, max: 16 };

/**
 * Decides which work of a process starts, waits or is refused, by priority.
 *
 * **Loads** (`admit`) read Redis for a reply. `AdaptiveLimit` sets how many run at the same time. Each class has a
 * share, so lists never use the places of live replies. Further loads wait, or are refused if they would wait too long.
 *
 * **Requests** (`wrap`) pass at once while the event loop is in time. When turns are late, requests wait unseen in the
 * kernel, since a turn reads everything that is ready but accepts one new connection (libuv). From then on they wait here:
 * each turn reads and accepts, handles a few, and ends. So every request is seen soon, and refused at once if it would
 * wait too long, before its body is read: a refused vote is not counted.
 */
export class Governor {
  readonly #log: Logger | undefined;
  readonly #metrics: RequestMetrics | undefined;
  readonly #settings: GovernorSettings;
  readonly #clock: Clock;
  readonly #lanes: readonly Lane[];
  readonly #limit: AdaptiveLimit;
  readonly #checks: ReturnType<Clock['setInterval']>;
  #policy: RequestPolicy | undefined;
  #next: RequestListener = () => undefined;
  #isQueueing = false;
  #isDraining = false;
  #refused = 0;
  #turnedMs: number;
  /** When turns began to be late or without an idle moment; undefined while they are in time. */
  #busySinceMs: number | undefined;
  #used = performance.eventLoopUtilization();
  #connections = 0;
  /** Whether a connection was accepted since the queues were last processed. */
  #hasAccepted = false;
  /** When a request was last refused, or waited long enough to matter. */
  #pressureMs = 0;
  /** Recent numbers of requests begun, and of requests and loads refused. */
  #recent = { begun: 0, refused: 0, halvedMs: 0 };

  constructor({ log, metrics, settings, clock = systemClock }: GovernorOptions = {}) {
    this.#log = log;
    this.#metrics = metrics;
    this.#settings = { ...defaultGovernorSettings, ...settings };
    this.#clock = clock;
    this.#limit = new AdaptiveLimit(this.#settings.limit);
    this.#turnedMs = clock.now();
    this.#lanes = workClasses.map((name, rank) => ({
      rank,
      share: shares[name],
      running: 0,
      loads: [],
      loadMs: 1,
      queuedMs: undefined,
      requests: [],
      requestMs: 0.1,
    }));
    this.#checks = clock.setInterval(() => this.#check(), checkEveryMs);
    this.#checks.unref();
  }

  /** Loads that run, wait, and may run at once; whether requests are queued. */
  get gauges() {
    const [running, waiting] = [this.#running(0), this.#waiting(0)];
    return { running, waiting, limit: this.#limit.value, queues: this.#isQueueing };
  }

  /**
   * Runs a load when there is a place for it.
   *
   * @throws {TooManyLoads} before `work` is begun; what `work` throws.
   */
  async admit<T>(name: WorkClass, work: () => Promise<T>): Promise<T> {
    const lane = this.#laneOf(name);
    if (lane.loads.length > 0 || !this.#hasRoom(lane)) await this.#waitForPlace(lane);
    else lane.running++;
    const startedMs = this.#clock.now();
    let hasFailed = false;
    try {
      return await work();
    } catch (error) {
      hasFailed = isOutage(error);
      if (isOutage(error)) for (const { loads } of this.#lanes) for (const { fail } of loads.splice(0)) fail(error);
      throw error;
    } finally {
      const endedMs = this.#clock.now();
      this.#limit.record({ startedMs, endedMs, inProgress: this.#running(0), hasFailed });
      lane.loadMs += (endedMs - startedMs - lane.loadMs) / 16;
      lane.running--;
      this.#advanceLoads();
    }
  }

  wrap(next: RequestListener, policy: RequestPolicy): RequestListener {
    this.#next = next;
    this.#policy = policy;
    return (req, res) => {
      if (!this.#isQueueing && this.#isLate()) this.#setQueueing(true);
      const workClass = this.#isQueueing ? policy.classOf(req) : undefined;
      if (workClass) this.#enqueue(this.#laneOf(workClass), req, res);
      else this.#begin(req, res);
    };
  }

  readonly onConnection = (): void => {
    this.#connections++;
    this.#hasAccepted = true;
  };

  close(): void {
    this.#checks.close();
  }

  #laneOf(name: WorkClass): Lane {
    return this.#lanes[workClasses.indexOf(name)] as Lane;
  }

  /** Loads that run, of the class with this rank and those after it. */
  #running(rank: number): number {
    return this.#lanes.slice(rank).reduce((sum, { running }) => sum + running, 0);
  }

  #waiting(rank: number): number {
    return this.#lanes.slice(rank).reduce((sum, { loads }) => sum + loads.length, 0);
  }

  #places({ share }: Lane): number {
    return Math.max(1, Math.floor(this.#limit.value * share));
  }

  #hasRoom(lane: Lane): boolean {
    return this.#running(0) < this.#limit.value && this.#running(lane.rank) < this.#places(lane);
  }

  #maxLoadWaitMs({ queuedMs }: Lane): number {
    const { maxLoadWaitMs, standingWaitMs } = this.#settings;
    return queuedMs !== undefined && this.#clock.now() - queuedMs > maxLoadWaitMs ? standingWaitMs : maxLoadWaitMs;
  }

  /** The time for the loads before it, and at least as long as the first of its class has waited so far. */
  #expectedLoadWaitMs(lane: Lane): number {
    const before = this.#waiting(0) - this.#waiting(lane.rank + 1);
    const waitedMs = lane.loads[0] ? this.#clock.now() - lane.loads[0].sinceMs : 0;
    return Math.max(waitedMs, (before * lane.loadMs) / this.#places(lane));
  }

  /** Resolves when the load has a place. @throws {TooManyLoads} at once, or when it has waited too long. */
  async #waitForPlace(lane: Lane): Promise<void> {
    const isFull = this.#waiting(lane.rank) >= this.#settings.maxQueued * lane.share;
    if (isFull || this.#expectedLoadWaitMs(lane) > this.#maxLoadWaitMs(lane)) {
      throw this.#refuseLoad(`${this.#waiting(0)} loads are waiting, too many to begin another: retry later`);
    }
    const sinceMs = this.#clock.now();
    lane.queuedMs ??= sinceMs;
    await new Promise<void>((begin, fail) => lane.loads.push({ sinceMs, begin, fail }));
  }

  /** Begins the loads that have a place now, and fails those that have waited too long. */
  #advanceLoads(): void {
    const nowMs = this.#clock.now();
    for (const lane of this.#lanes) {
      const maxWaitMs = this.#maxLoadWaitMs(lane);
      for (let first = lane.loads[0]; first; first = lane.loads[0]) {
        const isOverdue = nowMs - first.sinceMs > maxWaitMs;
        if (!isOverdue && !this.#hasRoom(lane)) break;
        lane.loads.shift();
        if (isOverdue) first.fail(this.#refuseLoad(`the load has waited for ${maxWaitMs} ms; retry later`));
        else {
          lane.running++;
          first.begin();
        }
      }
      if (lane.loads.length === 0) lane.queuedMs = undefined;
    }
  }

  #refuseLoad(reason: string): TooManyLoads {
    // `begun` already counts its request.
    this.#recent.begun--;
    return new TooManyLoads(reason, this.#spread());
  }

  /** Counts a refusal. @returns as many seconds as it takes to answer the refused requests at the present rate. */
  #spread(): number {
    const recent = this.#recent;
    recent.refused++;
    return Math.min(spreads.max, Math.max(spreads.min, Math.ceil(recent.refused / Math.max(1, recent.begun))));
  }

  /** Whether this turn is long: requests have waited as long as it has lasted. */
  #isLate(): boolean {
    const { lateMs, afterMs } = this.#settings;
    const nowMs = this.#clock.now();
    return nowMs - this.#turnedMs >= lateMs + checkEveryMs && nowMs - (this.#busySinceMs ?? this.#turnedMs) >= afterMs;
  }

  #check(): void {
    const nowMs = this.#clock.now();
    const lateMs = nowMs - this.#turnedMs - checkEveryMs;
    this.#metrics?.turn(lateMs);
    const used = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(used, this.#used);
    this.#used = used;
    const isCrowded = this.#connections > 0 && utilization > busy;
    this.#connections = 0;
    const isBusy = isCrowded || lateMs > this.#settings.lateMs;
    this.#busySinceMs = isBusy ? (this.#busySinceMs ?? this.#turnedMs) : undefined;
    this.#turnedMs = nowMs;
    const recent = this.#recent;
    if (nowMs - recent.halvedMs >= halveEveryMs) {
      this.#recent = { begun: recent.begun / 2, refused: recent.refused / 2, halvedMs: nowMs };
    }
    this.#advanceLoads();
    if (this.#isQueueing) {
      if (nowMs - this.#pressureMs > calmMs && !this.#isDraining) this.#setQueueing(false);
    } else if (isCrowded && nowMs - (this.#busySinceMs ?? nowMs) > this.#settings.afterMs) {
      this.#setQueueing(true);
    }
  }

  #setQueueing(isQueueing: boolean): void {
    this.#isQueueing = isQueueing;
    this.#pressureMs = this.#clock.now();
    if (!isQueueing && this.#refused > 0) this.#log?.warn({ refused: this.#refused }, 'no longer overloaded');
    this.#refused = 0;
  }

  #begin(req: IncomingMessage, res: ServerResponse): void {
    this.#recent.begun++;
    this.#next(req, res);
  }

  #enqueue(lane: Lane, req: IncomingMessage, res: ServerResponse): void {
    const [first] = lane.requests;
    const sinceMs = this.#clock.now();
    const waitMs = first ? Math.max(lane.requests.length * lane.requestMs, sinceMs - first.sinceMs) : 0;
    if (waitMs > this.#maxRequestWaitMs(lane)) {
      if (this.#policy?.hasReply(req)) this.#begin(req, res);
      else this.#refuse(req, res);
      return;
    }
    lane.requests.push({ req, res, sinceMs });
    if (!this.#isDraining) setImmediate(() => this.#drain());
    this.#isDraining = true;
  }

  #maxRequestWaitMs({ rank }: Lane): number {
    return this.#settings.maxRequestWaitMs[rank <= workClasses.indexOf('live') ? 'urgent' : 'others'];
  }

  #refuse(req: IncomingMessage, res: ServerResponse): void {
    if (this.#refused === 0) this.#log?.warn('overloaded: requests that would have to wait are answered 503');
    this.#refused++;
    this.#pressureMs = this.#clock.now();
    this.#policy?.refuse(req, res, this.#spread());
  }

  /** Handles some queued requests, and continues in the next turn. */
  #drain(): void {
    const startMs = this.#clock.now();
    // A turn accepts one connection, and others may wait: turns must be short until all are accepted.
    const endMs = startMs + (this.#hasAccepted ? 0 : turnMs);
    this.#hasAccepted = false;
    let nowMs = startMs;
    let lane = this.#firstLane();
    while (lane && (nowMs === startMs || nowMs < endMs)) {
      const request = lane.requests.shift();
      if (request) this.#beginQueued(request, lane, nowMs);
      const beforeMs = nowMs;
      nowMs = this.#clock.now();
      lane.requestMs += (nowMs - beforeMs - lane.requestMs) / 32;
      lane = this.#firstLane();
    }
    this.#isDraining = lane !== undefined;
    if (lane) setImmediate(() => this.#drain());
  }

  #firstLane(): Lane | undefined {
    return this.#lanes.find(({ requests }) => requests.length > 0);
  }

  #beginQueued({ req, res, sinceMs }: WaitingRequest, lane: Lane, nowMs: number): void {
    if (res.destroyed || req.socket.destroyed) return;
    const waitedMs = nowMs - sinceMs;
    const maxWaitMs = this.#maxRequestWaitMs(lane);
    if (waitedMs > maxWaitMs / 2) this.#pressureMs = nowMs;
    if (waitedMs > 1.5 * maxWaitMs) this.#refuse(req, res);
    else this.#begin(req, res);
  }
}
