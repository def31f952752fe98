import type { Request, Response } from 'express';
import { eventStreamHeaders, heartbeatMs, heartbeatText, lastEventIdOf } from '../../contracts/http/event-stream.ts';
import type { ControlOptions } from './control-route.ts';

/** How often a stream checks for changes. */
const pollMs = 100;

/**
 * Sends an event `request` for each entry of the log, and again when its reply is over, until the client disconnects. The
 * id of an event is the number of the change, with which a client resumes. The log is the only buffer: a slow reader misses
 * entries that the log drops meanwhile, and the connection of a stalled reader is closed.
 *
 * An event `session` comes at the start and when state, faults, replies or night of the client's session were changed, an
 * event `cleared` when entries were deleted.
 *
 * @param session undefined for the requests of all sessions.
 */
export function streamRequests(
  req: Request,
  res: Response,
  { requestLog, sessions }: Pick<ControlOptions, 'requestLog' | 'sessions'>,
  session: string | undefined,
): void {
  const name = sessions.nameOf(req);
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
  let seenClear = seen || requestLog.lastClear(session);
  let polled: number | undefined;
  let settings: unknown[] = [];

  function pollSession(): void {
    const current = sessions.settingsOf(name);
    if (settings.length > 0 && current.every((one, index) => one === settings[index])) return;
    settings = current;
    res.write(`event: session\ndata: ${JSON.stringify({ session: name })}\n\n`);
  }

  function poll(): void {
    if (res.writableNeedDrain) return;
    pollSession();
    if (polled === requestLog.lastChange) return;
    const cleared = requestLog.lastClear(session);
    if (cleared > seenClear) {
      seenClear = cleared;
      // Of all sessions, others have entries left.
      seen = 0;
      res.write('event: cleared\ndata: {}\n\n');
    }
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
