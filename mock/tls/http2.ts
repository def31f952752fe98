import { type IncomingMessage, request, type Server } from 'node:http';
import { constants, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
// The whole module: Node before 20.17 lacks `duplexPair`, and only HTTP/2 needs it.
import stream, { type Duplex } from 'node:stream';

/**
 * Headers of the connection, which HTTP/2 forbids (RFC 9113 8.2.2). Trailers are not forwarded either: Node throws if a
 * request of HTTP/1.1 without a body announces them.
 */
const notForwarded = ['connection', 'keep-alive', 'proxy-connection', 'trailer', 'transfer-encoding', 'upgrade'];

const isForwarded = (name: string) => !name.startsWith(':') && !notForwarded.includes(name);

/** The headers of a request over HTTP/1.1; the host is a pseudo header of HTTP/2. */
function headersOf({ headers, authority }: Http2ServerRequest): Record<string, string | string[]> {
  const own = Object.entries(headers).filter(([name]) => isForwarded(name)) as [string, string | string[]][];
  return { ...Object.fromEntries(own), host: headers.host ?? authority };
}

/**
 * Both ends of a connection within the process.
 *
 * @param remoteAddress of the client: the name of its session if the request does not name one.
 */
function connect(remoteAddress: string | undefined): [Duplex, Duplex] {
  const [near, far] = stream.duplexPair();
  near.once('close', () => far.destroy());
  far.once('close', () => near.destroy());
  const ignore = () => undefined;
  // The members of a socket that Node's HTTP server and the mock use.
  for (const end of [near, far]) {
    Object.assign(end, {
      encrypted: true,
      remoteAddress,
      setTimeout: ignore,
      setNoDelay: ignore,
      setKeepAlive: ignore,
      resetAndDestroy: () => end.destroy(),
    });
  }
  return [near, far];
}

function sendReply(reply: IncomingMessage, res: Http2ServerResponse): void {
  for (const [name, value] of Object.entries(reply.headers)) {
    if (value !== undefined && isForwarded(name)) res.setHeader(name, value);
  }
  res.writeHead(reply.statusCode ?? 500);
  // A truncated reply must not look complete.
  reply.once('error', () => res.stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  reply.pipe(res);
}

/**
 * Forwards requests of HTTP/2 to a server of HTTP/1.1 in the same process, since Express does not support HTTP/2. If the
 * server ends the connection without a reply, as injected faults do, the stream is reset.
 */
export function forwardTo(server: Server): (req: Http2ServerRequest, res: Http2ServerResponse) => void {
  return (req, res) => {
    const [near, far] = connect(req.socket.remoteAddress);
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
      // Such as a path that HTTP/1.1 forbids.
      fail();
    }
  };
}
