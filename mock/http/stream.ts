import type { Request, Response } from 'express';
import {
  eventStreamHeaders,
  eventText,
  heartbeatMs,
  heartbeatText,
  lastEventIdOf,
} from '../../contracts/http/event-stream.ts';

/** One state of what is followed, its data JSON on one line. */
export interface StreamState {
  version: number;
  data: string;
}

/** What a stream follows. */
export interface StreamSource {
  /** The state now; undefined when it cannot be told any more, which ends the stream. */
  now(): Promise<StreamState | undefined>;
  /** Every state after a version, oldest first; left out where only the state now is known. */
  since?(version: number): StreamState[];
  /** Cheap: grows whenever there may be something new. */
  version(): number;
}

/** How often a stream looks for something new. */
const lookMs = 100;

/**
 * Answers with the state now as one event, or with what the client has missed since the id it has seen; then with every
 * further state, and comments in between, until the client goes.
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
  let looked = -1;
  let isLooking = false;

  const tell = (state: StreamState) => {
    // A version that was told must not come again with other data, nor the same data as news.
    if (state.data !== data) res.write(eventText(state.version, state.data));
    data = state.data;
    seen = state.version;
  };
  async function look(): Promise<void> {
    const version = source.version();
    if (isLooking || version === looked || res.writableNeedDrain) return;
    isLooking = true;
    try {
      looked = version;
      const now = await source.now();
      if (!now) res.end();
      else if (seen === undefined || seen > now.version) tell(now);
      else if (seen < now.version) for (const state of source.since?.(seen) ?? [now]) tell(state);
    } catch {
      res.end();
    } finally {
      isLooking = false;
    }
  }

  const looking = setInterval(() => void look(), lookMs);
  const beating = setInterval(() => res.write(heartbeatText), heartbeatMs);
  res.once('close', () => {
    clearInterval(looking);
    clearInterval(beating);
  });
  await look();
}
