import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchesEtag } from '../../contracts/http/etag.ts';
import { chooseCoding } from '../../contracts/http/negotiation.ts';
import type { EncodedReply, Representation } from '../cache/representation.ts';

const staleMark = ['Cache-Status', 'fightcard; hit; detail=stale'];

/**
 * Without `Age` a shared cache would count the lifetime of a stale reply from now. Other replies are current.
 *
 * @see RFC 9211 (Cache-Status), RFC 9111 5.1 (Age)
 */
const staleHeaders = (loadedMs: number) => [
  ...staleMark,
  'Age',
  String(Math.max(0, Math.round((Date.now() - loadedMs) / 1_000))),
];

/**
 * Sends a representation in the best coding that the client accepts, or 304 if the client has it.
 *
 * @param loadedMs when a stale reply was loaded; set only if it could not be reloaded.
 * @returns a promise only while the body is being compressed.
 */
export function send(
  req: IncomingMessage,
  res: ServerResponse,
  representation: Representation,
  loadedMs?: number,
): Promise<void> | undefined {
  const encoded = representation.encode(chooseCoding(req.headers['accept-encoding'] as string | undefined));
  if (encoded instanceof Promise)
    return encoded.then((compressed) => sendEncoded(req, res, representation.status, compressed, loadedMs));
  sendEncoded(req, res, representation.status, encoded, loadedMs);
  return undefined;
}

function sendEncoded(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  encoded: EncodedReply,
  loadedMs?: number,
): void {
  const isNotModified = encoded.etag !== '' && matchesEtag(req.headers['if-none-match'], encoded.etag);
  const headers = isNotModified ? encoded.notModified : encoded.headers;
  // Node writes an array of alternating names and values without copying it.
  res.writeHead(
    isNotModified ? 304 : status,
    (loadedMs === undefined ? headers : [...headers, ...staleHeaders(loadedMs)]) as string[],
  );
  res.end(isNotModified ? undefined : encoded.bytes);
}
