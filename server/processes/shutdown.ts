import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Logger } from 'pino';

/** A terminal and npm both send the signal of one Ctrl-C; only a later one asks to end at once. */
const secondSignalMs = 1_000;
/** How long an end at once waits for the embedded Redis to stop. */
const atOnceMs = 3_000;

const standardStreams = [0, 1, 2];

/**
 * Every way in which this process ends but SIGKILL: SIGTERM and SIGINT finish what is under way, as does a terminal that
 * was closed; a second signal and an error that nobody caught do not. In each the embedded Redis is stopped.
 */
export class Ending {
  readonly #log: Logger;
  readonly #aborted = new AbortController();
  readonly #terminals = standardStreams.filter(isatty);
  #finish = async () => {};
  #close = async () => {};
  #restart: (() => Promise<void>) | undefined;
  #isReady = false;
  #sinceMs: number | undefined;
  #isAtOnce = false;

  constructor(log: Logger) {
    this.#log = log;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.#onStop(signal));
    process.on('SIGHUP', () => this.#onHangup());
    process.on('uncaughtException', (error) => this.#onUncaught(error));
  }

  /** Aborted once the process is to end; what only starts then need not go on. */
  get signal(): AbortSignal {
    return this.#aborted.signal;
  }

  /** @param finish finishes what is under way. */
  finishes(finish: () => Promise<void>): void {
    this.#finish = finish;
  }

  /** @param close stops what was started beside, once nothing is under way. */
  closes(close: () => Promise<void>): void {
    this.#close = close;
  }

  /** @param restart what SIGHUP asks for; undefined where that cannot be. */
  restarts(restart: (() => Promise<void>) | undefined): void {
    this.#restart = restart;
    this.#isReady = true;
  }

  async #onStop(signal: NodeJS.Signals): Promise<void> {
    if (this.#sinceMs !== undefined) {
      if (Date.now() - this.#sinceMs > secondSignalMs) await this.#endNow();
      return;
    }
    this.#sinceMs = Date.now();
    this.#aborted.abort();
    this.#log.info({ signal }, 'stopping');
    await this.#finish();
    await this.#close();
    process.exit(0);
  }

  /** SIGHUP asks for new workers, unless it comes because the terminal was closed: then nobody is left to stop them. */
  #onHangup(): void {
    if (this.#terminals.some((stream) => !isatty(stream))) {
      // What cannot be written any more would be tried again at the exit, without end (pino 10.4).
      this.#log.level = 'silent';
      this.#onStop('SIGHUP');
    } else if (this.#restart) {
      this.#restart();
    } else if (this.#isReady) {
      this.#log.warn(
        'SIGHUP reads FEED_KEYS_FILE again and nothing else with WORKERS=1: for new code start again, or set WORKERS=2',
      );
    }
  }

  async #onUncaught(error: Error): Promise<void> {
    this.#aborted.abort();
    this.#log.fatal({ err: error }, 'an error that nobody caught: ending at once');
    await this.#endNow();
  }

  async #endNow(): Promise<void> {
    // The second error or third signal does not wait.
    if (this.#isAtOnce) process.exit(1);
    this.#isAtOnce = true;
    await Promise.race([this.#close().catch(() => undefined), sleep(atOnceMs)]);
    process.exit(1);
  }
}
