import type { Cluster, Redis } from 'ioredis';
import { ids } from '../../../contracts/world/ids.ts';
import { allBuckets } from '../../../server/store/ballots/buckets.ts';
import { keys } from '../../../server/store/keys.ts';
import { openRound, votedFor } from './paths.ts';

/** The stored votes of the open round. */
export interface Ballots {
  /** The sum of all tallies. */
  counted(): Promise<number>;
  /** Every client with a stored vote. */
  clients(): Promise<Set<string>>;
}

/** @param buckets as the server's `VOTE_BUCKETS`. */
export function ballotsIn(client: Redis | Cluster, buckets = 8): Ballots {
  const all = allBuckets(buckets).map((bucket) => keys.bucket(ids.fightInProgress, bucket));
  return {
    async counted() {
      const tallies = await Promise.all(all.map(({ tally }) => client.hget(tally, `${openRound}:${votedFor}`)));
      return tallies.reduce((sum, count) => sum + Number(count ?? 0), 0);
    },
    async clients() {
      const clients = await Promise.all(all.map(({ votes }) => client.hkeys(votes(openRound))));
      return new Set(clients.flat());
    },
  };
}
