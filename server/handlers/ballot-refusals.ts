import { Problem } from '../../contracts/requests/problem.ts';
import { closedExtensions } from '../../contracts/rules/ballot-replies.ts';
import { rateLimitHeaders, tooManyRequests } from '../limits/rate-limit-headers.ts';
import type { Changes, Refused } from '../store/index.ts';
import type { Caller, Context } from './types.ts';

/** Votes and scorecards of a client on one fight draw on one quota. */
const changesPolicy = 'votes';

/** Rate-limit headers with the changes that a client has left; none when they are not limited. */
export const changesFields = (changes: Changes | undefined): Record<string, string> =>
  changes ? rateLimitHeaders({ name: changesPolicy, ...changes }, changes.left, changes.resetMs) : {};

/**
 * Lets a client of an address pass, unless too many others of that address are new.
 *
 * @throws {Problem} `too-many-requests`.
 */
export function admit(clientId: string, caller: Caller, { newClientLimiter }: Context): void {
  if (newClientLimiter.policy.limit === 0) return;
  const waitSeconds = newClientLimiter.take(caller.address(), clientId, Date.now());
  if (waitSeconds > 0) throw tooManyRequests(newClientLimiter.policy, waitSeconds);
}

/**
 * What a refused vote or scorecard is answered.
 *
 * @param closed the problem of a round that is not open; it says since when, or that the round has not opened.
 */
export function refusal(refused: Refused, closed: 'voting-closed' | 'scoring-closed'): Problem {
  if (refused.outcome === 'limited') {
    const { limit, windowMs } = refused.changes ?? { limit: 0, windowMs: 0 };
    return tooManyRequests({ name: changesPolicy, limit, windowMs }, refused.retryAfterSeconds);
  }
  return new Problem(closed, {
    headers: changesFields(refused.changes),
    extensions: closedExtensions(refused),
  });
}
