import { createServer, type RequestListener, type Server } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { answerFramed, connectionOptions } from '../../common/wire/framing.ts';
import type { Certificate } from '../tls/certificate.ts';
import { forwardTo } from '../tls/http2.ts';
import { addTraceHeaders } from './trace-headers.ts';

/** A server that listens. */
export interface Listening {
  port: number;
  /** Also closes the open connections. */
  close(): Promise<void>;
}

/** The server's, but for a request as a whole: twenty tests that restore 4 MB each at once keep a busy machine from reading. */
const timeouts = { ...connectionOptions, headersTimeout: 60_000, requestTimeout: 120_000 };

/** HTTP/1.1 and HTTP/2 over TLS, as the client prefers (ALPN). */
function createTlsServer(plain: Server, { chain, key }: Certificate) {
  const forward = forwardTo(plain);
  const server = createSecureServer({ ...timeouts, cert: chain, key, allowHTTP1: true });
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) {
    server.on(event, (req, res) => {
      // Node hands over requests of HTTP/1.1 as those of a plain server.
      if (req.httpVersionMajor === 2) forward(req, res);
      else plain.emit(event, req, res);
    });
  }
  // A client that does not trust the certificate ends the connection.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  server.on('clientError', (error, socket) => plain.emit('clientError', error, socket));
  return server;
}

/**
 * Starts to listen.
 *
 * @param port 0 takes a free port.
 * @param certificate without one, HTTP/1.1 without TLS.
 * @throws {Error} with the code `EADDRINUSE` when the port is taken.
 */
export async function listen(
  listener: RequestListener,
  {
    port,
    host,
    certificate,
    regionSegments,
  }: { port: number; host: string | undefined; certificate: Certificate | undefined; regionSegments: boolean },
): Promise<Listening> {
  const plain = createServer(timeouts);
  answerFramed(plain, listener, { regionSegments, refusing: (res) => addTraceHeaders(res.req, res) });
  const server = certificate ? createTlsServer(plain, certificate) : plain;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
