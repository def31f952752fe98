import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { clientWith, eventOf, settle, textOf } from './topics.ts';

describe('Reader', () => {
  const counts = () => {
    const counted = { streamEvent: 0, streamCut: 0 };
    const metrics = { streamEvent: () => counted.streamEvent++, streamCut: () => counted.streamCut++ };
    return { counted, metrics };
  };

  it('is sent each event once', () => {
    const { counted, metrics } = counts();
    const { client, reader } = clientWith({ metrics });
    for (const id of [0, 0, 2, 1, 2]) reader.send(eventOf(id));
    expect(client.sent).to.deep.equal([textOf(0), textOf(2)]);
    expect(counted.streamEvent).to.equal(2);
  });

  for (const [waiting, isCut] of [
    [100, false],
    [101, true],
  ] as const) {
    it(`is ${isCut ? '' : 'not '}cut with ${waiting} bytes in its buffer`, () => {
      const { counted, metrics } = counts();
      const { client, reader } = clientWith({ metrics });
      client.writableLength = waiting;
      reader.send(eventOf(3));
      expect(client.sent).to.have.length(isCut ? 0 : 1);
      expect([client.destroyed, reader.isClosed]).to.deep.equal([isCut, isCut]);
      expect(counted.streamCut).to.equal(isCut ? 1 : 0);
    });
  }

  const text = textOf(1);
  for (const [what, more, chunks, parts] of [
    ['chunks', {}, [`${text.length.toString(16)}\r\n${text}\r\n`], []],
    ['the event behind another request', { socket: null }, [], [text]],
    ['the event by HTTP/1.0', { chunkedEncoding: false }, [], [text]],
  ] as const) {
    it(`is sent ${what}`, () => {
      const { client, reader } = clientWith();
      const written: string[] = [];
      const socket = { ...client.socket, write: (chunk: Buffer) => written.push(String(chunk)) };
      Object.assign(client, { chunkedEncoding: true, socket }, more);
      reader.send(eventOf(1));
      expect([written, client.sent]).to.deep.equal([chunks, parts]);
    });
  }

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
    for (const nowMs of [0, 99, 100, 150, 199, 201]) {
      const before = client.sent.length;
      reader.sendHeartbeat(nowMs, 100);
      expect(client.sent.slice(before), `${nowMs} ms`).to.deep.equal([0, 100, 201].includes(nowMs) ? [':\n\n'] : []);
    }
  });

  for (const end of ['drain', 'close', 'error'] as const) {
    for (const hasChunks of [true, false]) {
      it(`waits while ${hasChunks ? 'its socket' : 'it'} is full, until ${end}`, async () => {
        const { counted, metrics } = counts();
        const { client, reader } = clientWith({ metrics });
        client.isFull = true;
        const socket = Object.assign(new EventEmitter(), client.socket, { write: () => false });
        if (hasChunks) Object.assign(client, { chunkedEncoding: true, socket });
        const full = hasChunks ? socket : client;
        let waits = true;
        const sending = reader.sendPaced(eventOf(7)).then(() => {
          waits = false;
        });
        await settle();
        expect([reader.lastId, waits]).to.deep.equal([7, true]);
        full.on('error', () => undefined);
        if (end === 'close') client.emit('close');
        else full.emit(end, new Error('read ECONNRESET'));
        await sending;
        expect(client.destroyed).to.equal(false);
        expect(counted).to.deep.equal({ streamEvent: 1, streamCut: 0 });
        expect(full.listenerCount('drain') + client.listenerCount('close'), 'listeners').to.equal(0);
      });
    }
  }

  it('does not wait while there is room', async () => {
    const { client, reader } = clientWith();
    await reader.sendPaced(eventOf(7));
    client.destroyed = true;
    await reader.sendPaced(eventOf(8));
    expect([client.sent, reader.lastId]).to.deep.equal([[textOf(7)], 7]);
  });
});
