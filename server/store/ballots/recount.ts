import { setTimeout as sleep } from 'node:timers/promises';
import { tallyMarks } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { mapRedisError } from '../redis/errors.ts';
import { run } from '../redis/scripts.ts';

/** How the tally of one bucket of a fight differs from its votes or scorecards. */
export interface TallyDifference {
  /** Hash tag of the bucket: fight, then bucket. */
  bucket: string;
  what: 'votes' | 'scores';
  /** Votes or scorecards that were read. */
  counted: number;
  differs: { field: string; stored: string; right: string }[];
  /** Ballots were counted whenever it was looked at, so nothing can be said. */
  isBusy: boolean;
}

/** Ballots that one reply brings: Redis does nothing else for some milliseconds, where a bucket of 100,000 took it 680. */
const portion = 500;

const attempts = 8;
const pauseMs = 50;

const rounds = [1, 2, 3, 4, 5];

/** What a tally should say, and the ballots that are none. */
interface Count {
  read: number;
  counts: Map<string, number>;
  broken: TallyDifference['differs'];
}

async function countBallots(bulk: RedisClient, tag: string, what: TallyDifference['what']): Promise<Count> {
  const count: Count = { read: 0, counts: new Map(), broken: [] };
  const add = (field: string, amount: number) => count.counts.set(field, (count.counts.get(field) ?? 0) + amount);
  for (const round of rounds) {
    // One that is read twice counts once.
    const seen = new Set<string>();
    let cursor = '0';
    do {
      const [next, found] = await mapRedisError(bulk.hscan(`${tag}:${what}:${round}`, cursor, 'COUNT', portion));
      cursor = next;
      for (let at = 0; at < found.length; at += 2) {
        const [client = '', ballot = ''] = [found[at], found[at + 1]];
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
    } while (cursor !== '0');
    count.read += seen.size;
  }
  return count;
}

/** Counts of a tally that are not what was counted. */
function wrongIn(tally: Record<string, string>, counts: ReadonlyMap<string, number>): TallyDifference['differs'] {
  const fields = new Set([...Object.keys(tally).filter((field) => field.includes(':')), ...counts.keys()]);
  return [...fields]
    .map((field) => ({ field, stored: tally[field] ?? '', right: String(counts.get(field) ?? 0) }))
    .filter(({ stored, right }) => stored !== right && !(stored === '' && right === '0'));
}

/**
 * Compares the tally of one bucket with its votes or scorecards, and corrects it when told to. It reads in portions, so
 * that votes do not wait for it beyond their deadline, and believes what it read only if the tally was the same before
 * and after; one that changes meanwhile is looked at again, a few times.
 *
 * @param tag hash tag of the bucket, in braces.
 * @throws {StoreUnavailable}
 */
export async function recount(
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
    const wrong = wrongIn(tally, count.counts);
    if (repair && wrong.length > 0) {
      const corrections = wrong.flatMap(({ field, right }) => [field, right]);
      if ((await run(bulk, 'correctTally', [key], [changes, ...corrections])) !== 1) continue;
    }
    return { bucket, what, counted: read, differs: [...count.broken, ...wrong], isBusy: false };
  }
  return { bucket, what, counted: read, differs: [], isBusy: true };
}
