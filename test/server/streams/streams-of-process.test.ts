import type { ServerResponse } from 'node:http';
import { mock } from 'node:test';
import { expect } from 'chai';
import type { Logger } from 'pino';
import { Problem } from '../../../contracts/requests/problem.ts';
import type { RequestMetrics } from '../../../server/monitoring/request-metrics.ts';
import type { Subscriptions } from '../../../server/store/redis/subscriber.ts';
import { defaultStreamSettings, type StreamSettings, Streams } from '../../../server/streams/streams.ts';
import { Topic } from '../../../server/streams/topic.ts';
import { Client, eventOf, settle, textOf } from './client.ts';

/** The streams of a process, on sources that answer as `read` says. */
function streamsOf(settings: Partial<StreamSettings> = {}) {
  const state = {
    sources: 0,
    closed: 0,
    logged: [] as unknown[],
    opened: 0,
    counted: 0,
    last: undefined as Client | undefined,
    read: () => ({ version: 1, events: [eventOf(1)], upTo: 1, channels: ['one'] }),
    announce: (): void => undefined,
  };
  const streams = new Streams({
    subscriptions: {
      subscribe: (_: unknown, handler: { onMessage(channel: string, message: string): void }) => {
        state.announce = () => handler.onMessage('one', '');
        return { ready: Promise.resolve(true), close: () => state.closed++ };
      },
    } as unknown as Subscriptions,
    log: { error: ({ err }: { err: unknown }) => state.logged.push(err) } as unknown as Logger,
    settings,
    metrics: { streamEvent: () => state.counted++, streamCut: () => undefined } as unknown as RequestMetrics,
  });
  const open = async (key: string, address = 'a', more: object = {}) => {
    const client = new Client();
    state.last = client;
    await streams.open(client as unknown as ServerResponse, {
      ...{ address, family: 'v1', key, lastId: undefined, coding: 'identity', headers: { Vary: 'Accept' } },
      source: () => {
        state.sources++;
        return { read: async () => state.read(), hasHistory: false, isRelevant: () => true, minIntervalMs: 0 };
      },
      onOpen: () => state.opened++,
      ...more,
    });
    return client;
  };
  const refusal = (...asked: Parameters<typeof open>) =>
    open(...asked).then(
      () => 'none',
      ({ key, more, name }: Problem) => [key ?? name, more],
    );
  return { streams, state, open, refusal };
}

