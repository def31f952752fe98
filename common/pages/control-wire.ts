/** The JSON below `/__mock` that the control room reads. */

export interface SessionState {
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

export interface Entry {
  id: number;
  at: string;
  method: string;
  path: string;
  /** Undefined where no reply was sent. */
  status?: number;
  ms?: number;
  operation?: string;
  contract?: string;
  match?: string;
  faults?: string;
  nearest?: { contract: string; receiving: string; differs: string[] };
  isStream?: true;
  requestHeaders?: Record<string, string>;
  requestBody?: string;
  responseHeaders?: Record<string, string>;
  responseBody?: string;
  /** A body is longer than what is stored. */
  truncated?: true;
}

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
