import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import { refuseForNow } from './refuse.ts';
import { type Waiting, WaitingLine } from './waiting-line.ts';

export interface OverloadSettings {
  /** How much longer than it should a turn of the event loop lasts that is late. */
  lateMs: number;
  /** How long turns are late, or new connections leave no idle moment, before requests wait in line. */
  afterMs: number;
  /** How long a read and a write may wait; who would wait longer is refused at once. */
  longestMs: { reads: number; writes: number };
  /** Reads under way that others may join while requests wait in line. */
  readsAtOnce: number;
  /** How much is done of what waits in one turn of the event loop. */
  turnMs: number;
}

export const defaultOverloadSettings: OverloadSettings = {
  lateMs: 50,
  afterMs: 150,
  // Replies made anew go first: there is nearly always one that is held, and who asks again loses nothing. To refuse a vote
  // costs half as much as to take it (reading, parsing and answering are the same), so early refusals make room for little:
  // with 150 ms half of the votes were refused at 1.3 times the load, with this none, since connections bound the wait.
  longestMs: { reads: 200, writes: 700 },
  readsAtOnce: 4,
  turnMs: 4,
};

/** How often the event loop is looked at; all that the overloadGuard costs on a quiet day. */
const lookEveryMs = 10;
const busy = 0.95;

/** How long nothing must have waited before requests are let pass without a line again. */
const calmMs = 1_000;

/** Asked for by who must know how the server is, or sent by the one supplier on whom all wait. */
const isAlwaysAnswered = (url: string) => url.includes('/health') || url.includes('/update_live_event');

/**
 * Refuses requests early, and cheaply, when there are more than this process can answer.
 *
 * As long as there are not, requests pass. When turns of the event loop are late one after the other, requests wait where
 * nobody sees it: in the kernel, since a turn reads all that is ready and accepts one new connection (libuv). From then on
 * they wait in a line here: each turn reads and accepts, does a little of what waits, and turns again. So everybody is
 * heard soon, and whoever would have to wait too long is told at once: replies made anew before votes. A vote that is
 * refused here was not read, so it is certainly not counted.
 *
 * What is held is answered before anybody asks here, health and live updates always: to refuse them costs as much.
 */
export class OverloadGuard {
  readonly #log: Logger;
  readonly #settings: OverloadSettings;
  readonly #timer: NodeJS.Timeout;
  #isOn = false;
  #refused = 0;
  #next: RequestListener = () => undefined;
  /** When the event loop was last seen to turn. */
  #turnedMs = performance.now();
  /** Since when it is late, or has no idle moment; undefined: it is neither. */
  #busySinceMs: number | undefined;
  #used: EventLoopUtilization = performance.eventLoopUtilization();
  /** New connections since the last look. */
  #connections = 0;
  /** Whether one was accepted since the last turn in which something was done. */
  #hasAccepted = false;
  /** When somebody was last refused, or waited long enough to matter. */
  #pressedMs = 0;
  readonly #writes = new WaitingLine();
  readonly #reads = new WaitingLine();
  /** Answers to reads that are being made, the oldest first. */
  readonly #readsUnderWay = new Set<ServerResponse>();
  #isPumping = false;

  constructor(log: Logger, settings: Partial<OverloadSettings> = {}) {
    this.#log = log;
    this.#settings = { ...defaultOverloadSettings, ...settings };
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
    this.#timer.unref();
  }

