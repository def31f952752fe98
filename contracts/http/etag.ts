import crypto from 'node:crypto';

/** `crypto.hash` takes a third of the time; early versions of Node 20, which can run the packed mock, lack it. */
const digestOf = (bytes: string | Buffer): string =>
  crypto.hash
    ? crypto.hash('sha256', bytes, 'base64url')
    : crypto.createHash('sha256').update(bytes).digest('base64url');

/** A strong ETag of the bytes sent. Each content coding has different bytes, and so a different ETag. */
export function etagOf(bytes: string | Buffer): string {
  return `"${digestOf(bytes).slice(0, 27)}"`;
}

/**
 * Whether `If-None-Match` names this ETag: alone, in a list, or as `*`. The comparison is weak (RFC 9110 13.1.2); a header
 * without an entity tag never matches.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace(/^W\//, '') === etag);
}
