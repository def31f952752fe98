/** Redis does not answer, or refuses for a reason that passes: full, loading, a replica, no rights. Safe to try again. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';

  constructor(reason: string, cause?: unknown) {
    super(`The store is not available: ${reason}`, { cause });
  }
}

/** First words of error replies by which Redis refuses for now. Any other error reply is a fault of ours. */
const refusals = new Set([
  'ASK',
  'BUSY',
  'CLUSTERDOWN',
  'LOADING',
  'MASTERDOWN',
  'MISCONF',
  'MOVED',
  'NOAUTH',
  'NOPERM',
  'NOREPLICAS',
  'OOM',
  'READONLY',
  'TRYAGAIN',
  'UNBLOCKED',
  'WRONGPASS',
]);

function isFault(error: Error): boolean {
  return error.name === 'ReplyError' && !refusals.has(error.message.split(' ', 1)[0] ?? '');
}

/**
 * Waits for one exchange with Redis.
 *
 * @throws {StoreUnavailable} when Redis did not answer in time, or refused.
 */
export async function reached<T>(exchange: Promise<T>): Promise<T> {
  try {
    return await exchange;
  } catch (error) {
    if (!(error instanceof Error) || isFault(error)) throw error;
    throw new StoreUnavailable(error.message, error);
  }
}
