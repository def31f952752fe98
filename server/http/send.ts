import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseCoding, matchesEtag } from '../../contracts/http/http.ts';
import type { Coded, Representation } from '../cache/representation.ts';

/** @see RFC 9211 */
const staleMark = ['Cache-Status', 'fightcard; hit; detail=stale'];

/**
 * That it is stale, and how old: without `Age` a shared cache would take it for as fresh as `Cache-Control` says. What
 * is not stale is as good as made now, since it would have been dropped by a change, so its age is 0 and not said.
 *
 * @see RFC 9111 5.1
 */
const staleHeaders = (madeMs: number) => [
  ...staleMark,
  'Age',
  String(Math.max(0, Math.round((Date.now() - madeMs) / 1_000))),
];

/**
 * Sends a representation in the coding that the client asks for, or 304 when the client holds it.
 *
 * @param madeMs when it was made, where the store is away and this is what was answered before.
 * @returns a promise only where a compressed form is still being made.
 */
export function send(
  req: IncomingMessage,
  res: ServerResponse,
  representation: Representation,
  madeMs?: number,
): Promise<void> | undefined {
  const coded = representation.in(chooseCoding(req.headers['accept-encoding'] as string | undefined));
  if (coded instanceof Promise) return coded.then((made) => sendCoded(req, res, representation.status, made, madeMs));
  sendCoded(req, res, representation.status, coded, madeMs);
  return undefined;
}

function sendCoded(req: IncomingMessage, res: ServerResponse, status: number, coded: Coded, madeMs?: number): void {
  const isHeldByClient = coded.etag !== '' && matchesEtag(req.headers['if-none-match'], coded.etag);
  const headers = isHeldByClient ? coded.notModified : coded.headers;
  // An array of names and values in turns is written as it is.
  res.writeHead(
    isHeldByClient ? 304 : status,
    (madeMs === undefined ? headers : [...headers, ...staleHeaders(madeMs)]) as string[],
  );
  res.end(isHeldByClient ? undefined : coded.bytes);
}
