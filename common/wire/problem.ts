import { type ProblemKey, problems, type Violation } from '../../contracts/problems.ts';

interface More {
  errors?: Violation[];
  /** Extension members besides the standard members. */
  extensions?: Record<string, unknown>;
  headers?: Readonly<Record<string, string>>;
}

/** A failure that the client sees. Thrown by key, rendered in one place by server and mock. */
export class Problem extends Error {
  override name = 'Problem';
  readonly key: ProblemKey;
  readonly status: number;
  readonly more: More;

  constructor(key: ProblemKey, more: More = {}) {
    // A refusal is not a bug; its stack would never be read and takes 15 times as long as the rest.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(key);
    Error.stackTraceLimit = stackTraceLimit;
    this.key = key;
    this.status = problems[key].status;
    this.more = more;
  }
}
