export interface RateLimitPolicy {
  /** As in the `RateLimit-Policy` header. */
  name: string;
  /** 0 is no limit. */
  limit: number;
  windowMs: number;
}

const inSeconds = (ms: number) => Math.max(0, Math.ceil(ms / 1000));

/**
 * The headers with the remaining requests of a client. Only for replies that are never cached: a shared cache would send
 * them to other clients.
 *
 * @see draft-ietf-httpapi-ratelimit-headers
 */
export const rateLimitHeaders = ({ name, limit, windowMs }: RateLimitPolicy, remaining: number, resetMs: number) => ({
  'RateLimit-Policy': `"${name}";q=${limit};w=${inSeconds(windowMs)}`,
  RateLimit: `"${name}";r=${remaining};t=${inSeconds(resetMs)}`,
});