  /** Whether requests wait in line. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Lets pass what there is time for. */
  before(next: RequestListener): RequestListener {
    this.#next = next;
    return (req, res) => {
      if (!this.#isOn && !this.#mustGoOn()) next(req, res);
      else this.#admit(req, res);
    };
  }

  /** To be told of every new connection. */
  readonly onConnection = (): void => {
    this.#connections++;
    this.#hasAccepted = true;
  };

  /** Whoever waits is let pass, and everybody from now on. */
  close(): void {
    clearInterval(this.#timer);
    this.#isOn = false;
    this.#turnedMs = Number.POSITIVE_INFINITY;
    for (const line of [this.#writes, this.#reads]) {
      for (let first = line.take(); first; first = line.take()) this.#next(first.req, first.res);
    }
  }

  /** A turn that lasts: what is read in it waits as long as it has lasted. */
  #mustGoOn(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.#turnedMs < this.#settings.lateMs + lookEveryMs) return false;
    if (nowMs - (this.#busySinceMs ?? this.#turnedMs) < this.#settings.afterMs) return false;
    this.#goOn(nowMs);
    return true;
  }

  #look(): void {
    const nowMs = performance.now();
    const isLate = nowMs - this.#turnedMs - lookEveryMs > this.#settings.lateMs;
    const used = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(used, this.#used);
    this.#used = used;
    const isCrowded = this.#connections > 0 && utilization > busy;
    this.#connections = 0;
    this.#busySinceMs = isLate || isCrowded ? (this.#busySinceMs ?? this.#turnedMs) : undefined;
    this.#turnedMs = nowMs;
    if (!this.#isOn) {
      if (isCrowded && nowMs - (this.#busySinceMs ?? nowMs) > this.#settings.afterMs) this.#goOn(nowMs);
      return;
    }
    if (!this.#isPumping) this.#pump();
    if (nowMs - this.#pressedMs > calmMs && this.#writes.size + this.#reads.size === 0) this.#goOff();
  }

  #goOn(nowMs: number): void {
    this.#isOn = true;
    this.#pressedMs = nowMs;
    this.#log.debug('requests wait in line');
  }

  #goOff(): void {
    this.#isOn = false;
    this.#readsUnderWay.clear();
    if (this.#refused > 0) this.#log.warn({ refused: this.#refused }, 'no longer overloaded');
    this.#refused = 0;
  }

  #admit(req: IncomingMessage, res: ServerResponse): void {
    if (isAlwaysAnswered(req.url ?? '')) {
      this.#next(req, res);
      return;
    }
    const isWrite = req.method === 'POST';
    const line = isWrite ? this.#writes : this.#reads;
    const longestMs = this.#settings.longestMs[isWrite ? 'writes' : 'reads'];
    if (line.wouldWaitMs > longestMs) {
      this.#refuse(req, res);
      return;
    }
    line.add(req, res);
    if (this.#isPumping) return;
    this.#isPumping = true;
    setImmediate(() => this.#pump());
  }

  #refuse(req: IncomingMessage, res: ServerResponse): void {
    if (this.#refused === 0) this.#log.warn('overloaded: requests that would have to wait are answered 503');
    this.#refused++;
    this.#pressedMs = performance.now();
    refuseForNow(req, res);
  }

  /** Does some of what waits, and goes on in the next turn. */
  #pump(): void {
    const startMs = performance.now();
    // A turn accepts one connection, and there may be more: turns must be short until all are heard.
    const endMs = startMs + (this.#hasAccepted ? 0 : this.#settings.turnMs);
    this.#hasAccepted = false;
    let nowMs = startMs;
    do {
      const isWrite = this.#writes.size > 0;
      const line = isWrite ? this.#writes : this.#reads;
      const first = isWrite || !this.#manyReadsWait() ? line.take() : undefined;
      if (!first) break;
      this.#pass(first, isWrite, nowMs);
      const beforeMs = nowMs;
      nowMs = performance.now();
      line.observe(nowMs - beforeMs);
    } while (nowMs < endMs);
    // Reads that wait for others to be made are looked at again by and by.
    this.#isPumping = this.#writes.size > 0 || (this.#reads.size > 0 && !this.#manyReadsWait());
    if (this.#isPumping) setImmediate(() => this.#pump());
  }

  #pass({ req, res, sinceMs }: Waiting, isWrite: boolean, nowMs: number): void {
    // Nothing is done for a client that has gone.
    if (res.destroyed || req.socket.destroyed) return;
    const waitedMs = nowMs - sinceMs;
    const longestMs = this.#settings.longestMs[isWrite ? 'writes' : 'reads'];
    if (waitedMs > longestMs / 2) this.#pressedMs = nowMs;
    if (waitedMs > 1.5 * longestMs) {
      this.#refuse(req, res);
      return;
    }
    if (!isWrite) this.#readsUnderWay.add(res);
    this.#next(req, res);
  }

  #manyReadsWait(): boolean {
    let waiting = 0;
    for (const res of this.#readsUnderWay) {
      if (res.headersSent || res.destroyed) this.#readsUnderWay.delete(res);
      else if (++waiting >= this.#settings.readsAtOnce) return true;
    }
    return false;
  }
}
