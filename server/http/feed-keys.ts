import { timingSafeEqual } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import type { Logger } from 'pino';
import { Problem } from '../../contracts/requests/problem.ts';
import { bearerToken } from '../../contracts/rules/bearer.ts';
import { type Config, ConfigError, digestOf, type FeedKey, readFeedKeysFile } from '../config.ts';

/** The keys that are valid now; read at every request. */
export interface FeedKeys {
  readonly keys: readonly FeedKey[];
}

/**
 * Checks the credential of the metrics supplier.
 *
 * @param authorization the header as received.
 * @returns the matching key.
 * @throws {Problem} `feed-key-required` without a bearer token, `feed-key-rejected` for an unknown token.
 * @see wire specification 7; RFC 6750
 */
export function checkFeedKey(authorization: string | undefined, keys: readonly FeedKey[]): FeedKey {
  const token = bearerToken(authorization);
  if (!token) throw new Problem('feed-key-required', { headers: { 'WWW-Authenticate': 'Bearer' } });
  const digest = digestOf(token);
  // Compares every key, and digests of equal length in constant time: the duration reveals nothing about a key.
  const matching = keys.filter((key) => timingSafeEqual(key.digest, digest));
  if (!matching[0]) throw new Problem('feed-key-rejected');
  return matching[0];
}

/** How often the file is checked. Its state is polled, since a mounted secret causes no file events. */
const checkEveryMs = 1_000;

/**
 * Reads the keys of `FEED_KEYS` and `FEED_KEYS_FILE`, and reloads the file when it changes and on SIGHUP. An invalid
 * file changes nothing: the previous keys stay, and the log says why.
 *
 * @throws {ConfigError} when the file is invalid at the start.
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
      log.error({ errors }, 'FEED_KEYS_FILE is invalid: the previous feed keys stay');
      return;
    }
    keys = [...feedKeys, ...fromFile];
    log.info({ feedKeys: keys.map(({ name }) => name) }, 'feed keys read');
  };
  watchFile(feedKeysFile, { interval: checkEveryMs, persistent: false }, read);
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
