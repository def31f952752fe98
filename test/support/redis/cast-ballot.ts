import { run } from '../../../server/store/redis/scripts.ts';
import type { TestStore } from './redis.ts';

/** A client whose ballots go to bucket 0 of 8. */
export const client = 'client-000000000003';

/** Keys of bucket 0 as they are in Redis. */
export const keysOf = (fightId: number) => {
  const tag = `{${fightId}:05cc}`;
  return {
    windows: `${tag}:windows`,
    ...{ votes: `${tag}:votes:1`, tally: `${tag}:tally` },
    ...{ scores: `${tag}:scores:1`, scoreTally: `${tag}:scoretally` },
    rate: `${tag}:rate:${client}`,
  };
};

export interface Sent {
  kind?: 'votes' | 'scores';
  deadline?: number;
  minArrival?: number;
  maxArrival?: number;
  allowed?: number;
  periodMs?: number;
  bout?: string;
  choice?: number[];
}

/** Runs the script for one ballot: code, changes left, ms until the period ends, and the value of that code. */
export async function castBallot(
  { opened }: { opened: TestStore },
  fight: number,
  sent: Sent,
): Promise<number[] | 'expired'> {
  const { kind = 'votes', deadline = 0, minArrival = 0, maxArrival = 0, allowed = 0, periodMs = 10_000 } = sent;
  const { bout = '', choice = [11] } = sent;
  const keys = keysOf(fight);
  const reply = (await run(
    opened.connections.writes,
    'castBallots',
    [keys.windows, kind === 'votes' ? keys.tally : keys.scoreTally, keys[kind], keys.rate],
    [kind, deadline, minArrival, maxArrival, allowed, periodMs, bout, 1, 1, client, 1, ...choice],
  )) as number[];
  return reply.length === 1 ? 'expired' : reply.slice(3);
}
