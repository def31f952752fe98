import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { feedReceived, world } from '../../../contracts/world/index.ts';
import { publishFiles } from '../../../server/content/publish.ts';
import { sampleRecords } from '../../../server/content/sample-archive.ts';
import { openStore } from '../../support/redis/redis.ts';

/** How many records of each collection; those of the sample world, which has the live event, are among them. */
export interface ArchiveSize {
  fighters: number;
  events: number;
  news: number;
}

/** As large as the service that the contracts were recorded from. */
export const recordedSize: ArchiveSize = { fighters: 735, events: 472, news: 1_000 };

interface Row {
  id?: unknown;
  fights?: readonly { id?: unknown }[];
}

const idsOf = ({ id, fights = [] }: Row) => [id, ...fights.map((fight) => `fight ${fight.id}`)];

/** The world's records, then those of the made-up archive that have other ids, up to the number wanted. */
function* recordsOf(name: CollectionName, size: ArchiveSize): Generator<unknown> {
  const own = world[name] as readonly Row[];
  yield* own;
  const most = { fighters: size.fighters, events: size.events, news: size.news, media: Math.ceil(size.news / 10) };
  const wanted = name in most ? most[name as keyof typeof most] : 0;
  const taken = new Set(own.flatMap(idsOf));
  let count = own.length;
  // Some are left out, so a few more are made.
  const more = { ...size, fighters: size.fighters + 100, events: size.events + 100, news: size.news + 100, seed: 1 };
  for (const record of sampleRecords({ ...more, media: most.media + 100 })[name] as Iterable<Row>) {
    if (count >= wanted) return;
    if (idsOf(record).some((id) => taken.has(id))) continue;
    count++;
    yield record;
  }
}

const published = [
  'fighters',
  'events',
  'news',
  'media',
  'octagon_girls',
  'alerts',
  'pages',
  'translations',
  'stats',
] as const;

/** @returns bytes written. */
async function writeArchive(folder: string, size: ArchiveSize): Promise<number> {
  await mkdir(folder, { recursive: true });
  let bytes = 0;
  for (const name of published) {
    const file = createWriteStream(join(folder, `${name}.ndjson`));
    for (const record of recordsOf(name, size)) {
      const line = `${JSON.stringify(record)}\n`;
      bytes += Buffer.byteLength(line);
      if (!file.write(line)) await once(file, 'drain');
    }
    file.end();
    await once(file, 'finish');
  }
  return bytes;
}

export interface PublishedArchive {
  records: number;
  /** Of the content files. */
  jsonBytes: number;
  /** That Redis has come to hold. */
  redisBytes: number;
}

/**
 * Publishes a made-up archive with the sample world and its live feed, whose fight in progress takes votes.
 *
 * @param buckets over how many votes are spread.
 */
export async function publishArchive(redisUrl: string, size: ArchiveSize, buckets = 8): Promise<PublishedArchive> {
  const folder = await mkdtemp(join(tmpdir(), 'fightcard-archive-'));
  const { store, connections, close } = await openStore(redisUrl, { buckets, deadlineMs: 0 });
  const held = async () => {
    const { writes } = connections;
    const nodes = 'nodes' in writes ? writes.nodes('master') : [writes];
    const infos = await Promise.all(nodes.map((node) => node.info('memory')));
    return infos.reduce((sum, info) => sum + Number(/used_memory:(\d+)/.exec(info)?.[1]), 0);
  };
  try {
    await connections.bulk.connect().catch(() => undefined);
    const before = await held();
    const jsonBytes = await writeArchive(folder, size);
    const counts = await publishFiles(store, [folder]);
    const redisBytes = (await held()) - before;
    for (const update of feedReceived) await store.live.update(update);
    return { records: [...counts.values()].reduce((sum, count) => sum + count, 0), jsonBytes, redisBytes };
  } finally {
    close();
    await rm(folder, { recursive: true, force: true });
  }
}
