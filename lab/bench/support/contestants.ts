import { setTimeout as sleep } from 'node:timers/promises';
import { expectAnswer, ownHeaders, type RawAnswer, type ReadyAnswer, type Sameness } from './answers.ts';
import { WrongAnswers } from './figures.ts';
import { defaultConnections, type Loaded, type LoadRequest } from './load.ts';
import { startBaseline } from './process.ts';
import type { Contestant } from './rounds.ts';
import type { Scope } from './scope.ts';
import { runLoad } from './wrk.ts';

/** A request, and the answer that a server must give. */
export interface AnswerCheck {
  request: LoadRequest;
  expected: RawAnswer;
  sameness?: Sameness;
}

export interface HttpOptions {
  name: string;
  url: string;
  pid: number;
  redisPids?: readonly number[];
  /** Sent in turn. */
  requests: readonly LoadRequest[];
  /** Sent before and after every round. */
  checks?: readonly AnswerCheck[];
  connections?: number;
  /** False: the load may run on any core. */
  pinned?: boolean;
}

/** A server under a closed loop of requests. */
export function httpContestant(options: HttpOptions): Contestant & { requests: readonly LoadRequest[] } {
  const { name, url, pid, redisPids, requests, checks = [], connections = defaultConnections, pinned = true } = options;
  const askAll = async () => {
    for (const { request, expected, sameness } of checks) await expectAnswer(name, url, request, expected, sameness);
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

/** The answer in the form that a baseline expects. */
export const readyAnswer = (answer: RawAnswer): ReadyAnswer => ({
  status: answer.status,
  headers: ownHeaders(answer),
  body: answer.body.toString('base64'),
});

/** Starts one bare `node:http` process with these answers, each at its own URL. */
export async function startBare(scope: Scope, answers: readonly RawAnswer[]): Promise<{ pid: number; urls: string[] }> {
  const { pid, ready } = await startBaseline<string[]>(scope, 'bare.ts', answers.map(readyAnswer));
  return { pid, urls: ready };
}

const settleMs = 50;
const steadyAfter = 3;
const mostReadings = 200;

/** Waits until a count stops growing: when a load ends, requests are still in flight. */
export async function steadyCount(counted: () => Promise<number>): Promise<number> {
  let last = await counted();
  let same = 0;
  for (let readings = 0; readings < mostReadings && same < steadyAfter; readings++) {
    await sleep(settleMs);
    const now = await counted();
    same = now === last ? same + 1 : 0;
    last = now;
  }
  return last;
}

/**
 * Checks after every round that each acknowledged vote is counted once. The load ends with requests in flight, so up to
 * one more vote per connection may be counted.
 *
 * @param counted reads the tally.
 */
export function checkVotes(
  name: string,
  counted: () => Promise<number>,
): () => Promise<(loaded: Loaded) => Promise<void>> {
  return async () => {
    const before = await steadyCount(counted);
    return async ({ requests }) => {
      const more = (await steadyCount(counted)) - before;
      if (more < requests || more > requests + defaultConnections) {
        throw new WrongAnswers(`${name}: ${requests} votes were acknowledged, ${more} counted`);
      }
    };
  };
}
