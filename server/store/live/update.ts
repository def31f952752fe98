import type { ContentReader } from '../../../contracts/content/reader.ts';
import { advance, isOpen, noWindows, type RoundWindow, type Windows } from '../../../contracts/rules/rounds.ts';
import type { LiveUpdate } from '../../../contracts/schemas/metrics.ts';
import { allBuckets } from '../ballots/buckets.ts';
import type { StoredContent } from '../content/content.ts';
import { boutOf, channels, keys } from '../keys.ts';
import { isMoment, type RedisClock, type RedisClocks } from '../redis/clock.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { malformedReply, mapRedisError, OutcomeUnknown, StoreUnavailable } from '../redis/errors.ts';
import { localMs, watchStalls } from '../redis/local-clock.ts';
import { run } from '../redis/scripts.ts';
import type { StoreSettings } from '../settings.ts';
import { liveBounds, pack } from './history.ts';
import { readFields } from './read-fields.ts';
import { digestOf, type Snapshot, toSnapshot } from './snapshot.ts';

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

/** Dependencies of live data. */
export interface LiveParts {
  reads: RedisClient;
  writes: RedisClient;
  clocks: RedisClocks;
  settings: StoreSettings;
}

/** The content that live data are joined with. */
export type LiveContent = ContentReader & Pick<StoredContent, 'checkNotLost'>;

/** How often an update is retried when other updates of the event come in between. */
const attempts = 20;

/**
 * How often the moments of open rounds are sent again: the master of a Cluster that takes over after a failover may lack
 * moments that its predecessor had acknowledged, and would then refuse the votes of some clients.
 */
const againMs = 10_000;

/** Codes of updateLive-2.lua that end an update. */
const outcomes = new Map<number, LiveOutcome['outcome']>([
  [1, 'applied'],
  [2, 'duplicate'],
  [3, 'stale'],
  [-2, 'conflict'],
  [-4, 'full'],
]);

type UpdateReply = [code: number, nowMs: number, sequence: string, version: number];

const isUpdateReply = (reply: unknown): reply is UpdateReply =>
  Array.isArray(reply) &&
  Number.isInteger(reply[0]) &&
  isMoment(reply[1]) &&
  Number.isSafeInteger(Number(reply[2])) &&
  Number.isSafeInteger(reply[3]);

/** A snapshot with the encodings that do not depend on stored data. */
interface EncodedSnapshot extends Snapshot {
  sequence: number;
  arrivedMs: number;
  digest: string;
  document: string;
  packed: Buffer;
}

