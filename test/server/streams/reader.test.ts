import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { expect } from 'chai';
import { clientWith, eventOf, settle, textOf } from './client.ts';

describe('a reader of a stream', () => {
  afterEach(() => mock.restoreAll());

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
    for (const nowMs of [50, 51, 149, 150, 151, 249, 251]) {
      const before = client.sent.length;
      reader.sendHeartbeat(nowMs, 100);
      expect(client.sent.length - before, `after ${nowMs} ms`).to.equal([50, 150, 251].includes(nowMs) ? 1 : 0);
    }
    expect(client.sent[0]).to.equal(':\n\n');
  });

  for (const [random, retryMs] of [
    [0, 500],
    [0.5, 1_500],
    [0.9999, 2_499],
  ] as const) {
    it(`is told to reconnect after ${retryMs} ms where chance says ${random}`, () => {
      mock.method(Math, 'random', () => random);
      const { client, reader } = clientWith();
      reader.end();
      expect([client.sent, client.did]).to.deep.equal([[`retry: ${retryMs}\n\n`], [['end']]]);
    });
  }

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

  it('is cut when its connection stays full for ten seconds while it catches up', async () => {
    const { counted, metrics } = counts();
    mock.timers.enable({ apis: ['setTimeout'] });
    syncBuiltinESMExports();
    try {
      const { client, state } = await sendToFull(metrics);
      mock.timers.tick(9_999);
      await settle();
      expect([state.waits, client.destroyed]).to.deep.equal([true, false]);
      mock.timers.tick(1);
      await settle();
      expect([state.waits, client.destroyed]).to.deep.equal([false, true]);
      expect(counted).to.deep.equal({ streamEvent: 1, streamCut: 1 });
    } finally {
      mock.timers.reset();
      syncBuiltinESMExports();
    }
  });

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

  it('that has room does not wait', async () => {
    const { client, reader } = clientWith();
    await reader.sendPaced(eventOf(7));
    client.destroyed = true;
    await reader.sendPaced(eventOf(8));
    expect([client.sent, reader.lastId]).to.deep.equal([[textOf(7)], 7]);
  });
});
