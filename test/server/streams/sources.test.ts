import { expect } from 'chai';
import { operations } from '../../../contracts/operations.ts';
import { Problem } from '../../../contracts/requests/problem.ts';
import { Reply } from '../../../server/handlers/types.ts';
import type { Live } from '../../../server/store/index.ts';
import { createReplySource, createSource, type ReadReply } from '../../../server/streams/sources.ts';

const operation = (name: string) => operations.find((one) => one.name === name) as (typeof operations)[number];

/** A store of live metrics that answers every question alike, and notes it. */
function liveWith(answer: unknown) {
  const asked: unknown[][] = [];
  const follow = async (...question: unknown[]) => {
    asked.push(question);
    return answer;
  };
  return { live: { follow } as unknown as Live, asked };
}

const failing = (key: 'live-event-not-found') => async () => {
  throw new Problem(key);
};

const replyWith =
  (body: object, follows?: object): ReadReply =>
  async () =>
    Object.assign(new Reply(body), { follows });

describe('the source of a stream', () => {
  const snapshots = [
    { version: 6, document: '{"n":6}' },
    { version: 7, document: '{"n":7}' },
  ];
  const eventsOfLive = [
    { id: 6, text: 'id: 6\nevent: snapshot\ndata: {"n":6}\n\n' },
    { id: 7, text: 'id: 7\nevent: snapshot\ndata: {"n":7}\n\n' },
  ];

  for (const [fight, fightId, messages] of [
    [undefined, undefined, [true, false, false]],
    [6411, 6411, [false, true, false]],
    ['6411', 6411, [false, true, false]],
  ] as const) {
    it(`of live metrics has every snapshot, of ${fight ?? 'the event'}`, async () => {
      const { live, asked } = liveWith({ version: 9, reached: 8, snapshots });
      const values = { id: '811', ...(fight !== undefined && { fight }) };
      const source = createSource(operation('fight_metrics_live_event'), values, live, replyWith({}));
      const { events, ...reading } = await source.read(5);
      expect(reading).to.deep.equal({ version: 9, upTo: 8, channels: ['live:811'] });
      expect(events.map(({ id, bytes }) => ({ id, text: String(bytes) }))).to.deep.equal(eventsOfLive);
      expect(asked).to.deep.equal([[811, fightId, 5]]);
      expect([source.hasHistory, source.minIntervalMs]).to.deep.equal([true, 0]);
      expect(['9 event', '9 bout:6411', '9 event of another'].map(source.isRelevant)).to.deep.equal(messages);
    });
  }

  it('of live metrics fails as the route does without a snapshot, or for once when the first has just come', async () => {
    const { live } = liveWith(undefined);
    const failureOf = (readReply: ReadReply) =>
      createSource(operation('fight_metrics_live_event'), { id: 811 }, live, readReply)
        .read(undefined)
        .catch((error: Error) => [error.name, error.message]);
    expect(await failureOf(failing('live-event-not-found'))).to.deep.equal(['Problem', 'live-event-not-found']);
    expect(await failureOf(replyWith({}))).to.deep.equal([
      'StoreUnavailable',
      'The store is not available: the first snapshot has just arrived',
    ]);
  });

  it('of any other route has its reply when that has changed', async () => {
    const reply = replyWith({ total: 3 }, { version: 12, channels: ['tally:9', 'live:811'] });
    const source = createSource(operation('fight_votes'), { id: 9 }, liveWith(undefined).live, reply);
    const { events, ...reading } = await source.read(11);
    expect(reading).to.deep.equal({ version: 12, upTo: 12, channels: ['tally:9', 'live:811'] });
    expect(events.map(({ id, bytes }) => [id, String(bytes)])).to.deep.equal([
      [12, 'id: 12\nevent: snapshot\ndata: {"total":3}\n\n'],
    ]);
    expect((await source.read(undefined)).events.length).to.equal(1);
    expect(await source.read(12)).to.deep.equal({ ...reading, events: [] });
    expect([source.hasHistory, source.minIntervalMs, source.isRelevant('anything')]).to.deep.equal([false, 250, true]);
  });

  it('is a mistake where the reply does not say what it follows', async () => {
    const failure = await createReplySource(replyWith({}))
      .read(undefined)
      .catch((error: Error) => error);
    expect(failure).to.be.instanceOf(Error).and.have.property('message').that.includes('`follows`');
  });
});
