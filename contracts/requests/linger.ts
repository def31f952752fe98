import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Problem } from './problem.ts';

/** Connections on which no further request is answered. */
const refused = new WeakSet<Duplex>();
let anyRefused = false;

/** Answers no further request on a connection. */
export function refuseFurther(socket: Duplex): void {
  anyRefused = true;
  refused.add(socket);
}

export const isRefused = (socket: Duplex): boolean => anyRefused && refused.has(socket);

/** How long, and how much, is read after an answer: more than a client needs to read why its connection ends. */
export const lingerMs = 2_000;
export const lingerBytes = 8_388_608;

/**
 * Reads on after an answer that ends the connection before its request has arrived, and discards what comes: the kernel
 * answers unread bytes with a reset, which takes the answer from a client that still sends.
 *
 * @see RFC 9112 9.6
 */
export function lingerAfter(req: IncomingMessage): void {
  const { socket } = req;
  // A connection within the process knows no reset.
  if (req.complete || !('destroySoon' in socket)) return;
  refuseFurther(socket);
  let isOver = false;
  let left = lingerBytes;
  const { destroySoon } = socket as Socket;
  const end = () => {
    isOver = true;
    if (socket.writableEnded) destroySoon.call(socket);
  };
  req.once('end', end);
  req.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left >= 0) return;
    req.pause();
    end();
  });
  // What Node calls once the answer is written.
  (socket as Socket).destroySoon = () => {
    socket.end();
    if (isOver) {
      end();
      return;
    }
    const timer = setTimeout(end, lingerMs).unref();
    socket.once('close', () => clearTimeout(timer));
  };
}

/** After a reply that did not read it, a body up to this size is discarded, to keep the connection; a larger one ends it. */
const mostDiscardedBytes = 65_536;

/** Whether the body of a request is so long, or may be, that a reply without it ends the connection. */
export const hasLongBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > mostDiscardedBytes;

/** @returns the refusal of a request whose body is unread: it ends the connection if that is long. */
export function refusalBeforeBody(error: unknown, req: IncomingMessage): unknown {
  if (!(error instanceof Problem) || !hasLongBody(req)) return error;
  // One that waits to send its body has nothing to discard.
  if (req.headers.expect === undefined) lingerAfter(req);
  return new Problem(error.key, { ...error.more, headers: { ...error.more.headers, Connection: 'close' } });
}
