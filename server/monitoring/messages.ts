/** What the server as a whole does. */
export type State = 'starting' | 'waiting for Redis' | 'serving' | 'draining';

/** What the thread of the admin port is started with. */
export interface AdminOptions {
  host: string;
  port: number;
  /** Where compiled code is cached; undefined where it cannot be. */
  compiled: string | undefined;
}

/** Messages to the thread. */
export type ToAdmin =
  /** A process writes its numbers to this file, or has ended. */
  { kind: 'add' | 'end'; path: string } | { kind: 'state'; state: State };

/** Messages from the thread: it listens, or cannot. */
export type FromAdmin =
  | { kind: 'listening'; port: number }
  | { kind: 'failed'; code?: string | undefined; message: string };
