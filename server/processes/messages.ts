/** In the environment of a worker that takes the place of another: it is to start also while the store is away. */
export const replaces = 'FIGHTCARD_REPLACES';

/** A reply as processes pass it on: its plain bytes, what goes with them, and when it was made. */
export interface SharedReply {
  /** Canonical URL. */
  key: string;
  body: string;
  type: string;
  /** Names and values in turns, but those of its form. */
  headers: readonly string[];
  loadedMs: number;
  isUnbounded: boolean;
}

/** What a worker tells the primary. */
export type FromWorker =
  /** It answers requests, at this address. */
  | { kind: 'ready'; url: string; rssMiB: number }
  | { kind: 'memory'; rssMiB: number }
  /** It cannot start, and ends; the message is for the operator. */
  | { kind: 'failed'; message: string }
  /** Replies that it made, and keys of those that do not exist any more. */
  | { kind: 'replies'; replies: readonly SharedReply[]; gone: readonly string[] }
  /** It asks for the last reply that any worker made. */
  | { kind: 'recall'; key: string };

/** What the primary tells a worker: finish what is under way and end. */
export interface Stop {
  kind: 'stop';
  /** Another worker takes over, so there is no hurry and nothing for health to say. */
  handsOver: boolean;
}

/** What the primary tells a worker. */
export type ToWorker = Stop | { kind: 'recalled'; key: string; reply: SharedReply | undefined };

/** A process that answers, the memory it takes and how long it took to start. */
export interface Answering {
  pid: number;
  rssMiB: number;
  startMs: number;
}
