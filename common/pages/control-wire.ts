/** The JSON below `/__mock` that the control room reads. */

export interface SessionState {
  session: string;
  state: string | null;
  params?: Record<string, string | number>;
  /** Replies for which the state still applies; absent for a state that stays. */
  times?: number;
}

export interface KnownState {
  name: string;
  group: string;
  parameters: { name: string; sample?: string }[];
  operations: string[];
}

/** Faults of the session; `fault` is null for one of all kinds by chance. */
export interface Faults {
  delayMs: number;
  jitterMs: number;
  /** 0 to 1. */
  share: number;
  fault: string | null;
}

export interface Night {
  state: 'stopped' | 'playing' | 'paused' | 'over';
  seed?: number;
  /** Night seconds per second. */
  speed?: number;
  /** Seconds of the night. */
  at?: number;
  clock?: string;
  open?: { fight: string; round: number }[];
}

export interface Timeline {
  durationMs: number;
  fights: {
    id: string;
    fighters: [string, string];
    fromMs: number;
    toMs: number;
    rounds: { round: number; fromMs: number; toMs: number; seek: string }[];
    /** `winner` is null for a draw. */
    finish: { atMs: number; method: string; round: number; time: string; winner: string | null };
  }[];
}

export interface OwnReply {
  operation?: string;
  path?: string;
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  times?: number;
  unchecked?: boolean;
}

/**
 * The source of a reply: an exact contract, a page of a list, the session's ballots, the night, the schema, an own reply of
 * the session, or a fallback.
 */
export type Match = 'exact' | 'page' | 'remembered' | 'live' | 'dynamic' | 'own' | 'fallback';

/** One request and its reply. */
export interface RequestEntry {
  /** Grows by one, in the order in which requests arrive. */
  id: number;
  at: string;
  /** Milliseconds until the reply was sent or its connection closed; undefined before that. */
  ms?: number;
  session: string;
  method: string;
  /** With its query. */
  path: string;
  prefer?: string;
  /** Undefined before the reply, and where there was none. */
  status?: number;
  /** `v3.fighter`; absent where no route was found. */
  operation?: string;
  contract?: string;
  match?: Match;
  /** The injected faults. */
  faults?: string;
  /** The contract closest to a request without one. */
  nearest?: { contract: string; receiving: string; differs: string[] };
  /** The reply is a stream of events. */
  isStream?: true;
}

type Headers = Record<string, string | string[] | number | undefined>;

/** Headers and bodies of a request and its reply, as they were on the wire: the log is for the developer's own machine. */
export interface Exchange {
  requestHeaders: Headers;
  requestBody?: string;
  responseHeaders: Headers;
  responseBody?: string;
  /** The log has only the start of a body. */
  truncated?: true;
}

/** A request with its headers and bodies, while the log has them. */
export type Entry = RequestEntry & Partial<Exchange>;

export interface KnownSession {
  name: string;
  clients: { address: string; userAgent: string; lastAt: string }[];
  requests: number;
  unmatched: number;
}

/** A base URL for devices, with its QR code as the path of an SVG. */
export interface Address {
  url: string;
  size: number;
  path: string;
}
