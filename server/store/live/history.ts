import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { malformedReply, StoreUnavailable } from '../redis/errors.ts';
import { runForBytes } from '../redis/scripts.ts';

/** How much of an event's feed is kept, whoever sends it. */
export interface LiveBounds {
  /** Snapshots that a reader who was away can still catch up on. */
  versions: number;
  /** What they may take together, packed; the oldest go first. */
  historyBytes: number;
  /** Latest snapshots of the event and its bouts, together. */
  documentBytes: number;
  /** Bouts that have statistics, and bouts that have begun. */
  bouts: number;
}

export const liveBounds: LiveBounds = {
  versions: 1_000,
  historyBytes: 16_777_216,
  documentBytes: 16_777_216,
  bouts: 100,
};

/** One applied snapshot, ready to be sent: the document is what `event` or `bout` return, as JSON on one line. */
export interface LiveSnapshot {
  version: number;
  document: string;
}

/** What a reader of one feed has not seen. */
export interface Followed {
  /** Applied snapshots of the event, bouts included. */
  version: number;
  /** The version of this feed's latest snapshot. */
  latest: number;
  /** `missed`: every snapshot up to `reached`; `latest`: some were no longer kept, so only the latest. */
  what: 'nothing' | 'missed' | 'latest';
  reached: number;
  snapshots: LiveSnapshot[];
}

/** How many versions one call for what was missed looks at, and the bytes that it gives together, but for the first. */
const followedAtOnce = { versions: 32, bytes: 1_048_576 };

/** Kinds of the replies of lua/followLive-3.lua. */
const followKinds = ['nothing', 'missed', 'latest'] as const;

const deflated = promisify(deflate);
const inflated = promisify(inflate);

/**
 * Makes a document as small as what it says: one of a night takes an eighth, and empty values that were filled in next
 * to nothing. Zlib's format, so it never begins as JSON does.
 */
export const pack = (document: string): Promise<Buffer> => deflated(document);

const jsonStart = '{'.charCodeAt(0);

async function unpack(document: Buffer): Promise<string> {
  if (document[0] === jsonStart) return document.toString();
  return inflated(document).then(String, (error: Error) => {
    throw new StoreUnavailable(`a snapshot that it keeps is broken: ${error.message}`);
  });
}

type FollowReply = [version: number, latest: number, kind: number, reached: number, ...(number | Buffer)[]];

const isFollowReply = (reply: unknown): reply is FollowReply | [] =>
  Array.isArray(reply) &&
  (reply.length === 0 || (reply.length >= 4 && reply.length % 2 === 0)) &&
  reply.every((value, index) => (index > 4 && index % 2 ? Buffer.isBuffer(value) : Number.isSafeInteger(value)));

/** @see lua/followLive-3.lua; `Live.follow` */
export async function followLive(
  client: RedisClient,
  eventId: string,
  feed: string,
  seen: number | undefined,
): Promise<Followed | undefined> {
  const reply = await runForBytes(
    client,
    'followLive',
    [keys.live(eventId), keys.liveHistory(eventId), keys.liveStream(eventId)],
    [feed, seen ?? '', followedAtOnce.versions, followedAtOnce.bytes],
  );
  if (!isFollowReply(reply)) throw new StoreUnavailable(malformedReply);
  if (reply.length === 0) return undefined;
  const [version, latest, kind, reached, ...rest] = reply as FollowReply;
  const snapshots = await Promise.all(
    Array.from({ length: rest.length / 2 }, async (_, index) => ({
      version: rest[2 * index] as number,
      document: await unpack(rest[2 * index + 1] as Buffer),
    })),
  );
  return { version, latest, what: followKinds[kind] ?? 'latest', reached, snapshots };
}
