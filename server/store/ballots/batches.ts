import { keys } from '../keys.ts';
import type { RedisClock, RedisClocks } from '../redis/clock.ts';
import { mastersOf, type RedisClient } from '../redis/connection/client.ts';
import { malformedReply, OutcomeUnknown, StoreUnavailable, TooManyBallots } from '../redis/errors.ts';
import { localMs, watchStalls } from '../redis/local-clock.ts';
import { type Argument, send } from '../redis/scripts.ts';
import type { StoreSettings } from '../settings.ts';
import { type BallotCast, type BallotWatch, Batch, type ClientConnection, type WaitingBallot } from './batch.ts';
import { bucketOf } from './buckets.ts';
import { type BatchReply, isBatchReply } from './verdicts.ts';

/** The period in which changes of a client are limited. */
export const periodMs = 10_000;

/** Bounds how many ballots may wait for Redis at once; further ones are refused immediately. */
export interface BallotLimit {
  readonly value: number;
  /** @param sample of a batch whose reply has arrived; all times are from the same clock. */
  record(sample: { startedMs: number; endedMs: number; inProgress: number; count: number; hasFailed: boolean }): void;
}

/** A script blocks Redis: this many take 0.7 ms here. More are no cheaper: with 64, each costs the same. */
const maxBatchSize = 128;

/** The sockets of a client. */
function socketsOf(client: RedisClient) {
  return mastersOf(client).flatMap(({ stream }) => stream ?? []);
}

/**
 * Sends the ballots of one event-loop turn together: one script call for each bucket and kind. All batches share a connection,
 * so Redis processes ballots in the order of their arrival.
 */
export class Batches {
  readonly #client: RedisClient;
  readonly #clocks: RedisClocks;
  readonly #settings: StoreSettings;
  readonly #watch: BallotWatch | undefined;
  readonly #stalls = watchStalls();
  /** Batches open for ballots of this turn, by fight, bucket and kind. */
  #open = new Map<number, Batch>();
  #turn: Batch[] = [];
  /** Ballots that wait or are sent. */
  #pending = 0;
  /** Bounds `#pending`; undefined: any number. */
  readonly #limit: BallotLimit | undefined;
  /** Number of batches whose reply timed out and may still come, by the clock of their Redis. */
  readonly #late = new Map<RedisClock, number>();

  /** @param client the connection for ballots only. */
  constructor(
    client: RedisClient,
    clocks: RedisClocks,
    settings: StoreSettings,
    { watch, limit }: { watch?: BallotWatch | undefined; limit?: BallotLimit | undefined },
  ) {
    this.#client = client;
    this.#clocks = clocks;
    this.#settings = settings;
    this.#limit = limit;
    this.#watch = watch;
  }

  /**
   * @param connection if it has closed before the ballot is sent, the ballot is not cast.
   * @returns the ballot, which gets a verdict, or one of these errors:
   *   `StoreUnavailable`: it was not counted, and will not be later;
   *   `OutcomeUnknown`: it may have been counted, or may be counted until its deadline;
   *   `StoreFault`, starting with CORRUPT or WRONGTYPE: stored data is broken; nothing was changed.
   * @throws {TooManyBallots}
   */
  add(ballot: BallotCast, connection: ClientConnection | undefined): WaitingBallot {
    if (this.#limit && this.#pending >= this.#limit.value) {
      this.#watch?.ballot(ballot.kind, 'not_counted');
      throw new TooManyBallots('too many votes and scorecards wait for Redis');
    }
    this.#pending++;
    return this.#batchFor(ballot).add(ballot, connection, this.#stalls.earliestArrival());
  }

