import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenApiDocument } from '../contracts/openapi/document.ts';
import { type AddedPacts, readPacts } from './contracts/pacts/read-pacts.ts';
import { type Watching, watchContracts } from './contracts/watch.ts';
import { anyHost, controlAccess, emulatorHosts } from './control/access.ts';
import { interactionSource, type UnmatchedRequest } from './control/interaction-source.ts';
import { checkState } from './control/session-routes.ts';
import { createFaultInjector, type FaultSettings, isFaultFree, noFaultSettings } from './faults/fault-injector.ts';
import { createMockApp, type MockOptions } from './http/app.ts';
import { listen } from './http/listen.ts';
import { SentEvents } from './http/sent-events.ts';
import { addTraceHeaders } from './http/trace-headers.ts';
import { type ContractSet, createContractSet } from './reply/contract-set.ts';
import { generatedContractSet } from './reply/generated-set.ts';
import type { PrismPackage } from './reply/prism.ts';
import type { Log } from './session/log-lines.ts';
import { ReplyCache } from './session/reply-cache.ts';
import { type RequestEntry, RequestLog } from './session/request-log.ts';
import { enterSession } from './session/session-path.ts';
import { ownSession, type SessionState, Sessions } from './session/sessions.ts';
import { openCertificate, type StoredCertificate } from './tls/stored-certificate.ts';

export interface MockSettings {
  /** 0 takes a free port. */
  port: number;
  /** Default: every address of the machine, so that devices and emulators can connect. */
  host?: string | undefined;
  /** Host names beside those of this machine that may use `/__mock`; `*` allows every name and every web page. */
  allowHosts?: readonly string[] | undefined;
  /** Receives one line for each request. */
  log?: Log | undefined;
  /** Default: the generated document. */
  document?: OpenApiDocument | undefined;
  /** A pact file, or a folder of them, to serve too. */
  pacts?: string | undefined;
  /** Also serve v3 under other region segments than `mobile`, as the server does with `REGION_SEGMENTS=on`. */
  regionSegments?: boolean | undefined;
  /** Addresses of the sample's pictures and videos lead to the mock, which has them. Default: as in the contracts. */
  pictures?: boolean | undefined;
  /** Faults to inject into every request; none by default. */
  faults?: Partial<FaultSettings> | undefined;
  /** Rebuilds the document when a contract is edited. */
  watch?: Watching | undefined;
  /** HTTPS with HTTP/2, under a certificate that is made now or, with a folder, at the first start. */
  https?: { folder?: string | undefined } | undefined;
  /** Returns the package of Prism, such as one with other components; default: the installed one. */
  loadPrism?: (() => PrismPackage) | undefined;
}

export interface Mock {
  /** Without a trailing slash; family prefixes follow. */
  url: string;
  /** What clients have to trust; undefined without HTTPS. */
  certificate: StoredCertificate | undefined;
  /** Also closes the open connections. */
  close: () => Promise<void>;
  /**
   * Sets the state of a session; undefined clears it.
   *
   * @param session a `Mock-Session` name; default: requests of this machine that name no session.
   * @throws {MockProblem} `unknown-state` for a state that no contract has.
   */
  setState: (state: string | SessionState | undefined, session?: string) => void;
  /**
   * The last thousand requests at most, oldest first, each with the contract of its reply.
   *
   * @param session a `Mock-Session` name; default: all sessions.
   */
  requests: (session?: string) => readonly RequestEntry[];
  /** Requests without a contract, as new interactions; of one session, or of all. */
  unmatched: (session?: string) => UnmatchedRequest[];
  /** The contracts that pacts added, and their conflicts with our own. */
  pacts: () => AddedPacts;
}

interface Built {
  contractSet: ContractSet;
  added: AddedPacts;
}

/** Adds the pacts to the contracts of a document. */
function withPacts(plain: ContractSet, { pacts, loadPrism }: MockSettings): Built {
  const added = readPacts(pacts, plain.contracts);
  if (added.files.length === 0) return { contractSet: plain, added };
  return { contractSet: createContractSet(plain.document, { added: added.contracts, loadPrism }), added };
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
 * @throws {Error} with the code `EADDRINUSE` when the port is taken; {BadFile} when the document or a pact is broken.
 */
export async function startMock(settings: MockSettings): Promise<Mock> {
  const { port, host, allowHosts = [], log, document, pacts, regionSegments = false, faults, watch, https } = settings;
  const { loadPrism, pictures = false } = settings;
  const hostName = host?.includes(':') ? `[${host}]` : (host ?? 'localhost');
  const sessions = new Sessions();
  const requestLog = new RequestLog();
  const replyCache = new ReplyCache();
  const faultSettings = { ...noFaultSettings, ...faults };
  let plain = document ? createContractSet(document, { loadPrism }) : generatedContractSet(loadPrism);
  let current = withPacts(plain, settings);
  let url = '';
  const options: MockOptions = {
    contractSet: () => current.contractSet,
    sessions,
    requestLog,
    replyCache,
    sentEvents: new SentEvents(),
    access: controlAccess([hostName, ...allowHosts]),
    regionSegments,
    pictures,
    injectFaults: createFaultInjector(faultSettings),
    url: () => url,
    log: log ?? (() => undefined),
  };
  const app = createMockApp(options);
  const hasNoFaults = isFaultFree(faultSettings);
  const listener = (req: IncomingMessage, res: ServerResponse) => {
    addTraceHeaders(req, res);
    enterSession(req);
    if (!(hasNoFaults && replyCache.send(req, res, { sessions, requestLog, log }))) app(req, res);
  };
  const certificate = https && (await openCertificate(certifiedHosts(host, allowHosts), https.folder));
  const server = await listen(listener, { port, host, certificate, regionSegments });
  // Prism takes half a second to load; loading it now spares the first request the wait.
  setTimeout(() => void current.contractSet.prism.warm(), 100).unref();
  url = `${certificate ? 'https' : 'http'}://${hostName}:${server.port}`;

  const watching =
    watch &&
    watchContracts(watch, pacts, (rebuilt) => {
      // It stays while a pact is broken, and is served when the pact is corrected.
      if (rebuilt) plain = createContractSet(rebuilt, { loadPrism });
      current = withPacts(plain, settings);
      replyCache.clear();
      return current.added;
    });

  return {
    url,
    setState(state, session = ownSession) {
      const sessionState = typeof state === 'string' ? { state } : state;
      if (sessionState) checkState(current.contractSet, sessionState);
      sessions.change(session, (one) => {
        one.state = sessionState;
      });
    },
    requests: (session) => requestLog.entries(session),
    unmatched: (session) => requestLog.unmatched(session).map(interactionSource),
    pacts: () => current.added,
    certificate,
    close: () => {
      watching?.close();
      certificate?.close();
      return server.close();
    },
  };
}
