/**
 * Adds 60,000 members to a collection, or to what has one, and removes each soon, 64 at a time; prints how many bytes the old
 * space has grown by. Run with `--expose-gc`.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { TaggedCache } from '../../../server/cache/tagged-cache.ts';
import { Admission, defaultAdmissionSettings } from '../../../server/limits/admission.ts';
import { LinkedList } from '../../../server/limits/linked-list.ts';
import { RenewedMap } from '../../../server/limits/renewed-map.ts';
import { Batches } from '../../../server/store/ballots/batches.ts';
import { defaultStoreSettings } from '../../../server/store/index.ts';

interface Member {
  key: string;
  values: number[];
}

const list = new LinkedList<Member>();
const renewed = new RenewedMap<string, Member>();
const set = new Set<Member>();
const map = new Map<string, Member>();

const policy = { ttlMs: 60_000, staleMs: 0 };
const cacheOf = (values: number) =>
  new TaggedCache<Member>({ bytes: values * 10_000, sizeOf: () => 9_000, isNotFound: () => false });
const [nothingCached, cached] = [cacheOf(0), cacheOf(64)];
const admission = new Admission({
  ...{ ...defaultAdmissionSettings, limit: { least: 1, most: 1, start: 1, targetMs: 250 } },
  // On a busy machine too nothing waits for too long.
  ...{ maxWaitMs: 3_600_000, standingWaitMs: 3_600_000 },
});
const client = { sendCommand: () => Promise.resolve([]) };
const clock = { known: () => ({ least: 0, most: 0 }), observe: () => undefined, restart: () => undefined };
const batches = new Batches(client as never, { of: () => clock } as never, defaultStoreSettings);

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
  'loads in progress'(member) {
    const load = Promise.withResolvers<void>();
    nothingCached.read(member.key, policy, async () => {
      await load.promise;
      return { value: member, tags: [] };
    });
    return load.resolve;
  },
  'entries of a tag'(member) {
    cached.read(member.key, policy, async () => ({ value: member, tags: ['all'] }));
    // The cache drops it for a later one.
    return () => undefined;
  },
  'work that waits for a place'(member) {
    const work = Promise.withResolvers<Member>();
    admission.run('live', () => work.promise);
    return () => work.resolve(member);
  },
  'batches of votes'({ key: clientId }) {
    batches.cast({ kind: 'votes', fightId: 1, roundNumber: 1, clientId, choice: [11] }, undefined, () => undefined);
    // Their turn ends.
    return () => undefined;
  },
};

const add = kinds[process.argv[2] ?? ''] as (typeof kinds)[string];
const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;
const removals: (() => unknown)[] = [];
async function addOne(index: number): Promise<void> {
  removals.push(add({ key: `/fighters/${index}`, values: new Array(100).fill(index) }));
  if (removals.length > 64) removals.shift()?.();
  // What is done in the turns after one with requests: they are closed, sent and answered.
  if (index % 16 === 0) for (let turns = 0; turns < 3; turns++) await nextTurn();
}

for (let index = 0; index < 100; index++) await addOne(index);
globalThis.gc?.();
const before = oldBytes();
for (let index = 100; index < 60_000; index++) await addOne(index);
process.stdout.write(String(oldBytes() - before), () => process.exit());
