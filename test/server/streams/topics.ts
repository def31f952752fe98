import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { StoreUnavailable } from '../../../server/store/index.ts';
import type { SubscriptionHandler } from '../../../server/store/redis/subscriber.ts';
import { Reader, type StreamEvent } from '../../../server/streams/reader.ts';
import { type Reading, Topic } from '../../../server/streams/topic.ts';

/** The response of a client, with what it was sent. */
class Client extends EventEmitter {
  readonly sent: string[] = [];
  destroyed = false;
  writableEnded = false;
  writableLength = 0;
  isFull = false;
  readonly socket = {
    setTimeout: () => undefined,
    setNoDelay: () => undefined,
    setKeepAlive: () => undefined,
    end: () => undefined,
  };
  writeHead = () => undefined;
  flushHeaders = () => undefined;
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

export type Answer = Partial<Reading> | Error;

/** A topic on a source that a test writes. */
export function topicOf({ hasHistory = false, minIntervalMs = 50, version = 1 } = {}) {
  const state = {
    version,
    answer: undefined as ((since: number | undefined) => Answer | Promise<Answer>) | undefined,
    reads: [] as (number | undefined)[],
    errors: [] as unknown[],
    handler: undefined as SubscriptionHandler | undefined,
  };
  const read = async (since: number | undefined): Promise<Reading> => {
    state.reads.push(since);
    // A topic that reads without end would never let the test fail.
    if (state.reads.length > 100) throw new StoreUnavailable('more reads than in any test');
    const { version } = state;
    const answer = (await state.answer?.(since)) ?? {};
    if (answer instanceof Error) throw answer;
    return {
      version,
      events: since === version ? [] : [eventOf(version)],
      upTo: version,
      channels: ['one'],
      ...answer,
    };
  };
  const subscriptions = {
    subscribe(_: readonly string[], handler: SubscriptionHandler) {
      state.handler = handler;
      return { ready: Promise.resolve(true), close: () => undefined };
    },
    close: () => undefined,
  };
  const topic = new Topic(
    { read, hasHistory, isRelevant: (message) => message !== 'of another', minIntervalMs },
    subscriptions,
    { pollMs: 1_000, onError: (error) => state.errors.push(error) },
  );
  const join = async (lastId?: number) => {
    const { client, reader } = clientWith();
    await topic.join(reader, lastId);
    return { client, reader };
  };
  const announce = (message = 'of this') => state.handler?.onMessage('one', message);
  return { state, topic, join, announce };
}

export const rejectionOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: Error) => error,
  );
