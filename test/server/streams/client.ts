import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { Reader, type StreamEvent } from '../../../server/streams/reader.ts';

/** The response of a client, with what it was sent. */
export class Client extends EventEmitter {
  readonly sent: string[] = [];
  readonly did: unknown[] = [];
  destroyed = false;
  writableEnded = false;
  writableLength = 0;
  isFull = false;
  readonly socket = {
    setTimeout: (ms: number) => this.did.push(['setTimeout', ms]),
    setNoDelay: (isOn: boolean) => this.did.push(['setNoDelay', isOn]),
    setKeepAlive: (...how: unknown[]) => this.did.push(['setKeepAlive', ...how]),
    end: () => this.did.push(['end']),
  };
  writeHead = (...head: unknown[]) => this.did.push(['writeHead', ...head]);
  flushHeaders = () => this.did.push(['flushHeaders']);
  write = (bytes: Buffer) => {
    this.sent.push(String(bytes));
    return !this.isFull;
  };
  end = (text: Buffer, done: () => void) => {
    this.sent.push(String(text));
    this.writableEnded = true;
    done();
  };
  destroy = () => {
    this.destroyed = true;
    this.emit('close');
  };
}

export const eventOf = (id: number, data = `state ${id}`): StreamEvent => ({
  id,
  bytes: Buffer.from(`id: ${id}\n${data}\n`),
});
export const textOf = (id: number, data?: string) => String(eventOf(id, data).bytes);

export const clientWith = (more: object = {}) => {
  const client = new Client();
  const options = { headers: { Vary: 'Accept' }, maxBufferedBytes: 100, ...more };
  return { client, reader: new Reader(client as unknown as ServerResponse, options) };
};

/** Lets everything that is ready happen; the clock stands. */
export const settle = async () => {
  for (let count = 0; count < 8; count++) await turn();
};
