import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { constants, createGunzip } from 'node:zlib';
import { createParser } from 'eventsource-parser';
import { eventually } from '../run/eventually.ts';

export interface ReceivedEvent {
  id: string;
  event: string;
  data: string;
}

export interface Follower {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  events: ReceivedEvent[];
  /** When each arrived, in milliseconds of `performance.now`. */
  times: number[];
  ids(): number[];
  /** Everything received, comments included. */
  text(): string;
  /** The same as `text` for a reply that is no stream. */
  ended: Promise<void>;
  hasEnded(): boolean;
  /** Why it ended too early: cut off, or not what its coding says. */
  failure(): Error | undefined;
  pause(): void;
  resume(): void;
  until(count: number): Promise<void>;
  close(): void;
}

function replyTo(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end();
  });
}

export async function follow(
  url: string,
  lastId?: string | number,
  more: Readonly<Record<string, string>> = {},
): Promise<Follower> {
  const resumes = lastId !== undefined && { 'Last-Event-ID': String(lastId) };
  const headers = { Accept: 'text/event-stream', ...resumes, ...more };
  const sent = request(url, { headers, agent: false });
  const reply = await replyTo(sent);
  const events: ReceivedEvent[] = [];
  let text = '';
  let isOver = false;
  let failure: Error | undefined;
  const times: number[] = [];
  const parser = createParser({
    onEvent({ id = '', event = 'message', data }) {
      times.push(performance.now());
      events.push({ id, event, data });
    },
  });
  const ended = (async () => {
    try {
      const isZipped = reply.headers['content-encoding'] === 'gzip';
      const bytes = isZipped ? reply.pipe(createGunzip({ flush: constants.Z_SYNC_FLUSH })) : reply;
      if (isZipped) reply.on('error', (error) => bytes.destroy(error));
      for await (const chunk of bytes.setEncoding('utf8')) {
        text += chunk;
        parser.feed(chunk);
      }
    } catch (error) {
      failure = error as Error;
    } finally {
      isOver = true;
    }
  })();
  sent.on('error', () => undefined);
  return {
    status: reply.statusCode ?? 0,
    headers: reply.headers,
    events,
    times,
    ids: () => events.map(({ id }) => Number(id)),
    text: () => text,
    ended,
    hasEnded: () => isOver,
    failure: () => failure,
    pause: () => void reply.socket.pause(),
    resume: () => void reply.socket.resume(),
    until: (count) => eventually(() => events.length >= count, `${count} events, there are ${events.length}`),
    close: () => sent.destroy(),
  };
}
