import type { Report } from '../monitoring/messages.ts';

/** Environment variable of a worker that replaces another: it does not wait for a slow Redis. */
export const replacesVariable = 'FIGHTCARD_REPLACES';

/** Environment variable of a worker that serves the pictures and videos of the sample: `1`. */
export const sampleVariable = 'FIGHTCARD_SAMPLE';

/** Environment variable of a worker to which the primary sends feed keys: `1`. */
export const keysVariable = 'FIGHTCARD_FEED_KEYS';

/** A cached reply as processes send it: its uncompressed body, headers and age. */
export interface SharedReply {
  /** Canonical request. */
  key: string;
  body: string;
  type: string;
  /** Names and values in turn, without those of a content coding. */
  headers: readonly string[];
  loadedMs: number;
  isUnbounded: boolean;
}

/** Messages from a worker to the primary. */
export type FromWorker =
  /** It takes messages from now on; what was sent before is lost. */
  | { kind: 'started' }
  /** It answers requests at this address. */
  | { kind: 'ready'; url: string; rssMiB: number }
  | { kind: 'memory'; rssMiB: number }
  | Report
  /** It cannot start and exits; the message is for the operator. */
  | { kind: 'failed'; message: string }
  /** New replies, and keys of those that no longer exist. */
  | { kind: 'replies'; replies: readonly SharedReply[]; gone: readonly string[] }
  /** Asks for the last reply of any worker. */
  | { kind: 'recall'; key: string };

/** Messages from the primary to a worker. */
export type ToWorker =
  /**
   * Asks it to finish the requests under way and exit. If another worker takes over, it may take its time, and health
   * stays good.
   */
  | { kind: 'stop'; handsOver: boolean }
  /** Asks for its metrics. */
  | { kind: 'collect' }
  | { kind: 'recalled'; key: string; reply: SharedReply | undefined }
  /** The keys of `FEED_KEYS_FILE` from when it was valid; too many for an environment variable. */
  | { kind: 'feed keys'; lines: string };

/** Memory and start-up time of a process that answers requests. */
export interface WorkerStatus {
  pid: number;
  rssMiB: number;
  startMs: number;
}
