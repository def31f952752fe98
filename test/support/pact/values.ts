import { readRequest } from '../../../common/wire/request-context.ts';
import { type Difference, describeDifference, differencesOf } from '../http/deep-differences.ts';
import type { JudgedReply } from './gateway.ts';
import type { PactInteraction } from './pacts.ts';

export interface Allowance {
  /** A member of the body (`$.time`) or a header (`header ETag`), exactly. */
  path: string;
  operations: RegExp;
  is(got: string): boolean;
  reason: string;
}

const dayMs = 86_400_000;

const isNow = (got: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(got) && Math.abs(Date.parse(got) - Date.now()) < dayMs;

const every = /^/;

type Row = [path: string, operations: RegExp, is: RegExp | typeof isNow, reason: string];

const rows: readonly Row[] = [
  ['header ETag', every, /^"[A-Za-z0-9_-]{16,}"$/, 'an ETag is computed from the body, and may differ'],
  ['$.time', /^v[13]\.health$/, isNow, 'the time of the request'],
  ['$.created', /^v3\.fight_vote_(read|cast)$/, isNow, 'the vote is cast during the verification'],
  ['$.closed_at', /^v3\.fight_vote_cast$|^v[13]\.score_round$/, isNow, 'the feed is received during the verification'],
  ['header Retry-After', every, /^[123]$/, 'clients come back after different times: 1, 2 or 3 s'],
  ['header RateLimit-Policy', every, /^"(reads|writes)";q=20;w=10$/, 'the verified server has a limit of 20 requests'],
  ['header RateLimit', every, /^"(reads|writes)";r=0;t=[123]$/, 'the limit frees up again as time passes'],
];

/** Every value that may differ from the contract; anything else must equal it. */
export const allowances = rows.map(([path, operations, is, reason]): Allowance => {
  return { path, operations, is: typeof is === 'function' ? is : (got) => is.test(got), reason };
});

const exampleBase = 'https://api.example.com';

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
