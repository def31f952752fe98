import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseCoding, matchesEtag } from '../contracts/http.ts';
import type { Coded, Representation } from './representation.ts';

/** @see RFC 9211 */
const staleMark = ['Cache-Status', 'fightcard; hit; detail=stale'];

/**
 * Sends a representation in the coding that the client asks for, or 304 when the client holds it.
 *
 * @param isStale the store is away, and this is what was answered before.
 * @returns a promise only where a compressed form is still being made.
 */
export function send(
  req: IncomingMessage,
  res: ServerResponse,
  representation: Representation,
  isStale = false,
): Promise<void> | undefined {
  const coded = representation.in(chooseCoding(req.headers['accept-encoding'] as string | undefined));
  if (coded instanceof Promise) return coded.then((made) => sendCoded(req, res, representation.status, made, isStale));
  sendCoded(req, res, representation.status, coded, isStale);
  return undefined;
}

function sendCoded(req: IncomingMessage, res: ServerResponse, status: number, coded: Coded, isStale: boolean): void {
  const isHeldByClient = coded.etag !== '' && matchesEtag(req.headers['if-none-match'], coded.etag);
  const headers = isHeldByClient ? coded.notModified : coded.headers;
  // An array of names and values in turns is written as it is.
  res.writeHead(isHeldByClient ? 304 : status, (isStale ? [...headers, ...staleMark] : headers) as string[]);
  res.end(isHeldByClient ? undefined : coded.bytes);
}
