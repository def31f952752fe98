/** Placeholder in a body for a unique client id. */
export const clientMark = '{client}';

export interface LoadRequest {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  /** May contain `clientMark` once. */
  body?: string;
}

/** A closed loop: each connection sends the next request when the last one was answered. */
export interface Load {
  url: string;
  /** Sent in turn by all connections together, over and over. */
  requests: readonly LoadRequest[];
  seconds: number;
  /** Default: 64. */
  connections?: number;
  /** Default: the core of the load; false lets it run anywhere. */
  pinned?: boolean;
}

/** Result of a load. */
export interface Loaded {
  requests: number;
  seconds: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export const defaultConnections = 64;

let clients = 0;

/** Prefix of the client ids of one load, unique among all runs on this machine. */
export const clientPrefix = () => `bench-${(Date.now() % 2 ** 40).toString(36)}-${(++clients).toString(36)}-`;
