import { setTimeout as sleep } from 'node:timers/promises';
import { collections } from '../../../contracts/content/collections/index.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { world } from '../../../contracts/world/index.ts';
import { openStore } from '../../../test/support/redis/redis.ts';
import type { Scope } from './scope.ts';

/** Changes the record of one fighter again and again, which invalidates the replies of all fighters. */
export async function keepChangingAFighter(scope: Scope, redisUrl: string, everyMs: number): Promise<void> {
  const { store, close } = await openStore(redisUrl, { deadlineMs: 0 });
  const raw = world.fighters.find(({ id }) => id === ids.formerChampion);
  let isOver = false;
  async function run(): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const record = collections.fighters.normalise({ ...raw, nickname: `N${turn}` });
      await store.content.generations.put([{ collection: 'fighters', record }], 'bench').catch(() => undefined);
      await sleep(everyMs);
    }
  }
  const running = run();
  scope.defer(async () => {
    isOver = true;
    await running;
    close();
  });
}
