import { createHash } from 'node:crypto';
import type { ContentReader } from '../../../contracts/content/reader.ts';
import {
  advance,
  boutFacts,
  eventFacts,
  type Facts,
  liveFeedIsOnAir,
  noWindows,
  type RoundWindow,
  type Windows,
} from '../../../contracts/rules/rounds.ts';
import {
  type BoutFeed,
  completeBoutFeed,
  completeEventFeed,
  type EventFeed,
  isBoutUpdate,
  type LiveUpdate,
} from '../../../contracts/schemas/metrics.ts';
import { parameters } from '../../../contracts/schemas/parameters.ts';
import type { StoreParts } from '../ballots/ballot-result.ts';
import { allBuckets } from '../ballots/buckets.ts';
import { channels, keys } from '../keys.ts';
import { isMoment } from '../redis/clock.ts';
import { malformedReply, mapRedisError, OutcomeUnknown, StoreUnavailable } from '../redis/errors.ts';
import { localMs, watchStalls } from '../redis/local-clock.ts';
import { run } from '../redis/scripts.ts';
import { type Followed, followLive, liveBounds, pack } from './history.ts';

export interface LiveOutcome {
  /**
   * `applied`; `duplicate` and `stale` changed nothing; `conflict`: this sequence number came with other content; `full`:
   * the event has no room for the snapshot.
   */
  outcome: 'applied' | 'duplicate' | 'stale' | 'conflict' | 'full';
  /** The sequence number now stored. */
  sequence: number;
  /** Applied snapshots of the event, bouts included. */
  version: number;
}

/** What is known of an event from the feed, as of one moment. */
export interface LiveState {
  /** Undefined while only bout statistics were received. */
  feed: EventFeed | undefined;
  windows: Windows;
  version: number;
  /** The moment of the last applied snapshot, in milliseconds. */
  changedMs: number;
  /** The clock that windows are compared with, in milliseconds. */
  nowMs: number;
}

/** Event ids are EventIDs of the feed: the event's `statid`. All throw `StoreUnavailable`. */
export interface Live {
  /**
   * Stores a snapshot if it is newer, and opens and closes rounds by it; when this returns, votes already see them.
   *
   * @param update fits its schema.
   * @throws {StoreUnavailable} then it was not applied, and will not be later.
   * @throws {OutcomeUnknown} then it may have been applied, perhaps not wholly; repeating it completes it.
   */
  update(update: LiveUpdate): Promise<LiveOutcome>;
  /** Undefined when nothing was received for the event. */
  event(eventId: number | string): Promise<LiveState | undefined>;
  /** Undefined when no statistics of the bout were received. */
  bout(eventId: number | string, fightId: number | string): Promise<{ feed: BoutFeed; version: number } | undefined>;
  /**
   * What a reader who has seen a version has not seen of the event's feed, or of one bout's; without a version, or with
   * one that was never given out, the latest snapshot. Undefined when the feed has none.
   */
  follow(
    eventId: number | string,
    fightId: number | string | undefined,
    seen: number | undefined,
  ): Promise<Followed | undefined>;
  /** Which of the events have a feed. */
  received(eventIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** The live event: on air, and changed in the last hours; the latest changed one if several. */
  onAir(): Promise<{ eventId: number; changedMs: number } | undefined>;
  /**
   * Tells fights that content has added or changed since about the rounds that are open. To be called after content was
   * published; an update does it by itself.
   */
  joinFights(): Promise<void>;
}

/** How often an update is tried anew when other updates of the event come in between. */
const attempts = 20;

/** Object members sorted at every depth, so that two spellings of the same content have one digest. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([member, inner]) => [member, sorted(inner)]),
  );
}

const digestOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('base64url');

interface Snapshot {
  eventId: string;
  /** What the snapshot replaces: `event` or `bout:<FightID>`. */
  field: string;
  feed: EventFeed | BoutFeed;
  facts: Facts;
  /** `''` when the snapshot does not say. */
  onAir: '1' | '0' | '';
}

function snapshotOf(update: LiveUpdate): Snapshot {
  const { EventID } = update.FMLiveFeed;
  if (isBoutUpdate(update)) {
    const feed = completeBoutFeed(update);
    return { eventId: EventID, field: `bout:${update.FMLiveFeed.FightID}`, feed, facts: boutFacts(feed), onAir: '' };
  }
  const feed = completeEventFeed(update);
  return { eventId: EventID, field: 'event', feed, facts: eventFacts(feed), onAir: liveFeedIsOnAir(feed) ? '1' : '0' };
}

