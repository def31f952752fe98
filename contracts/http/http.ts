import { createHash } from 'node:crypto';
import { type Family, families } from '../families.ts';

/**
 * The HTTP rules that server and mock share: caching, conditional requests, negotiation and constant headers. Pure
 * functions; who calls them owns the sockets.
 *
 * @see wire specification 2.1 and 2.5
 */

/** `Cache-Control` by cache kind. Problems are `none`, but for unknown ids on content routes. */
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

/** `Cache-Control` of a problem: only a well-formed but unknown id on a content route may be kept for a moment. */
export const problemCacheControl = (status: number, cache: CacheKind | undefined) =>
  status === 404 && cache === 'content' ? unknownIdCacheControl : cacheControl.none;

/** Kinds whose replies carry an ETag and answer 304. */
export const isConditional = (cache: CacheKind) => cache !== 'private' && cache !== 'none';

export const jsonType = 'application/json; charset=utf-8';
export const problemMediaType = 'application/problem+json; charset=utf-8';

/** The media type a POST body must have, as `Accept-Post` says it on a 415. */
export const acceptPost = 'application/json';

/** Headers of every reply, whatever its status. The service has no pages outside its own, so nothing may be framed. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/**
 * Of every reply to a request that came by TLS, and of no other: browsers ignore it elsewhere, and a machine that is
 * reached by name without TLS must not promise it.
 *
 * @see RFC 6797 7.2
 */
export const tlsHeader = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const;

/** CORS on GET and HEAD replies, problems too; a POST from another origin gets none. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Link, Retry-After',
} as const;

/** `Content-Language`; English where no family is concerned. */
export const contentLanguage = (family: Family | undefined) => families[family ?? 'v1'].language;

/** A strong ETag of the bytes sent. Each content coding has its own bytes, so its own ETag. */
export function etagOf(bytes: string | Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}

/**
 * Whether `If-None-Match` names this ETag: one, a list, or `*`. The comparison is weak, as RFC 9110 13.1.2 asks;
 * anything that is no entity tag matches nothing.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace(/^W\//, '') === etag);
}

interface Range {
  value: string;
  quality: number;
}

/** The ranges of a negotiation header; a quality that is no number from 0 to 1 counts as 1. */
function ranges(header: string): Range[] {
  return header
    .split(',')
    .map((part) => {
      const [value = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      const quality = q !== undefined && /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q) : 1;
      return { value, quality };
    })
    .filter(({ value }) => value !== '');
}

/** More different headers than these are not remembered, nor longer ones than a browser's: memory stays bounded. */
const mostRemembered = 1_000;
const longestRemembered = 256;

/** Clients of one kind send the same headers, so each is taken apart once: it costs more than the rest of a held reply. */
function remembered<R>(negotiate: (header: string) => R): (header: string | undefined) => R {
  const known = new Map<string, R>();
  const absent = negotiate('');
  return (header = '') => {
    if (header === '') return absent;
    const found = known.get(header);
    if (found !== undefined) return found;
    const result = negotiate(header);
    if (header.length > longestRemembered) return result;
    if (known.size >= mostRemembered) known.clear();
    known.set(header, result);
    return result;
  };
}

/**
 * Whether a client accepts JSON. Existing clients send `text/html, image/gif, image/jpeg, any type; q=0.2` and get JSON
 * (observed), so only a header with no range that fits at q > 0 refuses it; one that holds no media range at all counts
 * as absent.
 */
export const acceptsJson = remembered((accept) => {
  const wanted = ranges(accept).filter(({ value }) => /^[^\s/]+\/[^\s/]+$/.test(value));
  return (
    wanted.length === 0 ||
    wanted.some(({ value, quality }) => quality > 0 && ['application/json', 'application/*', '*/*'].includes(value))
  );
});

/**
 * Whether a client asks for Server-Sent Events: by name, since one that takes anything gets JSON as ever, and no less
 * than it asks for JSON by name.
 */
export const prefersEventStream = remembered((accept) => {
  const wanted = ranges(accept);
  const quality = (type: string) => wanted.find(({ value }) => value === type)?.quality ?? 0;
  return quality('text/event-stream') > 0 && quality('text/event-stream') >= quality('application/json');
});

/** `Vary` of a JSON reply; where the same path is also a stream, what is cached must not be sent for one. */
export const varyOf = ({ stream }: { stream?: true }) => (stream ? 'Accept, Accept-Encoding' : 'Accept-Encoding');

export type Coding = 'br' | 'gzip' | 'identity';

/** The content coding to send: the best that `Accept-Encoding` asks for by name or `*`, else identity. */
export const chooseCoding = remembered((acceptEncoding): Coding => {
  const wanted = ranges(acceptEncoding);
  const quality = (coding: string) => (wanted.find(({ value }) => value === coding) ?? any)?.quality ?? 0;
  const any = wanted.find(({ value }) => value === '*');
  const [br, gzip] = [quality('br'), quality('gzip')];
  if (br > 0 && br >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : 'identity';
});

/** `application/json`, or any `application/…+json`; a charset, when one is given, must be UTF-8. */
export const isJsonContentType = remembered((contentType) => {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  if (!/^application\/([\w.!#$&^-]+\+)?json$/.test(type)) return false;
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return charset === undefined || charset.replaceAll('"', '') === 'utf-8';
});

/** A cursor is opaque to clients: base64url of the sort key of the last record they got. */
export const cursorOf = (sortKey: string) => Buffer.from(sortKey, 'utf8').toString('base64url');

/** @returns undefined when the cursor was not made by `cursorOf`. */
export function sortKeyOf(cursor: string): string | undefined {
  const sortKey = Buffer.from(cursor, 'base64url').toString('utf8');
  return sortKey !== '' && cursorOf(sortKey) === cursor ? sortKey : undefined;
}
