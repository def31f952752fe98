import type { keys } from '../keys.ts';
import { OutcomeUnknown, StoreFault, StoreUnavailable } from '../redis/errors.ts';
import { type BatchReply, readVerdict, type Verdict } from './verdicts.ts';

export type BallotKind = 'votes' | 'scores';

/** One vote or scorecard. */
export interface BallotCast {
  kind: BallotKind;
  fightId: number;
  /** See `Ballot.bout`. */
  bout?: string | undefined;
  roundNumber: number;
  clientId: string;
  /** A fighter statid, or the scores of fighter 1 and fighter 2. */
  choice: readonly number[];
}

/** Counts the outcomes of votes and scorecards. */
export interface BallotWatch {
  /** @param code of `castBallots-many.lua`, or how the store failed. */
  ballot(kind: BallotKind, code: number | 'not_counted' | 'unknown'): void;
  /** @param size how many are sent together. */
  batch(kind: BallotKind, size: number): void;
}

/** The connection of the client that waits for the reply, such as a `net.Socket`. */
export interface ClientConnection {
  readonly destroyed: boolean;
  /** Also false when the other side has ended: HTTP does not answer then. */
  readonly writable: boolean;
}

const isClosed = ({ destroyed, writable }: ClientConnection) => destroyed || !writable;

/** A ballot in a batch. */
export interface WaitingBallot {
  readonly ballot: BallotCast;
  readonly connection: ClientConnection | undefined;
  /** Resolves when the ballot has a verdict or an error. All ballots of a batch share it: a promise each costs CPU time. */
  readonly settled: Promise<void>;
  verdict: Verdict | undefined;
  /** Why there is no verdict; see `Batches.add`. */
  error: unknown;
}

/** Ballots of one kind and bucket that one script call casts, in order. */
export class Batch {
  readonly kind: BallotKind;
  /** Of all its ballots; see `Ballot.bout`. */
  readonly bout: string;
  readonly #bucket: ReturnType<typeof keys.bucket>;
  readonly #watch: BallotWatch | undefined;
  readonly #settled = Promise.withResolvers<void>();
  /** The rounds of its ballots, once it is sent. */
  readonly #rounds: number[] = [];
  #waiting: WaitingBallot[] = [];
  /** When the first ballot may have arrived, and when all had, by `localMs`. */
  arrivedMs = Number.POSITIVE_INFINITY;
  readMs = 0;

  constructor(kind: BallotKind, bucket: ReturnType<typeof keys.bucket>, bout: string, watch?: BallotWatch) {
    this.kind = kind;
    this.bout = bout;
    this.#bucket = bucket;
    this.#watch = watch;
  }

  get size(): number {
    return this.#waiting.length;
  }

  add(ballot: BallotCast, connection: ClientConnection | undefined, arrivedMs: number): WaitingBallot {
    this.arrivedMs = Math.min(this.arrivedMs, arrivedMs);
    const { promise: settled } = this.#settled;
    const waiting = { ballot, connection, settled, verdict: undefined, error: undefined };
    this.#waiting.push(waiting);
    return waiting;
  }

  /** One of its keys, all of which the same Redis has. */
  get windowsKey(): string {
    return this.#bucket.windows;
  }

  /** Returns what `castBallots-many.lua` takes. */
  toCall(): { keys: string[]; rounds: readonly number[]; ballots: (string | number)[] } {
    const bucket = this.#bucket;
    const rounds = this.#rounds;
    const changes: string[] = [];
    const ballots: (string | number)[] = [];
    for (const { ballot } of this.#waiting) {
      const { roundNumber, clientId, choice } = ballot;
      if (!rounds.includes(roundNumber)) rounds.push(roundNumber);
      changes.push(bucket.rate(clientId));
      ballots.push(clientId, rounds.indexOf(roundNumber) + 1, ...choice);
    }
    const tally = this.kind === 'votes' ? bucket.tally : bucket.scoreTally;
    const names = [bucket.windows, tally, ...rounds.map((round) => bucket[this.kind](round)), ...changes];
    return { keys: names, rounds, ballots };
  }

  /** Takes out the ballots whose clients have disconnected: they are not cast. */
  rejectDisconnected(): void {
    const isDisconnected = ({ connection }: WaitingBallot) => connection !== undefined && isClosed(connection);
    if (!this.#waiting.some(isDisconnected)) return;
    const error = new StoreUnavailable('the client disconnected before its ballot was sent');
    for (const waiting of this.#waiting.filter(isDisconnected)) this.#reject(waiting, error);
    this.#waiting = this.#waiting.filter((waiting) => !isDisconnected(waiting));
  }

  /** Gives each ballot its part of the reply. */
  settle(reply: BatchReply): void {
    const rounds = this.#rounds;
    for (const [nth, waiting] of this.#waiting.entries()) {
      const verdict = readVerdict(reply, rounds.length, rounds.indexOf(waiting.ballot.roundNumber), nth);
      if (typeof verdict === 'string') this.#reject(waiting, new StoreFault(verdict));
      else {
        this.#watch?.ballot(this.kind, verdict.code);
        waiting.verdict = verdict;
      }
    }
    this.#release();
  }

  /** Gives each ballot the same error. */
  fail(error: unknown): void {
    for (const waiting of this.#waiting) this.#reject(waiting, error);
    this.#release();
  }

  #reject(waiting: WaitingBallot, error: unknown): void {
    this.#watch?.ballot(this.kind, error instanceof OutcomeUnknown ? 'unknown' : 'not_counted');
    waiting.error = error;
  }

  #release(): void {
    // Ballots lead to requests, which would outlive some collections of garbage with the batch: a third of the time of a vote.
    this.#waiting = [];
    this.#settled.resolve();
  }
}
