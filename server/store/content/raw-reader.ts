import { type CollectionName, collections } from '../../../contracts/content/collections/index.ts';
import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { ensureConnected } from '../redis/connection/connect.ts';
import { type Argument, run } from '../redis/scripts.ts';
import { boundsOf, everything, placeOf } from './record-encoding.ts';

/** The key that names the live generation is lost, and other generations are left. */
export class LiveGenerationLost extends Error {
  override name = 'LiveGenerationLost';
  constructor() {
    super(
      'The live generation of the content is lost: run "npm run content -- rollback" to restore the last generation that is left. Until then changes are refused, because they would lose the rest of the content.',
    );
  }
}

/** Unparsed content of one generation, for tools. */
export interface RawReader {
  /** Records of a collection in its order, as JSON; undefined for a key whose record is missing. */
  page(
    collection: CollectionName,
    page: { limit: number; after?: string },
  ): Promise<{ records: [key: string, json: string | undefined][]; more: boolean }>;
  get(collection: CollectionName, keys: readonly string[]): Promise<(string | undefined)[]>;
  /** Which of the records exist. */
  exist(collection: CollectionName, keys: readonly (string | number)[]): Promise<boolean[]>;
}

/** @param generation '' for the live one. @see readContent-1.lua */
export function createRawReader(client: RedisClient, generation: number | ''): RawReader {
  const read = async (what: string, collection: CollectionName, args: Argument[]) => {
    await ensureConnected(client);
    const [found, ...rest] = (await run(
      client,
      'readContent',
      [keys.content.live],
      [what, generation, collection, ...args],
    )) as [number, ...unknown[]];
    if (found === -1 && generation === '') throw new LiveGenerationLost();
    if (found === -1)
      throw new Error(`Generation ${generation} was removed: "npm run content -- list" shows the generations.`);
    return rest;
  };
  return {
    async page(collection, { limit, after }) {
      const { order } = collections[collection];
      const { group, prefix } = placeOf(everything);
      const bounds = boundsOf(prefix, order, { after });
      const [more, ...found] = await read('list', collection, [group, ...bounds, order, limit, '1']);
      const records: [string, string | undefined][] = [];
      for (let index = 0; index < found.length; index += 2) {
        records.push([String(found[index]), (found[index + 1] as string | null) ?? undefined]);
      }
      return { records, more: more === 1 };
    },
    async get(collection, recordKeys) {
      if (recordKeys.length === 0) return [];
      const found = await read('get', collection, [...recordKeys]);
      return recordKeys.map((_, index) => (found[index] as string | null | undefined) || undefined);
    },
    async exist(collection, recordKeys) {
      if (recordKeys.length === 0) return [];
      const found = await read('keyed', collection, [...recordKeys]);
      return recordKeys.map((_, index) => found[index] === 1);
    },
  };
}
