import pino, { type DestinationStream, type LogFn, type Logger } from 'pino';
import type { UnwrittenLines } from '../monitoring/recorder.ts';
import { withoutValues } from '../store/redis/errors.ts';
import { LineLimit } from './line-limit.ts';
import { plainLines } from './plain-lines.ts';
import { StandardOutput } from './standard-output.ts';

interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
}

const maxDepth = 4;
const maxMessageLength = 300;

/** Errors of the Redis client quote the command in their messages. */
const isRedisError = (error: Error) =>
  'command' in error || ['ReplyError', 'AbortError', 'ParserError'].includes(error.name);

/**
 * The message of an error without what it was thrown for: the Redis client quotes the command, the parser of JSON the
 * text, and Node the argument (`… Received 'x'`).
 */
function messageOf(error: Error): string {
  if (isRedisError(error)) return withoutValues(error.message);
  const { message } = error;
  const safe = error instanceof SyntaxError ? message.replace(/"[\s\S]*"/, '"…"') : message;
  return safe.replace(/\bReceived\b[\s\S]*/, 'Received …').slice(0, maxMessageLength);
}

/**
 * Picks the members of an error that a log line may show. Libraries attach their input to errors (ioredis the command
 * with its arguments), which would put client ids, which are capabilities, into the log.
 */
export function loggedError(error: unknown, depth = 1): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'no error was thrown, but a value' };
  const { name, code, stack, cause } = error as NodeJS.ErrnoException;
  const message = messageOf(error);
  const frames = stack?.slice(stack.indexOf('\n    at '));
  return {
    type: name,
    message,
    ...(typeof code === 'string' && { code }),
    ...(frames?.startsWith('\n    at ') && { stack: `${name}: ${message}${frames}` }),
    ...(cause instanceof Error && depth < maxDepth && { cause: loggedError(cause, depth + 1) }),
  };
}

type Args = Parameters<LogFn>;
interface Members {
  err?: unknown;
  reason?: unknown;
}

const { warn, fatal } = pino.levels.values as { warn: number; fatal: number };

/** @returns the kind of a line, and the wider one: all lines with this message, which code has written. */
function kindsOf(args: Args): [kind: string, wider: string] {
  const [first, second] = args as [Members | string, string | undefined];
  if (typeof first === 'string') return [first, first];
  const { err, reason } = first;
  const wider = String(second);
  return [`${wider}\n${reason}\n${err instanceof Error ? err.message : typeof err}`, wider];
}

/** @returns the arguments of a line that stands for several. */
function withTimes(args: Args, times: number): Args {
  if (times === 1) return args;
  const [first, ...others] = args as unknown[];
  return (typeof first === 'string' ? [{ times }, ...args] : [{ ...(first as object), times }, ...others]) as Args;
}

/**
 * A log of JSON lines. Warnings and errors that repeat are bounded: a line with `times` stands for so many.
 *
 * @param to default: standard output.
 * @param isForPeople writes lines for people instead.
 * @param unwritten counts the lines for which another stands.
 */
export function createLog(
  level: string,
  to: DestinationStream = new StandardOutput(),
  isForPeople = false,
  unwritten: Pick<UnwrittenLines, 'repeated'> = { repeated: 0 },
): Logger {
  const limit = new LineLimit(() => unwritten.repeated++);
  // A log with another destination may outlive many of its kind, in tests.
  if (to instanceof StandardOutput) process.once('exit', () => limit.flush());
  return pino(
    {
      level,
      serializers: { err: (error) => loggedError(error) },
      hooks: {
        logMethod(args, method, lineLevel) {
          if (lineLevel < warn || lineLevel >= fatal) return method.apply(this, args);
          const write = (times: number) => method.apply(this, withTimes(args, times));
          return limit.add(...kindsOf(args), write);
        },
      },
    },
    isForPeople ? plainLines(to) : to,
  );
}
