import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { expect } from 'chai';
import { answerFramed } from '../../../contracts/requests/framing.ts';
import { sendRaw } from '../../support/http/raw.ts';

describe('a request that does not arrive in time', () => {
  it('is answered 408 also while nothing reads its body', async () => {
    const server = createServer({ headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 });
    // A listener that waits for something else first, and never reads.
    answerFramed(server, () => undefined);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { statuses, isClosed } = await sendRaw(url, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{}');
      expect({ statuses, isClosed }).to.deep.equal({ statuses: [408], isClosed: true });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('a connection that breaks off', () => {
  it('is closed without an answer, which nobody would read', () => {
    const server = createServer();
    answerFramed(server, () => undefined);
    const written: string[] = [];
    const socket = new Duplex({
      read: () => undefined,
      write: (chunk, _, done) => done(void written.push(`${chunk}`)),
    });
    server.emit('clientError', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), socket);
    expect([socket.destroyed, written]).to.deep.equal([true, []]);
  });
});
