import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { Problem } from '../../../common/wire/problem.ts';
import { StoreUnavailable } from '../../../server/store/redis/errors.ts';
import { Reader, type StreamEvent } from '../../../server/streams/reader.ts';
import { type Reading, Topic } from '../../../server/streams/topic.ts';

/** The response of a client, with what it was sent. */
class Client extends EventEmitter {
  readonly sent: string[] = [];
  destroyed = false;
  writableEnded = false;
  writableLength = 0;
  chunkedEncoding = false;
  readonly socket: object | null = Object.assign(new EventEmitter(), {
    ...{ setTimeout: () => undefined, setNoDelay: () => undefined, setKeepAlive: () => undefined },
    ...{ write: () => false, end: () => undefined },
  });
  writeHead = () => undefined;
  flushHeaders = () => undefined;
  write = (bytes: Buffer) => this.sent.push(String(bytes)) > 0;
  end = (text: Buffer) => {
    this.sent.push(String(text));
    this.writableEnded = true;
  };
}

const eventOf = (id: number): StreamEvent => ({ id, bytes: Buffer.from(`id: ${id}\nstate ${id}\n`) });
const textsOf = (...ids: number[]) => ids.map((id) => String(eventOf(id).bytes));

function openClient() {
  const client = new Client();
  return { client, reader: new Reader(client as unknown as ServerResponse, { headers: {}, maxBufferedBytes: 100 }) };
}

/** Lets everything that is ready happen. */
const settle = async () => {
  for (let count = 0; count < 8; count++) await turn();
};

type Answer = Partial<Reading> | Error;

/** A topic with a history, on a source that the test writes. */
function openTopic(version: number) {
  const state = {
    version,
    answer: (_since: number | undefined): Answer | Promise<Answer> => ({}),
    errors: [] as unknown[],
  };
  async function read(since: number | undefined): Promise<Reading> {
    const { version } = state;
    const answer = await state.answer(since);
    if (answer instanceof Error) throw answer;
    return { version, events: since === version ? [] : [eventOf(version)], upTo: version, channels: [], ...answer };
  }
  const subscriptions = {
    subscribe: () => ({ ready: Promise.resolve(), close: () => undefined }),
    close: () => undefined,
  };
  const source = { read, hasHistory: true, isRelevant: () => true, minIntervalMs: 0 };
  const topic = new Topic(source, subscriptions, { pollMs: 1_000, onError: (error) => state.errors.push(error) });
  const join = async (lastId?: number) => {
    const { client, reader } = openClient();
    await topic.join(reader, lastId);
    return client;
  };
  return { state, topic, join };
}

describe('Topic', () => {
  it('sends events that arrive during catch-up', async () => {
    for (let moment = 0; moment < 60; moment++) {
      const { state, topic, join } = openTopic(5);
      await join();
      state.answer = async (since = 0) => {
        if (since < 5) return { events: [eventOf(since + 1)], upTo: since + 1 };
        for (let count = 0; count < moment; count++) await undefined;
        return since === 5 ? { version: 6, upTo: 6, events: [eventOf(6)] } : {};
      };
      state.version = 6;
      const [{ sent }] = await Promise.all([join(3), topic.refresh()]);
      await settle();
      expect(sent, `${moment}`).to.deep.equal(textsOf(4, 5, 6));
      topic.close();
    }
  });

  for (const [error, reported] of [
    [new StoreUnavailable('away'), 0],
    [new Error('a mistake'), 1],
  ] as const) {
    it(`ends a stream that cannot catch up: ${error.message}`, async () => {
      const { state, join, topic } = openTopic(5);
      await join();
      state.answer = (since) => (since === 2 ? error : {});
      expect((await join(2)).writableEnded).to.equal(true);
      expect(topic.readers.size).to.equal(1);
      expect(state.errors).to.have.length(reported);
      topic.close();
    });
  }

  it('serves the known state while the store is unreachable', async () => {
    const { state, topic, join } = openTopic(5);
    await join();
    state.answer = () => new StoreUnavailable('away');
    expect((await join()).sent).to.deep.equal(textsOf(5));
    state.answer = () => new Problem('event-not-found');
    expect(await join().catch((reason: unknown) => reason)).to.be.instanceOf(Problem);
    expect(state.errors).to.deep.equal([]);
    topic.close();
  });

  it('ends catch-up when the store has lost its data', async () => {
    const { state, join, topic } = openTopic(9);
    await join();
    // A page leads back: the topic has not noticed that the store is new.
    state.answer = (since) => (since === 5 ? { version: 3, upTo: 3, events: [eventOf(3)] } : {});
    const back = await join(5);
    expect(back.writableEnded).to.equal(true);
    expect(back.sent).not.to.include(textsOf(3)[0]);
    // It notices while the reader waits for a page.
    const page = Promise.withResolvers<Answer>();
    state.answer = (since) => (since === 6 ? page.promise : {});
    const joining = join(6);
    await settle();
    state.version = 2;
    await topic.refresh();
    page.resolve({ upTo: 7, events: [eventOf(7)] });
    const { writableEnded, sent } = await joining;
    expect(writableEnded).to.equal(true);
    expect(sent).not.to.include(textsOf(7)[0]);
    topic.close();
  });
});

describe('Reader', () => {
  it('gets events of a pipelined request without chunks', () => {
    const { client, reader } = openClient();
    Object.assign(client, { chunkedEncoding: true, socket: null });
    for (const id of [0, 0, 2, 1, 2]) reader.send(eventOf(id));
    expect(client.sent).to.deep.equal(textsOf(0, 2));
  });

  for (const end of ['drain', 'close', 'error'] as const) {
    it(`waits while its socket is full, until ${end}`, async () => {
      const { client, reader } = openClient();
      client.chunkedEncoding = true;
      const socket = client.socket as EventEmitter;
      socket.on('error', () => undefined);
      let waits = true;
      const sending = reader.sendPaced(eventOf(7)).then(() => {
        waits = false;
      });
      await settle();
      expect(waits).to.equal(true);
      (end === 'close' ? client : socket).emit(end, new Error('read ECONNRESET'));
      await sending;
    });
  }
});
