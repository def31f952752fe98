import type { Request, Response } from 'express';
import {
  eventStreamHeaders,
  eventText,
  heartbeatMs,
  heartbeatText,
  lastEventIdOf,
} from '../../contracts/http/event-stream.ts';
import { type Injection, noInjection } from '../faults/fault-injector.ts';
import { drip, send, truncate } from './send.ts';

/** One state of the followed resource, its data JSON on one line. */
export interface StreamState {
  version: number;
  data: string;
}

/** The resource that a stream follows. */
export interface StreamSource {
  /** The current state; undefined when it is no longer available, which ends the stream. */
  now(): Promise<StreamState | undefined>;
  /** Every state after a version, oldest first; absent where only the current state exists. */
  since?(version: number): StreamState[];
  /** Another number whenever the state may have changed; cheap to call. */
  changes(): number;
  /** Whether every client that has the version of a state has its data. */
  wasSent(state: StreamState): boolean;
  /** Takes note of a state that is sent. */
  sent(state: StreamState): void;
}

/** How often a stream checks for changes. */
const pollMs = 100;

/**
 * Sends the current state as one event, or the states after the client's `Last-Event-ID`; then every further state,
 * with heartbeat comments in between, until the client disconnects.
 *
 * @param injection none by default; a fault that cuts a reply cuts the first event.
 */
export async function sendStream(
  req: Request,
  res: Response,
  source: StreamSource,
  injection: Injection = noInjection,
): Promise<void> {
  const { fault } = injection;
  // The client may have left during a delay: nothing would end the stream any more.
  if (res.destroyed) return;
  res.writeHead(200, eventStreamHeaders);
  if (req.method === 'HEAD' || fault === 'hang' || fault === 'reset') {
    send(res, undefined, injection);
    return;
  }
  res.flushHeaders();
  res.socket?.setTimeout(0);
  let seen = lastEventIdOf(req.headers['last-event-id']);
  let data = '';
  let polled: number | undefined;
  let isPolling = false;
  let isCut = false;

  const write = async (state: StreamState) => {
    // The same data is not sent again under a new version.
    const isSame = state.data === data;
    data = state.data;
    seen = state.version;
    if (isSame || isCut) return;
    source.sent(state);
    const text = eventText(state.version, state.data);
    isCut = fault === 'truncate';
    if (isCut) truncate(res, Buffer.from(text));
    else if (fault === 'drip') await drip(res, Buffer.from(text));
    else res.write(text);
  };
  async function poll(): Promise<void> {
    const changes = source.changes();
    if (isPolling || changes === polled || res.writableNeedDrain) return;
    isPolling = true;
    try {
      polled = changes;
      const now = await source.now();
      if (!now) res.end();
      else if (seen === undefined || seen > now.version) await write(now);
      // Of another session, which has had as many changes: now, or while the client was away.
      else if (seen === now.version && (data !== '' || !source.wasSent(now))) await write(now);
      else if (seen < now.version) for (const state of source.since?.(seen) ?? [now]) await write(state);
    } catch {
      res.end();
    } finally {
      isPolling = false;
    }
  }

  const polling = setInterval(() => void poll(), pollMs);
  // Not between two pieces of an event.
  const heartbeat = setInterval(() => isPolling || res.write(heartbeatText), heartbeatMs);
  res.once('close', () => {
    clearInterval(polling);
    clearInterval(heartbeat);
  });
  await poll();
}
