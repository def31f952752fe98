import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Ballots } from './ballots.ts';
import { WrongAnswers } from './figures.ts';
import { clientPrefix, defaultConnections } from './load.ts';
import { voteBody, votePath } from './paths.ts';
import { percentile } from './statistics.ts';

/** What became of votes that were sent at a fixed rate. */
export interface OpenLoop {
  sent: number;
  /** Clients who were told that their vote counts. */
  acknowledged: number;
  /** Sent a second time by the same client, and told so. */
  repeated: number;
  /** Acknowledged and not stored. */
  lost: number;
  /** By how much the tally exceeds the clients whose vote is stored. */
  doubled: number;
  perSecond: number;
  /** From the moment a vote was due, so that a server that falls behind shows it. */
  p50Ms: number;
  p99Ms: number;
}

/** Every so many clients send the same vote once more, as a phone does that got no answer. */
const repeatEvery = 10;

/**
 * Sends votes at a fixed rate whether or not earlier ones were answered, over connections that stay open, and compares
 * what was acknowledged with what is stored.
 *
 * @throws {WrongAnswers} when a vote was answered with anything but 200 or 201, lost or doubled.
 */
export async function castOpenLoop(
  url: string,
  ballots: Ballots,
  options: { perSecond: number; seconds: number },
): Promise<OpenLoop> {
  const { perSecond, seconds } = options;
  const prefix = clientPrefix();
  const pool = new Pool(url, { connections: defaultConnections, pipelining: 1 });
  const acknowledged = new Set<string>();
  const answered: number[] = [];
  const statuses = new Map<number, number>();
  const before = await ballots.counted();
  const total = Math.round(perSecond * seconds);

  async function cast(client: string, dueMs: number): Promise<void> {
    const answer = await pool.request({
      method: 'POST',
      path: votePath,
      headers: { 'content-type': 'application/json' },
      body: voteBody(client),
    });
    await answer.body.dump();
    answered.push(performance.now() - dueMs);
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
    if (answer.statusCode === 200 || answer.statusCode === 201) acknowledged.add(client);
  }

  const underWay: Promise<void>[] = [];
  const startMs = performance.now();
  let repeated = 0;
  try {
    for (let index = 0; index < total; ) {
      const due = Math.min(total, Math.ceil(((performance.now() - startMs) / 1000) * perSecond));
      for (; index < due; index++) {
        const client = prefix + String(index).padStart(10, '0');
        const dueMs = startMs + (index / perSecond) * 1000;
        underWay.push(cast(client, dueMs));
        if (index % repeatEvery !== 0) continue;
        repeated++;
        underWay.push(cast(client, dueMs));
      }
      await sleep(1);
    }
    await Promise.all(underWay);
  } finally {
    await pool.destroy();
  }
  const tookSeconds = (performance.now() - startMs) / 1000;
  const stored = await ballots.clients();
  const own = [...stored].filter((client) => client.startsWith(prefix));
  const counted = (await ballots.counted()) - before;
  const lost = [...acknowledged].filter((client) => !stored.has(client)).length;
  const doubled = counted - own.length;
  const result = {
    ...{ sent: underWay.length, acknowledged: acknowledged.size, repeated, lost, doubled },
    perSecond: underWay.length / tookSeconds,
    p50Ms: percentile(answered, 0.5),
    p99Ms: percentile(answered, 0.99),
  };
  if (lost !== 0 || doubled !== 0 || acknowledged.size !== total) {
    throw new WrongAnswers(
      `votes at a fixed rate: ${JSON.stringify(result)}, of ${total} clients; answers ${JSON.stringify(Object.fromEntries(statuses))}`,
    );
  }
  return result;
}
