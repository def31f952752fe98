import { expect } from 'chai';
import { collections } from '../../../contracts/content/collections/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { keys } from '../../../server/store/keys.ts';
import { rawFighter } from '../../support/fixtures/records.ts';
import { ann, ballot, card, openFight } from '../../support/redis/ballots.ts';
import { startNode, type TestNode } from '../../support/redis/nodes.ts';
import { openStore, type TestStore } from '../../support/redis/redis.ts';
import { freePort } from '../../support/run/ports.ts';

const eventId = 801;

describe('changes without the permission to announce them', () => {
  let redis: TestNode;
  let opened: TestStore;
  before(async () => {
    redis = await startNode(await freePort(), ['save ""']);
    opened = await openStore(redis.url);
    await redis.client.call('ACL', 'SETUSER', 'default', 'resetchannels');
  });
  after(async () => {
    opened?.close();
    await redis?.close();
  });

  it('counts votes and scorecards once', async () => {
    const { votes, scoring } = opened.store;
    const fightId = await openFight(opened);
    for (const outcome of ['created', 'same']) {
      expect((await votes.cast(ballot(fightId, ann))).outcome).to.equal(outcome);
      expect((await scoring.cast(card(fightId, ann))).outcome).to.equal(outcome);
    }
    const { tally, scoreTally } = keys.bucket(fightId, 0);
    expect(await redis.client.hgetall(tally)).to.include({ '1:11': '1', changes: '1' });
    expect(await redis.client.hgetall(scoreTally)).to.include({ '1:1': '10', '1:2': '9', '1:count': '1' });
  });

  it('applies live updates', async () => {
    const FMLiveFeed = { EventID: String(eventId), Fights: [{ FightID: '6411', CurRd: '2' }] };
    expect((await opened.store.live.update({ sequence: 5, FMLiveFeed })).outcome).to.equal('applied');
  });

  it('publishes, changes and rolls back content', async () => {
    const { generations } = opened.store.content;
    await publishRecords(opened.store, { fighters: [rawFighter(1)] });
    const record = collections.fighters.normalise(rawFighter(2));
    await generations.put([{ collection: 'fighters', record }], 'test');
    await generations.rollBack(1, 'test');
    expect(await redis.client.get(keys.content.live)).to.equal('3');
  });
});
