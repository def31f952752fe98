import type { Entry } from '../common/pages/control-wire.ts';
import { moment } from '../contracts/interactions/request.ts';
import type { OpenApiDocument } from '../contracts/openapi/document.ts';
import { moveBetween } from '../contracts/rules/move-dates.ts';
import { type AddedPacts, readPacts } from './contracts/pacts/read-pacts.ts';
import { type Watching, watchContracts } from './contracts/watch.ts';
import { anyHost, controlAccess, emulatorHosts } from './control/access.ts';
import { interactionSource, type UnmatchedRequest } from './control/interaction-source.ts';
import { checkState } from './control/state-routes.ts';
import { createMockApp } from './http/app.ts';
import { type FaultSettings, isFaultFree, noFaultSettings } from './http/faults.ts';
import { listen } from './http/listen.ts';
import { type ContractSet, createContractSet, generatedContractSet } from './reply/contract-set.ts';
import { ReplyCache } from './session/reply-cache.ts';
import { type Log, RequestLog } from './session/request-log.ts';
import { enterSession } from './session/session-path.ts';
import { ownSession, type SessionState, Sessions } from './session/sessions.ts';
import { openCertificate, type StoredCertificate } from './tls/stored-certificate.ts';

export interface MockSettings {
  /** 0 takes a free port. */
  port: number;
  /** Default: every address of the machine, so that devices and emulators can connect. */
  host?: string | undefined;
  /** Other host names that may use `/__mock`; `*` allows every name and every web page. Default: this machine. */
  allowHosts?: readonly string[] | undefined;
  /** Receives one line for each request. */
  log?: Log | undefined;
  /** Default: the generated document. */
  document?: OpenApiDocument | undefined;
  /** A pact file, or a folder of pact files, whose contracts are served too. */
  pacts?: string | undefined;
  /** Also serve v3 under region segments other than `mobile`, as the server does with `REGION_SEGMENTS=on`. */
  regionSegments?: boolean | undefined;
  /** Addresses of pictures and videos lead to the mock, which serves them. Default: as in the contracts. */
  pictures?: boolean | undefined;
  /** All dates of the sample move with it, so that its live event is live at this moment. Default: as in the contracts. */
  now?: Date | undefined;
  /** Faults to inject into requests. Default: no faults. */
  faults?: Partial<FaultSettings> | undefined;
  /** Rebuilds the document when a contract is edited. */
  watch?: Watching | undefined;
  /** HTTPS with HTTP/2. The certificate is stored in the folder; without one, it is new at each start. */
  https?: { folder?: string | undefined } | undefined;
}

export interface Mock {
  /** Without a trailing slash; family prefixes follow. */
  url: string;
  /** The certificate that clients must trust; undefined without HTTPS. */
  certificate: StoredCertificate | undefined;
  /** Also closes the open connections. */
  close: () => Promise<void>;
  /**
   * Sets the state of a session; undefined clears it.
   *
   * @param session a `Mock-Session` name; default: requests of this machine that name no session.
   * @throws {MockProblem} `unknown-state` if no contract has the state.
   */
  setState: (state: string | SessionState | undefined, session?: string) => void;
  /**
   * The last thousand requests, oldest first, each with the contract of its reply.
   *
   * @param session a `Mock-Session` name; default: all sessions.
   */
  requests: (session?: string) => readonly Entry[];
  /** Requests without a contract, as new interactions. Default: of all sessions. */
  unmatched: (session?: string) => UnmatchedRequest[];
  /** The contracts that pacts added, and their conflicts with our own. */
  pacts: () => AddedPacts;
}

/** Every name under which clients reach this machine. */
const certifiedHosts = (host: string | undefined, allowHosts: readonly string[]) =>
  [...new Set(['localhost', '127.0.0.1', '::1', ...emulatorHosts, ...(host ? [host] : []), ...allowHosts])].filter(
    (name) => name !== anyHost,
  );

/**
 * Starts the mock. Every reply follows the contracts of the document.
 *
 * @example
 * const mock = await startMock({ port: 0 });
 * const reply = await fetch(`${mock.url}/api/v3/mobile/events`);
 * mock.setState('there is no content');
 * await mock.close();
 *
 * @throws {Error} with the code `EADDRINUSE` when the port is taken; {BadFile} when the document or a pact is broken;
 *   {RangeError} for an invalid `now`.
 */
export async function startMock(settings: MockSettings): Promise<Mock> {
  const { port, host, allowHosts = [], document, pacts, regionSegments = false, pictures = false } = settings;
  const { now } = settings;
  if (now && Number.isNaN(now.getTime()))
    throw new RangeError('"now" is an invalid Date; expected one such as new Date("2027-03-06T20:00:00Z")');
  const { log = () => undefined, watch, https } = settings;
  const faults = { ...noFaultSettings, ...settings.faults };
  const hostName = host?.includes(':') ? `[${host}]` : (host ?? 'localhost');
  const sessions = new Sessions();
  const requestLog = new RequestLog();
  const replyCache = new ReplyCache();
  let plain = document ? createContractSet(document) : generatedContractSet();
  let added: AddedPacts;
  let contractSet: ContractSet;
  function addPacts(): AddedPacts {
    const read = readPacts(pacts, plain.contracts);
    contractSet = read.files.length === 0 ? plain : createContractSet(plain.document, read.contracts);
    added = read;
    return read;
  }
  addPacts();
  let url = '';
  const app = createMockApp({
    contractSet: () => contractSet,
    sessions,
    requestLog,
    replyCache,
    access: controlAccess([hostName, ...allowHosts]),
    regionSegments,
    pictures,
    move: now && moveBetween(Date.parse(moment), now.getTime()),
    faults,
    url: () => url,
    log,
  });
  const isCached = isFaultFree(faults);
  const certificate = https && (await openCertificate(certifiedHosts(host, allowHosts), https.folder));
  const server = await listen(
    (req, res) => {
      enterSession(req);
      if (!(isCached && replyCache.send(req, res, { sessions, requestLog, log }))) app(req, res);
    },
    { port, host, certificate, regionSegments },
  );
  // Prism takes half a second to load; this spares the first request the wait.
  setTimeout(() => contractSet.prism.warm(), 100).unref();
  url = `${certificate ? 'https' : 'http'}://${hostName}:${server.port}`;

  const watching =
    watch &&
    watchContracts(watch, pacts, (rebuilt) => {
      // Set even if a pact is broken: it is then served as soon as the pact is corrected.
      if (rebuilt) plain = createContractSet(rebuilt);
      const read = addPacts();
      replyCache.clear();
      return read;
    });

  return {
    url,
    certificate,
    setState(state, session = ownSession) {
      const sessionState = typeof state === 'string' ? { state } : state;
      if (sessionState) checkState(contractSet, sessionState);
      sessions.change(session, { state: sessionState });
    },
    requests: (session) => requestLog.entries(session).map(requestLog.withExchange),
    unmatched: (session) => requestLog.unmatched(session).map(interactionSource),
    pacts: () => added,
    close: () => {
      watching?.close();
      certificate?.close();
      return server.close();
    },
  };
}
