import { timingSafeEqual } from 'node:crypto';
import { digestOf, type FeedKey } from './config.ts';
import { Problem } from './problem.ts';

/**
 * Checks the credential of the metrics supplier.
 *
 * @param authorization the header as it came.
 * @returns name of the key, for the log.
 * @throws {Problem} `feed-key-required` without a bearer token, `feed-key-rejected` for one that is not known.
 * @see wire specification 7; RFC 6750
 */
export function checkFeedKey(authorization: string | undefined, keys: readonly FeedKey[]): string {
  const token = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1];
  if (!token) throw new Problem('feed-key-required', { headers: { 'WWW-Authenticate': 'Bearer' } });
  const digest = digestOf(token);
  // Every key is compared, and digests of equal length in constant time: how long it takes says nothing about a key.
  const matching = keys.filter((key) => timingSafeEqual(key.digest, digest));
  if (!matching[0]) throw new Problem('feed-key-rejected');
  return matching[0].name;
}
