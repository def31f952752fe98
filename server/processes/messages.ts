/** Environment variable of a worker that replaces another, `1`: it does not wait for a slow Redis. */
export const replacesVariable = 'FIGHTCARD_REPLACES';

/** Environment variable of a worker that serves the pictures and videos of the sample: `1`. */
export const sampleVariable = 'FIGHTCARD_SAMPLE';

/** Environment variable of a worker that waits for feed keys from the primary: `1`. */
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
  /** It receives messages from now on; earlier ones are lost. */
  | { kind: 'started' }
  /** It answers requests at this address. */
  | { kind: 'ready'; url: string; rssMiB: number }
  | { kind: 'beat'; rssMiB: number }
  | { kind: 'metrics'; metrics: string }
  /** It cannot start and exits; the message is for the operator. */
  | { kind: 'failed'; message: string }
  /** New replies, and the keys of replies that no longer exist. */
  | { kind: 'replies'; replies: readonly SharedReply[]; gone: readonly string[] }
  /** Asks for the newest reply of any worker. */
  | { kind: 'recall'; key: string };

/** Messages from the primary to a worker. */
export type ToWorker =
  /**
   * Tells the worker to finish its requests and exit. If another worker takes over, it has more time, and health
   * stays `ok`.
   */
  | { kind: 'stop'; handsOver: boolean }
  /** Requests its metrics. */
  | { kind: 'collect' }
  | { kind: 'recalled'; key: string; reply: SharedReply | undefined }
  /** The last valid keys of `FEED_KEYS_FILE`; an environment variable is too small for them. */
  | { kind: 'feed keys'; lines: string };

/** Memory and start-up time of a process that answers requests. */
export interface WorkerStatus {
  pid: number;
  rssMiB: number;
  startMs: number;
}
