import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Exchange } from '../../common/pages/control-wire.ts';

/** The start of a body. */
export interface Excerpt {
  text: string;
  isCut: boolean;
}

const maxBytes = 16_384;

export const excerptOf = (bytes: Buffer): Excerpt => ({
  text: bytes.toString('utf8', 0, maxBytes),
  isCut: bytes.length > maxBytes,
});

/** Names a body that the mock did not read. */
function describeUnread({ headers }: IncomingMessage): string | undefined {
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 ? `<${length} bytes of ${headers['content-type'] ?? 'an unknown type'}>` : undefined;
}

export function exchangeOf(
  req: IncomingMessage,
  responseHeaders: OutgoingHttpHeaders,
  request: Excerpt | undefined,
  response: Excerpt | undefined,
): Exchange {
  const requestBody = request?.text ?? describeUnread(req);
  return {
    requestHeaders: req.headers,
    ...(requestBody !== undefined && { requestBody }),
    responseHeaders,
    ...(response && { responseBody: response.text }),
    ...((request?.isCut || response?.isCut) && { truncated: true }),
  };
}

/** Approximate memory of a stored exchange. The client decides the length of its headers, so only these are measured. */
export function bytesOfExchange({ requestHeaders, requestBody = '', responseBody = '' }: Exchange): number {
  let bytes = 1_500 + requestBody.length + responseBody.length;
  for (const name in requestHeaders) bytes += name.length + String(requestHeaders[name]).length;
  return bytes;
}
