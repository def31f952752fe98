import { expect } from 'chai';
import { Problem } from '../../../contracts/requests/problem.ts';
import { StoreUnavailable } from '../../../server/store/index.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type Answer, eventOf, rejectionOf, settle, textOf, topicOf } from './topics.ts';

describe('Topic', () => {
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
  });

  for (const [what, lastId, sent] of [
    ['nothing', undefined, [textOf(5)]],
    ['less', 4, [textOf(5)]],
    ['all', 5, []],
    ['more than there is', 6, [textOf(5)]],
  ] as const) {
    it(`sends the current state to one that has ${what}`, async () => {
      const { client } = await topicOf({ version: 5 }).join(lastId);
      expect(client.sent).to.deep.equal(sent);
    });
  }

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

  it('ends when its source is gone', async () => {
    const { state, topic, join, announce } = topicOf({ minIntervalMs: 0 });
    const { client } = await join();
    announce('of another');
    state.answer = () => new Problem('event-not-found');
    announce();
    await eventually(() => topic.isClosed, 'it is closed');
    expect(client.writableEnded).to.equal(true);
    expect(await rejectionOf(join())).to.be.instanceOf(StoreUnavailable);
  });
});
