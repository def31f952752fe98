/** In a body, stands for a client id that no other request has. */
export const clientMark = '{client}';

export interface LoadRequest {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  /** May hold `clientMark` once. */
  body?: string;
}

/** A closed loop: each connection sends the next request when the last one was answered. */
export interface Load {
  url: string;
  /** One after the other, by all connections together, again and again. */
  requests: readonly LoadRequest[];
  seconds: number;
  /** Default: 64. */
  connections?: number;
  /** Default: the core of the load; false lets it run anywhere. */
  pinned?: boolean;
}

/** What a load met. */
export interface Loaded {
  requests: number;
  seconds: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export const defaultConnections = 64;

let clients = 0;

/** The first part of the client ids of one load: no other load of any run on this machine has it. */
export const clientPrefix = () => `bench-${(Date.now() % 2 ** 40).toString(36)}-${(++clients).toString(36)}-`;

/** Settings of cannon-process.ts. */
export interface CannonSettings extends Load {
  prefix: string;
}

/** What it prints. */
export interface CannonSummary {
  requests: number;
  seconds: number;
  p50: number;
  p99: number;
  /** What went wrong → how often. */
  errors: Record<string, number>;
}
