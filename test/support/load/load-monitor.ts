import { setTimeout as sleep } from 'node:timers/promises';
import { ids } from '../../../contracts/world/ids.ts';
import { allBuckets, bucketOf } from '../../../server/store/ballots/buckets.ts';
import { keys } from '../../../server/store/keys.ts';
import { slotOf } from '../../../server/store/redis/slots.ts';
import { openClientPool } from '../http/client-pool.ts';
import { json, send } from '../http/send.ts';
import { until } from '../redis/nodes.ts';
import type { Night } from '../server/fight-night.ts';

const { fightInProgress, fightInProgressFighter1Statid: statid } = ids;
const round = 2;
const buckets = 8;
const readPaths = ['/api/v3/mobile/fighters', `/api/v3/mobile/fights/${fightInProgress}/votes`];

export interface CastVote {
  clientId: string;
  slot: number;
  sentMs: number;
  answeredMs: number;
  status: number;
  /** Of one that was not created: its status and the type of its problem. */
  reason?: string;
}

export interface Read {
  status: number;
  isStale: boolean;
}

export const slotOfClient = (clientId: string) =>
  slotOf(keys.bucket(fightInProgress, bucketOf(clientId, buckets)).tally);

export interface LoadMonitor {
  votes: CastVote[];
  reads: Read[];
  /** Waits until a vote sent after a moment was counted in every slot given. */
  waitUntilCounted(after: number, slots?: (slot: number) => boolean, timeoutMs?: number): Promise<void>;
  stop(): Promise<void>;
}

export interface Audit {
  acknowledged: number;
  lost: number;
  tally: number;
  /** By how much the tally exceeds the votes that are stored. */
  doubled: number;
  /** Stored though answered 503. */
  unacknowledged: number;
}

let monitors = 0;

export async function startLoadMonitor(night: Night, lanes = 8, pauseMs = 15): Promise<LoadMonitor> {
  const name = `monitor-${++monitors}`;
  const pool = openClientPool(night.url, lanes + readPaths.length);
  const votes: CastVote[] = [];
  const reads: Read[] = [];
  let isOver = false;
  let sent = 0;

  async function voteOn(): Promise<void> {
    while (!isOver) {
      const clientId = `${name}-${String(sent++).padStart(10, '0')}`;
      const sentMs = performance.now();
      const body = { round_num: round, fighter_statid: statid, client_id: clientId };
      const answer = await pool.sendOnce('POST', `/api/v3/mobile/fights/${fightInProgress}/vote`, body);
      const { status } = answer;
      const reason = status === 201 ? {} : { reason: `${status} ${json(answer).type}` };
      votes.push({ clientId, slot: slotOfClient(clientId), sentMs, answeredMs: performance.now(), status, ...reason });
      await sleep(pauseMs);
    }
  }
  async function readOn(path: string): Promise<void> {
    while (!isOver) {
      const { status, headers } = await pool.sendOnce('GET', path);
      reads.push({ status, isStale: headers['cache-status']?.includes('stale') ?? false });
      await sleep(20);
    }
  }
  // Fills the cache, so that reads are answered when Redis is away.
  for (const path of readPaths) await pool.sendOnce('GET', path);
  const lanesOver = Promise.all([...Array.from({ length: lanes }, voteOn), ...readPaths.map(readOn)]);
  return {
    votes,
    reads,
    async waitUntilCounted(after, slots = () => true, timeoutMs = 20_000) {
      const endMs = performance.now() + timeoutMs;
      const wanted = new Set(
        allBuckets(buckets)
          .map((b) => slotOf(keys.bucket(fightInProgress, b).tally))
          .filter(slots),
      );
      for (;;) {
        const late = votes.filter(({ slot, sentMs }) => wanted.has(slot) && sentMs > after);
        for (const { status, slot } of late) if (status === 201) wanted.delete(slot);
        if (wanted.size === 0) return;
        if (performance.now() > endMs) {
          const reasons = [...new Set(late.map(({ reason }) => reason))].join(', ');
          throw new Error(`no vote counted in ${wanted.size} slots for ${timeoutMs} ms: answered ${reasons}`);
        }
        await sleep(20);
      }
    },
    async stop() {
      isOver = true;
      await lanesOver;
      await pool.close();
    },
  };
}

export function longestGapMs(votes: readonly CastVote[], slots: (slot: number) => boolean = () => true): number {
  const countedMs = votes
    .filter(({ status, slot }) => status === 201 && slots(slot))
    .map(({ answeredMs }) => answeredMs)
    .sort((a, b) => a - b);
  return Math.max(0, ...countedMs.slice(1).map((moment, index) => moment - (countedMs[index] ?? moment)));
}

export function timeRefusals(votes: readonly CastVote[]): { medianMs: number } {
  const took = votes
    .filter(({ status }) => status === 503)
    .map(({ sentMs, answeredMs }) => answeredMs - sentMs)
    .sort((a, b) => a - b);
  return { medianMs: Math.round(took[Math.floor(took.length / 2)] ?? 0) };
}

/** Compares the answers with the stored votes; a connection may still be lost meanwhile, for a last time. */
export async function auditVotes(night: Night, votes: readonly CastVote[]): Promise<Audit> {
  return until('what is stored can be read', () => compare(night, votes));
}

async function compare(night: Night, votes: readonly CastVote[]): Promise<Audit> {
  const stored = new Set<string>();
  let tally = 0;
  for (const bucket of allBuckets(buckets)) {
    const at = keys.bucket(fightInProgress, bucket);
    for (const clientId of await night.writes.hkeys(at.votes(round))) stored.add(clientId);
    tally += Number((await night.writes.hget(at.tally, `${round}:${statid}`)) ?? 0);
  }
  const acknowledged = votes.filter(({ status }) => status === 201);
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(({ clientId }) => !stored.has(clientId)).length,
    tally,
    doubled: tally - stored.size,
    unacknowledged: votes.filter(({ clientId, status }) => status !== 201 && stored.has(clientId)).length,
  };
}

export async function readShownVotes(night: Night): Promise<number> {
  const answer = await send(night.url, 'GET', `/api/v3/mobile/fights/${fightInProgress}/votes`);
  const rounds: { round_num: number; fighter1_votes: number }[] = json(answer).rounds;
  return rounds.find(({ round_num }) => round_num === round)?.fighter1_votes ?? 0;
}
