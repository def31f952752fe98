import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { sendsBodyWhenAsked } from '../../contracts/requests/body.ts';
import { type RefusalKey, refusalOf, unparsedRefusal } from '../../contracts/requests/refusals.ts';

/**
 * What Node's parser lets pass and a proxy in front may read otherwise, so that both would see different requests on one
 * connection. Everything here is asked of every request, before it is known what it is for.
 *
 * @see RFC 9112 3.2, 6.1, 11.2
 */

/** More headers than these are no browser's. */
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

/** @returns why a request cannot be read safely; undefined for nearly all. */
export function framingFault(req: IncomingMessage): RefusalKey | undefined {
  const { rawHeaders } = req;
  if (req.httpVersionMajor !== 1) return 'version-not-supported';
  if (rawHeaders.length > 2 * mostHeaders) return 'headers-too-large';
  const isOld = req.httpVersionMinor === 0;
  let hosts = 0;
  let codings = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    // Other lengths are other names: to compare them costs nothing.
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

/** Connections on which nothing more is answered. */
const refused = new WeakSet<Duplex>();
let anyRefused = false;

/** Refuses a request and ends its connection: what follows on it may be no request at all. */
export function refuse(req: IncomingMessage, res: ServerResponse, key: RefusalKey): void {
  const { status, headers, body } = refusalOf(key, req.url);
  anyRefused = true;
  refused.add(req.socket);
  res.shouldKeepAlive = false;
  res.writeHead(status, headers);
  res.end(body);
}

/** Longer than a client needs to read why its connection ends. */
const lingerMs = 2_000;

/**
 * Answers what Node could not parse, on the bare socket; never before the answers to requests that came whole before it.
 */
function refuseUnparsed(error: NodeJS.ErrnoException, socket: Duplex & { _httpMessage?: ServerResponse | null }): void {
  const { _httpMessage: pending } = socket;
  if (!socket.writable || error.code === 'ECONNRESET' || refused.has(socket)) {
    if (!pending) socket.destroy();
    return;
  }
  // Node gives the socket to the next answer as soon as one has ended.
  if (pending?.req.complete) {
    pending.once('close', () => setImmediate(() => refuseUnparsed(error, socket)));
    return;
  }
  anyRefused = true;
  refused.add(socket);
  if (pending?.headersSent) socket.destroy();
  else socket.end(unparsedRefusal(error.code));
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** Gives a server its listener, behind the checks of how requests are framed. */
export function answerFramed(server: Server, listener: RequestListener): void {
  server.on('request', (req, res) => {
    // A request behind one that was refused on the same connection may be smuggled.
    if (anyRefused && refused.has(req.socket)) return;
    const fault = framingFault(req);
    if (fault === undefined) listener(req, res);
    else refuse(req, res, fault);
  });
  // The body reader sends 100 Continue, after every check that needs no body. Without it the body never comes, and
  // Node ends the connection.
  server.on('checkContinue', (req, res) => {
    sendsBodyWhenAsked(req, () => res.writeContinue());
    server.emit('request', req, res);
  });
  server.on('checkExpectation', (req, res) => refuse(req, res, framingFault(req) ?? 'expectation-failed'));
  server.on('clientError', refuseUnparsed);
}
