import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { delayContinue, isBodyRead, receiveBody, refuseWhenRead } from './body.ts';
import { discardRest, endUnlessRead, hasLongBody, isRefused, lingerAfter, lingerMs, refuseFurther } from './linger.ts';
import { findPacedConnection, isBehind, paceNewConnections } from './paced-connection.ts';
import { type RefusalKey, refusalOf, unparsedRefusal } from './refusals.ts';

/**
 * Refuses requests that Node's parser accepts but a proxy may parse differently: the two would see different requests on one
 * connection. These checks apply to every request, before its route is known.
 *
 * @see RFC 9112 3.2, 6.1, 11.2
 */

/** Limits for slow clients. Node's defaults tolerate slow headers and slow readers for minutes. */
export const connectionOptions = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  // This file refuses such requests, with problem details.
  requireHostHeader: false,
};

/** No browser sends more headers. */
const maxHeaders = 100;

/** `uri-host [ ":" port ]` of RFC 9110 7.2. */
const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d{0,5})?$/i;

/** Nearly all requests have the same host. */
let lastHost: string | undefined;

function isHost(host: string): boolean {
  if (host === lastHost) return true;
  if (!hostPattern.test(host)) return false;
  lastHost = host;
  return true;
}

/** @returns the reason why a request is ambiguous; undefined for nearly all requests. */
function findFramingViolation(req: IncomingMessage): RefusalKey | undefined {
  const { rawHeaders } = req;
  if (req.httpVersionMajor !== 1) return 'version-not-supported';
  if (rawHeaders.length > 2 * maxHeaders) return 'headers-too-large';
  const isOld = req.httpVersionMinor === 0;
  let hosts = 0;
  let codings = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    // Comparing lengths first costs almost nothing.
    if (name.length === 4) {
      if (name !== 'Host' && name !== 'host' && name.toLowerCase() !== 'host') continue;
      if (++hosts > 1 || !isHost(rawHeaders[index + 1] as string)) return 'malformed-request';
    } else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      if (++codings > 1 || isOld) return 'malformed-request';
      if ((rawHeaders[index + 1] as string).toLowerCase() !== 'chunked') return 'unknown-transfer-coding';
    }
  }
  return hosts === 0 && !isOld ? 'malformed-request' : undefined;
}

/** Refuses a request and ends its connection: the bytes after it may not be a request at all. */
function refuse(req: IncomingMessage, res: ServerResponse, key: RefusalKey, regionSegments?: boolean): void {
  const { status, headers, body } = refusalOf(key, req.url, regionSegments);
  refuseFurther(req.socket);
  // A client that waits for 100 Continue has sent no body to discard.
  if (req.headers.expect === undefined) lingerAfter(req);
  res.shouldKeepAlive = false;
  res.writeHead(status, headers);
  res.end(body);
}

/** Called for requests that do not reach the listener. */
export interface FramingReports {
  /** Called before the reply. */
  refusing?(res: ServerResponse): void;
  /** Called after the reply. */
  refused?(req: IncomingMessage, res: ServerResponse, key: RefusalKey): void;
  /** Called before the reply to a request that Node could not parse. */
  unparsed?(key: RefusalKey, requestId: string): void;
}

/**
 * Answers a request that Node could not parse, on its socket, after the replies to earlier requests.
 */
function refuseUnparsed(
  error: NodeJS.ErrnoException,
  socket: Duplex & { _httpMessage?: ServerResponse | null },
  reports: FramingReports,
): void {
  const { _httpMessage: pending } = socket;
  if (!socket.writable || error.code === 'ECONNRESET' || isRefused(socket)) {
    if (!pending) socket.destroy();
    return;
  }
  // Node gives the socket to the next reply when the previous reply has ended.
  if (pending?.req.complete) {
    pending.once('close', () => setImmediate(() => refuseUnparsed(error, socket, reports)));
    return;
  }
  if (isBehind(socket)) {
    setImmediate(() => refuseUnparsed(error, socket, reports));
    return;
  }
  refuseFurther(socket);
  setTimeout(() => socket.destroy(), lingerMs).unref();
  if (pending?.headersSent) socket.destroy();
  else if (pending && error.code?.startsWith('HPE_') && !isBodyRead(pending.req)) {
    // Checks that need no body answer first, as for a body that arrives later.
    pending.shouldKeepAlive = false;
    refuseWhenRead(pending.req, () => answerUnparsed(error, socket, reports));
  } else answerUnparsed(error, socket, reports);
}

function answerUnparsed({ code }: NodeJS.ErrnoException, socket: Duplex, reports: FramingReports): void {
  const { text, key, requestId } = unparsedRefusal(code);
  reports.unparsed?.(key, requestId);
  socket.end(text);
  discardRest(socket);
}

/**
 * Adds a listener to a server that gets only requests with valid framing.
 *
 * @param options.regionSegments whether refusals under other region segments of v3 are in the language of v3.
 */
export function answerFramed(
  server: Server,
  listener: RequestListener,
  { regionSegments, ...reports }: FramingReports & { regionSegments?: boolean } = {},
): void {
  const refuseReported = (req: IncomingMessage, res: ServerResponse, key: RefusalKey) => {
    reports.refusing?.(res);
    refuse(req, res, key, regionSegments);
    reports.refused?.(req, res, key);
  };
  // Node refuses more than 16 KiB of headers. It must not drop a header silently.
  server.maxHeadersCount = 0;
  paceNewConnections(server);
  const answer: RequestListener = (req, res) => {
    // A request after a refused one on the same connection may be smuggled.
    if (isRefused(req.socket)) return;
    const violation = findFramingViolation(req);
    if (violation === undefined) listener(req, res);
    else refuseReported(req, res, violation);
  };
  const refuseExpectation: RequestListener = (req, res) => {
    if (isRefused(req.socket)) return;
    refuseReported(req, res, findFramingViolation(req) ?? 'expectation-failed');
  };
  /** Calls the listener when it is the turn of the connection. */
  const take = (req: IncomingMessage, res: ServerResponse, next: RequestListener) => {
    if (hasLongBody(req)) endUnlessRead(req, res);
    const connection = findPacedConnection(req);
    if (!connection) {
      next(req, res);
      return;
    }
    if (req.headers['transfer-encoding'] !== undefined) receiveBody(req);
    connection.add(req, res, () => next(req, res));
  };
  server.on('request', (req, res) => take(req, res, answer));
  // The body reader sends 100 Continue, after all checks that need no body. If a check fails, the client never sends the
  // body, and Node ends the connection.
  server.on('checkContinue', (req, res) => {
    delayContinue(req, () => res.writeContinue());
    server.emit('request', req, res);
  });
  server.on('checkExpectation', (req, res) => take(req, res, refuseExpectation));
  server.on('clientError', (error, socket) => refuseUnparsed(error, socket, reports));
}
