import { normaliseAll } from '../../../contracts/content/collections/index.ts';
import { memoryReader } from '../../../contracts/content/reader.ts';
import { world } from '../../../contracts/world/index.ts';
import type { ContentRead, Snapshot, Store } from '../../../server/store/index.ts';
import type { SubscriptionHandler } from '../../../server/store/redis/subscriber.ts';

/** The sample world in memory, for what only reads content: no Redis is started. */
export interface MemoryStore {
  store: Store;
  /** The number of the live generation, whether all is as it was, and an error that every read of content throws instead. */
  state: { generation: number; isSame: boolean; failure: Error | undefined };
  /** What was done, in this order: `snapshot`, `generation`, `compare`, and the collections that were read. */
  done: string[];
  /** Of those who subscribed. */
  handlers: SubscriptionHandler[];
}

export function openMemoryStore(): MemoryStore {
  const records = memoryReader(normaliseAll(world));
  const done: string[] = [];
  const handlers: SubscriptionHandler[] = [];
  const state: MemoryStore['state'] = { generation: 7, isSame: true, failure: undefined };

  function snapshot(): Snapshot {
    done.push('snapshot');
    const collections = new Set<string>();
    const reads: ContentRead[] = [];
    let generation: number | undefined;
    const reading =
      (what: keyof typeof records) =>
      async (collection: string, ...args: unknown[]) => {
        done.push(`${what} ${collection}`);
        if (state.failure) throw state.failure;
        generation ??= state.generation;
        collections.add(collection);
        const found = await (records[what] as (...given: unknown[]) => Promise<unknown>)(collection, ...args);
        reads.push({ what, collection, args: [], found: JSON.stringify(found) } as unknown as ContentRead);
        return found;
      };
    return {
      ...{ get: reading('get'), many: reading('many'), list: reading('list') },
      ...{ first: reading('first'), names: reading('names'), collections },
      get generation() {
        return generation;
      },
      reads: () => reads,
      async isAsRead() {
        done.push('compare');
        generation ??= state.generation;
        return state.isSame;
      },
    } as unknown as Snapshot;
  }

  const content = {
    snapshot,
    async liveGeneration() {
      done.push('generation');
      if (state.failure) throw state.failure;
      return state.generation;
    },
  };
  const subscriptions = {
    subscribe(_: readonly string[], handler: SubscriptionHandler) {
      handlers.push(handler);
      return { ready: Promise.resolve(true), close: () => void done.push('unsubscribe') };
    },
    close: () => undefined,
  };
  const live = { event: async () => undefined };
  const store = { content, subscriptions, live, ping: async () => undefined } as unknown as Store;
  return { store, state, done, handlers };
}
