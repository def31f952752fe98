import { Problem } from '../../contracts/requests/problem.ts';
import type { RateLimitPolicy } from './limiter.ts';
import { retryAfter } from './retry-after.ts';

const inSeconds = (ms: number) => Math.max(0, Math.ceil(ms / 1000));

/**
 * The headers with the requests that a client has left. Only for replies that are never cached: a shared cache would
 * send them to other clients.
 *
 * @see draft-ietf-httpapi-ratelimit-headers
 */
export const rateLimitHeaders = ({ name, limit, windowMs }: RateLimitPolicy, left: number, resetMs: number) => ({
  'RateLimit-Policy': `"${name}";q=${limit};w=${inSeconds(windowMs)}`,
  RateLimit: `"${name}";r=${left};t=${inSeconds(resetMs)}`,
});

/** The answer to a request beyond the limit. */
export const tooManyRequests = (policy: RateLimitPolicy, waitSeconds: number) =>
  new Problem('too-many-requests', {
    headers: { ...retryAfter(waitSeconds), ...rateLimitHeaders(policy, 0, waitSeconds * 1000) },
  });
