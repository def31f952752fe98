import { type ProblemKey, problems, type Violation } from '../../contracts/problems.ts';

interface More {
  errors?: Violation[];
  /** Members beyond those of RFC 9457. */
  extensions?: Record<string, unknown>;
  headers?: Readonly<Record<string, string>>;
}

/** A failure that the client sees, thrown by key. Server and mock each render it in one place. */
export class Problem extends Error {
  override name = 'Problem';
  readonly key: ProblemKey;
  readonly status: number;
  readonly more: More;

  constructor(key: ProblemKey, more: More = {}) {
    // Nobody reads the stack of a refusal, and capturing it takes 15 times as long as the rest.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(key);
    Error.stackTraceLimit = stackTraceLimit;
    this.key = key;
    this.status = problems[key].status;
    this.more = more;
  }
}
