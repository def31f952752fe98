import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { createClearEvent } from '../../../scripts/replay/clear.ts';
import type { TargetEvent } from '../../../scripts/replay/target-event.ts';
import { fillStore } from '../../support/fixtures/busy-store.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis } from '../../support/redis/redis.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const target = { eventStatid: ids.liveEventStatid, fightIds: [ids.fightInProgress] } as unknown as TargetEvent;
const address = new URL('http://127.0.0.1:8080');

describe('npm run replay -- --clear', () => {
  let redis: TestNode;
  before(async () => {
    redis = await startRedis();
    const { store, close } = await openStore(redis.url);
    await fillStore(store);
    close();
  });
  after(() => redis?.close());

  /** Clears the event as a user with these rules. */
  async function clearAs(rules: string): Promise<void> {
    await redis.client.call('ACL', 'SETUSER', 'replayer', 'reset', 'on', '>secret', ...rules.split(' '));
    const env = { REDIS_URL: redis.url.replace('//', '//replayer:secret@') };
    await (await createClearEvent(env, address, false, true))?.(target);
  }

  it('clears nothing when its user may not publish', async () => {
    const keys = async () => (await redis.client.keys('*')).sort();
    const before = await keys();
    expect(await reasonOf(clearAs('~* &* +@all -publish'))).to.match(
      new RegExp(`The stored data of event ${ids.liveEventStatid} cannot be cleared: .*PUBLISH on its channels`),
    );
    expect(await keys()).to.deep.equal(before);
    await clearAs('~* &* +@all');
    expect(await keys()).not.to.deep.equal(before);
  });
});
