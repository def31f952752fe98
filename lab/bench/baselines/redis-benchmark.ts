import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ids } from '../../../contracts/world/ids.ts';
import { findProgram } from '../../../server/embedded/install.ts';
import { periodMs } from '../../../server/store/ballots/batches.ts';
import { keys } from '../../../server/store/keys.ts';
import { scripts } from '../../../server/store/redis/scripts.ts';
import { defaultStoreSettings } from '../../../server/store/settings.ts';
import { steadyCount } from '../support/contestants.ts';
import { cores, pinned } from '../support/cores.ts';
import { WrongAnswers } from '../support/figures.ts';
import { clientPrefix, defaultConnections, type Loaded } from '../support/load.ts';
import { openRound, votedFor } from '../support/paths.ts';
import type { Contestant } from '../support/rounds.ts';
import type { BenchRedis } from '../support/set-up.ts';

/** redis-benchmark replaces each of these with twelve random digits. */
const random = '__rand_int__';
const differentClients = 2_000_000_000;
const firstCount = 20_000;

/** The vote of our server as one command: the script that it runs, with one vote, all rules on. */
function voteCommand(sha: string): string[] {
  const at = keys.bucket(ids.fightInProgress, 0);
  // The program's random numbers are the same in each run, so each run has its own prefix of ids.
  const clientId = clientPrefix() + random;
  // In the order of store/ballots/castBallots-many.lua: windows, tally, ballots of the round, changes of the client.
  const scriptKeys = [at.windows, at.tally, at.votes(openRound), at.rate(clientId)];
  const limits = [0, Date.now(), Date.now(), defaultStoreSettings.changesPerTenSeconds, periodMs];
  const args = ['votes', ...limits, '', 1, openRound, clientId, 1, votedFor];
  return ['EVALSHA', sha, String(scriptKeys.length), ...scriptKeys, ...args.map(String)];
}

/** Votes in the bucket of the command. */
async function countVotes({ client }: BenchRedis): Promise<number> {
  return Number(await client.hget(keys.bucket(ids.fightInProgress, 0).tally, `${openRound}:${votedFor}`));
}

/**
 * `redis-benchmark` casting votes with the script of our server, one vote for each command, without pipelining, on the
 * server's core.
 *
 * @returns undefined when it is not installed.
 */
export async function redisBenchmark(redis: BenchRedis): Promise<Contestant | undefined> {
  const program = await findProgram('redis-benchmark');
  if (!program) return undefined;
  const core = (await cores()).server;
  const sha = (await redis.client.script('LOAD', scripts.castBallots?.lua ?? '')) as string;
  let perSecond = firstCount;

  async function load(seconds: number): Promise<Loaded> {
    const requests = Math.round(perSecond * seconds);
    const settings = ['-p', redis.port, '-c', defaultConnections, '-n', requests, '-r', differentClients, '--csv'];
    const before = await steadyCount(() => countVotes(redis));
    const { stdout, stderr } = await promisify(execFile)(
      ...pinned(core, program ?? '', [...settings.map(String), ...voteCommand(sha)]),
      { timeout: (seconds + 60) * 1000, killSignal: 'SIGKILL' },
    );
    const [, rate, , , p50, , p99] = stdout.trim().split('\n').at(-1)?.replaceAll('"', '').split(',') ?? [];
    const more = (await steadyCount(() => countVotes(redis))) - before;
    // Sometimes two random ids are equal.
    if (!Number(rate) || more > requests || more < requests * 0.999) {
      throw new WrongAnswers(`redis-benchmark cast ${requests} votes and ${more} were counted: ${stdout}${stderr}`);
    }
    perSecond = Number(rate);
    return { requests, seconds: requests / perSecond, perSecond, p50Ms: Number(p50), p99Ms: Number(p99) };
  }
  return { name: 'redis-benchmark, same script', redisPids: [redis.pid], load };
}
