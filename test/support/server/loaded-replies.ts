import type { Request } from 'express';
import { operations } from '../../../contracts/operations.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import type { Representation } from '../../../server/cache/representation.ts';
import type { CanonicalRequest, ResponseCache } from '../../../server/cache/response-cache.ts';
import type { CacheEntry, Loader } from '../../../server/cache/tagged-cache-types.ts';
import { handlers } from '../../../server/handlers/index.ts';
import type { Context, Handler } from '../../../server/handlers/types.ts';
import { CachedReply } from '../../../server/http/cached-reply.ts';
import type { RequestLog } from '../../../server/http/request-log.ts';
import { ServedOperation } from '../../../server/http/served-operation.ts';
import type { Limiter } from '../../../server/limits/limiter.ts';
import type { RequestMetrics } from '../../../server/monitoring/request-metrics.ts';
import { openMemoryStore } from './memory-store.ts';

type Entry = CacheEntry<Representation>;

export const settings = {
  publicUrl: 'https://api.example.org',
  placeholderImage: 'https://img.example.org/none.png',
  notFoundPage: 'https://www.example.org/none',
};

/** The replies of an operation from a cache that does what the test says, and all that was done, in this order. */
export function openReplies(id: string, handler?: (real: Handler<never>) => Handler<never>) {
  const memory = openMemoryStore();
  const { done } = memory;
  const state = {
    ...{ cached: undefined as Entry | undefined, isStale: false, isKnown: false, waitSeconds: 0 },
    ...{ linked: [] as string[], transient: undefined as CanonicalRequest | undefined },
  };
  /** What was loaded, which requests the cache was asked for, and what else it was told. */
  const entries: Entry[] = [];
  const asked: unknown[] = [];
  const told: unknown[][] = [];
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error(`there is no ${id}`);
  const cache = {
    contentChanges: 3,
    admission: {
      run(name: string, work: () => Promise<unknown>) {
        done.push(`admit ${name}`);
        return work();
      },
    },
    peek: () => (state.isKnown ? {} : undefined),
    isLinked: (key: string) => state.linked.includes(key),
    markLinked: (key: string) => void done.push(`linked ${key}`),
    setTransient: (...all: unknown[]) => void told.push(['transient', ...all]),
    getTransient: () => state.transient,
    cacheNotFound: (...all: unknown[]) => void told.push(['unknown', ...all]),
    async read(
      target: string | undefined,
      { key, isPage }: CanonicalRequest,
      load: Loader<Representation>,
      admit: () => void,
    ) {
      asked.push({ target, key, isPage });
      admit();
      const entry = await load(state.cached);
      entries.push(entry);
      return { value: entry.value, isStale: state.isStale };
    },
  };
  const metrics = {
    cacheLookup: (how: string) => void done.push(how),
    cacheLoad: (isOk: boolean) => void done.push(isOk ? 'loaded' : 'not loaded'),
    misfit: () => void done.push('misfit'),
  } as unknown as RequestMetrics;
  const misses = {
    policy: { name: 'misses', limit: 5, windowMs: 10_000 },
    take(address: string) {
      done.push(`take ${address}`);
      return state.waitSeconds;
    },
    charge: (address: string, _: number, count: number) => void done.push(`charge ${address} ${count}`),
  } as unknown as Limiter;
  const requestLog = {
    notLoaded: (of: { id: string }, error: Error) => void done.push(`logged ${of.id} ${error.message}`),
  } as unknown as RequestLog;
  const context = { store: memory.store, settings } as unknown as Context;
  const real = handlers[operation.name as keyof typeof handlers] as unknown as Handler<never>;
  const served = new ServedOperation(operation, handler?.(real) ?? real, context, metrics);
  const responseCache = cache as unknown as ResponseCache;
  const reply = new CachedReply(served, { responseCache, misses, requestLog, metrics });
  const read = (url: string) => reply.read({ url, ip: 'a' } as unknown as Request, readRequest('GET', url));
  return { memory, done, state, entries, asked, told, read };
}
