import { expect } from 'chai';
import { Problem } from '../../../contracts/requests/problem.ts';
import { StoreUnavailable } from '../../../server/store/index.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type Answer, clientWith, eventOf, rejectionOf, settle, textOf, topicOf } from './topics.ts';

describe('Topic', () => {
  it('sends a new reader what is known while that is fresh', async () => {
    const { state, join } = topicOf({ minIntervalMs: 60_000 });
    state.version = 0;
    await join();
    const second = await join();
    expect(state.reads, 'reads for the second').to.have.length(2);
    expect(second.client.sent).to.deep.equal([textOf(0)]);
    await join(1);
    expect(state.reads, 'a reader that has more').to.have.length(3);
  });

  it('sends changes to every reader, and the same state once', async () => {
    const { state, topic, join } = topicOf();
    const [one, two, gone] = [await join(), await join(), await join()];
    topic.leave(gone.reader);
    state.version = 2;
    await topic.refresh();
    state.answer = () => ({ version: 3, upTo: 3, events: [eventOf(3, 'state 2')] });
    await topic.refresh();
    for (const { client } of [one, two]) expect(client.sent).to.deep.equal([textOf(1), textOf(2)]);
    expect(gone.client.sent).to.deep.equal([textOf(1)]);
    expect([topic.readers.size, topic.isIdle]).to.deep.equal([2, false]);
  });

  for (const [what, lastId, sent] of [
    ['nothing', undefined, [textOf(5)]],
    ['less', 4, [textOf(5)]],
    ['all', 5, []],
    ['more than there is', 6, [textOf(5)]],
  ] as const) {
    it(`sends the current state to one that has ${what}`, async () => {
      const { state, join } = topicOf({ version: 5 });
      const { client, reader } = await join(lastId);
      expect([client.sent, reader.lastId, state.reads]).to.deep.equal([sent, 5, [undefined, 5]]);
    });
  }

  it('reads each page once for readers that reconnect together', async () => {
    const { state, join } = topicOf({ hasHistory: true, version: 5 });
    await join();
    state.answer = (since = 0) => ({ events: since < 5 ? [eventOf(since + 1)] : [], upTo: Math.min(5, since + 1) });
    state.reads.length = 0;
    const [one, two] = await Promise.all([join(2), join(2)]);
    expect(one.client.sent).to.deep.equal([textOf(3), textOf(4), textOf(5)]);
    expect(two.client.sent).to.deep.equal([textOf(3), textOf(4), textOf(5)]);
    expect([one.reader.lastId, state.reads]).to.deep.equal([5, [2, 3, 4]]);
  });

  it('sends late readers what arrives meanwhile', async () => {
    for (let moment = 0; moment < 60; moment++) {
      const { state, topic, join } = topicOf({ hasHistory: true, version: 5 });
      await join();
      state.answer = async (since = 0) => {
        if (since < 5) return { events: [eventOf(since + 1)], upTo: since + 1 };
        for (let count = 0; count < moment; count++) await undefined;
        return since === 5 ? { version: 6, upTo: 6, events: [eventOf(6)] } : {};
      };
      state.version = 6;
      const [{ client, reader }] = await Promise.all([join(3), topic.refresh()]);
      await settle();
      expect([client.sent, reader.lastId], `${moment}`).to.deep.equal([[textOf(4), textOf(5), textOf(6)], 6]);
    }
  });

  for (const [error, reported] of [
    [new StoreUnavailable('away'), 0],
    [new Error('a mistake'), 1],
  ] as const) {
    it(`ends a stream that cannot catch up: ${error.message}`, async () => {
      const { state, join, topic } = topicOf({ hasHistory: true, version: 5 });
      await join();
      state.answer = () => error;
      const { client } = await join(2);
      expect([client.writableEnded, topic.readers.size, state.errors.length]).to.deep.equal([true, 1, reported]);
      state.answer = undefined;
      state.reads.length = 0;
      await join(2);
      expect(state.reads, 'the failed page is read again').to.deep.equal([2]);
    });
  }

  it('serves the known state while the store is away', async () => {
    const { state, join } = topicOf({ minIntervalMs: 0 });
    state.answer = () => new StoreUnavailable('away');
    expect(await rejectionOf(join())).to.be.instanceOf(StoreUnavailable);
    state.answer = undefined;
    await eventually(() => state.reads.length === 3, 'it is read again');
    state.answer = () => new StoreUnavailable('away');
    expect((await join()).client.sent).to.deep.equal([textOf(1)]);
    expect((await join(1)).client.sent).to.deep.equal([]);
    expect(await rejectionOf(join(2)), 'a reader that has more').to.be.instanceOf(StoreUnavailable);
    state.answer = () => new Problem('event-not-found');
    expect(await rejectionOf(join())).to.be.instanceOf(Problem);
    expect(state.errors).to.deep.equal([]);
  });

  it('makes readers start over with a new store', async () => {
    for (const start of [0, 2]) {
      const { state, topic, join } = topicOf({ version: 5 });
      const { client } = await join();
      state.version = start;
      await topic.refresh();
      expect([client.writableEnded, state.reads.slice(-2)], `${start}`).to.deep.equal([true, [5, undefined]]);
      expect((await join()).client.sent).to.deep.equal([textOf(start)]);
    }
  });

  it('makes late readers start over with a new store', async () => {
    const { state, join, topic } = topicOf({ hasHistory: true, version: 9 });
    await join();
    // The topic has not noticed: a page leads back, or to where it began.
    for (const pages of [
      [{ version: 3, upTo: 3, events: [eventOf(3)] }],
      [
        { upTo: 4, events: [eventOf(4)] },
        { version: 4, upTo: 4, events: [] },
      ],
    ]) {
      state.answer = () => pages.shift() ?? new StoreUnavailable('more pages than there are');
      const { client } = await join(pages.length === 1 ? 5 : 3);
      expect([client.writableEnded, topic.readers.size]).to.deep.equal([true, 1]);
      expect(client.sent).not.to.include(textOf(3));
    }
    // It notices while the reader waits for a page.
    let answerPage: (page: Answer) => void = () => undefined;
    state.answer = (since) => (since === 6 ? new Promise((resolve) => (answerPage = resolve)) : {});
    const joining = join(6);
    await settle();
    state.version = 2;
    await topic.refresh();
    answerPage({ upTo: 7, events: [eventOf(7)] });
    const { client } = await joining;
    expect([client.writableEnded, topic.readers.size, client.sent.includes(textOf(7))]).to.deep.equal([true, 1, false]);
  });

  it('subscribes to other channels when they change', async () => {
    const { state, topic, join } = topicOf();
    await join();
    expect([state.subscribed, state.closed]).to.deep.equal([[['one']], 0]);
    state.channels = ['one', 'two'];
    state.reads.length = 0;
    await topic.refresh();
    expect([state.subscribed, state.closed, state.reads.length]).to.deep.equal([[['one'], ['one', 'two']], 1, 2]);
  });

  it('reports an unexpected error and keeps its readers', async () => {
    const { state, join, announce } = topicOf({ minIntervalMs: 0 });
    const { client } = await join();
    state.answer = () => new Error('a mistake');
    announce();
    await eventually(() => state.errors.length === 1, 'the error is reported');
    expect(client.writableEnded).to.equal(false);
  });

  it('ends when its source is gone', async () => {
    const { state, topic, join, announce } = topicOf({ minIntervalMs: 0 });
    const { client } = await join();
    announce('of another');
    state.answer = () => new Problem('event-not-found');
    announce();
    await eventually(() => topic.isClosed, 'it is closed');
    expect(client.writableEnded).to.equal(true);
    expect(state.closed, 'subscriptions closed').to.equal(1);
    expect(state.errors).to.deep.equal([]);
    expect(await rejectionOf(join())).to.be.instanceOf(StoreUnavailable);
  });

  it('polls, and reads after its own announcements only', async () => {
    const { state, join, announce } = topicOf({ minIntervalMs: 0 });
    await join();
    const before = state.reads.length;
    announce('of another');
    await settle();
    expect(state.reads.length).to.equal(before);
    announce();
    await settle();
    expect(state.reads.length).to.equal(before + 1);
    await eventually(() => state.reads.length === before + 2, 'the regular read');
  });

  it('ends the stream of a late reader when it closes', async () => {
    const { state, topic, join } = topicOf({ hasHistory: true, version: 5 });
    await join();
    let answer: (page: Answer) => void = () => undefined;
    state.answer = (since) => (since === 2 ? new Promise((resolve) => (answer = resolve)) : {});
    const joining = join(2);
    await settle();
    topic.close();
    answer({ events: [eventOf(5)] });
    const { client } = await joining;
    expect(client.sent[0]).to.equal(textOf(5));
    expect(client.writableEnded).to.equal(true);
  });

  it('opens no stream for a client that has left meanwhile', async () => {
    const { topic } = topicOf();
    const { client, reader } = clientWith();
    client.destroyed = true;
    await topic.join(reader, undefined);
    expect([client.sent, topic.readers.size, topic.isIdle]).to.deep.equal([[], 0, true]);
  });

  it('shares the next read among those who ask', async () => {
    const { state, topic, join } = topicOf();
    await join();
    state.reads.length = 0;
    for (const reads of [2, 4]) {
      const first = topic.refresh();
      await Promise.all([topic.refresh(), topic.refresh()]);
      expect(state.reads).to.have.length(reads);
      await first;
    }
  });
});
