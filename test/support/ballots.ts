import { allBuckets, bucketOf } from '../../server/store/buckets.ts';
import { type Ballot, OutcomeUnknown, type Scorecard, StoreFault, StoreUnavailable } from '../../server/store/index.ts';
import { keys } from '../../server/store/keys.ts';
import { run } from '../../server/store/lua.ts';
import type { TestStore } from './redis.ts';

export const buckets = 8;
let fights = 90_000;

/** A fight whose rounds 1 and 2 are open, 3 is closed, and 4 has not begun. */
export async function openFight({ connections }: TestStore): Promise<number> {
  const fightId = ++fights;
  const rounds = [1, 1000, '', 2, 1000, '', 3, 1000, 2000];
  for (const bucket of allBuckets(buckets)) {
    await run(connections.writes, 'openRounds', [keys.bucket(fightId, bucket).windows], rounds);
  }
  return fightId;
}

/** Clients whose votes fall into the same bucket of any fight. */
export const neighbours = (count: number, bucket = 0) =>
  Array.from({ length: 1_000 + count * buckets * 2 }, (_, n) => `client-${String(n).padStart(12, '0')}`)
    .filter((client) => bucketOf(client, buckets) === bucket)
    .slice(0, count);

/** Four that fall into bucket 0. */
export const [ann = '', bob = '', cleo = '', dee = ''] = neighbours(4);

export const ballot = (fightId: number, clientId: string, fighterStatid = 11, roundNumber = 1): Ballot => ({
  ...{ fightId, roundNumber, fighterStatid, clientId },
});

export const card = (fightId: number, clientId: string, fighter1Score = 10, roundNumber = 1): Scorecard => ({
  ...{ fightId, roundNumber, fighter1Score, fighter2Score: 9, clientId },
});

function reasonOf(error: Error): string {
  if (error instanceof OutcomeUnknown) return 'unknown';
  const isAway = error instanceof StoreUnavailable && !(error instanceof StoreFault);
  return isAway ? 'unavailable' : (error.message.split(' ', 1)[0] ?? '');
}

/** What each cast came to: its outcome, `unavailable`, `unknown`, or the first word of another error. */
export const outcomes = async (casts: readonly Promise<{ outcome: string }>[]) =>
  (await Promise.allSettled(casts)).map((cast) =>
    cast.status === 'fulfilled' ? cast.value.outcome : reasonOf(cast.reason),
  );
