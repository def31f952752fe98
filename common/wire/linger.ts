import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Connections on which no further request is answered. */
const refused = new WeakSet<Duplex>();
let anyRefused = false;

/** Answers no further request on a connection. */
export function refuseFurther(socket: Duplex): void {
  anyRefused = true;
  refused.add(socket);
}

export const isRefused = (socket: Duplex): boolean => anyRefused && refused.has(socket);

/** Maximum time that a connection stays open after its last reply, and maximum bytes that are read from it. */
export const lingerMs = 2_000;
const lingerBytes = 1_048_576;

/**
 * Discards the bytes that a client sends after the last reply of its connection, and then closes it. Otherwise the kernel
 * would answer unread bytes with a reset, and the client would lose the reply. The parser does not get these bytes.
 *
 * After `lingerBytes`, the connection stays open without being read until the time is over: otherwise the client could open
 * the next one sooner.
 *
 * @see RFC 9112 9.6
 */
export function discardRest(socket: Duplex): void {
  if (socket.readableEnded) {
    socket.destroy();
    return;
  }
  let left = lingerBytes;
  socket.removeAllListeners('data').removeAllListeners('readable');
  socket.on('data', ({ length }: Buffer) => {
    left -= length;
    // One piece per turn: other connections come first.
    socket.pause();
    if (left >= 0) setImmediate(() => socket.resume());
  });
  socket.once('end', () => socket.destroy());
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
}

/**
 * Discards the rest of a request after a reply that ends the connection: Node then calls `destroySoon`.
 */
function discardAfterReply(req: IncomingMessage): void {
  const socket = req.socket as Socket;
  // A connection within the process has no reset.
  if (!(socket instanceof Socket)) return;
  socket.destroySoon = () => {
    refuseFurther(socket);
    if (req.complete) {
      Socket.prototype.destroySoon.call(socket);
      return;
    }
    socket.end();
    discardRest(socket);
  };
}

/** Refuses further requests when a reply ends the connection before the request has arrived completely. */
export function lingerAfter(req: IncomingMessage): void {
  if (req.complete || !(req.socket instanceof Socket)) return;
  refuseFurther(req.socket);
  discardAfterReply(req);
}

/** Up to this size, an unread body is discarded after the reply, to reuse the connection; a larger body ends it. */
const maxDiscardedBytes = 65_536;

/** Whether the body of a request is long, or may be, so that a reply without reading it ends the connection. */
export const hasLongBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > maxDiscardedBytes;

/** Ends the connection after the reply, unless the body has been read by then. */
export function endUnlessRead(req: IncomingMessage, res: ServerResponse): void {
  const { shouldKeepAlive } = res;
  res.shouldKeepAlive = false;
  req.once('end', () => {
    res.shouldKeepAlive = shouldKeepAlive;
  });
  // A client that waits for 100 Continue has sent no body to discard.
  if (req.headers.expect === undefined) discardAfterReply(req);
}
