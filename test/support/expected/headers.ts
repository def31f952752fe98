/**
 * Headers as the wire specification has them (2.1, 2.5), in lower case, written out: a test that imported those of the
 * service would follow every change of them.
 */

export type Family = 'v3' | 'v1';

export const prefixes = { v3: '/api/v3/mobile', v1: '/api/v1/us' } as const;

export const languages = { v3: 'es-US', v1: 'en-US' } as const;

export const cacheControl = {
  content: 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400',
  live: 'public, max-age=1, stale-while-revalidate=4, stale-if-error=300',
  tally: 'public, max-age=2, stale-while-revalidate=5, stale-if-error=300',
  private: 'private, no-store',
  none: 'no-store',
} as const;

export type CacheKind = keyof typeof cacheControl;

export const jsonType = 'application/json; charset=utf-8';
export const problemType = 'application/problem+json; charset=utf-8';

export const security = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** On every reply to GET and HEAD of a route, problems too, and on no reply to a POST. */
export const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Link, Retry-After',
} as const;

/** The same of a server with `CROSS_ORIGIN_POST=on`, also on replies to a POST. */
export const corsWithPosts = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Link, Retry-After, Location, RateLimit, RateLimit-Policy, X-Request-Id',
} as const;

/** The same of the mock, whose pages also read which contract answered. */
export const corsOfMock = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, Retry-After, Location, RateLimit, RateLimit-Policy, X-Request-Id, ' +
    'Contract-Id, Contract-Match, Contract-Nearest, Contract-State, Mock-Session-Dropped, Preference-Applied',
} as const;

/** The 204 to OPTIONS of a path that can be read, besides security, language and Allow. */
export const preflight = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
} as const;

/** `Access-Control-Allow-Headers`: a page of the mock may ask for a state, and vote. */
export const preflightHeaders = {
  server: 'If-None-Match, Last-Event-ID',
  mock: 'Authorization, Content-Type, If-None-Match, Last-Event-ID, Mock-Session, Prefer, traceparent, X-Request-Id',
} as const;

/** Of a page and its parts. */
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** On every reply to a request that came over TLS. */
export const strictTransport = 'max-age=31536000; includeSubDomains';

/** Besides those of every reply, on a stream of Server-Sent Events. */
export const eventStream = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  vary: 'Accept',
} as const;
