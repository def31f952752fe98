import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { keys } from '../../../server/store/keys.ts';
import { ballot, buckets, clientsInBucket, openFight } from '../../support/redis/ballots.ts';
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
