import type { Options, StreamEvent } from '../generated/kit/typescript/client.d.ts';
import { snapshotEvent } from '../http/event-stream.ts';
import { ProblemError, problemOf } from './problem-error.ts';
import { defaultTimeoutMs, parse } from './sender.ts';

/** What outlasts a connection. */
interface Progress {
  lastId: string | undefined;
  retryMs: number;
}

/**
 * Reads the snapshots of one connection from its text, piece by piece. An event that is cut off is dropped.
 *
 * @see HTML Living Standard, 9.2.6
 */
export function snapshotReader(progress: Progress): (text: string) => { id: string; data: string }[] {
  let rest = '';
  let event = '';
  let data: string[] = [];
  let id = progress.lastId;
  return (text) => {
    // A return at the end may be half of a line break.
    const lines = (rest + text).split(/\r\n|\n|\r(?=[^\n])/);
    rest = lines.pop() ?? '';
    const found: { id: string; data: string }[] = [];
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (name === 'id') id = value;
      if (name === 'event') event = value;
      if (name === 'data') data.push(value);
      if (name === 'retry' && /^\d+$/.test(value)) progress.retryMs = Number(value);
      if (line !== '') continue;
      progress.lastId = id;
      if (event === snapshotEvent && data.length > 0) found.push({ id: id ?? '', data: data.join('\n') });
      event = '';
      data = [];
    }
    return found;
  };
}

/** The result of a promise; undefined if it fails or is late. */
function inTime<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([promise.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}

/** A failure that another attempt may not meet. */
const isTemporary = (status: number) => status >= 500 || status === 429 || status === 408;

function readerOf({ body }: Response) {
  if (typeof body?.getReader === 'function') return body.getReader();
  throw new TypeError(
    'This fetch cannot stream: pass one whose replies have a readable body, such as that of expo/fetch.',
  );
}

const maxBackOffMs = 30_000;
/** A longer timer would not wait at all. */
const maxRetryAfterSeconds = 3_600;

/**
 * The events of a stream. It connects again, after the last event, when the connection fails, ends or is silent: after the
 * server's `retry`, or `Retry-After`, or twice as long after each failed attempt. It ends only with the signal.
 *
 * @param open requests the stream with these headers.
 * @param timeoutMs to wait for the reply.
 * @param silenceMs to wait for the next bytes; a comment comes every 10 seconds.
 * @throws {ProblemError} when the reply is a problem that does not pass, such as 404, or no stream.
 */
export async function* follow(
  open: (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>,
  instance: string,
  { lastEventId, signal }: Options & { lastEventId?: string | undefined },
  { timeoutMs = defaultTimeoutMs, silenceMs = 30_000 }: { timeoutMs?: number | undefined; silenceMs?: number } = {},
): AsyncGenerator<StreamEvent<unknown>, void, undefined> {
  // Random, so that clients whose connections break together do not come back together.
  const progress: Progress = { lastId: lastEventId, retryMs: 1_000 + Math.random() * 2_000 };
  let failures = 0;
  while (!signal?.aborted) {
    const connection = new AbortController();
    const leave = () => connection.abort();
    signal?.addEventListener('abort', leave);
    let retryAfterSeconds = 0;
    try {
      const resume = progress.lastId ? { 'Last-Event-ID': progress.lastId } : undefined;
      const reply = await inTime(open({ Accept: 'text/event-stream', ...resume }, connection.signal), timeoutMs);
      const isStream = reply?.status === 200 && reply.headers.get('Content-Type')?.startsWith('text/event-stream');
      if (reply && isStream) {
        failures = 0;
        const reader = readerOf(reply);
        const read = snapshotReader(progress);
        const decoder = new TextDecoder();
        for (;;) {
          const piece = await inTime(reader.read(), silenceMs);
          if (!piece || piece.done) break;
          for (const { id, data } of read(decoder.decode(piece.value, { stream: true })))
            yield { id, body: JSON.parse(data) };
        }
      } else {
        failures++;
        const text = await inTime(reply?.text() ?? Promise.resolve(''), timeoutMs);
        if (reply && !isTemporary(reply.status))
          throw new ProblemError(problemOf(parse(text ?? ''), reply.status, instance), reply.headers);
        retryAfterSeconds = Number(reply?.headers.get('Retry-After'));
      }
    } finally {
      connection.abort();
      signal?.removeEventListener('abort', leave);
    }
    const backOffMs = Math.min(progress.retryMs * 2 ** Math.max(0, failures - 1), maxBackOffMs);
    const saidMs = Math.min(retryAfterSeconds, maxRetryAfterSeconds) * 1_000;
    await pause(saidMs > 0 ? saidMs : backOffMs, signal);
  }
}
