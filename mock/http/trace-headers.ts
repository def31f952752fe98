import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { readTraceContext, traceHeaders } from '../../contracts/http/trace-context.ts';

/** Adds the ids of request and trace to every reply, as the server does. */
export function addTraceHeaders(req: IncomingMessage, res: ServerResponse): void {
  const plain = res.writeHead as (
    this: ServerResponse,
    status: number,
    headers?: OutgoingHttpHeaders,
  ) => ServerResponse;
  // On the reply itself: Express changes its prototype.
  res.writeHead = function writeHead(this: ServerResponse, status: number, headers?: OutgoingHttpHeaders) {
    const ids = traceHeaders(req.headers, status, () => readTraceContext(req.headers)) ?? [];
    for (let index = 0; index < ids.length; index += 2) this.setHeader(ids[index] as string, ids[index + 1] as string);
    return plain.call(this, status, headers);
  } as typeof res.writeHead;
}
