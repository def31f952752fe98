import { EventEmitter } from 'node:events';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { clientWith, eventOf, settle, textOf } from './client.ts';

describe('a reader of a stream', () => {
  const counts = () => {
    const counted = { streamEvent: 0, streamCut: 0 };
    return {
      counted,
      metrics: { streamEvent: () => counted.streamEvent++, streamCut: () => counted.streamCut++ },
    };
  };

  it('is opened with its headers, without an idle timeout', () => {
    let opened = 0;
    const { client, reader } = clientWith({ onOpen: () => opened++ });
    reader.open();
    expect(client.did).to.deep.equal([
      ['setTimeout', 0],
      ['setNoDelay', true],
      ['setKeepAlive', true, 30_000],
      ['writeHead', 200, { Vary: 'Accept' }],
      ['flushHeaders'],
    ]);
    expect(opened).to.equal(1);
  });

  it('is sent each event once, and is cut when more than the limit waits', () => {
    const { counted, metrics } = counts();
    const { client, reader } = clientWith({ metrics });
    for (const id of [0, 0, 2, 1, 2]) reader.send(eventOf(id));
    expect(client.sent).to.deep.equal([textOf(0), textOf(2)]);
    client.writableLength = 100;
    reader.send(eventOf(3));
    expect([client.sent.length, client.destroyed]).to.deep.equal([3, false]);
    client.writableLength = 101;
    reader.send(eventOf(4));
    expect([client.sent.length, client.destroyed, reader.isClosed]).to.deep.equal([3, true, true]);
    expect(counted).to.deep.equal({ streamEvent: 4, streamCut: 1 });
  });

  it('is sent what its connection can take: chunks, or, behind another request and without chunks, the event', () => {
    const sentBy = (more: object) => {
      const { client, reader } = clientWith();
      const chunks: string[] = [];
      const socket = { ...client.socket, write: (chunk: Buffer) => chunks.push(String(chunk)) };
      Object.assign(client, { chunkedEncoding: true, socket }, more);
      reader.send(eventOf(1));
      return [chunks, client.sent];
    };
    const text = textOf(1);
    expect(sentBy({})).to.deep.equal([[`${text.length.toString(16)}\r\n${text}\r\n`], []]);
    expect(sentBy({ socket: null })).to.deep.equal([[], [text]]);
    expect(sentBy({ chunkedEncoding: false })).to.deep.equal([[], [text]]);
  });

  it('is sent nothing after its end', () => {
    const { client, reader } = clientWith();
    reader.end();
    reader.send(eventOf(1));
    reader.sendHeartbeat(0, 10);
    reader.end();
    expect(client.sent).to.have.length(1);
  });

  it('is sent a comment when one is due', () => {
    const { client, reader } = clientWith();
    const { client: early, reader: first } = clientWith();
    first.sendHeartbeat(0, 100);
    expect(early.sent, 'at the very beginning').to.deep.equal([':\n\n']);
    for (const nowMs of [50, 51, 149, 150, 151, 249, 251]) {
      const before = client.sent.length;
      reader.sendHeartbeat(nowMs, 100);
      expect(client.sent.length - before, `after ${nowMs} ms`).to.equal([50, 150, 251].includes(nowMs) ? 1 : 0);
    }
    expect(client.sent[0]).to.equal(':\n\n');
  });

  it('is told to reconnect after a random time', () => {
    const waits = Array.from({ length: 200 }, () => {
      const { client, reader } = clientWith();
      reader.end();
      return Number(/^retry: (\d+)\n\n$/.exec(client.sent[0] ?? '')?.[1]);
    });
    for (const ms of waits) expect(ms).to.be.within(500, 2_499);
    expect(Math.max(...waits) - Math.min(...waits)).to.be.above(1_000);
  });

  /** Sends an event to a full connection; returns whether it still waits. */
  const sendToFull = async (metrics: object) => {
    const { client, reader } = clientWith({ metrics });
    client.isFull = true;
    const state = { waits: true };
    reader.sendPaced(eventOf(7)).then(() => {
      state.waits = false;
    });
    await settle();
    return { client, reader, state };
  };

  for (const event of ['drain', 'close']) {
    it(`is sent the next event after ${event}`, async () => {
      const { counted, metrics } = counts();
      const { client, reader, state } = await sendToFull(metrics);
      expect([client.sent, reader.lastId, state.waits]).to.deep.equal([[textOf(7)], 7, true]);
      client.emit(event);
      await settle();
      expect([state.waits, client.destroyed]).to.deep.equal([false, false]);
      expect(counted).to.deep.equal({ streamEvent: 1, streamCut: 0 });
      expect(client.listenerCount('drain') + client.listenerCount('close'), 'listeners').to.equal(0);
    });
  }

  it('whose connection fails while it is full is no error of the stream', async () => {
    const { client, reader } = clientWith();
    const socket = Object.assign(new EventEmitter(), client.socket, { write: () => false });
    Object.assign(client, { chunkedEncoding: true, socket });
    const sending = reader.sendPaced(eventOf(7));
    await settle();
    socket.on('error', () => undefined);
    socket.emit('error', new Error('read ECONNRESET'));
    client.destroy();
    await sending;
  });

  it('begins compressed with the header of gzip, and has a coding of its own', () => {
    const { client, reader } = clientWith({ coding: 'gzip' });
    const sent: Buffer[] = [];
    client.write = (bytes) => sent.push(bytes) > 0;
    reader.open();
    reader.send(eventOf(1));
    reader.sendHeartbeat(0, 10);
    client.end = (bytes, done) => {
      sent.push(bytes);
      done();
    };
    reader.end();
    expect(sent[0]?.toString('hex')).to.equal('1f8b08000000000000ff');
    expect(
      gunzipSync(Buffer.concat(sent))
        .toString()
        .replace(/\d+\n\n$/, ''),
    ).to.equal(`${textOf(1)}:\n\nretry: `);
    expect([reader.coding, clientWith().reader.coding]).to.deep.equal(['gzip', 'identity']);
  });

  it('behind another request, without a connection yet, is opened and ended all the same', () => {
    const { client, reader } = clientWith();
    Object.assign(client, { socket: null });
    let closed = 0;
    reader.onClose(() => closed++);
    reader.open();
    reader.end();
    expect([client.did, client.sent.length, closed]).to.deep.equal([
      [['writeHead', 200, { Vary: 'Accept' }], ['flushHeaders']],
      ...[1, 0],
    ]);
    for (let time = 0; time < 2; time++) client.emit('close');
    expect(closed).to.equal(1);
  });

  for (const hasRoom of [true, false]) {
    it(`is sent the next event ${hasRoom ? 'at once' : 'when there is room'} by a connection of chunks`, () => {
      const { client, reader } = clientWith();
      const socket = Object.assign(new EventEmitter(), client.socket, { write: () => hasRoom });
      Object.assign(client, { chunkedEncoding: true, socket });
      reader.sendPaced(eventOf(7));
      const waiting = [socket.listenerCount('drain'), client.listenerCount('close')];
      expect(waiting).to.deep.equal(hasRoom ? [0, 0] : [1, 1]);
      socket.emit('drain');
    });
  }

  it('that has room does not wait', async () => {
    const { client, reader } = clientWith();
    await reader.sendPaced(eventOf(7));
    client.destroyed = true;
    await reader.sendPaced(eventOf(8));
    expect([client.sent, reader.lastId]).to.deep.equal([[textOf(7)], 7]);
  });
});
