import type { CollectionName, RecordOf } from '../../contracts/content/collections.ts';
import { collections } from '../../contracts/content/collections.ts';
import type { ContentReader, Listed, Page } from '../../contracts/content/reader.ts';
import type { StoreParts } from './cast.ts';
import { keys } from './keys.ts';
import { run } from './lua.ts';
import { boundAfter } from './order.ts';
import { StoreUnavailable } from './unavailable.ts';

/** A `ContentReader` on Redis; each call is one round trip and one generation. All throw `StoreUnavailable`. */
export interface StoredContent extends ContentReader {
  /** A reader whose calls all see the generation that its first call saw, so that what they read fits together. */
  snapshot(): ContentReader;
  /** Whether nothing was ever published. */
  isEmpty(): Promise<boolean>;
}

type Reads = StoreParts['reads'];
/** Asks for a generation ('' the live one) and tells which one answered. */
type Ask = (generation: number | '') => Promise<[number, ...unknown[]]>;

function parsed<C extends CollectionName>(json: unknown): RecordOf<C> | undefined {
  // What a generation holds was validated and normalised by publish.
  return typeof json === 'string' ? (JSON.parse(json) as RecordOf<C>) : undefined;
}

function reader(reads: Reads, answer: (ask: Ask) => Promise<[number, ...unknown[]]>): ContentReader {
  const read: ContentReader = {
    async get(collection, key) {
      const [record] = await read.many(collection, [key]);
      return record;
    },
    async many<C extends CollectionName>(collection: C, recordKeys: readonly (string | number)[]) {
      if (recordKeys.length === 0) return [];
      const [, ...found] = await answer(
        async (generation) =>
          (await run(reads, 'getContent', [keys.content.live], [generation, collection, ...recordKeys])) as [number],
      );
      return recordKeys.map((_, index) => parsed<C>(found[index]));
    },
    async list<C extends CollectionName>(
      collection: C,
      list = everything,
      { limit = 0, after }: Page = {},
    ): Promise<Listed<RecordOf<C>>> {
      const { order, sort } = collections[collection];
      const bound = after === undefined ? '' : boundAfter(after, order);
      const [, more, ...found] = await answer(
        async (generation) =>
          (await run(
            reads,
            'listContent',
            [keys.content.live],
            [generation, collection, list, order, bound, limit],
          )) as [number],
      );
      const records = found.map((json) => parsed<C>(json)).filter((record) => record !== undefined);
      const last = records.at(-1);
      return more === 1 && last ? { records, next: (sort as (record: RecordOf<C>) => string)(last) } : { records };
    },
  };
  return read;
}

/** The list in which every record of a collection stands. */
export const everything = 'all';

/** @see lua/getContent-1.lua, lua/listContent-1.lua */
export function createContent(reads: Reads): StoredContent {
  return {
    ...reader(reads, (ask) => ask('')),

    snapshot() {
      let pinned: Promise<number> | undefined;
      return reader(reads, async (ask) => {
        if (!pinned) {
          const first = ask('');
          pinned = first.then(([generation]) => generation);
          // Who awaits the reply hears of the failure; the next call starts over.
          pinned.catch(() => {
            pinned = undefined;
          });
          return first;
        }
        const reply = await ask((await pinned) || '');
        if (reply[0] === -1) throw new StoreUnavailable('content was published several times meanwhile');
        return reply;
      });
    },

    async isEmpty() {
      const [generation] = (await run(reads, 'getContent', [keys.content.live], ['', 'fighters'])) as [number];
      return generation === 0;
    },
  };
}
