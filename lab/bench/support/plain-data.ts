import { ids } from '../../../contracts/world/ids.ts';
import { ask } from './answers.ts';
import { fighterPath, fighterPaths, listPath, livePath, openRound, votedFor } from './paths.ts';
import { startBaseline } from './process.ts';
import type { Scope } from './scope.ts';
import type { BenchRedis, BenchServer } from './set-up.ts';

const {
  fightInProgress: fight,
  fightInProgressFighter1Statid: fighter1,
  fightInProgressFighter2Statid: fighter2,
} = ids;

/** Keys of the plain service. */
export const plainKeys = {
  tally: `plain:{${fight}}:tally`,
  windows: `plain:{${fight}}:windows`,
  votes: `plain:{${fight}}:votes:${openRound}`,
};

/** Single fighters of the plain service, beside the one that every bench requests. */
export const plainFighters = 600;

/**
 * Starts the plain Express service with the documents of our server, as JSON in the same Redis, and an open round.
 *
 * @param ours the server that the documents are copied from.
 */
export async function startPlainExpress(
  scope: Scope,
  redis: BenchRedis,
  ours: BenchServer,
): Promise<{ url: string; pid: number }> {
  const { client } = redis;
  const copy = async (path: string, key: string) => client.set(key, (await ask(ours.url, { path })).body);
  for (const path of [fighterPath, ...fighterPaths(plainFighters)]) {
    await copy(path, `plain:fighter:${path.split('/').at(-1)}`);
  }
  await copy(listPath, 'plain:fighters');
  await copy(livePath, `plain:live:${ids.liveEventStatid}`);
  await client.set(`plain:fight:${fight}`, JSON.stringify({ rounds: 3, fighter1, fighter2 }));
  await client.hset(plainKeys.windows, `${openRound}:opened`, Date.now());
  const { pid, ready } = await startBaseline<string>(scope, 'plain-express.ts', { redisUrl: redis.url });
  return { url: ready, pid };
}

/** Votes that the plain service has counted. */
export const plainTally = async ({ client }: BenchRedis) =>
  Number(await client.hget(plainKeys.tally, `${openRound}:${votedFor}`));