/** Whether an event can be asked for; greater EventIDs were taken once, and may still be stored. */
const isNameable = (eventId: string) => parameters.id.parse(eventId) !== undefined;

/** The last update under way, by event. */
type Turns = Map<string, Promise<unknown>>;

/**
 * Makes the updates of an event that arrive here at once wait for one another, since they could only get in each
 * other's way. When one fails, those that wait behind it fail with it rather than each after its own timeout; whatever
 * became of that one, they were not even begun.
 */
async function takeTurn<T>(turns: Turns, eventId: string, work: () => Promise<T>): Promise<T> {
  const before = (turns.get(eventId) ?? Promise.resolve()).catch(() => {
    throw new StoreUnavailable('an earlier update of the event failed');
  });
  const turn = before.then(work);
  turns.set(eventId, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(eventId) === turn) turns.delete(eventId);
  }
}

/** Codes of lua/updateLive-3.lua that end an update. */
const outcomes = new Map<number, LiveOutcome['outcome']>([
  [1, 'applied'],
  [2, 'duplicate'],
  [3, 'stale'],
  [-2, 'conflict'],
  [-4, 'full'],
]);

const isUpdateReply = (reply: unknown): reply is [number, number, string, number] =>
  Array.isArray(reply) &&
  Number.isInteger(reply[0]) &&
  isMoment(reply[1]) &&
  Number.isSafeInteger(Number(reply[2])) &&
  Number.isSafeInteger(reply[3]);

const isReadReply = (reply: unknown, fields: number): reply is [number, ...(string | null)[]] =>
  Array.isArray(reply) &&
  reply.length === fields + 1 &&
  isMoment(reply[0]) &&
  reply.every((value, index) => index === 0 || value === null || typeof value === 'string');

