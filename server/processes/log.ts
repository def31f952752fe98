import pino, { type DestinationStream, type Logger } from 'pino';
import { withoutValues } from '../store/redis/errors.ts';

interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
}

const maxDepth = 4;

/** Errors of the Redis client quote the command in their messages. */
const isRedisError = (error: Error) =>
  'command' in error || ['ReplyError', 'AbortError', 'ParserError'].includes(error.name);

/**
 * Picks the members of an error that a log line may show. Libraries attach their input to errors (ioredis the command
 * with its arguments), which would put client ids, which are capabilities, into the log.
 */
export function loggedError(error: unknown, depth = 1): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name, code, stack, cause } = error as NodeJS.ErrnoException;
  const message = isRedisError(error) ? withoutValues(error.message) : error.message;
  const frames = stack?.slice(stack.indexOf('\n    at '));
  return {
    type: name,
    message,
    ...(typeof code === 'string' && { code }),
    ...(frames?.startsWith('\n    at ') && { stack: `${name}: ${message}${frames}` }),
    ...(cause instanceof Error && depth < maxDepth && { cause: loggedError(cause, depth + 1) }),
  };
}

/** @param to default: standard output. */
export const createLog = (level: string, to?: DestinationStream): Logger =>
  pino({ level, serializers: { err: (error) => loggedError(error) } }, to as DestinationStream);
