import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CollectionName, collectionNames } from '../../../contracts/content/collections/index.ts';
import { feedReceived, world } from '../../../contracts/world/index.ts';
import { publishFiles } from '../../../server/content/publish.ts';
import { openStore } from '../../../test/support/redis/redis.ts';
import { sampleRecords } from './sample-records.ts';

/** How many records of each collection; those of the sample world, which has the live event, are among them. */
export interface ArchiveSize {
  fighters: number;
  events: number;
  news: number;
}

/** The size of the service that the contracts were recorded from. */
export const recordedSize: ArchiveSize = { fighters: 735, events: 472, news: 1_000 };

interface Row {
  id?: unknown;
  fights?: readonly { id?: unknown }[];
}

const idsOf = ({ id, fights = [] }: Row) => [id, ...fights.map((fight) => `fight ${fight.id}`)];

/** The world's records, then records of the made-up archive with other ids, up to the size. */
function* recordsOf(name: CollectionName, size: ArchiveSize): Generator<unknown> {
  const own = world[name] as readonly Row[];
  yield* own;
  const most = { fighters: size.fighters, events: size.events, news: size.news, media: Math.ceil(size.news / 10) };
  const wanted = name in most ? most[name as keyof typeof most] : 0;
  const taken = new Set(own.flatMap(idsOf));
  let count = own.length;
  // A few more, since some are left out.
  const more = { ...size, fighters: size.fighters + 100, events: size.events + 100, news: size.news + 100, seed: 1 };
  for (const record of sampleRecords({ ...more, media: most.media + 100 })[name] as Iterable<Row>) {
    if (count >= wanted) return;
    if (idsOf(record).some((id) => taken.has(id))) continue;
    count++;
    yield record;
  }
}

/**
 * Publishes a made-up archive with the sample world and its live feed, whose fight in progress takes votes.
 *
 * @param buckets how many the votes are spread over.
 */
export async function publishArchive(redisUrl: string, size: ArchiveSize, buckets = 8): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fightcard-archive-'));
  const { store, close } = await openStore(redisUrl, { buckets, deadlineMs: 0 });
  try {
    for (const name of collectionNames) {
      const text = Array.from(recordsOf(name, size), (record) => `${JSON.stringify(record)}\n`).join('');
      await writeFile(join(folder, `${name}.ndjson`), text);
    }
    await publishFiles(store, [folder]);
    for (const update of feedReceived) await store.live.update(update);
  } finally {
    close();
    await rm(folder, { recursive: true, force: true });
  }
}
