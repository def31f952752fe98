import { countStatuses } from '../../../test/support/http/client-pool.ts';
import { sendOpenLoop } from '../../../test/support/load/open-loop.ts';
import type { Ballots } from './ballots.ts';
import { WrongAnswers } from './figures.ts';
import { clientPrefix, defaultConnections } from './load.ts';
import { voteBody, votePath } from './paths.ts';
import { percentile } from './statistics.ts';

/** Result of votes sent at a fixed rate. */
export interface OpenLoop {
  sent: number;
  /** Clients whose vote was acknowledged. */
  acknowledged: number;
  /** Votes sent twice by the same client. */
  repeated: number;
  /** Acknowledged but not stored. */
  lost: number;
  /** By how much the tally exceeds the number of stored votes. */
  doubled: number;
  perSecond: number;
  /** From the moment a vote was due, so that the latency shows when a server falls behind. */
  p50Ms: number;
  p99Ms: number;
}

/** One client in so many repeats its vote, like a phone without an answer. */
const repeatEvery = 10;

/**
 * Sends votes at a fixed rate, whether or not earlier votes were answered, over open connections, and compares the
 * acknowledged votes with the stored votes.
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
  const total = Math.round(perSecond * seconds);
  const repeated = Math.ceil(total / repeatEvery);
  const clients = Array.from({ length: total }, (_, index) => prefix + String(index).padStart(10, '0'));
  const votes = clients.flatMap((client, index) => (index % repeatEvery === 0 ? [client, client] : [client]));
  const before = await ballots.counted();
  const startMs = performance.now();
  const answers = await sendOpenLoop(url, {
    perSecond: (perSecond * votes.length) / total,
    total: votes.length,
    connections: defaultConnections,
    request: (index) => ({ method: 'POST', path: votePath, body: voteBody(votes[index] as string) }),
  });
  const tookSeconds = (performance.now() - startMs) / 1000;
  const acknowledged = new Set(votes.filter((_, index) => [200, 201].includes(answers[index]?.status ?? 0)));
  const latencies = answers.map(({ ms }) => ms);
  const stored = await ballots.clients();
  const own = [...stored].filter((client) => client.startsWith(prefix));
  const counted = (await ballots.counted()) - before;
  const lost = [...acknowledged].filter((client) => !stored.has(client)).length;
  const doubled = counted - own.length;
  const result = {
    ...{ sent: votes.length, acknowledged: acknowledged.size, repeated, lost, doubled },
    perSecond: votes.length / tookSeconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
  if (lost !== 0 || doubled !== 0 || acknowledged.size !== total) {
    throw new WrongAnswers(
      `votes at a fixed rate: ${JSON.stringify(result)}, of ${total} clients; answers ${JSON.stringify(countStatuses(answers))}`,
    );
  }
  return result;
}
