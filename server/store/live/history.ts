import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { malformedReply, StoreUnavailable } from '../redis/errors.ts';
import { runForBytes } from '../redis/scripts.ts';

/** How much of an event's feed is stored. */
export const liveBounds = {
  /** Max snapshots that a reader can catch up on. */
  versions: 1_000,
  /** Max total size of these, packed; the oldest are removed first. */
  historyBytes: 16_777_216,
  /** Max total size of the latest snapshots of the event and its bouts. */
  documentBytes: 16_777_216,
  /** Max bouts with statistics, and max bouts that have begun. */
  bouts: 100,
};

/** An applied snapshot, ready to be sent: the document is the feed of `event` or `bout`, as JSON on one line. */
export interface LiveSnapshot {
  version: number;
  document: string;
}

/** The snapshots of one feed that a reader has not seen. */
export interface Followed {
  /** Applied snapshots of the event, bouts included. */
  version: number;
  /** The version of this feed's latest snapshot. */
  latest: number;
  /** `missed`: every snapshot up to `reached`; `latest`: some were no longer stored, so only the latest. */
  what: 'nothing' | 'missed' | 'latest';
  reached: number;
  snapshots: LiveSnapshot[];
}

/** Max versions that one call reads, and max total bytes of all except the first. */
const followedAtOnce = { versions: 32, bytes: 1_048_576 };

/** Kinds of replies of followLive-2.lua; any other is `latest`. */
const followKinds = ['nothing', 'missed'] as const;

const deflated = promisify(deflate);
const inflated = promisify(inflate);

/** Compresses a document of a fight night to an eighth. */
export const pack = (document: string): Promise<Buffer> => deflated(document);

/** `{`, which never starts zlib data. */
const jsonStart = 0x7b;

async function unpack(document: Buffer): Promise<string> {
  if (document[0] === jsonStart) return document.toString();
  return inflated(document).then(String, (error: Error) => {
    throw new StoreUnavailable(`a stored snapshot is malformed (${error.message}): send the update again`);
  });
}

type FollowReply = [version: number, latest: number, kind: number, reached: number, ...(number | Buffer)[]];

const isFollowReply = (reply: unknown): reply is FollowReply | [] =>
  Array.isArray(reply) &&
  (reply.length === 0 || (reply.length >= 4 && reply.length % 2 === 0)) &&
  reply.every((value, index) => (index > 4 && index % 2 ? Buffer.isBuffer(value) : Number.isSafeInteger(value)));

/** @see followLive-2.lua; `Live.follow` */
export async function followLive(
  client: RedisClient,
  eventId: string,
  feed: string,
  seen: number | undefined,
): Promise<Followed | undefined> {
  const reply = await runForBytes(
    client,
    'followLive',
    [keys.live(eventId), keys.liveHistory(eventId)],
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
