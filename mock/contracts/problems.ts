import type { ProblemDetails, ProblemKey, Violation } from '../../contracts/problems.ts';

/** Headers of a problem on every route. */
export const problemHeaders: Partial<Record<ProblemKey, Record<string, string>>> = {
  'feed-key-required': { 'WWW-Authenticate': 'Bearer' },
  'too-many-requests': { 'Retry-After': '2' },
  'service-unavailable': { 'Retry-After': '2' },
  'outcome-unknown': { 'Retry-After': '2' },
};

/** Problems that only the mock has. They are for developers, so always in English. 422 unless the table says otherwise. */
const mockProblems = {
  'unknown-preference': {
    title: 'Unknown preference',
    detail: 'The Prefer header asks for something that the mock does not have; see errors for the valid values.',
  },
  'unknown-state': {
    title: 'Unknown state',
    detail: 'No contract has this state; see errors for the valid values.',
  },
  'unknown-session': {
    title: 'Unknown session',
    detail: 'There is no session with this name; see errors for the names.',
  },
  'malformed-session': {
    title: 'Malformed session',
    detail: 'The name or the body of the session is invalid; see errors for what is expected.',
  },
  'malformed-faults': {
    title: 'Malformed faults',
    detail: 'The body is invalid; see errors for what is expected.',
  },
  'malformed-reply': {
    title: 'Malformed reply',
    detail: 'An own reply is invalid or violates its operation; see errors. "unchecked": true skips the schema.',
  },
  'unknown-night': {
    title: 'Unknown night',
    detail: 'The fight night cannot do this; see errors for what it can.',
  },
  'nothing-asked': {
    status: 409,
    title: 'No recorded requests',
    detail: 'No contract answered a request of this session, so there is nothing to export; see errors.',
  },
  'foreign-caller': {
    status: 403,
    title: 'Foreign caller',
    detail: 'Only this machine may control the mock; see errors for how to allow another one.',
  },
  'page-without-preflight': {
    status: 403,
    title: 'Web page without a preflight',
    detail: 'A web page may change the mock only after a preflight; see errors for how to cause one.',
  },
  'session-full': {
    status: 507,
    title: 'Session full',
    detail: 'The session has no room for this; see errors for its size.',
  },
} as const satisfies Record<string, { status?: number; title: string; detail: string }>;

export type MockProblemKey = keyof typeof mockProblems;

/** A failure of a request to the mock itself; `errors` lists the valid choices. */
export class MockProblem extends Error {
  override name = 'MockProblem';
  readonly key: MockProblemKey;
  readonly status: number;
  readonly errors: Violation[];

  constructor(key: MockProblemKey, errors: Violation[]) {
    super(key);
    this.key = key;
    this.status = (mockProblems[key] as { status?: number }).status ?? 422;
    this.errors = errors;
  }
}

export function mockProblemDetails({ key, status, errors }: MockProblem, instance: string): ProblemDetails {
  const { title, detail } = mockProblems[key];
  return { type: `urn:mock-problem-type:${key}`, title, status, detail, instance, errors };
}
