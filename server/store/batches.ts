import { bucketOf } from './buckets.ts';
import type { RedisClient } from './client.ts';
import type { RedisClocks } from './clock.ts';
import { keys } from './keys.ts';
import { type Argument, run } from './lua.ts';
import type { StoreSettings } from './settings.ts';
import { StoreUnavailable } from './unavailable.ts';

export type BallotKind = 'votes' | 'scores';

/** One vote or scorecard. */
export interface BallotCast {
  kind: BallotKind;
  fightId: number;
  roundNumber: number;
  clientId: string;
  /** A fighter statid, or the scores of fighter 1 and fighter 2. */
  choice: readonly number[];
}

/** What became of one ballot; moments and times in milliseconds. */
export interface Verdict {
  /** @see lua/castBallots-many.lua */
  code: number;
  nowMs: number;
  /** Changes that the client has left, and until they are whole again. */
  left: number;
  resetMs: number;
  /** Of a vote that stood already. */
  createdMs: number;
  /** Of its round; 0 when unknown. */
  openedMs: number;
  closesMs: number;
}

/** How long changes of a client are counted. */
export const periodMs = 10_000;

/** Redis does nothing else while a script runs: this many take it 0.7 ms here. More do not get cheaper: 64 cost as much each. */
const mostInBatch = 128;

/** Integers; only the last of a ballot's may be a message. */
type BatchReply = readonly (number | string)[];
const numbersOfBallot = 4;
const brokenCode = -5;

/** Ballots of one kind and bucket that travel in one script call, in the order in which they were cast. */
class Batch {
  readonly kind: BallotKind;
  readonly #bucket: ReturnType<typeof keys.bucket>;
  readonly rounds: number[] = [];
  readonly #changes: string[] = [];
  /** As the script takes them; strings, since Redis wants them so. */
  readonly ballots: string[] = [];
  /** One for all of them: each reads its own part of the reply. */
  readonly settled = Promise.withResolvers<BatchReply>();

  constructor(kind: BallotKind, fightId: number, bucket: number) {
    this.kind = kind;
    this.#bucket = keys.bucket(fightId, bucket);
  }

  get size(): number {
    return this.#changes.length;
  }

  /** @returns which of the rounds is the ballot's, from 0. */
  add({ roundNumber, clientId, choice }: BallotCast): number {
    let round = this.rounds.indexOf(roundNumber);
    if (round < 0) round = this.rounds.push(roundNumber) - 1;
    this.#changes.push(this.#bucket.rate(clientId));
    this.ballots.push(clientId, String(round + 1));
    for (const number of choice) this.ballots.push(String(number));
    return round;
  }

  get keys(): string[] {
    const bucket = this.#bucket;
    const tally = this.kind === 'votes' ? bucket.tally : bucket.scoreTally;
    return [bucket.windows, tally, ...this.rounds.map((round) => bucket[this.kind](round)), ...this.#changes];
  }
}

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
  /** Those that still take ballots in this turn, by fight, bucket and kind. */
  readonly #open = new Map<number, Batch>();
  #turn: Batch[] = [];
  /** Ballots that wait or are under way. */
  #held = 0;

  /** @param client a connection on which nothing else makes ballots wait. */
  constructor(client: RedisClient, clocks: RedisClocks, settings: StoreSettings) {
    this.#client = client;
    this.#clocks = clocks;
    this.#settings = settings;
  }

  /**
   * @throws {StoreUnavailable} then the ballot was not counted, and will not be later.
   * @throws {Error} starting with CORRUPT or WRONGTYPE when what is stored is broken; nothing was changed.
   */
  async cast(ballot: BallotCast): Promise<Verdict> {
    if (this.#held >= this.#settings.ballotsAtOnce) throw new StoreUnavailable('too many ballots wait for it');
    const batch = this.#batchFor(ballot);
    const at = 1 + numbersOfBallot * batch.size;
    const round = batch.add(ballot);
    this.#held++;
    const reply = (await batch.settled.promise) as readonly number[];
    const own = at + 2 * batch.rounds.length;
    const code = reply[own] ?? 0;
    const tells = reply[own + 3] ?? 0;
    if (code === brokenCode) throw new Error(String(tells));
    return {
      code,
      nowMs: reply[0] ?? 0,
      left: reply[own + 1] ?? 0,
      resetMs: reply[own + 2] ?? 0,
      createdMs: tells,
      openedMs: reply[1 + 2 * round] ?? 0,
      closesMs: reply[2 + 2 * round] ?? 0,
    };
  }

  #batchFor({ kind, fightId, clientId }: BallotCast): Batch {
    const bucket = bucketOf(clientId, this.#settings.buckets);
    const id = (fightId * this.#settings.buckets + bucket) * 2 + (kind === 'votes' ? 0 : 1);
    const open = this.#open.get(id);
    if (open && open.size < mostInBatch) return open;
    const batch = new Batch(kind, fightId, bucket);
    this.#open.set(id, batch);
    // After all sockets of this turn were read. Microtasks and nextTick run after each of them: batches of one, measured.
    if (this.#turn.length === 0) setImmediate(() => this.#flush());
    this.#turn.push(batch);
    return batch;
  }

  #flush(): void {
    const batches = this.#turn;
    this.#turn = [];
    this.#open.clear();
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

  async #send({ kind, keys, rounds, ballots }: Batch): Promise<BatchReply> {
    const { deadlineMs, changesPerTenSeconds } = this.#settings;
    const clock = this.#clocks.of(keys[0] ?? '');
    const deadline = deadlineMs > 0 ? (await clock.now()) + deadlineMs : 0;
    const args: Argument[] = [kind, deadline, changesPerTenSeconds, periodMs, rounds.length, ...rounds, ...ballots];
    const reply = (await run(this.#client, 'castBallots', keys, args)) as BatchReply;
    const nowMs = reply[0] as number;
    if (reply.length === 1) {
      clock.restart(nowMs);
      throw new StoreUnavailable('it took too long');
    }
    clock.observe(nowMs);
    return reply;
  }
}
