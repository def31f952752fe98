import { readRequest } from '../../../contracts/requests/request-context.ts';
import { type Difference, describeDifference, differencesOf } from '../http/deep-differences.ts';
import type { JudgedReply } from './gateway.ts';
import type { PactInteraction } from './pacts.ts';

/** A value in the replies of a provider that need not be the one in the contract. */
export interface Allowance {
  /** A member of the body (`$.time`) or a header (`header ETag`), exactly. */
  path: string;
  /** The operations that have it, by id. */
  operations: RegExp;
  /** What it must be instead. */
  is(got: string): boolean;
  reason: string;
}

const dayMs = 86_400_000;

/** A moment of this verification. */
const isNow = (got: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(got) && Math.abs(Date.parse(got) - Date.now()) < dayMs;

const every = /^/;

/** Every value that may differ from the contract; anything else must equal it. */
export const allowances: readonly Allowance[] = [
  {
    path: 'header ETag',
    operations: every,
    is: (got) => /^"[A-Za-z0-9_-]{16,}"$/.test(got),
    reason: 'an ETag is computed from the body, and may differ between providers',
  },
  { path: '$.time', operations: /^v[13]\.health$/, is: isNow, reason: 'the time of the request' },
  {
    path: '$.created',
    operations: /^v3\.fight_vote_(read|cast)$/,
    is: isNow,
    reason: 'the vote is cast during the verification',
  },
  {
    path: '$.closed_at',
    operations: /^v3\.fight_vote_cast$|^v[13]\.score_round$/,
    is: isNow,
    reason: 'the round is closed by a feed received during the verification',
  },
  {
    path: 'header Retry-After',
    operations: every,
    is: (got) => /^[123]$/.test(got),
    reason: 'clients come back after different times: 1, 2 or 3 s',
  },
  {
    path: 'header RateLimit-Policy',
    operations: every,
    is: (got) => /^"(reads|writes)";q=20;w=10$/.test(got),
    reason: 'the server is verified with a limit of 20 requests, so that it can be reached',
  },
  {
    path: 'header RateLimit',
    operations: every,
    is: (got) => /^"(reads|writes)";r=0;t=[123]$/.test(got),
    reason: 'the limit frees up again as time passes',
  },
];

/** The host of links in contracts. */
const exampleBase = 'https://api.example.com';

/** The allowance for a difference; only single values have one. */
export const allowanceFor = (operation: string, { path, got }: Difference) =>
  allowances.find(
    (allowance) =>
      allowance.path === path && allowance.operations.test(operation) && typeof got === 'string' && allowance.is(got),
  );

/**
 * The values of a reply, and of the headers of its contract, that are not those of the contract, one line each:
 * `v3.article $.title: expected "…", got "…"`.
 *
 * @param base of the provider, which links in the reply may begin with.
 */
export function valueMismatches(
  { headers = {}, body }: PactInteraction['response'],
  reply: JudgedReply,
  base: string,
  onAllowed: (allowance: Allowance) => void,
): string[] {
  const operation = readRequest(reply.method, reply.url).operation?.id ?? 'no route';
  const withExampleBase = (text: string | undefined) => text?.replaceAll(base, exampleBase);
  const ofHeaders = Object.entries(headers).flatMap(([name, values]) =>
    differencesOf(values.join(', '), withExampleBase(reply.headers[name.toLowerCase()]), `header ${name}`),
  );
  const ofBody = differencesOf(body?.content, parsed(withExampleBase(reply.body())));
  return [...ofHeaders, ...ofBody].flatMap((difference) => {
    const allowance = allowanceFor(operation, difference);
    if (allowance) onAllowed(allowance);
    return allowance ? [] : [`${operation} ${describeDifference(difference)}`];
  });
}

function parsed(text: string | undefined): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
