import { type Fault, type ProblemKey, problems } from '../problems.ts';

interface More {
  errors?: Fault[];
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
    super(key);
    this.key = key;
    this.status = problems[key].status;
    this.more = more;
  }
}
