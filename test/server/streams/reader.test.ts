import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import timers from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { sleepFor } from '../../support/run/replace-timers.ts';
import { clientWith, eventOf, settle, textOf } from './client.ts';

describe('a reader of a stream', () => {
  afterEach(() => mock.reset());

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
    mock.method(Math, 'random', () => 0);
    reader.end();
    expect(sent[0]?.toString('hex')).to.equal('1f8b08000000000000ff');
    expect(gunzipSync(Buffer.concat(sent)).toString()).to.equal(`${textOf(1)}:\n\nretry: 500\n\n`);
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

  it('leaves no timer behind once its connection has room again', async () => {
    const asked: unknown[][] = [];
    const sleep = sleepFor('streams/reader.ts', (...args) => {
      asked.push(args);
      return new Promise(() => undefined);
    });
    mock.method(timers, 'setTimeout', sleep);
    syncBuiltinESMExports();
    try {
      const { client, state } = await sendToFull(counts().metrics);
      client.emit('drain');
      await settle();
      const [[ms, value, options] = []] = asked as [number, boolean, { signal?: AbortSignal }][];
      expect([ms, value, options?.signal?.aborted, state.waits]).to.deep.equal([10_000, false, true, false]);
    } finally {
      mock.reset();
      syncBuiltinESMExports();
    }
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
