import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Logger } from 'pino';

/** A terminal and npm both send SIGINT for one Ctrl-C; only a later signal means to exit immediately. */
const secondSignalMs = 1_000;
/** How long an immediate exit waits for the embedded Redis to stop. */
const immediateMs = 3_000;

const standardStreams = [0, 1, 2];

/**
 * Ends this process: after SIGTERM, SIGINT or a closed terminal once the requests under way are finished, after a second
 * signal or an uncaught error immediately. The embedded Redis is stopped in all cases.
 */
export class Shutdown {
  readonly #log: Logger;
  readonly #aborted = new AbortController();
  readonly #terminals = standardStreams.filter(isatty);
  /** Finishes the requests under way. */
  finish = async () => {};
  /** Stops the embedded Redis once no request is under way. */
  close = async () => {};
  /** Replaces the workers at SIGHUP; undefined during the start, `single` without workers. */
  restart: (() => Promise<void>) | 'single' | undefined;
  #sinceMs: number | undefined;
  #isImmediate = false;

  constructor(log: Logger) {
    this.#log = log;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.#onStop(signal));
    process.on('SIGHUP', () => this.#onHangup());
    process.on('uncaughtException', (error) => this.#onUncaught(error));
  }

  /** Aborted when the process is about to end. */
  get signal(): AbortSignal {
    return this.#aborted.signal;
  }

  async #onStop(signal: NodeJS.Signals): Promise<void> {
    if (this.#sinceMs !== undefined) {
      if (performance.now() - this.#sinceMs > secondSignalMs) await this.#exitNow();
      return;
    }
    this.#sinceMs = performance.now();
    this.#aborted.abort();
    this.#log.info({ signal }, 'stopping');
    await this.finish();
    await this.close();
    process.exit(0);
  }

  /** SIGHUP replaces the workers, unless the terminal was closed: then this is the only signal to stop. */
  #onHangup(): void {
    if (this.#terminals.some((stream) => !isatty(stream))) {
      this.#onStop('SIGHUP');
    } else if (typeof this.restart === 'function') {
      this.restart();
    } else if (this.restart === 'single') {
      this.#log.warn(
        'with WORKERS=1, SIGHUP only reads FEED_KEYS_FILE again: restart the server to load new code, or set WORKERS=2',
      );
    }
  }

  async #onUncaught(error: Error): Promise<void> {
    this.#aborted.abort();
    this.#log.fatal({ err: error }, 'uncaught error: exiting now');
    await this.#exitNow();
  }

  async #exitNow(): Promise<void> {
    // A second error or a third signal does not wait.
    if (this.#isImmediate) process.exit(1);
    this.#isImmediate = true;
    await Promise.race([this.close().catch(() => undefined), sleep(immediateMs)]);
    process.exit(1);
  }
}
