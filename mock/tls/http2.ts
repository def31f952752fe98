import { type IncomingMessage, request, type Server } from 'node:http';
import { constants, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { socketPair } from './socket-pair.ts';

/**
 * Headers of a connection, which HTTP/2 has none of (RFC 9113 8.2.2), and of trailers, which are not forwarded: Node throws
 * where a request of HTTP/1.1 without a body announces some.
 */
const notForwarded = ['connection', 'keep-alive', 'proxy-connection', 'trailer', 'transfer-encoding', 'upgrade'];

const isForwarded = (name: string) => !name.startsWith(':') && !notForwarded.includes(name);

/** The headers of a request over HTTP/1.1; the host is a pseudo header of HTTP/2. */
function headersOf({ headers, authority }: Http2ServerRequest): Record<string, string | string[]> {
  const own = Object.entries(headers).filter(([name]) => isForwarded(name)) as [string, string | string[]][];
  return { ...Object.fromEntries(own), host: headers.host ?? authority };
}

function sendReply(reply: IncomingMessage, res: Http2ServerResponse): void {
  for (const [name, value] of Object.entries(reply.headers)) {
    if (value !== undefined && isForwarded(name)) res.setHeader(name, value);
  }
  res.writeHead(reply.statusCode ?? 500);
  // Half a reply must not look like a whole one.
  reply.once('error', () => res.stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  reply.pipe(res);
}

/**
 * Hands a request of HTTP/2 to a server of HTTP/1.1, over a connection within the process: Express changes the prototypes of
 * requests and replies to those of HTTP/1.1.
 *
 * A connection that the server ends without a reply, as injected faults do, becomes a reset of the stream.
 */
export function forwardTo(server: Server): (req: Http2ServerRequest, res: Http2ServerResponse) => void {
  return (req, res) => {
    const [near, far] = socketPair(req.socket.remoteAddress);
    const fail = () => {
      if (!res.stream.destroyed) res.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    };
    try {
      const { method, url: path } = req;
      const sent = request({ method, path, headers: headersOf(req), createConnection: () => near, setHost: false });
      server.emit('connection', far);
      sent.once('error', fail);
      sent.once('continue', () => res.writeContinue());
      sent.once('response', (reply) => sendReply(reply, res));
      res.once('close', () => near.destroy());
      req.pipe(sent);
    } catch {
      // Such as a path that HTTP/1.1 cannot express.
      fail();
    }
  };
}
