import type { Fault, ProblemDetails, ProblemKey } from '../../contracts/problems.ts';

/** Headers of a problem on every route. */
export const problemHeaders: Partial<Record<ProblemKey, Record<string, string>>> = {
  'feed-key-required': { 'WWW-Authenticate': 'Bearer' },
  'too-many-requests': { 'Retry-After': '2' },
  'service-unavailable': { 'Retry-After': '2' },
  'outcome-unknown': { 'Retry-After': '2' },
};

/** Problems that only the mock has, so they are not in the server's table. They are for developers, so always in English. */
export const mockProblems = {
  'unknown-preference': {
    title: 'Unknown preference',
    detail: 'The mock does not know what the Prefer header asks for; errors says what there is.',
  },
  'unknown-state': {
    title: 'Unknown state',
    detail: 'No contract knows this state; errors says which there are.',
  },
  'unknown-session': {
    title: 'Unknown session',
    detail: 'There is no session of this name; errors says which there are.',
  },
  'malformed-session': {
    title: 'Malformed session',
    detail: 'The name or the body is not that of a session; errors says what is expected.',
  },
  'unknown-night': {
    title: 'Unknown night',
    detail: 'The night cannot be played like this; errors says how it can.',
  },
  'nothing-asked': {
    status: 409,
    title: 'Nothing asked',
    detail: 'No contract answered a request of this session; errors says what is missing.',
  },
  'foreign-caller': {
    status: 403,
    title: 'Foreign caller',
    detail: 'Only this machine may control the mock; errors says how to open it.',
  },
  'page-without-preflight': {
    status: 403,
    title: 'Web page without a preflight',
    detail: 'A web page may change the mock only if its browser asks first; errors says what makes it ask.',
  },
  'session-full': {
    status: 507,
    title: 'Session full',
    detail: 'The session can keep no more; errors says how much there is room for.',
  },
} as const satisfies Record<string, { status?: number; title: string; detail: string }>;

export type MockProblemKey = keyof typeof mockProblems;

/** 422 unless the table says otherwise; `errors` lists the valid choices. */
export class MockProblem extends Error {
  override name = 'MockProblem';
  readonly key: MockProblemKey;
  readonly status: number;
  readonly errors: Fault[];

  constructor(key: MockProblemKey, errors: Fault[]) {
    super(key);
    this.key = key;
    const { status = 422 } = mockProblems[key] as { status?: number };
    this.status = status;
    this.errors = errors;
  }
}

export function mockProblemDetails({ key, status, errors }: MockProblem, instance: string): ProblemDetails {
  const { title, detail } = mockProblems[key];
  return { type: `urn:mock-problem-type:${key}`, title, status, detail, instance, errors };
}
