import type { Logger } from 'pino';

/** Why a request failed. */
export interface Failure {
  level: 'warn' | 'error';
  /** Key of the problem sent to the client. */
  problem: string;
  /** Id of the operation; undefined where there is none. */
  route: string | undefined;
  error: unknown;
}

interface Cause {
  /** Requests that failed of it since its last line. */
  requests: number;
  /** The last of them. */
  failure: Failure;
}

const everyMs = 1_000;

/** Beyond these, what fails of the same problem is one cause: what an error says may differ from request to request. */
const mostCauses = 100;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Logs why requests fail: the first of a cause at once, then one line a second with the last of them and their number.
 * While Redis is away thousands a second fail of the same, and their lines, of 2 KB each, would fill the disk.
 */
export class FailureLog {
  readonly #log: Logger;
  readonly #causes = new Map<string, Cause>();

  constructor(log: Logger) {
    this.#log = log;
  }

  add(failure: Failure): void {
    const own = `${failure.problem}: ${messageOf(failure.error)}`;
    const name = this.#causes.has(own) || this.#causes.size < mostCauses ? own : failure.problem;
    const known = this.#causes.get(name);
    if (known) {
      known.requests++;
      known.failure = failure;
      return;
    }
    const cause = { requests: 1, failure };
    this.#causes.set(name, cause);
    this.#write(cause);
    const timer = setInterval(() => {
      if (cause.requests > 0) return this.#write(cause);
      this.#causes.delete(name);
      clearInterval(timer);
    }, everyMs);
    timer.unref();
  }

  #write(cause: Cause): void {
    const { level, problem, route, error } = cause.failure;
    this.#log[level]({ err: error, route, requests: cause.requests }, problem);
    cause.requests = 0;
  }
}
