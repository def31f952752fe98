import { type Family, families } from '../families.ts';

/**
 * Headers that server and mock share: caching, media types, security, CORS.
 *
 * @see wire specification 2.1 and 2.5
 */

/** `Cache-Control` by cache kind. Problems have `none`, except for unknown ids on content routes. */
export const cacheControl = {
  content: 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400',
  live: 'public, max-age=1, stale-while-revalidate=4, stale-if-error=300',
  tally: 'public, max-age=2, stale-while-revalidate=5, stale-if-error=300',
  private: 'private, no-store',
  none: 'no-store',
} as const;

export type CacheKind = keyof typeof cacheControl;

/** `Cache-Control` of a 404 for a well-formed but unknown id on a content route. */
export const unknownIdCacheControl = 'public, max-age=5';

/** `Cache-Control` of a problem: only a well-formed but unknown id on a content route may be cached briefly. */
export const problemCacheControl = (status: number, cache: CacheKind | undefined) =>
  status === 404 && cache === 'content' ? unknownIdCacheControl : cacheControl.none;

/** Kinds whose replies carry an ETag and answer 304. */
export const isConditional = (cache: CacheKind) => cache !== 'private' && cache !== 'none';

export const jsonType = 'application/json; charset=utf-8';
export const problemMediaType = 'application/problem+json; charset=utf-8';

/** The media type of a POST body, also in `Accept-Post` on a 415. */
export const acceptPost = 'application/json';

/** Headers of every reply, whatever its status. No other site may frame a page of the service. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/**
 * Only for replies to requests over TLS: browsers ignore it elsewhere, and a host without TLS must not promise it.
 *
 * @see RFC 6797 7.2
 */
export const tlsHeader = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const;

/** CORS on GET and HEAD replies, problems too. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Link, Retry-After',
} as const;

/** The requests that pages of other sites may send. */
export interface CrossOrigin {
  /** Whether they may send a POST and read its reply. Every page may read replies to a GET. */
  allowsPosts: boolean;
  requestHeaders: readonly string[];
  /** On replies to requests that they may send. */
  replyHeaders: Readonly<Record<keyof typeof corsHeaders, string>>;
}

/** The default: a POST from another origin gets no CORS headers. */
export const crossOriginReads: CrossOrigin = {
  allowsPosts: false,
  requestHeaders: ['If-None-Match', 'Last-Event-ID'],
  replyHeaders: corsHeaders,
};

/** For web builds of apps: pages may send a POST too, and read the headers of its reply. */
export const crossOriginPosts: CrossOrigin = {
  allowsPosts: true,
  requestHeaders: ['Content-Type', ...crossOriginReads.requestHeaders],
  replyHeaders: {
    ...corsHeaders,
    'Access-Control-Expose-Headers': `${corsHeaders['Access-Control-Expose-Headers']}, Location, RateLimit, RateLimit-Policy, X-Request-Id`,
  },
};

/** `Content-Language`; English outside the families. */
export const contentLanguage = (family: Family | undefined) => families[family ?? 'v1'].language;

/** `Vary` of a JSON reply. If the path also has a stream, caches must distinguish by `Accept`. */
export const varyOf = ({ stream }: { stream?: true }) => (stream ? 'Accept, Accept-Encoding' : 'Accept-Encoding');
