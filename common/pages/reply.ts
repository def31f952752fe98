import { readRange } from '../../contracts/http/byte-range.ts';
import { matchesEtag } from '../../contracts/http/etag.ts';
import { contentLanguage, corsHeaders, problemMediaType, securityHeaders } from '../../contracts/http/headers.ts';
import { chooseCoding } from '../../contracts/http/negotiation.ts';
import { problemDetails } from '../../contracts/problems.ts';
import type { Asset } from './asset.ts';

/** A page loads only from this host, and no page may frame it. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface AssetRequest {
  method: string;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  range?: string | undefined;
  ifRange?: string | undefined;
}

export interface AssetReply {
  status: number;
  headers: Record<string, string>;
  /** Left out for HEAD. */
  body: Buffer | undefined;
}

const isRead = ({ method }: AssetRequest) => method === 'GET' || method === 'HEAD';

/** Answers OPTIONS, and refuses methods that change something. */
function replyToOther(asset: Asset, { method }: AssetRequest, constant: Record<string, string>): AssetReply {
  const allow = { ...constant, Allow: 'GET, HEAD, OPTIONS' };
  if (method === 'OPTIONS') return { status: 204, headers: allow, body: undefined };
  const body = Buffer.from(JSON.stringify(problemDetails('method-not-allowed', undefined, asset.path)));
  const language = { 'Content-Language': contentLanguage(undefined) };
  const headers = { ...allow, ...language, 'Content-Type': problemMediaType, 'Cache-Control': 'no-store' };
  return { status: 405, headers: { ...headers, 'Content-Length': String(body.length) }, body };
}

/**
 * Answers a request for a file of a page. Browsers revalidate it by its ETag each time, so that a page never runs with the
 * script of another version.
 *
 * @param vary request headers, in addition to `Accept-Encoding`, that the reply depends on.
 */
export async function replyWith(
  asset: Asset,
  request: AssetRequest,
  vary: readonly string[] = [],
): Promise<AssetReply> {
  const constant = { ...securityHeaders, 'Content-Security-Policy': policy };
  if (!isRead(request)) return replyToOther(asset, request, constant);
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

/** Opened alone in a browser, a picture or video is a document that loads itself and is styled by the browser. */
const mediaPolicy =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * Answers a request for a picture or a video, which apps and pages of any site may show. Players of iOS need ranges.
 *
 * @see RFC 9110 13.1.5, 14.2
 */
export function replyWithMedia(asset: Asset, request: AssetRequest): AssetReply {
  const constant = { ...securityHeaders, ...corsHeaders, 'Content-Security-Policy': mediaPolicy };
  if (!isRead(request)) return replyToOther(asset, request, constant);
  const { bytes, etag, type } = asset;
  const lasting = { ...constant, 'Cache-Control': 'public, max-age=86400', ETag: etag, 'Accept-Ranges': 'bytes' };
  if (matchesEtag(request.ifNoneMatch, etag)) return { status: 304, headers: lasting, body: undefined };
  const isRanged = request.method === 'GET' && (request.ifRange === undefined || request.ifRange === etag);
  const range = isRanged ? readRange(request.range, bytes.length) : undefined;
  if (range === 'unsatisfiable') {
    const headers = { ...constant, 'Cache-Control': 'no-store', 'Content-Range': `bytes */${bytes.length}` };
    return { status: 416, headers: { ...headers, 'Content-Length': '0' }, body: undefined };
  }
  const body = range ? bytes.subarray(range.start, range.end) : bytes;
  const headers = { ...lasting, 'Content-Type': type, 'Content-Length': String(body.length) };
  if (!range) return { status: 200, headers, body };
  const part = { 'Content-Range': `bytes ${range.start}-${range.end - 1}/${bytes.length}` };
  return { status: 206, headers: { ...headers, ...part }, body };
}
