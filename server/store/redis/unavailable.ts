import { withoutValues } from './error-message.ts';

/**
 * Redis does not answer, or refuses. Whoever throws it on a write is certain that nothing was done and nothing will be,
 * unless it is an `OutcomeUnknown`. Safe to try again.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
  /** Of a connection that failed, such as ECONNREFUSED. */
  readonly code: string | undefined;

  /** @param cause is not kept: the errors of the client carry the command, whose arguments are ids of clients. */
  constructor(reason: string, cause?: unknown) {
    super(`The store is not available: ${reason}`);
    this.code = (cause as NodeJS.ErrnoException | undefined)?.code;
  }
}

/** A write was handed to Redis, and no reply came: it may have been carried out. Safe to try again. */
export class OutcomeUnknown extends StoreUnavailable {
  override name = 'OutcomeUnknown';
}

/** What is stored or sent is broken, so trying again does not help; nothing was done. The message is the reason alone. */
export class StoreFault extends StoreUnavailable {
  override name = 'StoreFault';

  constructor(reason: string) {
    super(reason);
    this.message = reason;
  }
}

/** First words of error replies by which Redis refuses a command before it begins with it. */
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

/** The same, by which it says that the command or what is stored is wrong. */
const faults = new Set(['CORRUPT', 'CROSSSLOT', 'NOSCRIPT', 'WRONGTYPE']);

/** Replies without a word of their own that Redis gives before it looks at a command. */
const plainRefusals = /^ERR (max number of clients|unknown command|wrong number of arguments|Protocol error)/;

/** An error that a script met while it ran, perhaps after its first write (Redis 7: `… script: <sha1>, on …`). */
const metInScript = /\bscript: ?[0-9a-f]{40}\b|running script/;

const isReply = (error: Error) => error.name === 'ReplyError';

/** Whether a reply says that the command was not begun. Proxies and others have words of their own: when in doubt it was. */
const saysRefused = ({ message }: Error) => {
  if (metInScript.test(message)) return false;
  const word = message.split(' ', 1)[0] ?? '';
  return refusals.has(word) || faults.has(word) || plainRefusals.test(message);
};

/**
 * What an exchange with Redis that failed means.
 *
 * @param wasSent whether a write was handed to a connection: what is then not known to be refused may be carried out.
 * @returns anything but an error of the client as it is.
 */
export function failureOf(error: unknown, wasSent = false): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return error;
  const reason = withoutValues(error.message);
  if (wasSent && !(isReply(error) && saysRefused(error))) return new OutcomeUnknown(reason, error);
  const word = error.message.split(' ', 1)[0] ?? '';
  return isReply(error) && faults.has(word) ? new StoreFault(reason) : new StoreUnavailable(reason, error);
}

/**
 * Waits for one exchange with Redis that changes nothing, or that may be repeated.
 *
 * @throws {StoreUnavailable} when Redis did not answer in time, or refused.
 */
export async function mapRedisError<T>(exchange: Promise<T>): Promise<T> {
  try {
    return await exchange;
  } catch (error) {
    throw failureOf(error);
  }
}
