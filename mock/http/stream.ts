import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
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
export interface StreamState {
  version: number;
  data: string;
}

/** The resource that a stream follows. */
interface StreamSource {
  /** The current state; undefined when it is no longer available, which ends the stream. */
  now(): Promise<StreamState | undefined>;
  /** Every state after a version, oldest first; absent if only the current state exists. */
  since?(version: number): StreamState[];
  /** Another number whenever the state may have changed; cheap to call. */
  changes(): number;
}

/** How often a stream checks for changes. */
const pollMs = 100;

/**
 * Sends the current state as one event, or the states after the client's `Last-Event-ID`; then every further state,
 * with heartbeat comments in between, until the client disconnects.
 *
 * @param sent what was sent on this stream, to any client.
 * @param injection a fault that cuts a reply cuts the first event.
 */
export async function sendStream(
  req: Request,
  res: Response,
  source: StreamSource,
  sent: ReturnType<SentEvents['of']>,
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
  let polled: number | undefined;
  let isPolling = false;
  let isCut = false;

  const write = async (state: StreamState) => {
    // The same data is not sent again under a new version.
    const isSame = state.data === data;
    data = state.data;
    seen = state.version;
    if (isSame || isCut) return;
    sent.add(state);
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
      // Another state under the same id: the session was replaced, now or while the client was disconnected.
      else if (seen === now.version && (data !== '' || !sent.has(now))) await write(now);
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

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64');

/** For all streams together; a client of an older event gets the current state once more. */
const maxSent = 10_000;

/**
 * What was sent under each id of each stream. After a session is replaced or a night is restarted, ids are counted again,
 * so an id may stand for another state than the client has.
 */
export class SentEvents {
  /** Digests of the data by that of stream and id; undefined if two clients have different data under one id. */
  readonly #sent = new LRUCache<string, { data: string | undefined }>({ max: maxSent });

  /** @param stream the session and the address of a stream. */
  of(stream: string) {
    const keyOf = ({ version }: StreamState) => digestOf(`${version} ${stream}`);
    return {
      /** Whether every client that has the version of a state has its data. */
      has: (state: StreamState) => this.#sent.get(keyOf(state))?.data === digestOf(state.data),
      add: (state: StreamState) => {
        const key = keyOf(state);
        const before = this.#sent.get(key);
        const data = digestOf(state.data);
        this.#sent.set(key, { data: !before || before.data === data ? data : undefined });
      },
    };
  }
}

/** The source of a stream that sends one state: an own reply of the session. */
export const createFixedSource = (data: string): StreamSource => ({
  now: async () => ({ version: 1, data }),
  changes: () => 0,
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

  // Without a night the feed never changes, so it has one version; tallies change with every ballot of the session.
  const version = () => {
    const player = playing() ?? (isFeed ? undefined : night());
    return 1 + (isFeed ? 0 : find().ballots.changes) + (player?.version ?? 0);
  };
  // A restored session or a restarted night may have as many changes as the one before.
  let known: readonly unknown[] = [];
  let changes = 0;
  let isFirst = !night();
  return {
    changes() {
      const { ballots, state } = find();
      const current = [ballots, state, night(), night()?.version];
      if (current.some((one, index) => one !== known[index])) changes++;
      known = current;
      return changes;
    },
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
        const missed = player?.since(Math.max(0, seen - 1), fight, maxMissed) ?? [];
        return missed.map((one) => ({ version: 1 + one.version, data: textOf(one.feed) }));
      },
    }),
  };
}
