import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadyAnswer } from '../baselines/bare.ts';
import { expectAnswer, ownHeaders, type RawAnswer, type Sameness } from './answers.ts';
import { WrongAnswers } from './figures.ts';
import { defaultConnections, type Loaded, type LoadRequest } from './load.ts';
import { startBaseline } from './process.ts';
import type { Contestant } from './rounds.ts';
import { runLoad } from './run-load.ts';
import type { Scope } from './scope.ts';

/** What is asked of a server, and what it must answer. */
export interface Asked {
  request: LoadRequest;
  expected: RawAnswer;
  sameness?: Sameness;
}

export interface HttpOptions {
  name: string;
  url: string;
  pid: number;
  redisPids?: readonly number[];
  /** Sent by turns. */
  requests: readonly LoadRequest[];
  /** Asked before and after every round. */
  asked?: readonly Asked[];
  connections?: number;
  /** False: the load may run on any core. */
  pinned?: boolean;
}

/** A server under a closed loop of requests. */
export function httpContestant(options: HttpOptions): Contestant & { requests: readonly LoadRequest[] } {
  const { name, url, pid, redisPids, requests, asked = [], connections = defaultConnections, pinned = true } = options;
  const askAll = async () => {
    for (const { request, expected, sameness } of asked) await expectAnswer(name, url, request, expected, sameness);
  };
  return {
    ...{ name, pid, requests, isPinned: pinned },
    ...(redisPids && { redisPids }),
    load: (seconds) => runLoad({ url, requests, seconds, connections, pinned }),
    async check() {
      await askAll();
      return askAll;
    },
  };
}

/** An answer for a baseline to give. */
export const readyAnswer = (answer: RawAnswer): ReadyAnswer => ({
  status: answer.status,
  headers: ownHeaders(answer),
  body: answer.body.toString('base64'),
});

/** One bare `node:http` process that gives these answers, each at a URL of its own. */
export async function startBare(scope: Scope, answers: readonly RawAnswer[]): Promise<{ pid: number; urls: string[] }> {
  const { pid, ready } = await startBaseline<string[]>(scope, 'bare.ts', answers.map(readyAnswer));
  return { pid, urls: ready };
}

const settleMs = 50;
const settledAfter = 3;
const mostReadings = 200;

/** A count that has stopped to grow: a load that ends leaves requests under way. */
export async function settled(counted: () => Promise<number>): Promise<number> {
  let last = await counted();
  let same = 0;
  for (let readings = 0; readings < mostReadings && same < settledAfter; readings++) {
    await sleep(settleMs);
    const now = await counted();
    same = now === last ? same + 1 : 0;
    last = now;
  }
  return last;
}

/**
 * Checks of every round that all votes which were acknowledged are counted, once. The load ends in the middle of
 * requests, so up to one vote per connection may be counted that it has not seen acknowledged.
 *
 * @param counted how many votes stand in the tally now.
 * @param votesPer votes among so many requests: 1 of 1, or 1 of 10.
 */
export function votesCounted(
  name: string,
  counted: () => Promise<number>,
  of: { votes: number; requests: number } = { votes: 1, requests: 1 },
): () => Promise<(loaded: Loaded) => Promise<void>> {
  return async () => {
    const before = await settled(counted);
    return async ({ requests }) => {
      const more = (await settled(counted)) - before;
      // In a mix nobody says which of the requests under way were votes.
      const sent = (requests * of.votes) / of.requests;
      const unsure = defaultConnections * (of.votes === of.requests ? 1 : 2);
      const least = of.votes === of.requests ? sent : sent - unsure;
      if (more < least || more > sent + unsure) {
        throw new WrongAnswers(`${name}: ${sent} votes were acknowledged and ${more} counted`);
      }
    };
  };
}
