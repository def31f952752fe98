import type { Request, Response } from 'express';
import {
  eventStreamHeaders,
  eventText,
  heartbeatMs,
  heartbeatText,
  lastEventIdOf,
} from '../../contracts/http/event-stream.ts';

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
  /** Grows whenever the state may have changed; cheap to call. */
  version(): number;
}

/** How often a stream checks for a new version. */
const pollMs = 100;

/**
 * Sends the current state as one event, or the states after the client's `Last-Event-ID`; then every further state,
 * with heartbeat comments in between, until the client disconnects.
 */
export async function sendStream(req: Request, res: Response, source: StreamSource): Promise<void> {
  res.writeHead(200, eventStreamHeaders);
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  res.flushHeaders();
  res.socket?.setTimeout(0);
  let seen = lastEventIdOf(req.headers['last-event-id']);
  let data = '';
  let polled = -1;
  let isPolling = false;

  const write = (state: StreamState) => {
    // The same data is not sent again under a new version.
    if (state.data !== data) res.write(eventText(state.version, state.data));
    data = state.data;
    seen = state.version;
  };
  async function poll(): Promise<void> {
    const version = source.version();
    if (isPolling || version === polled || res.writableNeedDrain) return;
    isPolling = true;
    try {
      polled = version;
      const now = await source.now();
      if (!now) res.end();
      else if (seen === undefined || seen > now.version) write(now);
      else if (seen < now.version) for (const state of source.since?.(seen) ?? [now]) write(state);
    } catch {
      res.end();
    } finally {
      isPolling = false;
    }
  }

  const polling = setInterval(() => void poll(), pollMs);
  const heartbeat = setInterval(() => res.write(heartbeatText), heartbeatMs);
  res.once('close', () => {
    clearInterval(polling);
    clearInterval(heartbeat);
  });
  await poll();
}
