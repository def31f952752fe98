import { Problem } from '../../common/wire/problem.ts';
import { type RateLimitPolicy, rateLimitHeaders } from '../../contracts/http/rate-limit.ts';
import { retryAfter } from './retry-after.ts';

/** The answer to a request beyond the limit. */
export const tooManyRequests = (policy: RateLimitPolicy, waitSeconds: number) =>
  new Problem('too-many-requests', {
    headers: { ...retryAfter(waitSeconds), ...rateLimitHeaders(policy, 0, waitSeconds * 1000) },
  });
