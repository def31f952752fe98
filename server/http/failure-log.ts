import type { Logger } from 'pino';

/** Why a request failed. */
export interface Failure {
  level: 'warn' | 'error';
  /** Key of the problem sent to the client. */
  problem: string;
  /** Id of the operation, if there is one. */
  route: string | undefined;
  error: unknown;
}

interface Cause {
  /** Requests that failed for this cause since its last line. */
  requests: number;
  /** The last failure. */
  failure: Failure;
}

const everyMs = 1_000;

/** Beyond these, all failures with the same problem are one cause: error messages may differ between requests. */
const mostCauses = 100;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Logs why requests fail: the first failure of a cause at once, then one line a second with the last failure and their
 * number. While Redis is away thousands a second fail for the same cause; their lines, 2 KB each, would fill the disk.
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
