import { matchesEtag } from '../http/etag.ts';
import { contentLanguage, problemMediaType, securityHeaders } from '../http/headers.ts';
import { chooseCoding } from '../http/negotiation.ts';
import { problemDetails } from '../problems.ts';
import type { Asset } from './asset.ts';

/** A page loads only from this host, and no page may frame it. */
const ownOnly = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** The policy of a page, with the directives that it overrides. */
export const policyOf = (changed: Partial<typeof ownOnly> = {}): string =>
  Object.entries({ ...ownOnly, ...changed })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

export interface AssetRequest {
  method: string;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

export interface AssetReply {
  status: number;
  headers: Record<string, string>;
  /** Left out for HEAD. */
  body: Buffer | undefined;
}

/**
 * Answers a request for a file of a page. Browsers revalidate it by its ETag each time, so that a page
 * never runs with the script of another version.
 *
 * @param vary request headers, besides `Accept-Encoding`, that decide whether the path is a page at all.
 */
export async function replyWith(
  asset: Asset,
  request: AssetRequest,
  { policy, vary = [] }: { policy: string; vary?: readonly string[] },
): Promise<AssetReply> {
  const constant = { ...securityHeaders, 'Content-Security-Policy': policy };
  const allow = { ...constant, Allow: 'GET, HEAD, OPTIONS' };
  if (request.method === 'OPTIONS') return { status: 204, headers: allow, body: undefined };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const body = Buffer.from(JSON.stringify(problemDetails('method-not-allowed', undefined, asset.path)));
    const language = { 'Content-Language': contentLanguage(undefined) };
    const headers = { ...allow, ...language, 'Content-Type': problemMediaType, 'Cache-Control': 'no-store' };
    return { status: 405, headers: { ...headers, 'Content-Length': String(body.length) }, body };
  }
  const { bytes, etag, coding } = await asset.in(chooseCoding(request.acceptEncoding));
  const headers = {
    ...constant,
    'Cache-Control': 'no-cache',
    Vary: [...vary, 'Accept-Encoding'].join(', '),
    ETag: etag,
  };
  if (matchesEtag(request.ifNoneMatch, etag)) return { status: 304, headers, body: undefined };
  return {
    status: 200,
    headers: {
      ...headers,
      'Content-Type': asset.type,
      ...(coding !== 'identity' && { 'Content-Encoding': coding }),
      'Content-Length': String(bytes.length),
    },
    body: bytes,
  };
}
