import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type CrossOrigin, tlsHeader } from '../../contracts/http/headers.ts';
import { traceHeaders } from '../../contracts/http/trace-context.ts';
import { traceOf } from './request-context.ts';

/** Whether the closest trusted proxy says that a request came over TLS. */
function cameOverTls({ headers }: IncomingMessage): boolean {
  const proto = headers['x-forwarded-proto'];
  return typeof proto === 'string' && /^https(?:\s*,|$)/i.test(proto);
}

/**
 * Adds the headers that depend on the request alone to every reply: ids of request and trace, TLS, and CORS on a POST. Not
 * with `setHeader`, after which Node writes prebuilt headers one by one.
 */
export function addRequestHeaders(
  prototype: Pick<ServerResponse, 'writeHead'>,
  { trustedProxies, crossOrigin }: { trustedProxies: number; crossOrigin: CrossOrigin },
): void {
  const onPost = crossOrigin.allowsPosts ? Object.entries(crossOrigin.replyHeaders).flat() : undefined;
  type Headers = OutgoingHttpHeaders | readonly string[];
  const plain = prototype.writeHead as (this: ServerResponse, status: number, headers?: Headers) => ServerResponse;
  prototype.writeHead = function writeHead(this: ServerResponse, status: number, headers?: Headers) {
    const { req } = this;
    const ids = traceHeaders(req.headers, status, () => traceOf(req));
    const isOverTls = trustedProxies > 0 && cameOverTls(req);
    const cors = req.method === 'POST' ? onPost : undefined;
    if (!ids && !isOverTls && !cors) return plain.call(this, status, headers);
    const own = [...(ids ?? []), ...(isOverTls ? tlsHeader : []), ...(cors ?? [])];
    if (headers === undefined || Array.isArray(headers)) return plain.call(this, status, [...(headers ?? []), ...own]);
    const named = { ...(headers as OutgoingHttpHeaders) };
    for (let index = 0; index < own.length; index += 2) named[own[index] as string] = own[index + 1];
    return plain.call(this, status, named);
  } as typeof prototype.writeHead;
}
