/**
 * Adds 200,000 members to a collection and removes each soon, 64 at a time, and prints how many bytes the old space has grown
 * by. Run with `--expose-gc`.
 */
import { getHeapSpaceStatistics } from 'node:v8';
import { LinkedList } from '../../../server/limits/linked-list.ts';
import { RenewedMap } from '../../../server/limits/renewed-map.ts';

interface Member {
  key: string;
  values: number[];
}

const list = new LinkedList<Member>();
const renewed = new RenewedMap<string, Member>();
const set = new Set<Member>();
const map = new Map<string, Member>();

/** Each adds a member and returns how to remove it. */
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
  Map(member) {
    map.set(member.key, member);
    return () => map.delete(member.key);
  },
};

const add = kinds[process.argv[2] ?? ''] as (typeof kinds)[string];
const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;
const removals: (() => unknown)[] = [];
const addOne = (index: number) => {
  removals.push(add({ key: `/fighters/${index}`, values: new Array(100).fill(index) }));
  if (removals.length > 64) removals.shift()?.();
};

for (let index = 0; index < 100; index++) addOne(index);
globalThis.gc?.();
const before = oldBytes();
for (let index = 100; index < 200_000; index++) addOne(index);
process.stdout.write(String(oldBytes() - before));
