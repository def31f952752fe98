import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type DataFolder, DiskFull, findRoom, withFolderLock } from './folder.ts';
import { RedisMissing, redisServer } from './install.ts';
import { type End, lastLogLine, launch } from './launch.ts';
import { attach, type Running, readRunning } from './running.ts';

/** A Redis that ran for less than this counts as a failure. */
const soonMs = 10_000;
/** Clients reconnect within another second, so votes work again within two. */
const longestPauseMs = { ended: 250, cannotStart: 1_000, diskFull: 250 };
/** How often a lasting error is logged again. */
const repeatMs = 60_000;
/** How long the exit of a child may follow the end of its connections: its threads may still wait for the disk. */
const exitKnownMs = { atOnce: 200, atLast: 1_000 };
const presentMs = 1_000;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Keeps the embedded Redis of a folder running, whichever process started it: when it ends, it is restarted on the same
 * port, at once, or as soon as there is disk space. Other watchers of the folder wait meanwhile.
 */
export class Watch {
  readonly #folder: DataFolder;
  readonly #running: Running;
  readonly #presence: Redis;
  readonly #log: Logger | undefined;
  readonly #check: () => Promise<void>;
  readonly #closed = new AbortController();
  /** The end of the present Redis, if it is a child of this process. */
  #ended: Promise<End> | undefined;
  /** When the present or last Redis started. */
  #sinceMs = Date.now();
  /** When Redis ended; undefined while it runs. */
  #downSinceMs: number | undefined;
  /** How many times in a row it ended soon. */
  #failures = 0;
  #isReviving = false;

  constructor(options: {
    folder: DataFolder;
    running: Running;
    presence: Redis;
    ended: Promise<End> | undefined;
    log: Logger | undefined;
    /** Checks the data before Redis loads it. */
    check: () => Promise<void>;
  }) {
    this.#folder = options.folder;
    this.#running = options.running;
    this.#presence = options.presence;
    this.#ended = options.ended;
    this.#log = options.log;
    this.#check = options.check;
    // When Redis ends, whichever process started it, its connections close at once.
    this.#presence.on('close', () => this.#onClose());
  }

  /** Stops watching. */
  close(): void {
    this.#closed.abort();
  }

  #onClose(): void {
    if (this.#isReviving || this.#closed.signal.aborted) return;
    this.#isReviving = true;
    this.#revive().finally(() => {
      this.#isReviving = false;
      if (this.#presence.status !== 'ready') this.#onClose();
    });
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closed.signal }).catch(() => undefined);
  }

  async #revive(): Promise<void> {
    let logged = { message: '', ms: 0 };
    const lostMs = Date.now();
    for (let attempt = 0; !this.#closed.signal.aborted; attempt++) {
      try {
        // The end of a child is certain; that of another process's child only when its port is closed.
        const how = await this.#end(exitKnownMs.atOnce);
        if (how) await this.#noteEnd(lostMs, how);
        await withFolderLock(this.#folder, () => this.#bringBack(lostMs));
        return;
      } catch (error) {
        if (this.#closed.signal.aborted) return;
        const message = messageOf(error);
        if (message !== logged.message || Date.now() - logged.ms > repeatMs) {
          this.#log?.error({ reason: message }, 'the embedded Redis cannot be started: it is tried again');
          logged = { message, ms: Date.now() };
        }
        const isFull = error instanceof DiskFull;
        await this.#pause(isFull ? longestPauseMs.diskFull : Math.min(50 * 2 ** attempt, longestPauseMs.cannotStart));
      }
    }
  }

  /** @returns how Redis ended, if it is a child of this process and that is known in time. */
  #end(inMs: number): Promise<End | undefined> {
    return Promise.race([this.#ended, sleep(inMs, undefined)]);
  }

  async #noteEnd(lostMs: number, how?: End): Promise<void> {
    if (this.#downSinceMs !== undefined) return;
    this.#downSinceMs = lostMs;
    this.#failures = lostMs - this.#sinceMs < soonMs ? this.#failures + 1 : 0;
    const last = await lastLogLine(this.#folder);
    this.#log?.error({ redis: this.#running.pid, ...how, last }, 'the embedded Redis ended: it is started again');
  }

  #noteStart(): void {
    this.#sinceMs = Date.now();
    if (this.#downSinceMs === undefined) return;
    const downMs = this.#sinceMs - this.#downSinceMs;
    this.#downSinceMs = undefined;
    this.#log?.info({ redis: this.#running.pid, downMs }, 'the embedded Redis runs again');
  }

  async #bringBack(lostMs: number): Promise<void> {
    const { signal } = this.#closed;
    const known = (await readRunning(this.#folder.state)) ?? { ...this.#running };
    if (known.port !== this.#running.port) {
      throw new RedisMissing(`Another process has started it at another port, ${known.port}: start this one again.`);
    }
    const found = await attach(known);
    if (found) {
      found.disconnect();
      if (this.#running.pid !== known.pid) this.#ended = undefined;
      this.#running.pid = known.pid;
    } else {
      await this.#noteEnd(lostMs, await this.#end(exitKnownMs.atLast));
      if (this.#failures > 2) await this.#pause(Math.min(25 * 2 ** this.#failures, longestPauseMs.ended));
      await findRoom(this.#folder);
      await this.#check();
      const program = await redisServer(() => undefined);
      const { running, client, ended } = await launch(program, this.#folder, {
        before: this.#running,
        onlyThere: true,
        signal,
      });
      client.disconnect();
      this.#running.pid = running.pid;
      this.#ended = ended;
    }
    this.#noteStart();
    if (this.#presence.status === 'ready') return;
    // Still under the lock, so that the next process that leaves sees this one's connection.
    const wait = new AbortController();
    const present = once(this.#presence, 'ready', { signal: wait.signal }).catch(() => undefined);
    await Promise.race([present, this.#pause(presentMs), ...(this.#ended ? [this.#ended] : [])]);
    // Else each look would leave a listener while it is not connected.
    wait.abort();
  }
}
