import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { clearEvent } from '../../../server/store/live/clear-event.ts';
import { openTwoStores, type TwoStores } from '../../support/fixtures/two-stores.ts';

const rounds = [1, 2, 3, 4, 5];
const eventKey = `{live:${ids.liveEventStatid}}`;

describe('clearEvent', () => {
  let stores: TwoStores;
  before(async () => {
    stores = await openTwoStores();
  });
  after(() => stores?.close());

  it('removes everything of an event except versions', async () => {
    const { redis, filled } = stores;
    const { client } = redis;
    const fight = ids.fightInProgress;
    for (const round of rounds) {
      await client.hset(`{${fight}:05cc}:votes:${round}`, 'a-client-of-every-round', '11|1000');
      await client.hset(`{${fight}:05cc}:scores:${round}`, 'a-client-of-every-round', '10|9');
    }
    await client.psetex(`{${fight}:05cc}:rate:a-client-of-every-round`, 600_000, 3);
    await client.hset('{87999:05cc}:votes:1', 'a-client-of-another-event', '11|1000');
    await filled.store.live.update({ sequence: 1, FMLiveFeed: { EventID: '7404', EventStart: '22:00:00' } });
    const version = await client.hget(eventKey, 'version');
    expect(Number(version)).to.be.above(0);

    const parts = { bulk: filled.connections.bulk, buckets: 8 };
    await clearEvent(parts, ids.liveEventStatid, [fight]);

    const own = async (prefix: string) => (await client.keys(`{${prefix}*`)).sort();
    const tallies = await own(`${fight}:`);
    expect(tallies).not.to.deep.equal([]);
    for (const key of tallies) {
      expect(key).to.match(/:(tally|scoretally)$/);
      expect(Object.keys(await client.hgetall(key))).to.deep.equal(['changes']);
    }
    expect(await own(`live:${ids.liveEventStatid}}`)).to.deep.equal([eventKey]);
    expect(await client.hgetall(eventKey)).to.deep.equal({ version });
    expect(await client.zrange('live:events', '0', '-1')).to.deep.equal(['804', '7404']);
    expect(await own('live:7404}')).to.deep.equal(['{live:7404}', '{live:7404}:history']);
    expect(await client.hlen('{87999:05cc}:votes:1')).to.equal(1);
  });
});
