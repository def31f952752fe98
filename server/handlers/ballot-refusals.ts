import { Problem } from '../../common/wire/problem.ts';
import { rateLimitHeaders } from '../../contracts/http/rate-limit.ts';
import { closedExtensions } from '../../contracts/rules/ballot-replies.ts';
import { tooManyRequests } from '../limits/limiter.ts';
import type { Changes, Refused } from '../store/ballots/ballot-result.ts';
import type { Caller, Context } from './types.ts';

/** Votes and scorecards of a client on one fight share one limit. */
const changesPolicy = 'votes';

/** Rate-limit headers with the remaining changes of a client. */
export const toChangesHeaders = (changes: Changes | undefined): Record<string, string> =>
  changes ? rateLimitHeaders({ name: changesPolicy, ...changes }, changes.left, changes.resetMs) : {};

/**
 * Admits a client, unless too many other clients of its address are new.
 *
 * @throws {Problem} `too-many-requests`.
 */
export function admit(clientId: string, caller: Caller, { newClientLimiter }: Context): void {
  if (newClientLimiter.policy.limit === 0) return;
  const waitSeconds = newClientLimiter.take(caller.address(), clientId, performance.now());
  if (waitSeconds > 0) throw tooManyRequests(newClientLimiter.policy, waitSeconds);
}

/**
 * Builds the problem that answers a refused vote or scorecard. A round that is not open uses up no new client.
 *
 */
export function toRefusal(
  refused: Refused,
  closed: 'voting-closed' | 'scoring-closed',
  clientId: string,
  caller: Caller,
  { newClientLimiter }: Context,
): Problem {
  if (refused.outcome === 'limited') {
    const { limit, windowMs } = refused.changes ?? { limit: 0, windowMs: 0 };
    return tooManyRequests({ name: changesPolicy, limit, windowMs }, refused.retryAfterSeconds);
  }
  if (newClientLimiter.policy.limit > 0) newClientLimiter.giveBack(caller.address(), clientId, performance.now());
  return new Problem(closed, {
    headers: toChangesHeaders(refused.changes),
    extensions: closedExtensions(refused),
  });
}
