export type State = 'starting' | 'waiting for Redis' | 'serving' | 'draining';

export interface AdminOptions {
  host: string;
  port: number;
  compiled: string | undefined;
}

/** A report of a process: its event loop runs, or its metrics (see `metricsOf`). */
export type Report = { kind: 'beat' } | { kind: 'metrics'; metrics: string };

/** Messages to the thread. */
export type ToAdmin =
  | (Report & { pid: number })
  | { kind: 'ended'; pid: number }
  | { kind: 'state'; state: State }
  | { kind: 'ready'; count: number };

/** Messages from the thread: it listens, cannot listen, or needs the metrics of all processes. */
export type FromAdmin =
  | { kind: 'listening'; port: number }
  | { kind: 'failed'; code?: string | undefined; message: string }
  | { kind: 'collect' };

/** How often each process reports that its event loop runs. */
export const beatMs = 500;
