import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemMediaType, securityHeaders } from './http.ts';
import { problemDetails } from './problems.ts';

const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** The whole answer, head and body, to a request that Node could not parse: problem details, and no further request. */
export function unparsedReply(code: string | undefined): string {
  const status = statuses[code ?? ''] ?? 400;
  const body = JSON.stringify({ ...problemDetails('invalid-request', undefined, '/'), status });
  const headers = {
    ...securityHeaders,
    'Content-Type': problemMediaType,
    'Content-Language': 'en-US',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Answers on the bare socket of `clientError`; what the client itself cut is not answered. */
export function refuseUnparsed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
  else socket.end(unparsedReply(error.code));
}
