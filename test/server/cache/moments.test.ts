import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { normaliseAll } from '../../../contracts/content/collections/index.ts';
import { memoryReader } from '../../../contracts/content/reader.ts';
import { defaultWebsite } from '../../../contracts/content/settings.ts';
import type { Operation } from '../../../contracts/operations.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { ids, world } from '../../../contracts/world/index.ts';
import { FightCache } from '../../../server/cache/fight-cache.ts';
import { Representation } from '../../../server/cache/representation.ts';
import { type CanonicalRequest, ResponseCache } from '../../../server/cache/response-cache.ts';
import type { CacheEntry, CachePolicy } from '../../../server/cache/tagged-cache-types.ts';
import type { Store } from '../../../server/store/index.ts';
import { Clock, cacheAt, every, ManualLoader, waiting } from '../../support/fixtures/cache-fixtures.ts';
import { itDecides } from '../../support/run/boundaries.ts';

const loadedMs = 1_000_000;

/** A cache that has loaded one value at this moment; `look` reads it without waiting and counts the loads begun since. */
async function load(policy: CachePolicy, more: Partial<CacheEntry<string>> = {}) {
  const clock = new Clock();
  clock.ms = loadedMs;
  const cache = cacheAt(clock);
  const loader = new ManualLoader(clock, more);
  const read = () => cache.read('key', policy, loader.load);
  const first = read();
  await loader.at(0).finish('value');
  await first;
  const look = (ageMs: number) => {
    clock.ms = loadedMs + ageMs;
    const found = cache.get('key');
    return `${found ? (found.isStale ? 'stale' : 'served') : 'nothing'}, ${loader.count - 1} loads`;
  };
  return { clock, cache, loader, read, look };
}

/** Content, votes, and the longest that a fight is cached. */
const policies = { waiting, every, long: { ttlMs: 60_000, staleMs: 300_000 }, short: { ttlMs: 400, staleMs: 500 } };

describe('a cached value at a given age', () => {
  itDecides<unknown>([
    {
      title: 'the end of its time to live: from then on it is reloaded behind the back of readers',
      decide: async (offset) => (await load(waiting)).look(1_000 + offset),
      expected: ['served, 0 loads', 'served, 1 loads', 'served, 1 loads'],
    },
    {
      title: 'the end of its stale time: from then on readers wait',
      decide: async (offset) => (await load(waiting)).look(1_500 + offset),
      expected: ['served, 1 loads', 'nothing, 0 loads', 'nothing, 0 loads'],
    },
    {
      title: 'the end of its time to live, without a stale time',
      decide: async (offset) => (await load({ ttlMs: 1_000, staleMs: 0 })).look(1_000 + offset),
      expected: ['served, 0 loads', 'nothing, 0 loads', 'nothing, 0 loads'],
    },
    {
      title: 'the moment of its load, before which it is from the future',
      decide: async (offset) => (await load(waiting)).look(offset),
      expected: ['nothing, 0 loads', 'served, 0 loads', 'served, 0 loads'],
    },
    {
      title: 'an invalidation, where readers wait for the change',
      async decide(offset) {
        const { cache, look } = await load(waiting);
        cache.invalidate('tag');
        return look(500 + offset);
      },
      expected: ['nothing, 0 loads', 'nothing, 0 loads', 'nothing, 0 loads'],
    },
    {
      title: 'an invalidation, where no reader waits and loads are 250 ms apart',
      async decide(offset) {
        const { cache, look } = await load(every);
        cache.invalidate('tag');
        return look(250 + offset);
      },
      expected: ['served, 0 loads', 'served, 1 loads', 'served, 1 loads'],
    },
    {
      title: 'an invalidation, where no reader waits, at the end of the stale time',
      async decide(offset) {
        const { cache, look } = await load(every);
        cache.invalidate('tag');
        return look(2_000 + offset);
      },
      expected: ['served, 1 loads', 'nothing, 0 loads', 'nothing, 0 loads'],
    },
    ...(['waiting', 'every', 'long'] as const).map((name) => ({
      title: `the moment until which it is right, however long it could be cached (${name})`,
      decide: async (offset: number) => (await load(policies[name], { untilMs: loadedMs + 100 })).look(100 + offset),
      expected: ['served, 0 loads', 'nothing, 0 loads', 'nothing, 0 loads'] as const,
    })),
    ...(['every', 'long'] as const).map((name) => ({
      title: `a second after its load while no invalidation can arrive (${name})`,
      async decide(offset: number) {
        const { cache, loader, read, look } = await load(policies[name]);
        cache.setConnected(false);
        const again = read();
        await loader.at(1).finish('value');
        await again;
        return look(1_000 + offset);
      },
      expected: ['served, 1 loads', 'nothing, 1 loads', 'nothing, 1 loads'] as const,
    })),
    {
      title: 'the end of a shorter time to live while no invalidation can arrive',
      async decide(offset) {
        const { cache, loader, read, look } = await load(policies.short);
        cache.setConnected(false);
        const again = read();
        await loader.at(1).finish('value');
        await again;
        return look(400 + offset);
      },
      expected: ['served, 1 loads', 'nothing, 1 loads', 'nothing, 1 loads'],
    },
    {
      title: 'a quarter of a second after a reload failed',
      async decide(offset) {
        const { loader, look } = await load(policies.long);
        look(60_000);
        await loader.at(1).fail();
        return look(60_250 + offset);
      },
      expected: ['stale, 1 loads', 'stale, 2 loads', 'stale, 2 loads'],
    },
    {
      title: 'five seconds after a load failed: from then on readers wait again',
      async decide(offset) {
        const { clock, loader, read } = await load(waiting);
        clock.ms = loadedMs + 10_000;
        const failed = read();
        await loader.at(1).fail();
        await failed;
        clock.ms = loadedMs + 15_000 + offset;
        let answer = 'waits';
        const reading = read().then(({ isStale }) => {
          if (isStale) answer = 'stale at once';
        });
        await sleep(0);
        const found = answer;
        await loader.at(-1).finish('value');
        await reading;
        return found;
      },
      expected: ['stale at once', 'waits', 'waits'],
    },
    {
      title: 'the end of its time to live while the source is most likely away',
      async decide(offset) {
        const { cache, look } = await load(waiting);
        cache.setAway(true);
        return look(1_000 + offset);
      },
      expected: ['stale, 0 loads', 'stale, 1 loads', 'stale, 1 loads'],
    },
  ]);
});

