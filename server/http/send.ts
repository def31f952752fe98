import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchesEtag } from '../../contracts/http/etag.ts';
import { chooseCoding } from '../../contracts/http/negotiation.ts';
import type { EncodedReply, Representation } from '../cache/representation.ts';

/** @see RFC 9211 */
const staleMark = ['Cache-Status', 'fightcard; hit; detail=stale'];

/**
 * That it is stale, and how old: without `Age` a shared cache would take it for as fresh as `Cache-Control` says. What
 * is not stale is as good as made now, since it would have been dropped by a change, so its age is 0 and not said.
 *
 * @see RFC 9111 5.1
 */
const staleHeaders = (loadedMs: number) => [
  ...staleMark,
  'Age',
  String(Math.max(0, Math.round((Date.now() - loadedMs) / 1_000))),
];

/**
 * Sends a representation in the coding that the client asks for, or 304 when the client has it.
 *
 * @param loadedMs when it was made, where the store is away and this is what was answered before.
 * @returns a promise only where a compressed form is still being made.
 */
export function send(
  req: IncomingMessage,
  res: ServerResponse,
  representation: Representation,
  loadedMs?: number,
): Promise<void> | undefined {
  const encoded = representation.encode(chooseCoding(req.headers['accept-encoding'] as string | undefined));
  if (encoded instanceof Promise)
    return encoded.then((made) => sendCoded(req, res, representation.status, made, loadedMs));
  sendCoded(req, res, representation.status, encoded, loadedMs);
  return undefined;
}

function sendCoded(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  encoded: EncodedReply,
  loadedMs?: number,
): void {
  const isHeldByClient = encoded.etag !== '' && matchesEtag(req.headers['if-none-match'], encoded.etag);
  const headers = isHeldByClient ? encoded.notModified : encoded.headers;
  // An array of names and values in turns is written as it is.
  res.writeHead(
    isHeldByClient ? 304 : status,
    (loadedMs === undefined ? headers : [...headers, ...staleHeaders(loadedMs)]) as string[],
  );
  res.end(isHeldByClient ? undefined : encoded.bytes);
}
