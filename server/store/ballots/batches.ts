import { keys } from '../keys.ts';
import type { RedisClock, RedisClocks } from '../redis/clock.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { malformedReply, OutcomeUnknown, StoreFault, StoreUnavailable } from '../redis/errors.ts';
import { localMs, watchStalls } from '../redis/local-clock.ts';
import { type Argument, send } from '../redis/scripts.ts';
import type { StoreSettings } from '../settings.ts';
import { type Asker, type BallotCast, Batch } from './batch.ts';
import { bucketOf } from './buckets.ts';
import { type BatchReply, isBatchReply, type Verdict, verdictOf } from './verdicts.ts';

/** How long changes of a client are counted. */
export const periodMs = 10_000;

/** Redis does nothing else while a script runs: this many take it 0.7 ms here. More do not get cheaper: 64 cost as much each. */
const mostInBatch = 128;

/** The sockets that commands leave by. */
function streamsOf(client: RedisClient) {
  const nodes = 'nodes' in client ? client.nodes('master') : [client];
  return nodes.map(({ stream }) => stream).filter((stream) => stream !== undefined);
}

/**
 * Sends the ballots of one turn of the event loop together: one script call for each bucket and kind, with one deadline.
 * Batches of a bucket follow each other on one connection, so Redis takes its ballots in the order of their arrival
 * without waiting for replies in between.
 */
export class Batches {
  readonly #client: RedisClient;
  readonly #clocks: RedisClocks;
  readonly #settings: StoreSettings;
  readonly #stalls = watchStalls();
  /** Those that still take ballots in this turn, by fight, bucket and kind. */
  readonly #open = new Map<number, Batch>();
  #turn: Batch[] = [];
  /** Ballots that wait or are under way. */
  #held = 0;
  /** Batches whose reply did not come in time, and may yet, by the clock of the Redis that they were sent to. */
  readonly #late = new Map<RedisClock, number>();

  /** @param client a connection on which nothing else makes ballots wait. */
  constructor(client: RedisClient, clocks: RedisClocks, settings: StoreSettings) {
    this.#client = client;
    this.#clocks = clocks;
    this.#settings = settings;
  }

  /**
   * @param asker when it has gone by the time that the ballot would be sent, the ballot is not cast.
   * @throws {StoreUnavailable} then the ballot was not counted, and will not be later.
   * @throws {OutcomeUnknown} then it may have been counted, or may be until its deadline.
   * @throws {StoreFault} starting with CORRUPT or WRONGTYPE when what is stored is broken; nothing was changed.
   */
  async cast(ballot: BallotCast, asker?: Asker): Promise<Verdict> {
    if (this.#held >= this.#settings.ballotsAtOnce) throw new StoreUnavailable('too many ballots wait for it');
    const batch = this.#batchFor(ballot);
    const nth = batch.size;
    const round = batch.add(ballot, asker, this.#stalls.earliestArrival());
    this.#held++;
    const reply = await batch.settled.promise;
    const place = batch.placeOf(nth);
    if (place < 0) throw new StoreUnavailable('the client had gone before its ballot was sent');
    const verdict = verdictOf(reply, batch.rounds.length, round, place);
    if (typeof verdict === 'string') throw new StoreFault(verdict);
    return verdict;
  }

  #batchFor({ kind, fightId, clientId }: BallotCast): Batch {
    const bucket = bucketOf(clientId, this.#settings.buckets);
    const id = (fightId * this.#settings.buckets + bucket) * 2 + (kind === 'votes' ? 0 : 1);
    const open = this.#open.get(id);
    if (open && open.size < mostInBatch) return open;
    const batch = new Batch(kind, keys.bucket(fightId, bucket));
    this.#open.set(id, batch);
    // After all sockets of this turn were read. Microtasks and nextTick run after each of them: batches of one, measured.
    if (this.#turn.length === 0) setImmediate(() => this.#close());
    this.#turn.push(batch);
    return batch;
  }

  /**
   * Closes the batches of this turn and sends them in the next one. A socket that held a request and then its end is read
   * up to the request in one turn and to its end in the next: so whoever had gone before the request was read is known to
   * have gone before its ballot is cast.
   */
  #close(): void {
    const batches = this.#turn;
    this.#turn = [];
    this.#open.clear();
    const readMs = localMs();
    for (const batch of batches) batch.readMs = readMs;
    setImmediate(() => this.#flush(batches));
  }

  #flush(batches: readonly Batch[]): void {
    // The client writes every command to its socket; one write for the turn saves 2 of 9 µs per vote (8 buckets, 64 voters).
    const streams = streamsOf(this.#client);
    for (const stream of streams) stream.cork();
    for (const batch of batches) this.#settle(batch);
    // Ticks come when all microtasks are done: by then every batch is written whose Redis' clock is known.
    queueMicrotask(() =>
      process.nextTick(() => {
        for (const stream of streams) stream.uncork();
      }),
    );
  }

  async #settle(batch: Batch): Promise<void> {
    const { resolve, reject } = batch.settled;
    try {
      resolve(await this.#send(batch));
    } catch (error) {
      reject(error);
    } finally {
      this.#held -= batch.size;
    }
  }

  async #send(batch: Batch): Promise<BatchReply> {
    const { deadlineMs, overdueMs, changesPerTenSeconds } = this.#settings;
    const ofBatch = batch.keys;
    const clock = this.#clocks.of(ofBatch[0] ?? '');
    const ahead = await clock.ahead();
    const [least, most] = [Math.floor(batch.arrivedMs + ahead.least), Math.ceil(batch.readMs + ahead.most)];
    // What is asked of the sockets stands directly before what is sent: nobody leaves unseen in between.
    batch.dropGone();
    if (batch.count === 0) return [];
    if (localMs() - batch.arrivedMs >= overdueMs) throw new StoreUnavailable('it came too late');
    // Whoever does not answer is not sent more, which would come to nothing that anybody could be told.
    if (this.#late.has(clock)) throw new StoreUnavailable('earlier ballots wait for its answer');
    const { kind, rounds, ballots } = batch;
    const sentMs = localMs();
    const deadline = deadlineMs > 0 ? Math.floor(sentMs + ahead.least) + deadlineMs : 0;
    const args: Argument[] = [kind, deadline, least, most, changesPerTenSeconds, periodMs, rounds.length, ...rounds];
    const { reply, over } = send(this.#client, 'castBallots', batch.keys, [...args, ...ballots]);
    const answer = await reply.catch((error: unknown) => {
      if (error instanceof OutcomeUnknown) this.#noteLate(clock, over);
      throw error;
    });
    if (!isBatchReply(answer, rounds.length, batch.count)) throw new OutcomeUnknown(malformedReply);
    const nowMs = answer[0] as number;
    if (answer.length === 1) {
      clock.restart(nowMs);
      throw new StoreUnavailable('it took too long');
    }
    clock.observe(nowMs, sentMs);
    return answer;
  }

  #noteLate(clock: RedisClock, over: Promise<void>): void {
    this.#late.set(clock, (this.#late.get(clock) ?? 0) + 1);
    over.then(() => {
      const left = (this.#late.get(clock) ?? 1) - 1;
      if (left > 0) this.#late.set(clock, left);
      else this.#late.delete(clock);
    });
  }
}
