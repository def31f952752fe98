import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { eventually } from '../../../test/support/run/eventually.ts';
import { type Cut, cuts, type Link, openLink } from '../system/link.ts';

describe('the network of npm --prefix lab run chaos', () => {
  let server: Server;
  let link: Link;
  /** What the server has received, over all connections. */
  let received = '';
  const open: Socket[] = [];
  before(async () => {
    // Answers every message with its text twice.
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        received += bytes;
        socket.write(`${bytes}${bytes}`);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    link = await openLink((server.address() as AddressInfo).port);
  });
  beforeEach(() => {
    received = '';
  });
  afterEach(() => {
    for (const socket of open.splice(0)) socket.destroy();
  });
  after(async () => {
    await link.close();
    server.close();
  });

  async function dial() {
    const socket = connect(link.port, '127.0.0.1');
    open.push(socket);
    let text = '';
    let isClosed = false;
    socket.on('data', (bytes) => {
      text += bytes;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      isClosed = true;
    });
    await once(socket, 'connect');
    return { socket, text: () => text, isClosed: () => isClosed };
  }

  const expected: Record<Cut, { received: string; text: string }> = {
    'before request': { received: '', text: '' },
    'within request': { received: 'ab', text: '' },
    'after request': { received: 'abcd', text: '' },
    'before reply': { received: 'abcd', text: '' },
    'within reply': { received: 'abcd', text: 'abcd' },
  };

  it('cuts a connection at each place of a request and its reply, once', async () => {
    expect([...cuts]).to.deep.equal(Object.keys(expected));
    for (const cut of cuts) {
      received = '';
      link.cutNext(cut, 1);
      const one = await dial();
      one.socket.write('abcd');
      await eventually(() => one.isClosed(), `${cut}: the connection is reset`);
      await eventually(() => received === expected[cut].received, `${cut}: the server has ${expected[cut].received}`);
      expect(one.text(), cut).to.equal(expected[cut].text);
      const next = await dial();
      next.socket.write('abcd');
      await eventually(() => next.text() === 'abcdabcd', `${cut}: the next connection is whole`);
    }
  });

  it('holds what is sent until it is released, and passes it on in order', async () => {
    const one = await dial();
    link.hold();
    for (const letter of 'abc') one.socket.write(letter);
    const later = await dial();
    later.socket.write('d');
    // The other direction of the machine works meanwhile.
    await new Promise((wait) => setTimeout(wait, 50));
    expect(received).to.equal('');
    link.release();
    await eventually(() => one.text().length === 6 && later.text() === 'dd', 'everything arrives');
    expect(received.replace('d', '')).to.equal('abc');
  });

  it('loses what it holds when a connection is cut', async () => {
    const one = await dial();
    link.hold();
    one.socket.write('abcd');
    await new Promise((wait) => setTimeout(wait, 50));
    link.cutAll();
    await eventually(() => one.isClosed(), 'the connection is reset');
    link.release();
    const next = await dial();
    next.socket.write('x');
    await eventually(() => next.text() === 'xx', 'the next connection is whole');
    expect(received).to.equal('x');
  });

  it('delays both directions', async () => {
    const one = await dial();
    link.delay(60);
    const sentMs = performance.now();
    one.socket.write('ab');
    await eventually(() => one.text() === 'abab', 'the reply arrives');
    link.delay(0);
    expect(performance.now() - sentMs).to.be.at.least(115);
  });
});