describe('a cached reply at a given age', () => {
  const bytes = 1_000_000;
  const canonicalOf = (path: string): CanonicalRequest => {
    const { params, json, operation } = readRequest('GET', path);
    return { operation: operation as Operation, params, json, key: path, isPage: false };
  };
  const reply = new Representation(Buffer.from('{}'), { type: 'application/json', headers: [] });

  /** What a reply of this path is at some age: served without waiting or not, and how often it was loaded. */
  async function replyAt(path: string, ageMs: number, isInvalidated = false): Promise<string> {
    const clock = new Clock();
    const cache = new ResponseCache({ bytes, now: clock.now });
    let loads = 0;
    await cache.read(path, canonicalOf(path), async () => {
      loads++;
      return { value: reply, tags: ['tag'] };
    });
    if (isInvalidated) cache.invalidate('tag');
    clock.ms += ageMs;
    return `${cache.get(path) ? 'served' : 'nothing'}, ${loads - 1} loads`;
  }

  const fights = `/api/v3/mobile/fights/${ids.fightInProgress}`;
  const kinds = {
    'of content': { path: '/api/v3/mobile/news', ttlMs: 60_000, staleMs: 300_000 },
    'of a live feed': { path: '/api/v1/us/fight_metrics/live_event/811', ttlMs: 1_000, staleMs: 1_000 },
    'of votes': { path: `${fights}/votes`, ttlMs: 1_000, staleMs: 1_000 },
  };
  itDecides<unknown>([
    ...Object.entries(kinds).flatMap(([kind, { path, ttlMs, staleMs }]) => [
      {
        title: `one ${kind}, when it is ${ttlMs} ms old`,
        decide: (offset: number) => replyAt(path, ttlMs + offset),
        expected: ['served, 0 loads', 'served, 1 loads', 'served, 1 loads'] as const,
      },
      {
        title: `one ${kind}, when it is ${ttlMs + staleMs} ms old`,
        decide: (offset: number) => replyAt(path, ttlMs + staleMs + offset),
        expected: ['served, 1 loads', 'nothing, 0 loads', 'nothing, 0 loads'] as const,
      },
    ]),
    ...(['of content', 'of a live feed'] as const).map((kind) => ({
      title: `one ${kind}, after a change: readers wait`,
      decide: (offset: number) => replyAt(kinds[kind].path, 250 + offset, true),
      expected: ['nothing, 0 loads', 'nothing, 0 loads', 'nothing, 0 loads'] as const,
    })),
    {
      title: 'one of votes, 250 ms old, after a change: no reader waits',
      decide: (offset) => replyAt(kinds['of votes'].path, 250 + offset, true),
      expected: ['served, 0 loads', 'served, 1 loads', 'served, 1 loads'],
    },
    {
      title: 'one that is never cached',
      decide: (offset) =>
        replyAt(offset < 0 ? '/api/v3/mobile/health' : `${fights}/round/1/fighter/11/vote/u7Qm2x9LkT4sBv0Z`, 0),
      expected: ['nothing, 0 loads', 'nothing, 0 loads', 'nothing, 0 loads'],
    },
    {
      title: 'a 404, five seconds old',
      async decide(offset) {
        const original = performance.now;
        try {
          performance.now = () => 50_000;
          const cache = new ResponseCache({ bytes });
          const path = '/api/v3/mobile/fighters/999';
          cache.cacheNotFound(path, canonicalOf(path), reply, cache.contentChanges);
          // The cache reads its clock once a millisecond.
          await sleep(5);
          performance.now = () => 55_000 + offset;
          return cache.get(path) !== undefined;
        } finally {
          performance.now = original;
        }
      },
      expected: [true, true, false],
    },
  ]);
});

