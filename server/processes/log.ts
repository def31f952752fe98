import { constants, fstatSync, openSync } from 'node:fs';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { UnwrittenLines } from '../monitoring/registry.ts';
import { withoutValues } from '../store/redis/errors.ts';

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
 * Removes values from a message: the Redis client quotes the command, JSON.parse the text, and Node the argument.
 */
function messageOf(error: Error): string {
  if (isRedisError(error)) return withoutValues(error.message);
  const { message } = error;
  const safe = error instanceof SyntaxError ? message.replace(/"[\s\S]*"/, '"…"') : message;
  return safe.replace(/\bReceived\b[\s\S]*/, 'Received …').slice(0, maxMessageLength);
}

/**
 * Picks the members of an error that a log line may show. Libraries attach their input to errors: ioredis the command with
 * its arguments, such as client ids, which are capabilities.
 */
export function loggedError(error: unknown, depth = 1): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'a value was thrown that is no Error' };
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

const maxPerSecond = 10;
const { warn, fatal } = pino.levels.values as { warn: number; fatal: number };

/**
 * Finds equal warnings and errors: while Redis is unreachable, thousands per second, 1 KB each, would fill the disk.
 */
class RepeatLimit {
  readonly #counts = new Map<string, number>();
  #sinceMs = 0;

  isReached([first, message]: [members: unknown, message?: unknown, ...more: unknown[]]): boolean {
    const nowMs = performance.now();
    if (nowMs - this.#sinceMs >= 1_000) {
      this.#counts.clear();
      this.#sinceMs = nowMs;
    }
    const { err, reason } = (typeof first === 'object' && first !== null ? first : { reason: first }) as LoggedMembers;
    const kind = `${message}\n${reason}\n${err instanceof Error ? err.name : typeof err}`;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count > maxPerSecond;
  }
}

interface LoggedMembers {
  err?: unknown;
  reason?: unknown;
}

interface LoggedLine {
  level: number;
  time: number;
  msg: string;
  pid: number;
  hostname: string;
  err?: { type: string; message: string; stack?: string };
}

/**
 * A JSON line of the log for people: `09:30:00 warn Redis is unreachable; reason="…"`, then the stack of the error. Values
 * stay JSON, so that they cannot control the terminal.
 */
function lineForPeople(line: string): string {
  const { level, time, msg, pid: _, hostname: __, err, ...others } = JSON.parse(line) as LoggedLine;
  const members = Object.entries(others).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  if (err) members.push(`${err.type}=${JSON.stringify(err.message)}`);
  const about = members.length > 0 ? `; ${members.join(' ')}` : '';
  const frames = err?.stack?.match(/\n {4}at .*/g)?.join('') ?? '';
  return `${new Date(time).toTimeString().slice(0, 8)} ${pino.levels.labels[level]} ${msg}${about}${frames}\n`;
}

/** Bytes that wait for standard output; further lines are lost. */
const maxWaitingBytes = 1_048_576;

/**
 * Opens standard output a second time, so that a write to a pipe or terminal without a reader fails and does not block. A
 * file would get a second offset, and a socket cannot be opened this way.
 */
function openNonBlocking(): number {
  const fd = 1;
  try {
    const stats = fstatSync(fd);
    if (!stats.isFIFO() && !stats.isCharacterDevice()) return fd;
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return fd;
  }
}

/**
 * pino's destination on standard output. If a write fails (a full disk, a closed terminal, a reader that has stopped), lines
 * are lost, but no request, and the process ends as usual.
 *
 * @param unwritten counts the lost lines; not after EPIPE, when pino stops writing.
 */
export function openStandardOutput(unwritten: Pick<UnwrittenLines, 'output'>): DestinationStream {
  const output = pino.destination({
    dest: openNonBlocking(),
    sync: true,
    maxLength: maxWaitingBytes,
    // With the next line, not in a loop that blocks the process.
    retryEAGAIN: () => false,
  });
  output.on('error', () => undefined);
  output.on('drop', () => unwritten.output++);
  // Each line has been written or has failed; flushSync of sonic-boom 4.2.1 repeats a failed write forever.
  output.flushSync = () => undefined;
  return output;
}

/**
 * A log of JSON lines. Of equal warnings and errors, at most ten per second are written.
 *
 * @param to default: standard output.
 * @param isForPeople writes lines for people instead.
 * @param unwritten counts the lines that are not written.
 */
export function createLog(
  level: string,
  to?: DestinationStream,
  isForPeople = false,
  unwritten: UnwrittenLines = { repeated: 0, output: 0 },
): Logger {
  const limit = new RepeatLimit();
  const output = to ?? openStandardOutput(unwritten);
  return pino(
    {
      level,
      serializers: { err: (error) => loggedError(error) },
      hooks: {
        logMethod(args, method, lineLevel) {
          if (lineLevel >= warn && lineLevel < fatal && limit.isReached(args)) unwritten.repeated++;
          else method.apply(this, args);
        },
      },
    },
    isForPeople ? { write: (line) => output.write(lineForPeople(line)) } : output,
  );
}
