/** The types of the package; `test/mock/pack.test.ts` compares them with those of `mock/start.ts`. */

export interface MockSettings {
  /** 0 takes a free port. */
  port: number;
  /** Default: every address of the machine, so that devices and emulators can connect. */
  host?: string | undefined;
  /** Other host names that may use `/__mock`; `*` allows every name and every web page. Default: this machine. */
  allowHosts?: readonly string[] | undefined;
  /** Receives one line for each request. */
  log?: ((line: string, members?: object) => void) | undefined;
  /** A pact file, or a folder of pact files, whose contracts are served too. */
  pacts?: string | undefined;
  /** Also serve v3 under region segments other than `mobile`. */
  regionSegments?: boolean | undefined;
  /** Addresses of pictures and videos lead to the mock, which serves them. Default: as in the contracts. */
  pictures?: boolean | undefined;
  /** All dates of the sample move with it, so that its live event is live at this moment. Default: as in the contracts. */
  now?: Date | undefined;
  /** Milliseconds before each reply and up to `jitter` more, and the share of requests with a fault, 0 to 1. */
  faults?: { delay?: number; jitter?: number; faultRate?: number; seed?: number } | undefined;
  /** HTTPS with HTTP/2. The certificate is stored in the folder; without one, it is new at each start. */
  https?: { folder?: string | undefined } | undefined;
}

/** A request and its reply. */
export interface RequestEntry {
  at: string;
  session: string;
  method: string;
  /** With its query. */
  path: string;
  /** Undefined before the reply, and where a fault cut the connection. */
  status?: number;
  /** `v3.fighter`; absent where no route was found. */
  operation?: string;
  /** The id of the contract that answered. */
  contract?: string;
}

export interface Mock {
  /** Without a trailing slash; `/api/v3/mobile` or `/api/v1/us` follows. */
  url: string;
  /** The certificate that clients must trust, in PEM, by its path; undefined without HTTPS. */
  certificate: { path: string; fingerprint: string } | undefined;
  /** Also closes the open connections. */
  close: () => Promise<void>;
  /**
   * Sets the state of a session; undefined clears it.
   *
   * @param session a `Mock-Session` name; default: requests of this machine that name no session.
   * @throws {Error} if no contract has the state.
   */
  setState: (
    state: string | { state: string; params?: Record<string, string | number> } | undefined,
    session?: string,
  ) => void;
  /**
   * The last thousand requests, oldest first.
   *
   * @param session a `Mock-Session` name; default: all sessions.
   */
  requests: (session?: string) => readonly RequestEntry[];
  /** Requests without a contract. Default: of all sessions. */
  unmatched: (session?: string) => { operation: string; request: string; count: number }[];
}

/**
 * Starts the mock. Every reply follows the contracts.
 *
 * @throws {Error} with the code `EADDRINUSE` when the port is taken; when a pact is broken.
 */
export declare function startMock(settings: MockSettings): Promise<Mock>;