/** @see lua/updateLive-3.lua, lua/readLive-1.lua, ../ballots/openRounds-1.lua */
export function createLive(
  { reads, writes, clocks, settings }: StoreParts,
  content: ContentReader,
  bounds = liveBounds,
): Live {
  const turns: Turns = new Map();
  const stalls = watchStalls();

  async function read(client: typeof reads, eventId: number | string, fields: string[]) {
    const reply = await run(client, 'readLive', [keys.live(String(eventId))], fields);
    if (!isReadReply(reply, fields.length)) throw new StoreUnavailable(malformedReply);
    const [nowMs, ...values] = reply;
    return { nowMs, values };
  }

  /** Pushes the windows of every bout to all buckets of the fights that it joins; again is harmless. */
  async function openRounds(eventId: string): Promise<void> {
    // On the connection that wrote them, so that they are read in their newest form.
    const { values } = await read(writes, eventId, ['windows', 'joined']);
    const { bouts } = JSON.parse(values[0] ?? JSON.stringify(noWindows)) as Windows;
    const { records } = await content.list('events', `statid:${Number(eventId)}`, { limit: 1 });
    const joined = (records[0]?.fights ?? []).flatMap(({ id, statid }) => {
      const rounds = Object.entries(bouts[String(statid)]?.rounds ?? {});
      return rounds.length > 0 ? [{ id, rounds }] : [];
    });
    // What every bucket was told before need not be told again; a feed repeats itself several times a second.
    const digest = digestOf([joined, settings.buckets]);
    if (digest === values[1]) return;
    await Promise.all(
      joined.flatMap(({ id, rounds }) => {
        const told = rounds.flatMap(([round, { openedMs, closesMs }]: [string, RoundWindow]) => [
          round,
          openedMs,
          closesMs ?? '',
        ]);
        return allBuckets(settings.buckets).map((bucket) =>
          run(writes, 'openRounds', [keys.bucket(id, bucket).windows], told),
        );
      }),
    );
    await mapRedisError(writes.hset(keys.live(eventId), 'joined', digest));
  }

  /** Compares and stores; tries anew, with new windows, when another process stored a snapshot of the event meanwhile. */
  async function store({ eventId, field, feed, facts, onAir }: Snapshot, sequence: number, arrivedMs: number) {
    const digest = digestOf(feed);
    const document = JSON.stringify(feed);
    const packed = await pack(document);
    const clock = clocks.of(keys.live(eventId));
    const { least } = await clock.ahead();
    for (let attempt = 0; attempt < attempts; attempt++) {
      const { nowMs, values } = await read(writes, eventId, ['version', 'windows']);
      const before = values[1] ? (JSON.parse(values[1]) as Windows) : noWindows;
      const windows = advance(before, facts, nowMs, settings.roundGraceSeconds * 1000);
      const [bouts, boutsBefore] = [windows, before].map((one) => Object.keys(one.bouts).length) as [number, number];
      const isCrowded = bouts > bounds.bouts && bouts > boutsBefore;
      const sentMs = localMs();
      if (sentMs - arrivedMs >= settings.overdueMs) throw new StoreUnavailable('it came too late');
      const deadline = settings.deadlineMs > 0 ? Math.floor(sentMs + least) + settings.deadlineMs : 0;
      const reply = await run(
        writes,
        'updateLive',
        [keys.live(eventId), keys.liveHistory(eventId), keys.liveStream(eventId)],
        [
          ...[deadline, values[0] ?? 0, field, sequence, digest, document, JSON.stringify(windows), nowMs, onAir],
          ...[channels.live(eventId), bounds.versions, settings.liveHours * 3_600_000],
          ...[packed, bounds.historyBytes, bounds.bouts, bounds.documentBytes, isCrowded ? 1 : 0],
        ],
      );
      if (!isUpdateReply(reply)) throw new OutcomeUnknown(malformedReply);
      const [code, redisMs, stored, version] = reply;
      if (code === -1) {
        clock.restart(redisMs);
        throw new StoreUnavailable('it took too long');
      }
      clock.observe(redisMs, sentMs);
      const outcome = outcomes.get(code);
      if (outcome) return { outcome, sequence: Number(stored), version, nowMs };
    }
    throw new StoreUnavailable('too many updates of this event at once');
  }

  return {
    async update(update) {
      const snapshot = snapshotOf(update);
      const arrivedMs = stalls.earliestArrival();
      const { outcome, sequence, version, nowMs } = await takeTurn(turns, snapshot.eventId, () =>
        store(snapshot, update.sequence, arrivedMs),
      );
      if (outcome === 'applied' || outcome === 'duplicate') {
        // Also for a duplicate: the sender repeats what it got no answer to, perhaps since this had failed.
        const { eventId } = snapshot;
        const noted = [mapRedisError(writes.zadd(keys.liveEvents, 'GT', nowMs, eventId)), openRounds(eventId)];
        await Promise.all(noted).catch((error: Error) => {
          throw error instanceof StoreUnavailable
            ? new OutcomeUnknown(`what follows an update: ${error.message}`)
            : error;
        });
      }
      return { outcome, sequence, version };
    },

    async event(eventId) {
      const { nowMs, values } = await read(reads, eventId, ['version', 'changed', 'windows', 'event:document']);
      const [version, changed, windows, document] = values;
      if (!version) return undefined;
      return {
        feed: document ? (JSON.parse(document) as EventFeed) : undefined,
        windows: windows ? (JSON.parse(windows) as Windows) : noWindows,
        version: Number(version),
        changedMs: Number(changed),
        nowMs,
      };
    },

    async bout(eventId, fightId) {
      const { values } = await read(reads, eventId, ['version', `bout:${fightId}:document`]);
      const [version, document] = values;
      return document ? { feed: JSON.parse(document) as BoutFeed, version: Number(version) } : undefined;
    },

    follow(eventId, fightId, seen) {
      return followLive(reads, String(eventId), fightId === undefined ? 'event' : `bout:${fightId}`, seen);
    },

    async received(eventIds) {
      const found = await mapRedisError(
        Promise.all(eventIds.map((id) => reads.hexists(keys.live(String(id)), 'event:sequence'))),
      );
      return new Set(eventIds.filter((_, index) => found[index] === 1));
    },

    async onAir() {
      const sinceMs = (await clocks.of(keys.liveEvents).now()) - settings.liveHours * 3_600_000;
      const recent = await mapRedisError(reads.zrevrangebyscore(keys.liveEvents, '+inf', sinceMs));
      const states = await Promise.all(recent.map((id) => read(reads, id, ['onair', 'changed'])));
      const live = recent
        .map((id, index) => ({ id, values: states[index]?.values ?? [] }))
        .filter(({ id, values: [onAir] }) => onAir === '1' && isNameable(id))
        .map(({ id, values }) => ({ eventId: Number(id), changedMs: Number(values[1]) }))
        .filter(({ changedMs }) => changedMs >= sinceMs)
        .sort((a, b) => b.changedMs - a.changedMs);
      return live[0];
    },

    async joinFights() {
      const events = await mapRedisError(writes.zrange(keys.liveEvents, '0', '-1'));
      await Promise.all(events.map(openRounds));
    },
  };
}
