import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { setImmediate as turnEnds } from 'node:timers/promises';
import zlib from 'node:zlib';
import { expect } from 'chai';
import { Problem } from '../../../contracts/requests/problem.ts';
import { StoreUnavailable } from '../../../server/store/index.ts';
import { StreamEncoder } from '../../../server/streams/stream-coding.ts';
import { eventOf, settle, textOf } from './client.ts';
import { type Answer, topicOf, useStandingClock, wait } from './topics.ts';

describe('a topic of a stream at its edges', () => {
  useStandingClock();

  it('opens the stream of a reader before it sends anything', async () => {
    const { client } = await topicOf().join();
    expect(client.did.slice(-2)).to.deep.equal([['writeHead', 200, { Vary: 'Accept' }], ['flushHeaders']]);
    expect(client.sent).to.deep.equal([textOf(1)]);
  });

  it('is not read for a reader that has just what is known', async () => {
    const { state, join } = topicOf();
    await join();
    state.reads.length = 0;
    const { client, reader } = await join(1);
    expect([client.sent, reader.lastId, state.reads]).to.deep.equal([[], 1, []]);
  });

  it('is read often for 150 ms after an announced change, and not at their end', async () => {
    const { join, readsIn } = topicOf({ minIntervalMs: 149 });
    await join();
    expect(await readsIn(149, 149, 149)).to.deep.equal([1, 1, 0]);
    const often = topicOf({ minIntervalMs: 75 });
    await often.join();
    expect(await often.readsIn(75, 75, 75)).to.deep.equal([1, 1, 0]);
    const oftener = topicOf({ minIntervalMs: 1 });
    await oftener.join();
    expect(await oftener.readsIn(1, 1)).to.deep.equal([1, 1]);
  });

  it('reports a read that fails by mistake, not one while the store is away, and ends with its source', async () => {
    const { state, join } = topicOf();
    const { client } = await join();
    const mistake = new Error('a mistake');
    const seen: unknown[] = [];
    for (const error of [new StoreUnavailable('away'), mistake, new Problem('event-not-found')]) {
      state.answer = () => error;
      await wait(1_000);
      seen.push([...new Set(state.errors.splice(0)), client.writableEnded]);
    }
    expect(seen).to.deep.equal([[false], [mistake, false], [true]]);
  });

  it('is read at one time only, the earliest that there is a reason for', async () => {
    const { state, topic, join, readsIn, announce } = topicOf();
    await join();
    expect(await readsIn(50, 50, 50), 'while changes may be unannounced').to.deep.equal([1, 1, 1]);
    await readsIn(1_000);
    await wait(10);
    announce();
    expect(await readsIn(39, 1, 50, 50, 50), '50 ms after the last read, and again').to.deep.equal([0, 1, 1, 1, 1]);
    expect(await readsIn(999, 1), 'not when it was due before').to.deep.equal([0, 1]);
    await wait(500);
    await topic.refresh();
    expect(await readsIn(999, 1), 'a second after each read').to.deep.equal([1, 1]);

    // Announced while it is read.
    let answer: (reading: Answer) => void = () => undefined;
    state.answer = () => new Promise((resolve) => (answer = resolve));
    await wait(1_000);
    await wait(10);
    announce();
    await wait(20);
    state.answer = undefined;
    answer({});
    await readsIn(0);
    expect(await readsIn(19, 1)).to.deep.equal([0, 1]);
  });

  it('that is closed while a reader catches up ends its stream', async () => {
    const { state, topic, join } = topicOf({ hasHistory: true });
    state.version = 5;
    await join();
    let answer: (page: Answer) => void = () => undefined;
    state.answer = (since) => (since === 2 ? new Promise((resolve) => (answer = resolve)) : {});
    const joining = join(2);
    await settle();
    topic.close();
    answer({ events: [eventOf(5)] });
    const { client } = await joining;
    expect([client.sent.slice(0, 1), client.writableEnded, topic.readers.size]).to.deep.equal([[textOf(5)], true, 1]);
  });

  it('can be closed before it was read', () => {
    const { topic } = topicOf();
    topic.close();
    expect(topic.isClosed).to.equal(true);
  });

  it('brings a reader to the end of a page without events', async () => {
    const { state, topic, join } = topicOf({ hasHistory: true });
    state.version = 5;
    await join();
    state.answer = (since) => (since === 2 ? { events: [], upTo: 5 } : {});
    const { client, reader } = await join(2);
    expect([client.sent, reader.lastId, client.writableEnded, topic.readers.size]).to.deep.equal([[], 5, false, 2]);
  });

  it('leaves a reader alone that has caught up and left', async () => {
    const { state, topic, join } = topicOf({ hasHistory: true });
    state.version = 5;
    const stayed = await join();
    const { client, reader } = await join(4);
    topic.leave(reader);
    state.version = 2;
    await topic.refresh();
    expect([client.writableEnded, stayed.client.writableEnded]).to.deep.equal([false, true]);
  });

  it('keeps a page for a second', async () => {
    const { state, join } = topicOf({ hasHistory: true });
    const later = globalThis.setTimeout;
    const waits: unknown[] = [];
    globalThis.setTimeout = ((...args: Parameters<typeof later>) => {
      waits.push(args[1]);
      return later(...args);
    }) as typeof later;
    try {
      state.version = 5;
      await join();
      await wait(5_000);
      state.reads.length = 0;
      waits.length = 0;
      const readsOfPage = async () => {
        await join(4);
        return state.reads.splice(0).filter((since) => since === 4).length;
      };
      const first = await readsOfPage();
      expect(waits, 'and then forgets it though nobody asks').to.include(1_001);
      await wait(1_000);
      const again = await readsOfPage();
      await wait(1);
      expect([first, again, await readsOfPage()]).to.deep.equal([1, 0, 1]);
    } finally {
      globalThis.setTimeout = later;
    }
  });

  it('gives its readers a turn between two events', async () => {
    const { state, topic, join } = topicOf({ hasHistory: true });
    state.version = 1;
    const { client } = await join();
    const turns: number[] = [];
    let [turn, isOver] = [0, false];
    client.write = () => turns.push(turn) > 0;
    const counting = (async () => {
      for (; !isOver; turn++) await turnEnds();
    })();
    state.answer = () => ({ version: 4, upTo: 4, events: [eventOf(2), eventOf(3), eventOf(4)] });
    await topic.refresh();
    const last = turn;
    isOver = true;
    await counting;
    expect([new Set(turns).size, turns.length, turns.at(-1)]).to.deep.equal([3, 3, last]);
  });

  describe('compresses a large event in another thread', () => {
    let held = 0;
    beforeEach(() => {
      held = 0;
      const { deflateRawSync } = zlib;
      mock.method(zlib, 'deflateRawSync', (...args: Parameters<typeof deflateRawSync>) => {
        held++;
        return deflateRawSync(...args);
      });
      syncBuiltinESMExports();
    });
    afterEach(() => {
      mock.reset();
      syncBuiltinESMExports();
    });

    const large = (id: number) => eventOf(id, 'many words '.repeat(4_000));
    for (const [coding, whileSent, later] of [
      ['gzip', 0, 0],
      ['identity', 0, 1],
    ] as const) {
      it(`if a reader catches up in ${coding}: ${later} is left`, async () => {
        const { state, join } = topicOf({ hasHistory: true });
        state.version = 5;
        await join(undefined, { coding: 'identity' });
        const event = large(5);
        state.answer = (since) => (since === 4 ? { events: [event] } : {});
        held = 0;
        const { client } = await join(4, { coding });
        expect([client.sent.length > 0, held]).to.deep.equal([true, whileSent]);
        new StreamEncoder('gzip').encode(event.bytes);
        expect(held).to.equal(later);
      });

      it(`if any of its readers is sent it in ${coding}: ${later} is left`, async () => {
        const { state, topic, join } = topicOf({ hasHistory: true });
        await join(undefined, { coding: 'identity' });
        const { client } = await join(undefined, { coding });
        const event = large(2);
        state.answer = () => ({ version: 2, upTo: 2, events: [event] });
        held = 0;
        await topic.refresh();
        expect([client.sent.length > 1, held]).to.deep.equal([true, whileSent]);
        new StreamEncoder('gzip').encode(event.bytes);
        expect(held).to.equal(later);
      });
    }
  });
});
