/** What a worker tells the primary. */
export type FromWorker =
  /** It answers requests, at this address. */
  | { kind: 'ready'; url: string; rssMiB: number }
  | { kind: 'memory'; rssMiB: number }
  /** It cannot start, and ends; the message is for the operator. */
  | { kind: 'failed'; message: string };

/** What the primary tells a worker: finish what is under way and end. */
export interface Stop {
  kind: 'stop';
  /** Another worker takes over, so there is no hurry and nothing for health to say. */
  handsOver: boolean;
}
