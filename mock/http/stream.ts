import type { Request, Response } from 'express';
import {
  eventStreamHeaders,
  eventText,
  heartbeatMs,
  heartbeatText,
  lastEventIdOf,
} from '../../contracts/http/event-stream.ts';
import type { Decision, ReplyContext } from '../reply/reply-context.ts';
import { drip, type Injection, send, truncate } from './faults.ts';

/** One state of the followed resource, its data JSON on one line. */
interface StreamState {
  version: number;
  data: string;
}

/** The resource that a stream follows. */
interface StreamSource {
  /** The current state; undefined when it is no longer available, which ends the stream. */
  now(): Promise<StreamState | undefined>;
  /** Every state after a version, oldest first; undefined if only the current state continues it. */
  since?(version: number): StreamState[] | undefined;
  /** Another text whenever the state may have changed; cheap to call. */
  changes(): string;
}

/** How often a stream checks for changes. */
const pollMs = 100;

/**
 * Sends the current state as one event, or the states after the client's `Last-Event-ID`; then every further state,
 * with heartbeat comments in between, until the client disconnects.
 *
 * @param injection a fault that cuts a reply cuts the first event.
 */
export async function sendStream(
  req: Request,
  res: Response,
  source: StreamSource,
  injection: Injection,
): Promise<void> {
  const { fault } = injection;
  // After a client that left during a delay, no event would end the stream.
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
  let polled: string | undefined;
  let isPolling = false;
  let isCut = false;

  const write = async (state: StreamState) => {
    // The same data is not sent again under a new version.
    const isSame = state.data === data;
    data = state.data;
    seen = state.version;
    if (isSame || isCut) return;
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
      // Another state under the same id, such as that of another night.
      else if (seen === now.version && data !== '') await write(now);
      else if (seen < now.version) for (const state of source.since?.(seen) ?? [now]) await write(state);
    } catch {
      res.end();
    } finally {
      isPolling = false;
    }
  }

  const polling = setInterval(() => void poll(), pollMs);
  // A heartbeat must not come between two pieces of an event.
  const heartbeat = setInterval(() => isPolling || res.write(heartbeatText), heartbeatMs);
  res.once('close', () => {
    clearInterval(polling);
    clearInterval(heartbeat);
  });
  await poll();
}

/** The source of a stream that sends one state: an own reply of the session. */
export const createFixedSource = (data: string, { session, sessions }: ReplyContext): StreamSource => ({
  now: async () => ({ version: 1 + sessions.find(session.name).revision, data }),
  changes: () => '',
});

/** Snapshots sent to a reconnecting client; the server stores a thousand too. */
const maxMissed = 1_000;

/**
 * Creates the source of a stream: every snapshot of a night's feed; without a night, the current reply.
 *
 * @param first the decided reply, as JSON.
 * @param again decides the same request again.
 * @param textOf the body as JSON.
 */
export function createStreamSource(
  { operation, values }: Decision,
  { session, sessions }: ReplyContext,
  first: string,
  again: () => Promise<Decision>,
  textOf: (body: unknown) => string,
): StreamSource {
  const find = () => sessions.find(session.name);
  const night = () => sessions.nightOf(find());
  const isFeed = operation.name === 'fight_metrics_live_event';
  const fight = values.fight === undefined ? undefined : String(values.fight);
  const playing = () => {
    const player = isFeed ? night() : undefined;
    return player?.eventStatid === values.id ? player : undefined;
  };

  // Without a night, a state and own replies the feed never changes.
  const version = () => {
    const { revision, state, replies } = find();
    const isRecorded = isFeed && !state && replies.length === 0;
    return 1 + (isRecorded ? 0 : revision) + (isFeed ? 0 : (night()?.version ?? 0));
  };
  let isFirst = !night();
  return {
    changes: () => `${find().revision} ${night()?.version} ${night()?.changes}`,
    async now() {
      const player = playing();
      if (!player && isFirst) {
        isFirst = false;
        return { version: version(), data: first };
      }
      const at = player ? 1 + player.latestVersion(fight) : version();
      const { reply } = await again();
      return reply.status === 200 ? { version: at, data: textOf(reply.body) } : undefined;
    },
    ...(isFeed && {
      since(seen: number) {
        const player = playing();
        const isOfEarlierNight = player && seen > 1 && seen <= player.firstVersion;
        if (!player || isOfEarlierNight) return undefined;
        const missed = player.since(Math.max(0, seen - 1), fight, maxMissed);
        return missed.map((one) => ({ version: 1 + one.version, data: textOf(one.feed) }));
      },
    }),
  };
}
