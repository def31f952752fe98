/** What clients did and saw: one record for each request, with times of one monotonic clock, in milliseconds. */

/** Of every operation. */
export interface Timed {
  id: number;
  /** The client; it sends one request after the other. */
  lane: string;
  /** Grows with each connection of the lane; one connection leads to one process. */
  connection: number;
  server: number;
  /** Before anything of the request was sent. */
  invokedMs: number;
  /** After the answer was read, or its loss noticed. */
  completedMs: number;
  /** Null: the answer is lost. */
  status: number | null;
  /** The last part of a problem's type; `not-sent` for a request that no server received. */
  problem: string | null;
}

export const writeKinds = ['vote', 'scorecard', 'update', 'put', 'rollback'] as const;

/** Sets one register: what one client voted or scored in a round, a feed, the content. */
export interface Write extends Timed {
  kind: (typeof writeKinds)[number];
  register: string;
  value: string;
  /** For a vote or scorecard: the count that it adds one to, such as `votes 88005 2:1803`. */
  countedIn: string | null;
  /** Whether the rules of the domain refuse it, since its round is closed. */
  isUnfit: boolean;
  /** Of an update: whether this request changed anything; null without a reply. */
  applied: boolean | null;
}

/** One client's own vote. */
export interface VoteRead extends Timed {
  kind: 'vote-read';
  register: string;
  value: string;
  /** Whether that is the vote; null without an answer. */
  isThere: boolean | null;
}

/** A reply from a cache says how old it is when the store is away. */
interface CachedRead extends Timed {
  /** The age of a reply that is marked stale, in milliseconds; null for one that is not. */
  staleMs: number | null;
}

/** A tally: by the names of `countedIn`. */
export interface CountRead extends CachedRead {
  kind: 'tally' | 'scoring';
  counts: Record<string, number> | null;
}

/** A document that shows one value in several places, which are all from one write. */
export interface DocumentRead extends CachedRead {
  kind: 'live' | 'content';
  register: string;
  /** Each address is cached by itself: while the store is away, one may be older than another. */
  path: string;
  values: string[] | null;
}

/** An event of a stream. Its operation begins and ends when it arrives. */
export interface StreamEvent extends Timed {
  kind: 'event';
  register: string;
  eventId: number;
  /** Whether the stream has just begun without `Last-Event-ID`. */
  isFirst: boolean;
  values: string[];
}

export type Read = VoteRead | CountRead | DocumentRead;
export type Operation = Write | Read | StreamEvent;

/** What is stored at the end, read from the store and not through a cache. */
export interface FinalState {
  /** The value of each register that has one. */
  registers: Record<string, string>;
  /** The stored counts. */
  counts: Record<string, number>;
  /** How often each feed was changed. */
  versions: Record<string, number>;
  /** Inconsistencies that the audit of the store found. */
  findings: string[];
}

/** A span of time, such as that of a failover. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** A span in which an acknowledged write may be lost, as server/README.md says. */
export interface Excuse extends Span {
  /** Any write in a failover; a vote of a client that votes again while the clock of Redis is set. */
  what: 'writes' | 'votes';
}

/** A fault that was done to the system. */
export interface Fault extends Span {
  kind: string;
  target: string;
}

/** What the checker judges. */
export interface History {
  operations: readonly Operation[];
  final: FinalState;
  faults: readonly Fault[];
  mayLose: readonly Excuse[];
}

export const isWrite = (operation: Operation): operation is Write =>
  (writeKinds as readonly string[]).includes(operation.kind);
