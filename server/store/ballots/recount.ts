import { setTimeout as sleep } from 'node:timers/promises';
import { tallyMarks } from '../keys.ts';
import { mastersOf, type RedisClient } from '../redis/connection/client.ts';
import { ensureConnected } from '../redis/connection/connect.ts';
import { mapRedisError, StoreFault } from '../redis/errors.ts';
import { scanPages } from '../redis/scan.ts';
import { run } from '../redis/scripts.ts';

/** How the tally of one bucket of a fight differs from its votes or scorecards. */
export interface TallyDifference {
  /** Hash tag of the bucket, without braces. */
  bucket: string;
  what: 'votes' | 'scores';
  /** How many votes or scorecards were read. */
  counted: number;
  differs: { field: string; stored: string; right: string }[];
  /** The tally changed during every attempt, so there is no result. */
  isBusy: boolean;
}

/** Ballots per reply, which block Redis for a few milliseconds; a whole bucket of 100,000 took it 680. */
const portion = 500;

const attempts = 8;
const pauseMs = 50;

const rounds = [1, 2, 3, 4, 5];

/** The counts of a tally, computed from its ballots, and the ballots that cannot be parsed. */
interface Count {
  read: number;
  counts: Map<string, number>;
  broken: TallyDifference['differs'];
}

async function countBallots(bulk: RedisClient, tag: string, what: TallyDifference['what']): Promise<Count> {
  const count: Count = { read: 0, counts: new Map(), broken: [] };
  const add = (field: string, amount: number) => count.counts.set(field, (count.counts.get(field) ?? 0) + amount);
  for (const round of rounds) {
    // A ballot that is read twice counts once.
    const seen = new Set<string>();
    const key = `${tag}:${what}:${round}`;
    for await (const found of scanPages((cursor) => bulk.hscan(key, cursor, 'COUNT', portion))) {
      for (let at = 0; at < found.length; at += 2) {
        const [client, ballot] = [found[at], found[at + 1]] as [string, string];
        if (seen.has(client)) continue;
        seen.add(client);
        const [, first, second] = /^(\d+)\|(\d+)$/.exec(ballot) ?? [];
        if (first === undefined) {
          count.broken.push({ field: `vote ${client}`, stored: ballot, right: '' });
        } else if (what === 'votes') {
          add(`${round}:${first}`, 1);
        } else {
          add(`${round}:count`, 1);
          add(`${round}:1`, Number(first));
          add(`${round}:2`, Number(second));
        }
      }
    }
    count.read += seen.size;
  }
  return count;
}

/** The fields in which a tally differs from the counted ballots. */
function findDifferences(
  tally: Record<string, string>,
  counts: ReadonlyMap<string, number>,
): TallyDifference['differs'] {
  const fields = new Set([...Object.keys(tally).filter((field) => field.includes(':')), ...counts.keys()]);
  return [...fields]
    .map((field) => ({ field, stored: tally[field] ?? '', right: String(counts.get(field) ?? 0) }))
    .filter(({ stored, right }) => stored !== right && !(stored === '' && right === '0'));
}

/**
 * Compares the tally of one bucket with its votes or scorecards, and optionally corrects it. It reads in portions, so that
 * votes do not wait past their deadline, and accepts a count only if the tally did not change meanwhile; otherwise it
 * retries, up to 8 times.
 *
 * @param tag hash tag of the bucket, with braces.
 * @throws {StoreUnavailable}
 */
async function recountBucket(
  bulk: RedisClient,
  tag: string,
  what: TallyDifference['what'],
  repair: boolean,
): Promise<TallyDifference> {
  const key = `${tag}:${what === 'votes' ? 'tally' : 'scoretally'}`;
  const bucket = tag.slice(1, -1);
  let read = 0;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (attempt > 1) await sleep(pauseMs * attempt);
    const before = await mapRedisError(bulk.hgetall(key));
    const count = await countBallots(bulk, tag, what);
    read = count.read;
    const tally = await mapRedisError(bulk.hgetall(key));
    const changes = tally[tallyMarks.changes] ?? '';
    if (changes !== (before[tallyMarks.changes] ?? '')) continue;
    const wrong = findDifferences(tally, count.counts);
    if (repair && wrong.length > 0) {
      const corrections = wrong.flatMap(({ field, right }) => [field, right]);
      if ((await run(bulk, 'correctTally', [key], [changes, ...corrections])) !== 1) continue;
    }
    return { bucket, what, counted: read, differs: [...count.broken, ...wrong], isBusy: false };
  }
  return { bucket, what, counted: read, differs: [], isBusy: true };
}

/** Hash tags of all buckets, found with SCAN, since a fight may be missing from the content. */
async function findBuckets(bulk: RedisClient): Promise<string[]> {
  const tags = new Set<string>();
  for (const node of mastersOf(bulk)) {
    for await (const found of scanPages((cursor) => node.scan(cursor, 'COUNT', 2_000))) {
      for (const key of found) {
        const [, tag] = /^(\{\d+:\w+\}):(votes:\d|scores:\d|tally|scoretally)$/.exec(key) ?? [];
        if (tag !== undefined) tags.add(tag);
      }
    }
  }
  return [...tags].sort();
}

/**
 * Compares the tallies of every bucket in Redis with its ballots, including those of fights that are not in the content.
 *
 * @param repair whether to correct them.
 * @param onFault called for data that cannot be read, such as a key of the wrong type; undefined throws the error.
 * @throws {StoreUnavailable}
 */
export async function* recount(
  bulk: RedisClient,
  repair: boolean,
  onFault?: (where: string, fault: StoreFault) => void,
): AsyncGenerator<TallyDifference> {
  await ensureConnected(bulk);
  for (const tag of await findBuckets(bulk)) {
    for (const what of ['votes', 'scores'] as const) {
      try {
        yield await recountBucket(bulk, tag, what, repair);
      } catch (error) {
        if (!onFault || !(error instanceof StoreFault)) throw error;
        onFault(`${tag.slice(1, -1)} ${what}`, error);
      }
    }
  }
}
