import { timingSafeEqual } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import type { Logger } from 'pino';
import { Problem } from '../../contracts/requests/problem.ts';
import { bearerToken } from '../../contracts/rules/bearer.ts';
import { type Config, ConfigError, digestOf, type FeedKey, readFeedKeysFile } from '../config.ts';

/** The keys that are good now; asked at every request. */
export interface FeedKeys {
  readonly keys: readonly FeedKey[];
}

/**
 * Checks the credential of the metrics supplier.
 *
 * @param authorization the header as it came.
 * @returns the key that it is.
 * @throws {Problem} `feed-key-required` without a bearer token, `feed-key-rejected` for one that is not known.
 * @see wire specification 7; RFC 6750
 */
export function checkFeedKey(authorization: string | undefined, keys: readonly FeedKey[]): FeedKey {
  const token = bearerToken(authorization);
  if (!token) throw new Problem('feed-key-required', { headers: { 'WWW-Authenticate': 'Bearer' } });
  const digest = digestOf(token);
  // Every key is compared, and digests of equal length in constant time: how long it takes says nothing about a key.
  const matching = keys.filter((key) => timingSafeEqual(key.digest, digest));
  if (!matching[0]) throw new Problem('feed-key-rejected');
  return matching[0];
}

/** How often the file is looked at. By its state and not by file events, which a mounted secret gives none of. */
const lookEveryMs = 1_000;

/**
 * The keys of `FEED_KEYS` and those of `FEED_KEYS_FILE`, which is read again when it changes and on SIGHUP. A file that
 * is not good changes nothing: the keys from before stay, and the log says why.
 *
 * @throws {ConfigError} when the file is not good at the start.
 */
export function openFeedKeys(
  { feedKeys, feedKeysFile, production }: Pick<Config, 'feedKeys' | 'feedKeysFile' | 'production'>,
  log: Logger,
): FeedKeys & { close(): void } {
  if (feedKeysFile === undefined) return { keys: feedKeys, close: () => undefined };

  const first = readFeedKeysFile(feedKeysFile, production);
  if (first.errors.length > 0) throw new ConfigError(first.errors.map((error) => `FEED_KEYS_FILE: ${error}`));
  let keys = [...feedKeys, ...first.keys];

  const read = () => {
    const { keys: fromFile, errors } = readFeedKeysFile(feedKeysFile, production);
    if (errors.length > 0) {
      log.error({ errors }, 'FEED_KEYS_FILE is not good: the feed keys from before stay');
      return;
    }
    keys = [...feedKeys, ...fromFile];
    log.info({ feedKeys: keys.map(({ name }) => name) }, 'feed keys read');
  };
  watchFile(feedKeysFile, { interval: lookEveryMs, persistent: false }, read);
  process.on('SIGHUP', read);
  return {
    get keys() {
      return keys;
    },
    close() {
      unwatchFile(feedKeysFile, read);
      process.off('SIGHUP', read);
    },
  };
}
