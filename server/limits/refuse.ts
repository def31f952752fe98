import type { IncomingMessage, ServerResponse } from 'node:http';
import { corsHeaders } from '../../contracts/http/headers.ts';
import { refusalOf } from '../../contracts/requests/refusals.ts';
import { isRead } from '../../contracts/requests/request-context.ts';
import { flattenHeaders } from '../cache/representation.ts';

/** A body up to this size is read and discarded, to keep the connection; a larger body ends it. */
const maxDiscardedBytes = 65_536;

const readHeaders = flattenHeaders(corsHeaders);

/**
 * Answers 503 as cheaply as possible. `Retry-After` is spread, so that clients refused together do not return together.
 */
export function refuseForNow(req: IncomingMessage, res: ServerResponse): void {
  const { headers: requestHeaders } = req;
  const { status, headers, body } = refusalOf('service-unavailable', req.url);
  headers.push('Retry-After', String(1 + Math.floor(Math.random() * 4)));
  if (isRead(req.method)) headers.push(...readHeaders);
  const isChunked = requestHeaders['transfer-encoding'] !== undefined;
  if (isChunked || Number(requestHeaders['content-length'] ?? 0) > maxDiscardedBytes) res.shouldKeepAlive = false;
  res.writeHead(status, headers);
  res.end(req.method === 'HEAD' ? undefined : body);
}
