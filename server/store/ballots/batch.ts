import type { End } from '../../../common/end.ts';
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

export type BallotEnd = End<Verdict>;

export const isGone = ({ destroyed, writable }: Asker) => destroyed || !writable;

/** Ballots of one kind and bucket that one script call casts, in order. */
export class Batch {
  readonly kind: BallotKind;
  /** Of all its ballots; see `Ballot.bout`. */
  readonly bout: string;
  readonly #bucket: ReturnType<typeof keys.bucket>;
  readonly rounds: number[] = [];
  #changes: string[] = [];
  /** The script's arguments. */
  ballots: string[] = [];
  readonly #askers: (Asker | undefined)[] = [];
  /** Of each ballot, the index of its round, and what learns of its end. */
  readonly #roundOf: number[] = [];
  readonly #ends: BallotEnd[] = [];
  /** The index of each ballot among those that are left; -1: dropped. Undefined while none is dropped. */
  #places: Int32Array | undefined;
  /** When the first ballot may have arrived, and when all had, by `localMs`. */
  arrivedMs = Number.POSITIVE_INFINITY;
  readMs = 0;

  constructor(kind: BallotKind, bucket: ReturnType<typeof keys.bucket>, bout: string) {
    this.kind = kind;
    this.bout = bout;
    this.#bucket = bucket;
  }

  /** How many ballots were added, including dropped ones. */
  get size(): number {
    return this.#askers.length;
  }

  /** How many ballots are left. */
  get count(): number {
    return this.#changes.length;
  }

  add(
    { roundNumber, clientId, choice }: BallotCast,
    asker: Asker | undefined,
    arrivedMs: number,
    end: BallotEnd,
  ): void {
    let round = this.rounds.indexOf(roundNumber);
    if (round < 0) round = this.rounds.push(roundNumber) - 1;
    this.#changes.push(this.#bucket.rate(clientId));
    this.#askers.push(asker);
    this.#roundOf.push(round);
    this.#ends.push(end);
    this.ballots.push(clientId, String(round + 1));
    for (const number of choice) this.ballots.push(String(number));
    if (arrivedMs < this.arrivedMs) this.arrivedMs = arrivedMs;
  }

  /** One of its keys, all of which the same Redis has. */
  get windowsKey(): string {
    return this.#bucket.windows;
  }

  get keys(): string[] {
    const bucket = this.#bucket;
    const tally = this.kind === 'votes' ? bucket.tally : bucket.scoreTally;
    return [bucket.windows, tally, ...this.rounds.map((round) => bucket[this.kind](round)), ...this.#changes];
  }

  /** Drops the ballots whose clients have disconnected. */
  dropGone(): void {
    if (!this.#askers.some((asker) => asker && isGone(asker))) return;
    const width = this.kind === 'votes' ? 3 : 4;
    const [changes, ballots] = [this.#changes, this.ballots];
    this.#changes = [];
    this.ballots = [];
    this.#places = Int32Array.from(this.#askers, (asker, nth) => {
      if (asker && isGone(asker)) return -1;
      this.ballots.push(...ballots.slice(nth * width, (nth + 1) * width));
      return this.#changes.push(changes[nth] as string) - 1;
    });
  }

  /** Ends each ballot with its part of the reply. */
  settle(reply: BatchReply): void {
    const rounds = this.rounds.length;
    this.#endAll((nth, end) => {
      const place = this.#places ? (this.#places[nth] as number) : nth;
      if (place < 0) return end(new StoreUnavailable('the client disconnected before its ballot was sent'));
      const verdict = readVerdict(reply, rounds, this.#roundOf[nth] as number, place);
      return typeof verdict === 'string' ? end(new StoreFault(verdict)) : end(undefined, verdict);
    });
  }

  /** Ends each ballot with the same error. */
  fail(error: unknown): void {
    this.#endAll((_, end) => end(error));
  }

  #endAll(one: (nth: number, end: BallotEnd) => void): void {
    // They lead to requests and replies, which would outlive some collections of garbage with the batch: a third of the time
    // of a vote.
    const ends = this.#ends.splice(0);
    for (const [nth, end] of ends.entries()) {
      try {
        one(nth, end);
      } catch (error) {
        // The others of the batch still get theirs. The process learns of it as of any error that nobody handles.
        Promise.reject(error);
      }
    }
  }
}
