import { normaliseAll } from '../../../contracts/content/collections/index.ts';
import { memoryReader } from '../../../contracts/content/reader.ts';
import { world } from '../../../contracts/world/index.ts';
import type { Snapshot, Store } from '../../../server/store/index.ts';

/**
 * The sample world in memory, for what only reads content: no Redis is started.
 *
 * @returns the store, and a list that has `snapshot` for each snapshot that was read.
 */
export function openMemoryStore(): { store: Store; done: string[] } {
  const records = memoryReader(normaliseAll(world));
  const done: string[] = [];

  function snapshot(): Snapshot {
    done.push('snapshot');
    const collections = new Set<string>();
    const reading =
      (what: keyof typeof records) =>
      (collection: string, ...args: unknown[]) => {
        collections.add(collection);
        return (records[what] as (...given: unknown[]) => Promise<unknown>)(collection, ...args);
      };
    return {
      ...{ get: reading('get'), many: reading('many'), list: reading('list') },
      ...{ first: reading('first'), names: reading('names'), collections, generation: 7 },
      reads: () => [],
      isAsRead: async () => true,
    } as unknown as Snapshot;
  }

  const content = { snapshot, liveGeneration: async () => 7 };
  const live = { event: async () => undefined };
  return { store: { content, live } as unknown as Store, done };
}