describe('the streams of a process', () => {
  beforeEach(() => void mock.method(Math, 'random', () => 0));
  afterEach(() => mock.reset());

  const noPlace = ['service-unavailable', { headers: { 'Retry-After': '2' } }];
  const tooMany = (detail: string) => [
    'too-many-requests',
    { headers: { 'Retry-After': '5' }, extensions: { detail } },
  ];

  it('have these limits unless they are set', () => {
    expect(defaultStreamSettings).to.deep.equal({
      ...{ maxStreams: 10_000, maxPerAddress: 500, heartbeatMs: 10_000, maxBufferedBytes: 262_144, pollMs: 2_000 },
    });
  });

  it('share a source by key while there are readers, and close it after the last', async () => {
    const { streams, state, open } = streamsOf();
    const [first, second, other] = [await open('k'), await open('k'), await open('l')];
    expect([state.sources, state.opened, streams.count, first.sent]).to.deep.equal([2, 3, 3, [textOf(1)]]);
    expect(first.did.at(-2)).to.deep.equal(['writeHead', 200, { Vary: 'Accept' }]);
    second.destroy();
    second.destroy();
    expect([streams.count, state.closed], 'one reader is left').to.deep.equal([2, 0]);
    first.destroy();
    expect([streams.count, state.closed]).to.deep.equal([1, 1]);
    await open('k');
    expect([state.sources, streams.count], 'as if for the first time').to.deep.equal([3, 2]);
    streams.close();
    expect([other.writableEnded, state.closed]).to.deep.equal([true, 3]);
  });

  it('are refused where there are as many as the process may have, or when it stops', async () => {
    const { streams, open, refusal } = streamsOf({ maxStreams: 2 });
    const first = await open('k');
    await open('k');
    expect(await refusal('l')).to.deep.equal(noPlace);
    first.destroy();
    expect(await refusal('l')).to.equal('none');
    const stopped = streamsOf();
    stopped.streams.close();
    expect([await stopped.refusal('k'), stopped.state.sources]).to.deep.equal([noPlace, 0]);
    streams.close();
  });

  it('are counted by address, and refused in the language of the family', async () => {
    const { streams, open, refusal } = streamsOf({ maxPerAddress: 2 });
    const [first, second] = [await open('k', 'a'), await open('l', 'a')];
    expect(await refusal('k', 'b'), 'another address').to.equal('none');
    const english = 'This address follows 2 streams already; ask the route without a stream.';
    const spanish = 'Esta dirección ya sigue 2 transmisiones; consulte la ruta sin transmisión.';
    expect(await refusal('k', 'a')).to.deep.equal(tooMany(english));
    expect(await refusal('k', 'a', { family: 'v3' })).to.deep.equal(tooMany(spanish));
    first.destroy();
    expect([await refusal('k', 'a'), await refusal('k', 'a')]).to.deep.equal(['none', tooMany(english)]);
    second.destroy();
    expect(await refusal('k', 'a')).to.equal('none');
    streams.close();
    const unlimited = streamsOf({ maxPerAddress: 0 });
    expect([await unlimited.refusal('k'), await unlimited.refusal('k')]).to.deep.equal(['none', 'none']);
    unlimited.streams.close();
    const one = streamsOf({ maxPerAddress: 1 });
    expect([await one.refusal('k'), (await one.refusal('k'))[0]]).to.deep.equal(['none', 'too-many-requests']);
    one.streams.close();
  });

  it('that cannot be read are refused as the source says, and leave nothing behind', async () => {
    const { streams, state, open, refusal } = streamsOf({ maxPerAddress: 1 });
    const { read } = state;
    state.read = () => {
      throw new Problem('event-not-found');
    };
    expect(await refusal('k')).to.deep.equal(['event-not-found', {}]);
    state.last?.destroy();
    expect(streams.count).to.equal(0);
    state.read = read;
    const client = await open('k');
    expect([state.sources, streams.count]).to.deep.equal([2, 1]);
    state.read = () => {
      throw new Error('a mistake');
    };
    state.announce();
    await settle();
    expect([state.logged.map(String), client.writableEnded]).to.deep.equal([['Error: a mistake'], false]);
    state.read = () => {
      throw new Problem('event-not-found');
    };
    state.announce();
    await settle();
    expect([state.logged.length, client.writableEnded]).to.deep.equal([1, true]);
    state.read = read;
    await open('k', 'b');
    expect(state.sources, 'the source is gone, another may be there').to.equal(3);
    client.destroy();
    await open('k', 'c');
    expect([state.sources, streams.count], 'and stays when the first reader leaves').to.deep.equal([3, 2]);
    streams.close();
  });

  it('of a client that has left meanwhile are not counted', async () => {
    const { streams, state, open } = streamsOf();
    const { read } = state;
    const client = new Client();
    state.read = () => {
      client.destroyed = true;
      return read();
    };
    await streams.open(client as unknown as ServerResponse, {
      ...{ address: 'a', family: 'v1', key: 'k', lastId: undefined, coding: 'identity', headers: {} },
      source: () => ({ read: async () => state.read(), hasHistory: false, isRelevant: () => true, minIntervalMs: 0 }),
    });
    expect([client.did, streams.count, state.closed]).to.deep.equal([[], 0, 1]);
    await open('k');
    expect(streams.count).to.equal(1);
    streams.close();
  });

  it('are coded and counted, read now and then, and have a timer that keeps no process alive', async () => {
    const intervals = mock.method(globalThis, 'setInterval');
    const { streams, state, open } = streamsOf({ pollMs: 100 });
    const [begun] = intervals.mock.calls;
    expect(begun?.result?.hasRef()).to.equal(false);
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { sent } = await open('k', 'a', { coding: 'gzip' });
      expect([sent.length, sent[0]?.slice(0, 1), state.counted], 'a header and an event').to.deep.equal([2, '\x1f', 1]);
      state.read = () => ({ version: 2, events: [eventOf(2)], upTo: 2, channels: ['one'] });
      mock.timers.tick(99);
      await settle();
      expect(sent.length).to.equal(2);
      mock.timers.tick(1);
      await settle();
      expect([sent.length, state.counted]).to.deep.equal([3, 2]);
    } finally {
      mock.timers.reset();
    }
    const cleared = mock.method(globalThis, 'clearInterval');
    streams.close();
    expect(cleared.mock.calls.map(({ arguments: [timer] }) => timer === begun?.result)).to.deep.equal([true]);
  });

  it('keep nothing of a topic whose last reader has gone', async () => {
    let beat: () => void = () => undefined;
    mock.method(globalThis, 'setInterval', (work: () => void) => {
      beat = work;
      return setTimeout(() => undefined, 0);
    });
    const { streams, open, state } = streamsOf();
    const looked = mock.getter(Topic.prototype, 'readers');
    const [first, second] = [await open('k'), await open('other')];
    const lookedAt = () => {
      looked.mock.resetCalls();
      beat();
      return looked.mock.callCount();
    };
    expect(lookedAt()).to.equal(2);
    first.emit('close');
    expect([lookedAt(), state.closed]).to.deep.equal([1, 1]);
    second.emit('close');
    expect([lookedAt(), state.closed]).to.deep.equal([0, 2]);
    streams.close();
  });

  it('cut a reader with more than the limit in its buffer', async () => {
    const { streams, state, open } = streamsOf({ maxBufferedBytes: 1_000 });
    const [slow, slower] = [await open('k'), await open('k')];
    [slow.writableLength, slower.writableLength] = [1_000, 1_001];
    state.read = () => ({ version: 2, events: [eventOf(2)], upTo: 2, channels: ['one'] });
    state.announce();
    await settle();
    expect([slow.destroyed, slow.sent.length, slower.destroyed, streams.count]).to.deep.equal([false, 2, true, 1]);
    streams.close();
  });
});
