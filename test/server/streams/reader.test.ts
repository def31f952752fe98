import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { clientWith, eventOf, settle, textOf } from './topics.ts';

describe('Reader', () => {
  it('is sent each event once', () => {
    const { client, reader } = clientWith();
    for (const id of [0, 0, 2, 1, 2]) reader.send(eventOf(id));
    expect(client.sent).to.deep.equal([textOf(0), textOf(2)]);
  });

  for (const [waiting, isCut] of [
    [100, false],
    [101, true],
  ] as const) {
    it(`is ${isCut ? '' : 'not '}cut with ${waiting} bytes in its buffer`, () => {
      const { client, reader } = clientWith();
      client.writableLength = waiting;
      reader.send(eventOf(3));
      expect(client.destroyed).to.equal(isCut);
      expect(client.sent).to.deep.equal(isCut ? [] : [textOf(3)]);
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

  it('is sent a comment when one is due', () => {
    const { client, reader } = clientWith();
    for (const nowMs of [0, 99, 100, 150, 199, 201]) {
      const before = client.sent.length;
      reader.sendHeartbeat(nowMs, 100);
      expect(client.sent.slice(before), `${nowMs} ms`).to.deep.equal([0, 100, 201].includes(nowMs) ? [':\n\n'] : []);
    }
  });

  for (const end of ['drain', 'close', 'error'] as const) {
    it(`waits while its socket is full, until ${end}`, async () => {
      const { client, reader } = clientWith();
      const socket = Object.assign(new EventEmitter(), client.socket, { write: () => false });
      Object.assign(client, { chunkedEncoding: true, socket });
      socket.on('error', () => undefined);
      let waits = true;
      const sending = reader.sendPaced(eventOf(7)).then(() => {
        waits = false;
      });
      await settle();
      expect(waits).to.equal(true);
      if (end === 'close') client.emit('close');
      else socket.emit(end, new Error('read ECONNRESET'));
      await sending;
      expect(client.destroyed).to.equal(false);
    });
  }
});
