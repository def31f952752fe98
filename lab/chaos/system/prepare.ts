import { feedReceived, world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { openStore } from '../../../test/support/redis/redis.ts';
import { contentRegister, feedRegister, feeds, putNews, snapshotWith } from '../clients/documents.ts';
import type { Recorder } from '../history/recorder.ts';

/** The number of the first snapshot and of the first change of content. */
export const firstNumber = 1;

/**
 * Publishes the world, with a fight of which a round is open, and the first state of what the clients will change.
 *
 * @returns the generation of the content.
 */
export async function prepareStore(url: string, recorder: Recorder): Promise<number> {
  const { store, close } = await openStore(url);
  await publishRecords(store, world);
  for (const update of feedReceived) await store.live.update(update);
  const write = async (kind: 'update' | 'put', register: string, work: () => Promise<unknown>) => {
    const invokedMs = performance.now();
    await work();
    recorder.add({
      ...{
        kind,
        register,
        value: String(firstNumber),
        countedIn: null,
        isUnfit: false,
        applied: kind === 'update' || null,
      },
      ...{ lane: 'preparation', connection: 0, server: -1, invokedMs, completedMs: performance.now() },
      ...{ status: 200, problem: null },
    });
  };
  for (const event of feeds) {
    await write('update', feedRegister(event), () => store.live.update(snapshotWith(event, firstNumber)));
  }
  let generation = 0;
  await write('put', contentRegister, async () => {
    generation = await putNews(store, firstNumber);
  });
  close();
  return generation;
}
