import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { type Mock, startMock } from '../../mock/start.ts';
import { refusals } from '../support/expected/problems.ts';

describe('the mock: requests that cannot be parsed', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  /** Sends raw bytes, and returns all that arrives until the connection ends. */
  async function raw(text: string): Promise<string> {
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk));
    socket.write(text);
    await once(socket, 'close');
    return answer;
  }

  for (const [title, text, status, line, type = 'malformed-request'] of [
    ['no HTTP', 'this is no request\r\n\r\n', 400, 'HTTP/1.1 400 Bad Request'],
    ['a broken header', 'GET / HTTP/1.1\r\nHost: a\r\nbroken header\r\n\r\n', 400, 'HTTP/1.1 400 Bad Request'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      400,
      'HTTP/1.1 400 Bad Request',
    ],
    [
      'headers of 20 kB',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'HTTP/1.1 431 Request Header Fields Too Large',
      'headers-too-large',
    ],
  ] as const) {
    it(`${title}: gets problem details, as on the server`, async () => {
      const answer = await raw(text);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      const lines = head.split('\r\n');
      expect(lines[0]).to.equal(line);
      expect(lines).to.include('Content-Type: application/problem+json; charset=utf-8');
      expect(lines).to.include('Cache-Control: no-store').and.include('Connection: close');
      expect(lines).to.include(`Content-Length: ${Buffer.byteLength(body)}`);
      const [title, detail] = refusals[type]?.en ?? [];
      expect(JSON.parse(body)).to.deep.equal({
        ...{ type: `urn:problem-type:${type}`, title, status, detail, instance: '/' },
      });
    });
  }
});
