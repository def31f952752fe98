import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { ensureConnected } from '../redis/connection/connect.ts';
import { mapRedisError, StoreUnavailable } from '../redis/errors.ts';
import { type Argument, run } from '../redis/scripts.ts';
import { collectGarbage } from './garbage.ts';
import { mapOutOfMemory, PublishInProgress } from './publish.ts';
import { createRawReader } from './raw-reader.ts';
import { type AnyRecord, encodeRecord, placesOf } from './record-encoding.ts';

const changesBetweenGarbage = 50;
/** How often a change is retried when other changes come first. */
const attempts = 20;

/** A record to put; undefined removes it. */
interface RecordChange {
  collection: CollectionName;
  key: string;
  record: AnyRecord | undefined;
}

/** The arguments of the script for one record and its list members; undefined if nothing changes. */
function encodeChange({ collection, key, record }: RecordChange, before: string | undefined): Argument[] | undefined {
  const after = record && encodeRecord(collection, record);
  if (before === after?.json) return undefined;
  let old: ReturnType<typeof placesOf> = [];
  try {
    if (before !== undefined) old = placesOf(collection, JSON.parse(before) as AnyRecord);
  } catch {
    // A malformed record can still be replaced or removed; audit finds the list members that remain.
  }
  const nameOf = ({ group, member }: (typeof old)[number]) => `${group}\n${member}`;
  const wanted = new Set(after?.places.map(nameOf));
  const had = new Set(old.map(nameOf));
  const removed = old.filter((place) => !wanted.has(nameOf(place)));
  const added = (after?.places ?? []).filter((place) => !had.has(nameOf(place)));
  const places = [...removed, ...added].flatMap(({ group, member }): Argument[] => [group, member]);
  return [collection, key, after?.json ?? '', removed.length, added.length, ...places];
}

/**
 * Changes records in place, as a new generation.
 *
 * @returns the new generation, or the live one if nothing changed, and how many records changed.
 * @throws {PublishInProgress} if a running publish replaces one of the collections.
 * @throws {LiveGenerationLost}
 * @see changeContent-1.lua
 */
export async function changeRecords(
  bulk: RedisClient,
  generationsKept: number,
  wanted: readonly RecordChange[],
  { kind, who }: { kind: 'put' | 'remove'; who: string },
): Promise<{ generation: number; changed: number }> {
  const { live } = keys.content;
  const current = createRawReader(bulk, '');
  await ensureConnected(bulk);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const expected = (await mapRedisError(bulk.get(live))) ?? '';
    const before = await Promise.all(
      wanted.map(async ({ collection, key }) => (await current.get(collection, [key]))[0]),
    );
    const changes = wanted
      .map((change, index) => encodeChange(change, before[index]))
      .filter((args) => args !== undefined);
    if (changes.length === 0) return { generation: Number(expected), changed: 0 };
    const args = [expected, kind, who, Date.now(), ...changes.flat()];
    const reply = await run(bulk, 'changeContent', [live], args).catch((error: unknown) => {
      throw mapOutOfMemory(error);
    });
    const [code] = reply as [number];
    if (code === -1) {
      throw new PublishInProgress('A running publish replaces these records: try again when it has finished.');
    }
    if (code > 0) {
      // Not each time, since it reads every generation; a later change or publish removes the rest.
      if (code % changesBetweenGarbage === 0) await collectGarbage(bulk, generationsKept).catch(() => undefined);
      return { generation: code, changed: changes.length };
    }
  }
  throw new StoreUnavailable('other changes of content kept coming first: try again');
}
