/** What the server as a whole does. */
export type State = 'starting' | 'waiting for Redis' | 'serving' | 'draining';

/** What the thread of the admin port is started with. */
export interface AdminOptions {
  host: string;
  port: number;
  /** Folder of the compile cache; undefined without one. */
  compiled: string | undefined;
}

/** What a process reports: that its event loop runs, or its metrics (see `metricsOf`). */
export type Report = { kind: 'beat' } | { kind: 'metrics'; metrics: string };

/** Messages to the thread. */
export type ToAdmin =
  | (Report & { pid: number })
  | { kind: 'ended'; pid: number }
  | { kind: 'state'; state: State }
  /** How many processes answer requests. */
  | { kind: 'ready'; count: number };

/** Messages from the thread: it listens, cannot listen, or needs the metrics of all processes. */
export type FromAdmin =
  | { kind: 'listening'; port: number }
  | { kind: 'failed'; code?: string | undefined; message: string }
  | { kind: 'collect' };

/** How often each process reports that its event loop runs. */
export const beatMs = 500;
