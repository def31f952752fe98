import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { createClearEvent } from '../../../scripts/replay/clear.ts';
import type { TargetEvent } from '../../../scripts/replay/target-event.ts';
import { fillStore } from '../../support/fixtures/busy-store.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis } from '../../support/redis/redis.ts';

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

  /** The reason for which a user with these rules clears nothing; empty when it is cleared. */
  async function reasonFor(rules: string): Promise<string> {
    await redis.client.call('ACL', 'SETUSER', 'replayer', 'reset', 'on', '>secret', ...rules.split(' '));
    const env = { REDIS_URL: redis.url.replace('//', '//replayer:secret@') };
    const clear = await createClearEvent(env, address, false, true);
    return (clear?.(target) ?? Promise.reject(new Error('none'))).then(
      () => '',
      (error: Error) => error.message,
    );
  }

  it('clears nothing when its user may not publish', async () => {
    const keys = async () => (await redis.client.keys('*')).sort();
    const before = await keys();
    expect(await reasonFor('~* &* +@all -publish')).to.match(
      new RegExp(
        `^The stored data of event ${ids.liveEventStatid} cannot be cleared: .*PUBLISH on its channels.*[^.]\\.$`,
      ),
    );
    expect(await keys()).to.deep.equal(before);
    expect(await reasonFor('~* &* +@all')).to.equal('');
    expect(await keys()).not.to.deep.equal(before);
  });
});
