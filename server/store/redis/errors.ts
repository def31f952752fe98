/** A word of plain English with its punctuation, or the code that an error reply begins with. Client ids are longer. */
const plainWord = /^[A-Za-z]{1,14}[.,:;]?$/;
const errorNumber = /^E[A-Z]{3,14}$/;
/** An address (`127.0.0.1:6379`) is not secret, and the only hint at which Redis failed. */
const address = /^(\d+\.\d+\.\d+\.\d+|\[[0-9a-f:]+\]):\d{1,5}$/;

/**
 * An error message of Redis or ioredis without values. Both quote arguments (`unknown command 'x', with args beginning
 * with:`), which include client ids, and a client id is enough to vote.
 */
export function withoutValues(message: string): string {
  const words = message.slice(0, 300).split(/\s+/);
  const safe = words.map((word) => (plainWord.test(word) || errorNumber.test(word) || address.test(word) ? word : '…'));
  return safe.filter((word, index) => word !== '…' || safe[index - 1] !== '…').join(' ');
}

/**
 * Redis does not answer, or refuses temporarily. A write that throws it was not carried out and will not be, unless the error
 * is an `OutcomeUnknown`. Safe to retry.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
  /** The code of a failed connection, such as ECONNREFUSED. */
  readonly code: string | undefined;
  readonly reason: string;

  /** @param cause is not stored: ioredis errors carry the command, whose arguments include client ids. */
  constructor(reason: string, cause?: unknown) {
    super(`The store is not available: ${reason}`);
    this.reason = reason;
    this.code = (cause as NodeJS.ErrnoException | undefined)?.code;
  }
}

/** Too many votes and scorecards wait: this one was not cast. */
export class TooManyBallots extends StoreUnavailable {
  override name = 'TooManyBallots';
}

/** A write was sent to Redis and no reply came: Redis may have executed it. Safe to retry. */
export class OutcomeUnknown extends StoreUnavailable {
  override name = 'OutcomeUnknown';
}

/** Stored or sent data is broken, so a retry does not help; nothing was changed. The message is the reason alone. */
export class StoreFault extends StoreUnavailable {
  override name = 'StoreFault';

  constructor(reason: string) {
    super(reason);
    this.message = reason;
  }
}

/** The reason when the reply of a command or script does not have its form. */
export const malformedReply = 'Redis sent a malformed reply';

/** First words of the errors with which Redis refuses a command before it executes it. */
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

/** First words of the errors with which Redis refuses a broken command, or broken stored data. */
const dataErrors = new Set(['CORRUPT', 'CROSSSLOT', 'NOSCRIPT', 'WRONGTYPE']);

/** Error replies without a code that Redis gives before it executes a command. */
const plainRefusals = /^ERR (max number of clients|unknown command|wrong number of arguments|Protocol error)/;

/** An error inside a running script, perhaps after its first write (Redis 7: `… script: <sha1>, on …`). */
const insideScript = /\bscript: ?[0-9a-f]{40}\b|running script/;

const firstWord = (message: string) => message.replace(/ .*/s, '');

const isReply = (error: Error) => error.name === 'ReplyError';

/** Whether an error says that the command was not executed. A proxy may use other words: when in doubt, it was executed. */
const saysRefused = ({ message }: Error) => {
  const word = firstWord(message);
  const isRefusal = refusals.has(word) || dataErrors.has(word) || plainRefusals.test(message);
  return isRefusal && !insideScript.test(message);
};

/** Without a connection, ioredis rejects a command with a message that names its option. */
const noConnection = /\benableOfflineQueue\b/;

/**
 * Converts an error of ioredis into one of the errors above; returns any other error unchanged.
 *
 * @param wasSent whether a write was sent: unless the reply is a known refusal, it may have been carried out.
 */
export function toStoreError(error: unknown, wasSent = false): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return error;
  const reason = noConnection.test(error.message) ? 'Redis is unreachable' : withoutValues(error.message);
  if (wasSent && !(isReply(error) && saysRefused(error))) return new OutcomeUnknown(reason, error);
  return isReply(error) && dataErrors.has(firstWord(error.message))
    ? new StoreFault(reason)
    : new StoreUnavailable(reason, error);
}

/**
 * Awaits a command that changes nothing or may be repeated.
 *
 * @throws {StoreUnavailable} when Redis did not answer in time, or refused.
 */
export async function mapRedisError<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    throw toStoreError(error);
  }
}
