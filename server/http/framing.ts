import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { sendsBodyWhenAsked } from '../../contracts/requests/body.ts';
import { type RefusalKey, refusalOf, unparsedRefusal } from '../../contracts/requests/refusals.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';
import type { RequestLog } from './request-log.ts';

/**
 * Refuses what Node's parser accepts but a proxy in front may read differently, so that the two would see different
 * requests on one connection. These checks apply to every request, before its route is known.
 *
 * @see RFC 9112 3.2, 6.1, 11.2
 */

/** No browser sends more headers. */
const mostHeaders = 100;

/** `uri-host [ ":" port ]` of RFC 9110 7.2. */
const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d{0,5})?$/i;

/** Nearly all requests name the same host. */
let lastHost = '';

function isHost(host: string): boolean {
  if (host === lastHost) return true;
  if (!hostPattern.test(host)) return false;
  lastHost = host;
  return true;
}

/** @returns why a request cannot be read safely; undefined for nearly all requests. */
export function findFramingFault(req: IncomingMessage): RefusalKey | undefined {
  const { rawHeaders } = req;
  if (req.httpVersionMajor !== 1) return 'version-not-supported';
  if (rawHeaders.length > 2 * mostHeaders) return 'headers-too-large';
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

/** Connections on which no further request is answered. */
const refused = new WeakSet<Duplex>();
let anyRefused = false;

/** Refuses a request and ends its connection: the bytes after it may not be a request at all. */
export function refuse(req: IncomingMessage, res: ServerResponse, key: RefusalKey): void {
  const { status, headers, body } = refusalOf(key, req.url);
  anyRefused = true;
  refused.add(req.socket);
  res.shouldKeepAlive = false;
  res.writeHead(status, headers);
  res.end(body);
}

/** Where refusals are reported to. */
export interface FramingReports {
  requestLog: RequestLog;
  metrics?: RequestMetrics | undefined;
}

/** How long the socket stays open: longer than a client needs to read why its connection ends. */
const lingerMs = 2_000;

/**
 * Answers a request that Node could not parse, on the bare socket, after the answers to complete requests before it.
 */
function refuseUnparsed(
  error: NodeJS.ErrnoException,
  socket: Duplex & { _httpMessage?: ServerResponse | null },
  { requestLog, metrics }: FramingReports,
): void {
  const { _httpMessage: pending } = socket;
  if (!socket.writable || error.code === 'ECONNRESET' || refused.has(socket)) {
    if (!pending) socket.destroy();
    return;
  }
  // Node gives the socket to the next answer as soon as the previous one has ended.
  if (pending?.req.complete) {
    pending.once('close', () => setImmediate(() => refuseUnparsed(error, socket, { requestLog, metrics })));
    return;
  }
  anyRefused = true;
  refused.add(socket);
  if (pending?.headersSent) socket.destroy();
  else {
    // Every refusal of the parser is a 4xx, and took no time.
    metrics?.answered(undefined, 400, performance.now());
    const { text, key, requestId } = unparsedRefusal(error.code);
    requestLog.unparsed(requestId, key);
    socket.end(text);
  }
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/**
 * Gives a server its listener, behind the checks of request framing.
 *
 * @param reports log and count the requests that do not reach the listener.
 */
export function answerFramed(server: Server, listener: RequestListener, reports: FramingReports): void {
  const { requestLog, metrics } = reports;
  const refuseCounted = (req: IncomingMessage, res: ServerResponse, key: RefusalKey) => {
    metrics?.begin(res, performance.now(), () => undefined);
    refuse(req, res, key);
    requestLog.failed(req, res, { level: 'warn', problem: key, status: res.statusCode, reason: 'framing' });
  };
  server.on('request', (req, res) => {
    // A request after a refused one on the same connection may be smuggled.
    if (anyRefused && refused.has(req.socket)) return;
    const fault = findFramingFault(req);
    if (fault === undefined) listener(req, res);
    else refuseCounted(req, res, fault);
  });
  // The body reader sends 100 Continue, after every check that needs no body. Without it the client never sends the
  // body, and Node ends the connection.
  server.on('checkContinue', (req, res) => {
    sendsBodyWhenAsked(req, () => res.writeContinue());
    server.emit('request', req, res);
  });
  server.on('checkExpectation', (req, res) => refuseCounted(req, res, findFramingFault(req) ?? 'expectation-failed'));
  server.on('clientError', (error, socket) => refuseUnparsed(error, socket, reports));
}
