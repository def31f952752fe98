import { parseExactJson } from '../../../contracts/rules/exact-json.ts';
import { noWindows, type Windows } from '../../../contracts/rules/rounds.ts';
import type { BoutFeed, EventFeed, LiveUpdate } from '../../../contracts/schemas/metrics.ts';
import { keys } from '../keys.ts';
import { malformedReply, mapRedisError, StoreUnavailable } from '../redis/errors.ts';
import { type Followed, followLive } from './history.ts';
import { readFields } from './read-fields.ts';
import { type LiveContent, type LiveOutcome, type LiveParts, LiveUpdater } from './update.ts';

/** Live data of an event at one moment. */
export interface LiveState {
  /** Undefined until the event's own feed arrives; bout statistics may come first. */
  feed: EventFeed | undefined;
  windows: Windows;
  version: number;
  /** When the last snapshot was applied, in milliseconds. */
  changedMs: number;
  /** The time on the clock of Redis, with which windows are compared, in milliseconds. */
  nowMs: number;
}

/** Event ids are EventIDs of the feed: the event's `statid`. All throw `StoreUnavailable`. */
export interface Live {
  /**
   * Stores a snapshot if it is newer, and opens and closes rounds by it; votes see them before this resolves.
   *
   * @param update valid against its schema.
   * @throws {StoreUnavailable} it was not applied, and will not be later.
   * @throws {OutcomeUnknown} it may have been applied in part; sending it again completes it.
   */
  update(update: LiveUpdate): Promise<LiveOutcome>;
  /** Undefined if nothing was received for the event. */
  event(eventId: number | string): Promise<LiveState | undefined>;
  /** Undefined if no statistics of the bout were received. */
  bout(eventId: number | string, fightId: number | string): Promise<{ feed: BoutFeed; version: number } | undefined>;
  /**
   * The snapshots of the event's feed, or of a bout's feed, after the version that a reader has seen; without a version, or
   * with an unknown one, the latest snapshot. Undefined if the feed has no snapshot.
   */
  follow(
    eventId: number | string,
    fightId: number | string | undefined,
    seen: number | undefined,
  ): Promise<Followed | undefined>;
  /** Which of the events have a feed. */
  received(eventIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** The event that is on air and has changed in the last hours; of several, the one that changed last. */
  onAir(): Promise<{ eventId: number; changedMs: number } | undefined>;
  /**
   * Opens rounds for fights that a publish has added or changed. Call it after each publish.
   */
  joinFights(): Promise<void>;
}

/** Ids from a sorted set. @throws {StoreUnavailable} also for a malformed reply. */
async function readIds(reply: Promise<unknown>): Promise<string[]> {
  const ids = await mapRedisError(reply);
  if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return ids;
  throw new StoreUnavailable(malformedReply);
}

async function findOnAir({ reads, clocks, settings }: LiveParts): ReturnType<Live['onAir']> {
  const sinceMs = (await clocks.of(keys.liveEvents).now()) - settings.liveHours * 3_600_000;
  const recent = await readIds(reads.zrevrangebyscore(keys.liveEvents, '+inf', sinceMs));
  const states = await Promise.all(recent.map((id) => readFields(reads, id, ['onair', 'changed'])));
  const live = recent
    .map((id, index) => ({ id, values: states[index]?.values ?? [] }))
    .filter(({ values: [onAir] }) => onAir === '1')
    .map(({ id, values }) => ({ eventId: Number(id), changedMs: Number(values[1]) }))
    .filter(({ changedMs }) => changedMs >= sinceMs)
    .sort((a, b) => b.changedMs - a.changedMs);
  return live[0];
}

export function createLive(parts: LiveParts, content: LiveContent): Live {
  const { reads, writes } = parts;
  const updater = new LiveUpdater(parts, content);
  return {
    update: (update) => updater.update(update),

    async event(eventId) {
      const { nowMs, values } = await readFields(reads, eventId, ['version', 'changed', 'windows', 'event:document']);
      const [version, changed, windows, document] = values;
      if (!version) {
        await content.checkNotLost();
        return undefined;
      }
      return {
        feed: document ? (parseExactJson(document) as EventFeed) : undefined,
        windows: windows ? (JSON.parse(windows) as Windows) : noWindows,
        version: Number(version),
        changedMs: Number(changed),
        nowMs,
      };
    },

    async bout(eventId, fightId) {
      const { values } = await readFields(reads, eventId, ['version', `bout:${fightId}:document`]);
      const [version, document] = values;
      return document ? { feed: parseExactJson(document) as BoutFeed, version: Number(version) } : undefined;
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
      const onAir = await findOnAir(parts);
      if (!onAir) await content.checkNotLost();
      return onAir;
    },

    async joinFights() {
      const events = await readIds(writes.zrange(keys.liveEvents, '0', '-1'));
      await Promise.all(events.map((eventId) => updater.openRounds(eventId)));
    },
  };
}
