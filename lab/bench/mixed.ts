/** `npm --prefix lab run bench -- mixed`: the requests of a fight night, all at once. */
import { gunzipSync } from 'node:zlib';
import { randomOf } from '../../contracts/world/night/random.ts';
import { ask, expectSame } from './support/answers.ts';
import { ballotsIn } from './support/ballots.ts';
import { checkVotes, httpContestant } from './support/contestants.ts';
import { type BenchOptions, type BenchResult, compare, emptyResult, WrongAnswers } from './support/figures.ts';
import type { Loaded, LoadRequest } from './support/load.ts';
import { fighterPath, listPath, livePath, tallyPath, voteRequest } from './support/paths.ts';
import { plainTally, startPlainExpress } from './support/plain-data.ts';
import { type Contestant, runRounds } from './support/rounds.ts';
import { scoped } from './support/scope.ts';
import { setUpBench } from './support/set-up.ts';
import { shuffled } from './support/statistics.ts';

const bench = 'mixed';
const ours = 'fightcard';
const express = 'plain Express + ioredis';
const list: LoadRequest = { path: listPath, headers: { 'Accept-Encoding': 'gzip' } };

/** Of twenty requests: 50 % one fighter, 25 % the live event, 10 % tallies, 5 % the list, 10 % votes. */
const shares: [LoadRequest, number][] = [
  [{ path: fighterPath }, 10],
  [{ path: livePath }, 5],
  [{ path: tallyPath }, 2],
  [list, 1],
  [voteRequest, 2],
];
const night = shuffled(
  shares.flatMap(([request, count]) => Array.from({ length: count }, () => request)),
  randomOf(1),
);
const votes = { votes: 2, requests: night.length };

interface Service {
  name: string;
  server: { url: string; pid: number };
  redisPid: number;
  /** Votes that the server has counted. */
  counted(): Promise<number>;
  /** URL of the server whose documents it must send. */
  reference: string;
}

/** A server under the load of a night; its documents and tally are checked before and after each round. */
async function nightContestant({ name, server, redisPid, counted, reference }: Service): Promise<Contestant> {
  const documents = [{ path: fighterPath }, { path: livePath }];
  const checks = await Promise.all(
    documents.map(async (request) => ({ request, expected: await ask(reference, request) })),
  );
  const whole = await ask(reference, { path: listPath });
  const contestant = httpContestant({ ...server, name, redisPids: [redisPid], requests: night, checks });
  const votesChecked = checkVotes(name, counted, votes);
  const checkMore = async () => {
    const answer = await ask(server.url, list);
    if (answer.headers['content-encoding'] !== 'gzip') throw new WrongAnswers(`${name} sends the list uncompressed`);
    expectSame(name, { ...answer, body: gunzipSync(answer.body) }, whole);
    // A shown tally may be a moment old, but never exceeds the stored one.
    const shown = JSON.parse((await ask(server.url, { path: tallyPath })).body.toString()).total_votes as number;
    const now = await counted();
    if (!(shown <= now)) throw new WrongAnswers(`${name} shows ${shown} votes of ${now}`);
  };
  return {
    ...contestant,
    async check() {
      const after = await contestant.check?.();
      const afterVotes = await votesChecked();
      await checkMore();
      return async (loaded: Loaded) => {
        await after?.(loaded);
        await afterVotes(loaded);
        await checkMore();
      };
    },
  };
}

export async function measureMixed(options: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const setUp = await setUpBench(scope, options);
    const { redis } = setUp;
    const server = await setUp.serve();
    const plain = await startPlainExpress(scope, redis, server);
    const ballots = ballotsIn(redis.client);
    const common = { redisPid: redis.pid, reference: server.url };
    const contestants = [
      await nightContestant({ ...common, name: ours, server, counted: ballots.counted }),
      await nightContestant({ ...common, name: express, server: plain, counted: () => plainTally(redis) }),
    ];
    const measured = await runRounds(contestants, options);
    const name = 'mixed night';
    return {
      ...emptyResult(),
      figures: [compare(measured, ours, express, { bench, name, against: express, target: 7, unit: 'times' })],
      rows: measured.rows(bench, `${name}: 50 % fighter, 25 % live event, 10 % tally, 5 % list with gzip, 10 % votes`),
      notes: measured.notes,
    };
  });
}
