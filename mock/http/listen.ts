import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { answerFramed, connectionOptions } from '../../common/wire/framing.ts';
import { readTraceContext, traceHeaders } from '../../contracts/http/trace-context.ts';
import type { Certificate } from '../tls/certificate.ts';
import { forwardTo } from '../tls/http2.ts';

interface ListenOptions {
  /** 0 takes a free port. */
  port: number;
  host: string | undefined;
  /** Without one, HTTP/1.1 without TLS. */
  certificate: Certificate | undefined;
  regionSegments: boolean;
}

/** Longer than on the server: on a busy machine a session of 4 MB arrives slowly. */
const timeouts = { ...connectionOptions, headersTimeout: 60_000, requestTimeout: 120_000 };

/** Adds the ids of request and trace to every reply, as the server does. */
function addTraceHeaders(req: IncomingMessage, res: ServerResponse): void {
  const { writeHead } = res;
  // On the reply itself: Express changes its prototype.
  res.writeHead = ((status: number, headers?: OutgoingHttpHeaders) => {
    const ids = traceHeaders(req.headers, status, () => readTraceContext(req.headers)) ?? [];
    for (let index = 0; index < ids.length; index += 2) res.setHeader(ids[index] as string, ids[index + 1] as string);
    return writeHead.call(res, status, headers);
  }) as typeof writeHead;
}

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
 * Starts to listen. `close` also closes the open connections.
 *
 * @throws {Error} with the code `EADDRINUSE` when the port is taken.
 */
export async function listen(
  listener: RequestListener,
  { port, host, certificate, regionSegments }: ListenOptions,
): Promise<{ port: number; close(): Promise<void> }> {
  const plain = createServer(timeouts);
  const traced: RequestListener = (req, res) => {
    addTraceHeaders(req, res);
    listener(req, res);
  };
  answerFramed(plain, traced, { regionSegments, refusing: (res) => addTraceHeaders(res.req, res) });
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
