import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusalOf } from '../../common/wire/refusals.ts';
import { isRead } from '../../common/wire/request-context.ts';
import { corsHeaders } from '../../contracts/http/headers.ts';
import { retryAfter } from './retry-after.ts';

const readHeaders = Object.entries(corsHeaders).flat();

/**
 * Answers 503 as cheaply as possible.
 *
 * @param spread over how many seconds clients come back.
 * @param regionSegments whether v3 is also served under other region segments.
 */
export function refuseForNow(
  req: IncomingMessage,
  res: ServerResponse,
  spread: number,
  regionSegments?: boolean,
): void {
  const { status, headers, body } = refusalOf('service-unavailable', req.url, regionSegments);
  headers.push(...Object.entries(retryAfter(1, spread)).flat());
  if (isRead(req.method)) headers.push(...readHeaders);
  res.writeHead(status, headers);
  res.end(req.method === 'HEAD' ? undefined : body);
}