describe('a cached fight at a given age', () => {
  /** How often the store was asked for a fight of this age, and for its event. */
  async function readsAt(ageMs: number, read: (fights: FightCache) => unknown): Promise<number> {
    const original = Date.now;
    let [nowMs, reads] = [loadedMs, 0];
    Date.now = () => nowMs;
    try {
      const reader = memoryReader(normaliseAll(world));
      const content = {
        snapshot() {
          reads++;
          return reader;
        },
      };
      const store = { content, live: { event: async () => undefined } } as unknown as Store;
      const fights = new FightCache(store, { publicUrl: '', ...defaultWebsite });
      await read(fights);
      nowMs += ageMs;
      const wasServed = !(read(fights) instanceof Promise);
      await sleep(0);
      return wasServed ? reads : -reads;
    } finally {
      Date.now = original;
    }
  }
  it('is built from its event, its fighters and its feed, and a change of each invalidates it', async () => {
    const reader = memoryReader(normaliseAll(world));
    const content = { snapshot: () => reader };
    const store = { content, live: { event: async () => undefined } } as unknown as Store;
    const fights = new FightCache(store, { publicUrl: '', ...defaultWebsite });
    const tags = ['content:events', 'content:fighters', `live:${ids.liveEventStatid}`];
    for (const tag of tags) {
      expect((await fights.readFight(ids.fightInProgress)).tags).to.deep.equal(tags);
      expect(fights.readFight(ids.fightInProgress), 'cached').not.to.be.instanceOf(Promise);
      fights.invalidate(tag);
      expect(fights.readFight(ids.fightInProgress), tag).to.be.instanceOf(Promise);
    }
    fights.setConnected(false);
    expect(fights.readFight(ids.fightInProgress), 'without announcements').to.be.instanceOf(Promise);
  });

  it('is one of as many as fit into 4 MiB, at 500 bytes each; the least recently used go', async () => {
    const reader = memoryReader(normaliseAll(world));
    const event = await reader.get('events', ids.liveEvent);
    const card = event?.fights.slice(0, 4);
    let reads = 0;
    const snapshot = () => {
      reads++;
      return { ...reader, get: async () => ({ ...event, fights: card }), many: async () => [] };
    };
    const store = { content: { snapshot }, live: { event: async () => undefined } } as unknown as Store;
    const original = Date.now;
    // Before the cache takes its clock: else a busy machine takes longer than a cached fight is fresh.
    Date.now = () => loadedMs;
    const fights = new FightCache(store, { publicUrl: '', ...defaultWebsite });
    const readsOf = async (eventId: number) => {
      const before = reads;
      expect(await fights.readEvent(eventId)).to.have.length(4);
      return reads - before;
    };
    try {
      // With four fights, the key `event:100001` and 512 bytes an event takes 2,524: 1,661 fit.
      for (let n = 1; n <= 1_662; n++) expect(await readsOf(100_000 + n)).to.equal(1);
      expect([await readsOf(100_002), await readsOf(101_662), await readsOf(100_001)]).to.deep.equal([0, 0, 1]);
    } finally {
      Date.now = original;
    }
  });

  const readFight = (fights: FightCache) => fights.readFight(ids.fightInProgress);

  // Negative: the reader waited.
  itDecides<unknown>([
    {
      title: 'one that is five seconds old: from then on it is reloaded behind the back of voters',
      decide: (offset) => readsAt(5_000 + offset, readFight),
      expected: [1, 2, 2],
    },
    {
      title: 'one that is ten seconds old: from then on voters wait',
      decide: (offset) => readsAt(10_000 + offset, readFight),
      expected: [2, -2, -2],
    },
  ]);
});
