import type { keys } from '../keys.ts';
import { StoreFault, StoreUnavailable } from '../redis/errors.ts';
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

/** The connection that waits for the reply, such as a `net.Socket`. */
export interface Asker {
  readonly destroyed: boolean;
  /** Also false when the other side has ended: HTTP does not answer then. */
  readonly writable: boolean;
}

const isGone = ({ destroyed, writable }: Asker) => destroyed || !writable;

/** A ballot that waits for its verdict. */
interface Waiting {
  ballot: BallotCast;
  asker: Asker | undefined;
  resolve(verdict: Verdict): void;
  reject(error: unknown): void;
}

/** Ballots of one kind and bucket that one script call casts, in order. */
export class Batch {
  readonly kind: BallotKind;
  /** Of all its ballots; see `Ballot.bout`. */
  readonly bout: string;
  readonly #bucket: ReturnType<typeof keys.bucket>;
  /** The rounds of its ballots, once it is sent. */
  readonly #rounds: number[] = [];
  #waiting: Waiting[] = [];
  /** When the first ballot may have arrived, and when all had, by `localMs`. */
  arrivedMs = Number.POSITIVE_INFINITY;
  readMs = 0;

  constructor(kind: BallotKind, bucket: ReturnType<typeof keys.bucket>, bout: string) {
    this.kind = kind;
    this.bout = bout;
    this.#bucket = bucket;
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** @throws {StoreUnavailable | OutcomeUnknown} see `Batches.cast`. */
  add(ballot: BallotCast, asker: Asker | undefined, arrivedMs: number): Promise<Verdict> {
    this.arrivedMs = Math.min(this.arrivedMs, arrivedMs);
    return new Promise((resolve, reject) => this.#waiting.push({ ballot, asker, resolve, reject }));
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

  /** Rejects the ballots whose clients have disconnected. */
  rejectGone(): void {
    this.#waiting = this.#waiting.filter(({ asker, reject }) => {
      const isLeft = !asker || !isGone(asker);
      if (!isLeft) reject(new StoreUnavailable('the client disconnected before its ballot was sent'));
      return isLeft;
    });
  }

  /** Resolves each ballot with its part of the reply. */
  settle(reply: BatchReply): void {
    const rounds = this.#rounds;
    for (const [nth, { ballot, resolve, reject }] of this.#takeWaiting().entries()) {
      const verdict = readVerdict(reply, rounds.length, rounds.indexOf(ballot.roundNumber), nth);
      if (typeof verdict === 'string') reject(new StoreFault(verdict));
      else resolve(verdict);
    }
  }

  /** Rejects each ballot with the same error. */
  fail(error: unknown): void {
    for (const { reject } of this.#takeWaiting()) reject(error);
  }

  /**
   * The ballots lead to requests and replies, which would outlive some collections of garbage with the batch: a third of
   * the time of a vote.
   */
  #takeWaiting(): Waiting[] {
    return this.#waiting.splice(0);
  }
}
