import type { IncomingMessage, ServerResponse } from 'node:http';
import { corsHeaders } from '../../contracts/http/headers.ts';
import { lingerAfter } from '../../contracts/requests/linger.ts';
import { refusalOf } from '../../contracts/requests/refusals.ts';
import { isRead } from '../../contracts/requests/request-context.ts';
import { retryAfter } from './retry-after.ts';

/** A body up to this size is read and discarded, to keep the connection; a larger body ends it. */
const maxDiscardedBytes = 65_536;

const readHeaders = Object.entries(corsHeaders).flat();

/**
 * Answers 503 as cheaply as possible.
 *
 * @param spread over how many seconds clients come back.
 */
export function refuseForNow(req: IncomingMessage, res: ServerResponse, spread: number): void {
  const { headers: requestHeaders } = req;
  const { status, headers, body } = refusalOf('service-unavailable', req.url);
  headers.push(...Object.entries(retryAfter(1, spread)).flat());
  if (isRead(req.method)) headers.push(...readHeaders);
  const isChunked = requestHeaders['transfer-encoding'] !== undefined;
  if (isChunked || Number(requestHeaders['content-length'] ?? 0) > maxDiscardedBytes) {
    res.shouldKeepAlive = false;
    lingerAfter(req);
  }
  res.writeHead(status, headers);
  res.end(req.method === 'HEAD' ? undefined : body);
}
