import { parseAddress } from './redis/connection/address.ts';
import { describeAwayMasters } from './redis/connection/away-masters.ts';
import { StoreUnavailable } from './redis/errors.ts';
import { StoreRefused } from './schema/open-store.ts';

/**
 * For a command that failed: says in its error which masters of a Cluster do not answer.
 *
 * @returns the same error where none is away, or it has another reason.
 */
export async function nameAwayMasters(error: unknown, redisUrl: string | undefined): Promise<unknown> {
  if (redisUrl === undefined || !(error instanceof StoreRefused || error instanceof StoreUnavailable)) return error;
  const away = await describeAwayMasters(parseAddress(redisUrl));
  if (away) error.message = `${error.message.replace(/[.\s]*$/, '')}. The ${away}.`;
  return error;
}
