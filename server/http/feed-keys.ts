import { timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import { Problem } from '../../common/wire/problem.ts';
import { bearerToken } from '../../contracts/rules/bearer.ts';
import { type Config, ConfigError, digestOf, type FeedKey, readFeedKeysFile, watchFeedKeysFile } from '../config.ts';

/** The keys that are valid now; read at every request. */
export interface FeedKeys {
  readonly keys: readonly FeedKey[];
}

function findFeedKey(token: string, keys: readonly FeedKey[]): FeedKey | undefined {
  const digest = digestOf(token);
  // Compares every key in constant time, so that the duration reveals nothing about a key.
  return keys.filter((key) => timingSafeEqual(key.digest, digest))[0];
}

export function hasFeedKey(authorization: string | undefined, keys: readonly FeedKey[]): boolean {
  const token = bearerToken(authorization);
  return token !== undefined && findFeedKey(token, keys) !== undefined;
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
  const key = findFeedKey(token, keys);
  if (!key) throw new Problem('feed-key-rejected');
  return key;
}

/**
 * Reads the keys of `FEED_KEYS` and `FEED_KEYS_FILE`, and reloads the file when it changes and on SIGHUP. An invalid
 * file changes nothing, and the log names its errors.
 *
 * @param before the keys of the file before this process, which stay if it is invalid at the start.
 * @throws {ConfigError} when the file is invalid at the start, without those.
 */
export function openFeedKeys(
  { feedKeys, feedKeysFile, production }: Pick<Config, 'feedKeys' | 'feedKeysFile' | 'production'>,
  log: Logger,
  before?: readonly FeedKey[],
): FeedKeys & { close(): void } {
  if (feedKeysFile === undefined) return { keys: feedKeys, close: () => undefined };

  const logErrors = (errors: string[]) =>
    log.error({ errors }, 'FEED_KEYS_FILE is invalid: the previous feed keys stay');
  const first = readFeedKeysFile(feedKeysFile, production);
  const isValid = first.errors.length === 0;
  if (!isValid && !before) throw new ConfigError(first.errors.map((error) => `FEED_KEYS_FILE: ${error}`));
  if (!isValid) logErrors(first.errors);
  let keys = [...feedKeys, ...((!isValid && before) || first.keys)];

  const close = watchFeedKeysFile(feedKeysFile, production, ({ keys: fromFile, errors }) => {
    if (errors.length > 0) {
      logErrors(errors);
      return;
    }
    keys = [...feedKeys, ...fromFile];
    log.info({ feedKeys: keys.map(({ name }) => name) }, 'feed keys read');
  });
  return {
    get keys() {
      return keys;
    },
    close,
  };
}
