/**
 * Adds 60,000 members to a collection and removes each soon, 64 at a time; prints how many bytes the old space has grown by.
 * Run with `--expose-gc`.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { TaggedCache } from '../../../server/cache/tagged-cache.ts';
import { LinkedList } from '../../../server/limits/linked-list.ts';
import { RenewedMap } from '../../../server/limits/renewed-map.ts';

interface Member {
  key: string;
  values: number[];
}

const list = new LinkedList<Member>();
const renewed = new RenewedMap<string, Member>();
const set = new Set<Member>();
const cache = new TaggedCache<Member>({ bytes: 0, sizeOf: () => 9_000, isNotFound: () => false });

const kinds: Readonly<Record<string, (member: Member) => () => unknown>> = {
  LinkedList(member) {
    const link = list.add(member);
    return () => list.remove(link);
  },
  RenewedMap(member) {
    renewed.set(member.key, member);
    return () => renewed.delete(member.key);
  },
  Set(member) {
    set.add(member);
    return () => set.delete(member);
  },
  'loads in progress'(member) {
    const load = Promise.withResolvers<void>();
    cache.read(member.key, { ttlMs: 60_000, staleMs: 0 }, async () => {
      await load.promise;
      return { value: member, tags: [] };
    });
    return load.resolve;
  },
};

const add = kinds[process.argv[2] ?? ''] as (typeof kinds)[string];
const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;
const removals: (() => unknown)[] = [];
async function addOne(index: number): Promise<void> {
  removals.push(add({ key: `/fighters/${index}`, values: new Array(100).fill(index) }));
  if (removals.length > 64) removals.shift()?.();
  if (index % 16 === 0) await nextTurn();
}

for (let index = 0; index < 100; index++) await addOne(index);
globalThis.gc?.();
const before = oldBytes();
for (let index = 100; index < 60_000; index++) await addOne(index);
process.stdout.write(String(oldBytes() - before), () => process.exit());
