/** HTTPS and HTTP/2 of the mock. */
import type { PlantedFault } from './fault.ts';

const test = 'test/mock/https.test.ts';

export const planted: readonly PlantedFault[] = [
  {
    title: 'the certificate of the mock is for no address, only for names',
    file: 'mock/tls/certificate.ts',
    from: "isIP(value) === 0 ? 'dns'",
    to: "isIP(value) < 9 ? 'dns'",
    test,
  },
  {
    title: 'the certificate of the mock is that of a client',
    file: 'mock/tls/certificate.ts',
    from: 'ExtendedKeyUsage.serverAuth',
    to: 'ExtendedKeyUsage.clientAuth',
    test,
  },
  {
    title: 'the key of the mock is for everybody of the machine to read',
    file: 'mock/tls/stored-certificate.ts',
    from: 'mode: 0o600',
    to: 'mode: 0o644',
    test,
  },
  {
    title: 'links over TLS lead to a server without TLS',
    file: 'mock/http/base.ts',
    from: "'https' : 'http'",
    to: "'http' : 'http'",
    test,
  },
  {
    title: 'a connection that was reset is answered over HTTP/2',
    file: 'mock/tls/http2.ts',
    from: "sent.once('error', fail);",
    to: "sent.once('error', () => res.writeHead(500).end());",
    test,
  },
  {
    title: 'a client of HTTP/2 that waits for 100 Continue waits forever',
    file: 'mock/tls/http2.ts',
    from: "sent.once('continue', () => res.writeContinue());",
    to: "sent.once('continue', () => undefined);",
    test,
  },
  {
    title: 'the mock takes over TLS whatever a client expects',
    file: 'mock/http/listen.ts',
    from: 'else plain.emit(event, req, res);',
    to: "else plain.emit('request', req, res);",
    test,
  },
  {
    title: 'connections of the mock end after five seconds',
    file: 'mock/http/listen.ts',
    from: 'const plain = createServer(timeouts);',
    to: 'const plain = createServer({ ...timeouts, keepAliveTimeout: 5_000 });',
    test: 'test/mock/framing.test.ts',
  },
  {
    title: 'the mock asks for the body of a request that it refuses',
    file: 'contracts/requests/framing.ts',
    from: 'sendsBodyWhenAsked(req, () => res.writeContinue());',
    to: 'res.writeContinue();',
    test: 'test/server/http/framing.test.ts',
  },
  {
    title: 'a stream goes on with the state that its session had before',
    file: 'mock/http/app.ts',
    from: '{ ...context, session: options.sessions.find(context.session.name) }',
    to: 'context',
    test: 'test/mock/stream.test.ts',
  },
  {
    title: 'a request of HTTP/2 that announces trailers ends the mock',
    file: 'mock/tls/http2.ts',
    from: "'trailer', ",
    to: '',
    test,
  },
];