  #batchFor({ kind, fightId, bout = '', clientId }: BallotCast): Batch {
    const bucket = bucketOf(clientId, this.#settings.buckets);
    const id = (fightId * this.#settings.buckets + bucket) * 2 + (kind === 'votes' ? 0 : 1);
    const open = this.#open.get(id);
    if (open && open.size < maxBatchSize && open.bout === bout) return open;
    const batch = new Batch(kind, keys.bucket(fightId, bucket), bout, this.#watch);
    this.#open.set(id, batch);
    // After all sockets of this turn were read. Microtasks and nextTick run after each socket: measured, batches of one.
    if (this.#turn.length === 0) setImmediate(() => this.#close());
    this.#turn.push(batch);
    return batch;
  }

  /** Closes the batches of this turn, and sends them in the next one: by then a disconnection after the request is known. */
  #close(): void {
    const batches = this.#turn;
    this.#turn = [];
    // A new map: a cleared one keeps its old table, and with it the ballots, alive.
    this.#open = new Map();
    const readMs = localMs();
    for (const batch of batches) batch.readMs = readMs;
    setImmediate(() => this.#flush(batches));
  }

  #flush(batches: readonly Batch[]): void {
    // ioredis writes each command to its socket; one write for the turn saves 2 of 9 µs per vote (8 buckets, 64 voters).
    const streams = socketsOf(this.#client);
    for (const stream of streams) stream.cork();
    for (const batch of batches) this.#settle(batch);
    // Ticks run after all microtasks: by then every batch with a known Redis clock is written.
    queueMicrotask(() =>
      process.nextTick(() => {
        for (const stream of streams) stream.uncork();
      }),
    );
  }

  async #settle(batch: Batch): Promise<void> {
    const startedMs = localMs();
    // Including the ballots that are rejected before the rest is sent.
    const count = batch.size;
    let reply: BatchReply | undefined;
    let failure: unknown;
    try {
      reply = await this.#send(batch);
    } catch (error) {
      failure = error;
    }
    const hasFailed = reply === undefined;
    this.#limit?.record({ startedMs, endedMs: localMs(), inProgress: this.#pending, count, hasFailed });
    this.#pending -= count;
    if (reply) batch.settle(reply);
    else batch.fail(failure);
  }

  async #send(batch: Batch): Promise<BatchReply> {
    const { deadlineMs, overdueMs, changesPerTenSeconds } = this.#settings;
    const clock = this.#clocks.of(batch.windowsKey);
    const ahead = clock.known() ?? (await clock.ahead());
    const arrival = [Math.floor(batch.arrivedMs + ahead.min), Math.ceil(batch.readMs + ahead.max)];
    // Directly before sending, so that no client disconnects unnoticed in between.
    batch.rejectDisconnected();
    if (batch.size === 0) return [];
    if (localMs() - batch.arrivedMs >= overdueMs)
      throw new StoreUnavailable('the request waited too long before it could be sent');
    // While replies of a Redis are overdue it gets no ballots: their outcome would be unknown too.
    if (this.#late.has(clock)) throw new StoreUnavailable('replies to earlier votes are overdue');
    const { kind, bout, size } = batch;
    const { keys: names, rounds, ballots } = batch.toCall();
    this.#watch?.batch(kind, size);
    const sentMs = localMs();
    const deadline = deadlineMs > 0 ? Math.floor(sentMs + ahead.min) + deadlineMs : 0;
    const limits = [changesPerTenSeconds, periodMs];
    const args: Argument[] = [kind, deadline, ...arrival, ...limits, bout, rounds.length, ...rounds, ...ballots];
    const { reply, over, disconnect } = send(this.#client, 'castBallots', names, args);
    const answer = await reply.catch((error: unknown) => {
      if (error instanceof OutcomeUnknown) this.#waitForLate(clock, over);
      throw error;
    });
    if (!isBatchReply(answer, rounds.length, size)) {
      disconnect();
      throw new OutcomeUnknown(malformedReply);
    }
    const nowMs = answer[0] as number;
    if (answer.length === 1) {
      clock.restart(nowMs);
      throw new StoreUnavailable('Redis received it after its deadline');
    }
    clock.observe(nowMs, sentMs);
    return answer;
  }

  async #waitForLate(clock: RedisClock, over: Promise<void>): Promise<void> {
    this.#late.set(clock, (this.#late.get(clock) ?? 0) + 1);
    await over;
    const left = (this.#late.get(clock) ?? 1) - 1;
    if (left > 0) this.#late.set(clock, left);
    else this.#late.delete(clock);
  }
}
