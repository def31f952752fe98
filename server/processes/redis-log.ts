import type { Logger } from 'pino';
import type { Connections } from '../store/redis/connection/connect.ts';
import { type StoreUnavailable, withoutValues } from '../store/redis/errors.ts';

export type WatchedConnections = Pick<Connections, 'reads' | 'writes' | 'ballotConnection'>;

/** The events in which clients of ioredis report why they are not connected. */
const errorEvents = ['error', 'sentinelError', 'node error'];

/** Such as `ECONNREFUSED 127.0.0.1:6379`. The error of a name with several addresses has only those of the addresses. */
function describe(error: Error & { errors?: Error[]; lastNodeError?: Error }): string {
  const { message } = error.lastNodeError ?? error.errors?.[0] ?? error;
  return withoutValues(message.replace(/^connect /, ''));
}

/** Logs one line when Redis does not answer or takes no writes, and one when it answers again. */
export class RedisLog {
  readonly #log: Logger;
  #sinceMs: number | undefined;
  #connectionError: string | undefined;
  /** The line of this outage; undefined while Redis answers. */
  #logged: string | undefined;

  constructor(log: Logger, { reads, writes, ballotConnection }: WatchedConnections) {
    this.#log = log;
    const onError = (error: Error) => {
      this.#sinceMs ??= performance.now();
      this.#connectionError = describe(error);
    };
    for (const client of [reads, writes, ballotConnection]) {
      for (const event of errorEvents) client.on(event, onError);
    }
  }

  get isAnswering(): boolean {
    return this.#logged === undefined;
  }

  failed(line: 'Redis is unreachable' | 'Redis takes no writes', error: StoreUnavailable): void {
    this.#sinceMs ??= performance.now();
    if (line === this.#logged) return;
    this.#logged = line;
    this.#log.error({ reason: this.#connectionError ?? error.reason }, line);
  }

  answered(): void {
    const seconds = Math.round((performance.now() - (this.#sinceMs ?? 0)) / 100) / 10;
    if (!this.isAnswering) this.#log.info({ seconds }, 'Redis answers again');
    this.#logged = undefined;
    this.#sinceMs = undefined;
    this.#connectionError = undefined;
  }
}
