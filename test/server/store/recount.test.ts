import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { keys } from '../../../server/store/keys.ts';
import { ballot, buckets, card, clientsInBucket, openFight } from '../../support/redis/ballots.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';

describe('recount', () => {
  let redis: TestNode;
  let opened: TestStore;
  before(async () => {
    redis = await startRedis();
    opened = await openStore(redis.url, { buckets });
  });
  after(async () => {
    opened.close();
    await redis.close();
  });

  async function recounted(fightId: number, what: 'votes' | 'scores') {
    for await (const found of opened.store.recount(true)) {
      if (keys.bucket(fightId, 0).tally.startsWith(`{${found.bucket}}`) && found.what === what) return found;
    }
    return expect.fail('the bucket is not recounted');
  }

  it('finds and corrects differences', async () => {
    const fightId = await openFight(opened);
    const { tally, scoreTally, votes } = keys.bucket(fightId, 0);
    const { writes } = opened.connections;
    await Promise.all(
      clientsInBucket(50).map((client, n) => opened.store.votes.cast(ballot(fightId, client, 11 + (n % 2)))),
    );
    await Promise.all(clientsInBucket(50).map((client) => opened.store.scoring.cast(card(fightId, client))));
    await writes.hset(tally, '1:11', 7, '1:99', 3);
    await writes.hdel(tally, '1:12');
    await writes.hset(scoreTally, '1:count', 51);
    await writes.hset(votes(2), 'somebody', 'x');
    const found = await recounted(fightId, 'votes');
    expect(found.differs).to.have.deep.members([
      { field: 'vote somebody', stored: 'x', right: '' },
      { field: '1:11', stored: '7', right: '25' },
      { field: '1:99', stored: '3', right: '0' },
      { field: '1:12', stored: '', right: '25' },
    ]);
    expect((await recounted(fightId, 'scores')).differs).to.deep.equal([
      { field: '1:count', stored: '51', right: '50' },
    ]);
    expect((await recounted(fightId, 'votes')).differs).to.deep.equal([
      { field: 'vote somebody', stored: 'x', right: '' },
    ]);
    expect((await recounted(fightId, 'scores')).differs).to.deep.equal([]);
  });

  it('corrects nothing while votes are cast', async () => {
    const fightId = await openFight(opened);
    const clients = clientsInBucket(2_000);
    await Promise.all(clients.map((client) => opened.store.votes.cast(ballot(fightId, client))));
    let isOver = false;
    const casting = (async () => {
      for (let n = 0; !isOver; n++) {
        const some = clients.slice((n * 50) % 2_000, ((n * 50) % 2_000) + 50);
        await Promise.all(
          some.map((client) => opened.store.votes.cast(ballot(fightId, client, 11 + (n % 3 === 0 ? 1 : 0)))),
        );
        await nextTurn();
      }
    })();
    const found = [];
    for (let n = 0; n < 3; n++) found.push(await recounted(fightId, 'votes'));
    isOver = true;
    await casting;
    expect(found.flatMap(({ differs }) => differs)).to.deep.equal([]);
    expect(await recounted(fightId, 'votes')).to.deep.include({ differs: [], isBusy: false, counted: 2_000 });
  });
});