/** Applies feed updates and opens rounds by them. */
export class LiveUpdater {
  readonly #parts: LiveParts;
  readonly #content: LiveContent;
  readonly #stalls = watchStalls();
  /** By event, the last pending update. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(parts: LiveParts, content: LiveContent) {
    this.#parts = parts;
    this.#content = content;
  }

  /** See `Live.update`. */
  async update(update: LiveUpdate): Promise<LiveOutcome> {
    const snapshot = toSnapshot(update);
    const { eventId } = snapshot;
    const arrivedMs = this.#stalls.earliestArrival();
    const { outcome, sequence, version, nowMs } = await this.#takeTurn(eventId, () =>
      this.#store(snapshot, update.sequence, arrivedMs),
    );
    // A duplicate too: the sender repeats an update without an answer, perhaps because this step had failed.
    if (outcome === 'applied' || outcome === 'duplicate') await this.#afterUpdate(eventId, nowMs);
    return { outcome, sequence, version };
  }

  /** Sends the windows of every bout to all buckets of the fights that it joins; idempotent. */
  async openRounds(eventId: string): Promise<void> {
    const { writes, settings } = this.#parts;
    // On the connection that wrote them, which has their latest version.
    const { nowMs, values } = await readFields(writes, eventId, ['windows', 'joined']);
    const { bouts } = JSON.parse(values[0] ?? JSON.stringify(noWindows)) as Windows;
    const { records } = await this.#content.list('events', `statid:${Number(eventId)}`, { limit: 1 });
    const joined = (records[0]?.fights ?? []).flatMap(({ id, statid }) => {
      const rounds = Object.entries(bouts[String(statid)]?.rounds ?? {});
      return rounds.length > 0 ? [{ id, bout: boutOf(Number(eventId), statid), rounds }] : [];
    });
    const areOpen = joined.some(({ rounds }) => rounds.some(([, window]) => isOpen(window, nowMs)));
    // Unchanged windows are not sent again at once; a feed repeats itself several times a second.
    const digest = digestOf([joined, settings.buckets, areOpen ? Math.floor(nowMs / againMs) : 0]);
    if (digest === values[1]) return;
    await Promise.all(
      joined.flatMap(({ id, bout, rounds }) => {
        const args = rounds.flatMap(([round, { openedMs, closesMs }]: [string, RoundWindow]) => [
          round,
          openedMs,
          closesMs ?? '',
        ]);
        return allBuckets(settings.buckets).map((bucket) =>
          run(writes, 'openRounds', [keys.bucket(id, bucket).windows], [bout, ...args]),
        );
      }),
    );
    await mapRedisError(writes.hset(keys.live(eventId), 'joined', digest));
  }

  async #afterUpdate(eventId: string, nowMs: number): Promise<void> {
    const { writes } = this.#parts;
    const steps = [mapRedisError(writes.zadd(keys.liveEvents, 'GT', nowMs, eventId)), this.openRounds(eventId)];
    await Promise.all(steps).catch((error: Error) => {
      throw error instanceof StoreUnavailable
        ? new OutcomeUnknown(`the update was stored, but its rounds may not be open yet: ${error.message}`)
        : error;
    });
  }

  /**
   * Serialises the updates of an event in this process, which would only conflict with each other. If one fails, the
   * waiting ones fail immediately and are not sent; otherwise each would wait for its own timeout.
   */
  async #takeTurn<T>(eventId: string, work: () => Promise<T>): Promise<T> {
    const before = (this.#turns.get(eventId) ?? Promise.resolve()).catch(() => {
      throw new StoreUnavailable('an earlier update of the event failed');
    });
    const turn = before.then(work);
    this.#turns.set(eventId, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(eventId) === turn) this.#turns.delete(eventId);
    }
  }

  /** Stores a snapshot; retries with new windows when another process stored one of the event meanwhile. */
  async #store(snapshot: Snapshot, sequence: number, arrivedMs: number): Promise<LiveOutcome & { nowMs: number }> {
    const document = JSON.stringify(snapshot.feed);
    const encoded = { ...snapshot, sequence, arrivedMs, digest: digestOf(snapshot.feed), document };
    const packed = await pack(document);
    const clock = this.#parts.clocks.of(keys.live(snapshot.eventId));
    const { min } = await clock.ahead();
    for (let attempt = 0; attempt < attempts; attempt++) {
      const stored = await this.#tryStore({ ...encoded, packed }, clock, min);
      if (stored) return stored;
    }
    throw new StoreUnavailable('other updates of this event kept coming first: send it again');
  }

  /** @returns undefined when another snapshot was stored after its windows were read. @see updateLive-2.lua */
  async #tryStore(
    { eventId, field, facts, onAir, sequence, arrivedMs, digest, document, packed }: EncodedSnapshot,
    clock: RedisClock,
    minAheadMs: number,
  ): Promise<(LiveOutcome & { nowMs: number }) | undefined> {
    const { writes, settings } = this.#parts;
    const { nowMs, values } = await readFields(writes, eventId, ['version', 'windows']);
    // Write nothing into a Redis that has lost its data, so that a backup can be restored into it.
    if (!values[0]) await this.#content.checkNotLost();
    const before = values[1] ? (JSON.parse(values[1]) as Windows) : noWindows;
    const windows = advance(before, facts, nowMs, settings.roundGraceSeconds * 1000);
    const [bouts, boutsBefore] = [windows, before].map((one) => Object.keys(one.bouts).length) as [number, number];
    const isCrowded = bouts > liveBounds.bouts && bouts > boutsBefore;
    const sentMs = localMs();
    if (sentMs - arrivedMs >= settings.overdueMs)
      throw new StoreUnavailable('the request waited too long before it could be sent');
    const deadline = settings.deadlineMs > 0 ? Math.floor(sentMs + minAheadMs) + settings.deadlineMs : 0;
    const reply = await run(
      writes,
      'updateLive',
      [keys.live(eventId), keys.liveHistory(eventId)],
      [
        deadline,
        values[0] ?? 0,
        field,
        sequence,
        digest,
        document,
        JSON.stringify(windows),
        nowMs,
        onAir,
        channels.live(eventId),
        liveBounds.versions,
        settings.liveHours * 3_600_000,
        packed,
        liveBounds.historyBytes,
        liveBounds.bouts,
        liveBounds.documentBytes,
        isCrowded ? 1 : 0,
      ],
    );
    if (!isUpdateReply(reply)) throw new OutcomeUnknown(malformedReply);
    const [code, redisMs, stored, version] = reply;
    if (code === -1) {
      clock.restart(redisMs);
      throw new StoreUnavailable('Redis received it after its deadline');
    }
    clock.observe(redisMs, sentMs);
    const outcome = outcomes.get(code);
    return outcome && { outcome, sequence: Number(stored), version, nowMs };
  }
}
