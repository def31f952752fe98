import type { Request, Response } from 'express';
import { eventStreamHeaders, heartbeatMs, heartbeatText, lastEventIdOf } from '../../contracts/http/event-stream.ts';
import type { RequestLog } from '../session/request-log.ts';

/** How often a stream checks for changes. */
const pollMs = 100;

/**
 * Sends an event `request` for each entry of the log, and again when its reply is over, until the client disconnects. The
 * id of an event is the number of the change, with which a client resumes. The log is the only buffer: a slow reader misses
 * what the log drops meanwhile, and the connection of a reader that stands still is closed.
 *
 * @param session undefined for all sessions.
 */
export function streamRequests(req: Request, res: Response, requestLog: RequestLog, session: string | undefined): void {
  for (const [name, value] of Object.entries(eventStreamHeaders)) res.setHeader(name, value);
  res.flushHeaders();
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  res.socket?.setTimeout(0);
  const last = lastEventIdOf(req.headers['last-event-id']) ?? 0;
  // From another mock, or from this one before its clock was set back.
  let seen = last > requestLog.lastChange ? 0 : last;
  let polled: number | undefined;

  function poll(): void {
    if (polled === requestLog.lastChange || res.writableNeedDrain) return;
    for (const { entry, change } of requestLog.changedSince(seen, session)) {
      const data = JSON.stringify(requestLog.withExchange(entry));
      seen = change;
      // `drain` continues.
      if (!res.write(`id: ${change}\nevent: request\ndata: ${data}\n\n`)) return;
    }
    polled = requestLog.lastChange;
  }

  let seenBefore: number | undefined;
  function beat(): void {
    if (!res.writableNeedDrain) res.write(heartbeatText);
    else if (seen === seenBefore) res.destroy();
    seenBefore = seen;
  }

  const polling = setInterval(poll, pollMs);
  const beating = setInterval(beat, heartbeatMs);
  res.on('drain', poll);
  res.once('close', () => {
    clearInterval(polling);
    clearInterval(beating);
  });
  poll();
}
