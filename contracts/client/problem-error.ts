import type { ProblemDetails, ProblemKey } from '../problems.ts';

/** A failure with problem details, or a failure of something in between, such as a proxy (`type` is `about:blank`). */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly problem: ProblemDetails;
  readonly status: number;
  readonly headers: Headers;

  constructor(problem: ProblemDetails, headers: Headers) {
    super(`${problem.status} ${problem.title}: ${problem.detail}`);
    this.problem = problem;
    this.status = problem.status;
    this.headers = headers;
  }

  /**
   * Whether this is the problem with the given key.
   *
   * A write answered with `service-unavailable` was not carried out; with `outcome-unknown` it may have been. After
   * either, or without any reply, send the same request again (same client id, same sequence number): it counts once.
   */
  is(key: ProblemKey): boolean {
    return this.problem.type === `urn:problem-type:${key}`;
  }

  /** Seconds to wait before repeating the request, if the reply says so. */
  get retryAfterSeconds(): number | undefined {
    const seconds = Number(this.headers.get('Retry-After') ?? Number.NaN);
    return Number.isFinite(seconds) ? seconds : undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The kit has it in all languages. */
export const foreignDetail = 'The answer is not one of this service.';

/** A failure outside the service: a proxy's page, a captive portal. RFC 9457, 4.2.1. */
const foreignProblem = (status: number, instance: string): ProblemDetails => ({
  type: 'about:blank',
  title: `HTTP ${status}`,
  status,
  detail: foreignDetail,
  instance,
});

/**
 * The problem of a reply. A proxy may send one with only a `type`; members of a wrong type are ignored: RFC 9457, 3.1.
 */
export function problemOf(body: unknown, status: number, instance: string): ProblemDetails {
  const foreign = foreignProblem(status, instance);
  if (!isObject(body) || typeof body.type !== 'string') return foreign;
  const types = foreign as unknown as Record<string, unknown>;
  const fitting = Object.entries(body).filter(
    ([name, value]) => !(name in types) || typeof value === typeof types[name],
  );
  return { ...foreign, ...Object.fromEntries(fitting) };
}
