import type { keys } from '../keys.ts';
import type { BatchReply } from './verdicts.ts';

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

/** Who waits for the answer, as its socket tells it; a `net.Socket` is one. */
export interface Asker {
  readonly destroyed: boolean;
  /** Also false when the other side has ended: HTTP answers nobody who has. */
  readonly writable: boolean;
}

export const isGone = ({ destroyed, writable }: Asker) => destroyed || !writable;

/** Ballots of one kind and bucket that travel in one script call, in the order in which they were cast. */
export class Batch {
  readonly kind: BallotKind;
  readonly #bucket: ReturnType<typeof keys.bucket>;
  readonly rounds: number[] = [];
  #changes: string[] = [];
  /** As the script takes them; strings, since Redis wants them so. */
  ballots: string[] = [];
  readonly #askers: (Asker | undefined)[] = [];
  /** Which of the ballots that are left each is, from 0; -1: left out. Undefined while all are there. */
  #places: Int32Array | undefined;
  /** One for all of them: each reads its own part of the reply. */
  readonly settled = Promise.withResolvers<BatchReply>();
  /** When the first of them may have arrived, and when all had, by `localMs`. */
  arrivedMs = Number.POSITIVE_INFINITY;
  readMs = 0;

  constructor(kind: BallotKind, bucket: ReturnType<typeof keys.bucket>) {
    this.kind = kind;
    this.#bucket = bucket;
  }

  /** Ballots that were added, also those left out since. */
  get size(): number {
    return this.#askers.length;
  }

  /** Ballots that are left. */
  get count(): number {
    return this.#changes.length;
  }

  /** @returns which of the rounds is the ballot's, from 0. */
  add({ roundNumber, clientId, choice }: BallotCast, asker: Asker | undefined, arrivedMs: number): number {
    let round = this.rounds.indexOf(roundNumber);
    if (round < 0) round = this.rounds.push(roundNumber) - 1;
    this.#changes.push(this.#bucket.rate(clientId));
    this.#askers.push(asker);
    this.ballots.push(clientId, String(round + 1));
    for (const number of choice) this.ballots.push(String(number));
    if (arrivedMs < this.arrivedMs) this.arrivedMs = arrivedMs;
    return round;
  }

  get keys(): string[] {
    const bucket = this.#bucket;
    const tally = this.kind === 'votes' ? bucket.tally : bucket.scoreTally;
    return [bucket.windows, tally, ...this.rounds.map((round) => bucket[this.kind](round)), ...this.#changes];
  }

  /** Leaves out the ballots whose askers have gone. */
  dropGone(): void {
    if (!this.#askers.some((asker) => asker && isGone(asker))) return;
    const width = this.kind === 'votes' ? 3 : 4;
    const [changes, ballots] = [this.#changes, this.ballots];
    this.#changes = [];
    this.ballots = [];
    this.#places = Int32Array.from(this.#askers, (asker, nth) => {
      if (asker && isGone(asker)) return -1;
      this.ballots.push(...ballots.slice(nth * width, (nth + 1) * width));
      return this.#changes.push(changes[nth] ?? '') - 1;
    });
  }

  /** Where the reply tells of the ballot that was added as the nth, from 0; -1 when it was left out. */
  placeOf(nth: number): number {
    return this.#places ? (this.#places[nth] ?? -1) : nth;
  }
}
