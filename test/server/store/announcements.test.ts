import { expect } from 'chai';
import { collections } from '../../../contracts/content/collections/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { collectGarbage } from '../../../server/store/content/garbage.ts';
import type { Entry } from '../../../server/store/content/record-encoding.ts';
import { clearEvent } from '../../../server/store/live/clear-event.ts';
import { rawEvent, rawFight, rawFighter } from '../../support/fixtures/records.ts';
import { ann, ballot, bob, card, cleo, clientsInBucket, openFight } from '../../support/redis/ballots.ts';
import { startCluster } from '../../support/redis/cluster.ts';
import { FixedClock } from '../../support/redis/fixed-clock.ts';
import { type Listener, listen } from '../../support/redis/listener.ts';
import { startNode, type TestNode } from '../../support/redis/nodes.ts';
import { openStore, type TestStore } from '../../support/redis/redis.ts';
import { freePort } from '../../support/run/ports.ts';

const nowMs = 1_922_000_000_000;
const eventId = 801;
const fightId = 87_001;

const fighter = (id: number, more: object = {}): Entry => ({
  collection: 'fighters',
  record: collections.fighters.normalise(rawFighter(id, more)),
});
const update = (sequence: number, more: object = {}) => ({
  sequence,
  FMLiveFeed: { EventID: String(eventId), Fights: [{ FightID: '6411', CurRd: '2' }], ...more },
});
const boutUpdate = (sequence: number) => ({
  ...{ sequence, Type: 'Stats' as const },
  FMLiveFeed: { EventID: String(eventId), FightID: '6411', CurrentRound: '2' },
});
const [elsewhere = ''] = clientsInBucket(1, 5);

/** One Redis, or the masters of a Cluster: a message is received at each of them. */
async function startOne() {
  const redis = await startNode(await freePort(), ['save ""']);
  return { url: redis.url, masters: [redis], close: () => redis.close() };
}

for (const [where, start] of [
  ['one Redis', startOne],
  ['a Cluster', startCluster],
] as const) {
  describe(`announcements on ${where}`, () => {
    let redis: { url: string; masters: readonly TestNode[]; close(): Promise<void> };
    let opened: TestStore;
    let clock: FixedClock;
    let listener: Listener;
    before(async () => {
      clock = new FixedClock(nowMs);
      redis = await start();
      opened = await openStore(redis.url, { buckets: 8, changesPerTenSeconds: 400 });
      listener = await listen(redis.masters);
    });
    after(async () => {
      listener?.close();
      opened?.close();
      await redis?.close();
      clock.restore();
    });

    /** Each operation in turn, with the messages that it publishes. */
    async function expectMessages(
      rows: readonly [what: string, operate: () => Promise<unknown>, ...messages: string[]][],
    ) {
      for (const [what, operate, ...messages] of rows) {
        const received = await listener.during(operate);
        const parsed = received.map((message) => {
          const json = /^content (.*)$/.exec(message)?.[1];
          if (json === undefined) return message;
          const { generation, collections: names, ...more } = JSON.parse(json);
          expect(more).to.deep.equal({});
          return `content ${generation} ${names.join()}`;
        });
        expect(parsed, what).to.deep.equal(messages);
      }
    }

    it('name the generation and collections of content', async () => {
      const { generations } = opened.store.content;
      const publish = (records: object) => publishRecords(opened.store, records);
      const fights = [rawFight(fightId, { statid: 6411 })];
      const refused = () => expect.fail('was not refused');
      await expectMessages([
        [
          'a publish of two collections',
          () => publish({ fighters: [rawFighter(1)], events: [rawEvent(7001, { statid: eventId, fights })] }),
          'content 1 events,fighters',
        ],
        ['a publish of one', () => publish({ news: [] }), 'content 2 news'],
        ['a publish of no collection', () => opened.store.content.publish([], [])],
        ['a put', () => generations.put([fighter(2), fighter(3)], 'test'), 'content 4 fighters'],
        ['a put of the same', () => generations.put([fighter(2)], 'test')],
        ['a put of a changed record', () => generations.put([fighter(2, { statid: 9 })], 'test'), 'content 5 fighters'],
        ['a removal', () => generations.remove('fighters', ['3'], 'test'), 'content 6 fighters'],
        ['a removal of a missing record', () => generations.remove('fighters', ['3'], 'test')],
        ['a rollback', () => generations.rollBack(4, 'test'), 'content 7 fighters'],
        ['a rollback to the live generation', () => generations.rollBack(7, 'test')],
        ['a rollback of a publish', () => generations.rollBack(1, 'test'), 'content 9 fighters,news'],
        ['a rollback to an unknown generation', () => generations.rollBack(99, 'test').then(refused, () => undefined)],
        ['garbage collection', () => collectGarbage(opened.connections.bulk, 1)],
      ]);
    });

    it('name the version and feed of a live update', async () => {
      const { live } = opened.store;
      await expectMessages([
        ['an update', () => live.update(update(5)), 'live:801 1 event'],
        ['the same update', () => live.update(update(5))],
        ['an older update', () => live.update(update(4))],
        ['an update in conflict', () => live.update(update(5, { City: 'Lima' }))],
        ['an update without changes', () => live.update(update(6)), 'live:801 2 event'],
        ['an update of a bout', () => live.update(boutUpdate(1)), 'live:801 3 bout:6411'],
        ['the same update of a bout', () => live.update(boutUpdate(1))],
        ['rounds of new fights', () => live.joinFights()],
        ['reads', () => Promise.all([live.event(eventId), live.follow(eventId, undefined, 1), live.onAir()])],
      ]);
    });

    it('combine the ballots of 100 ms in a bucket', async () => {
      const { votes, scoring } = opened.store;
      const at = (ms: number, action: () => Promise<unknown>) => () => {
        clock.set(nowMs + ms);
        return action();
      };
      const fight = await openFight(opened);
      const message = `tally:${fight} `;
      await expectMessages([
        ['a vote', at(0, () => votes.cast(ballot(fight, ann))), message],
        ['the same', at(500, () => votes.cast(ballot(fight, ann)))],
        ['a moved vote', at(500, () => votes.cast(ballot(fight, ann, 12))), message],
        ['a ballot of another client within 99 ms', at(599, () => votes.cast(ballot(fight, bob)))],
        ['a ballot of another client after 100 ms', at(600, () => votes.cast(ballot(fight, cleo))), message],
        ['a vote in another bucket', at(600, () => votes.cast(ballot(fight, elsewhere))), message],
        ['a scorecard', at(600, () => scoring.cast(card(fight, ann))), message],
        ['the same', at(900, () => scoring.cast(card(fight, ann)))],
        ['a scorecard that replaces it', at(900, () => scoring.cast(card(fight, ann, 9))), message],
        ['a ballot of another client within 99 ms', at(999, () => scoring.cast(card(fight, bob)))],
        ['votes before their round opens', at(2_000, () => votes.cast(ballot(fight, bob, 11, 4)))],
        ['votes after it closed', at(2_000, () => votes.cast(ballot(fight, bob, 11, 3)))],
      ]);
    });

    it('name a cleared event and its fights', async () => {
      const parts = { bulk: opened.connections.bulk, buckets: 8 };
      const received = await listener.during(() => clearEvent(parts, eventId, [87_001, 87_002]));
      expect(received.sort()).to.deep.equal(['live:801 ', 'tally:87001 ', 'tally:87002 ']);
    });
  });
}
