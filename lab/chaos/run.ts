import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '../../contracts/world/night/random.ts';
import { createStore } from '../../server/store/index.ts';
import { json, send } from '../../test/support/http/send.ts';
import { connectPatiently } from '../../test/support/redis/redis.ts';
import { eventually } from '../../test/support/run/eventually.ts';
import { check, type Verdict } from './checker/check.ts';
import { runScorer, runVoter } from './clients/ballots.ts';
import { feeds, readFeed, readNews, runEditor, runFeed, runFollower, runReader } from './clients/documents.ts';
import { Lane, type Stage } from './clients/lane.ts';
import { runCounter } from './clients/tallies.ts';
import { strikeAll } from './faults/nemesis.ts';
import type { History } from './history/operations.ts';
import { Recorder } from './history/recorder.ts';
import { readFinalState } from './system/final-state.ts';
import { firstNumber, prepareStore } from './system/prepare.ts';
import type { System } from './system/system.ts';

export interface RunOptions {
  seed: number;
  durationMs: number;
  /** Starts the system, on a store that `prepare` has filled. */
  open(prepare: (url: string) => Promise<void>): Promise<System>;
  /** What must have happened before it ends, on a busy machine later than `durationMs`. */
  isEnough?: (recorder: Recorder) => boolean;
  /** Names of the faults to do; default: all of the mode. */
  faults?: readonly string[] | undefined;
  /** The least and the most time between two faults, in milliseconds. */
  quietMs?: readonly [number, number];
  /** Where the history is written, as JSON lines. */
  path?: string | undefined;
  /** How many clients of each kind, times this. */
  load?: number;
  /** For controls: what else is done while the clients run. */
  meddle?: (system: System, recorder: Recorder, isOver: () => boolean) => Promise<void>;
  progress?: (line: string) => void;
  /** Ends the run early. */
  signal?: AbortSignal;
}

/** The run was ended before it could be judged; what it started has ended. */
export class Stopped extends Error {
  override name = 'Stopped';
}

/** Longer than any reply is cached without an announcement. */
const settleMs = 2_500;

/** Far more than a recovery takes on a quiet machine. */
const recoveryMs = 180_000;

const progressMs = 10_000;
/** How many tallies are read at the end, from any of the servers. */
const lastCounts = 8;
/** A run that has not seen enough by then ends nevertheless. */
const latestMs = 120_000;

/** The clients of a run, each with its own random numbers. */
function startClients(stage: Stage, { seed, load = 1 }: RunOptions, store: System['storeUrl'], generation: number) {
  const lanes: Lane[] = [];
  const start = (count: number, name: string, run: (lane: Lane, index: number) => Promise<void>) =>
    Array.from({ length: Math.ceil(count * load) }, (_, index) => {
      const lane = new Lane(`${name} ${index + 1}`, randomOf(seed, name, index), stage);
      lanes.push(lane);
      return run(lane, index);
    });
  const edit = async (lane: Lane) => {
    const { connections } = await connectPatiently(store);
    await runEditor(lane, createStore(connections), { number: firstNumber, generation }).finally(connections.close);
  };
  const running = [
    ...start(12, 'voter', runVoter),
    ...start(4, 'scorer', runScorer),
    ...start(4, 'counter', runCounter),
    ...start(4, 'reader', runReader),
    ...feeds.flatMap((event) => start(2 / load, `follower of ${event}`, (lane) => runFollower(lane, event))),
    ...feeds.flatMap((event) => start(1 / load, `feed ${event}`, (lane) => runFeed(lane, event, firstNumber + 1))),
    ...start(1 / load, 'editor', edit),
  ];
  return { done: Promise.all(running), close: () => Promise.all(lanes.map((lane) => lane.close())) };
}

/** Undoes every fault, and waits until both servers and the store answer. */
async function heal(system: System): Promise<void> {
  const { servers, redis, storeLinks, machine } = system;
  machine?.setFsyncFails(false);
  for (const link of [...storeLinks, ...servers.map((server) => server.link)]) {
    link.release();
    link.delay(0);
  }
  for (const node of redis) await system.startRedis(node);
  await eventually(() => system.isWhole().catch(() => false), 'the store is whole', recoveryMs);
  for (const server of servers) await server.start();
  for (const { url } of servers) {
    const isWell = async () => json(await send(url, 'GET', '/api/v1/us/health')).status === 'ok';
    // Of every worker: new connections go to them in turn.
    for (let times = 0; times < 4; times++) {
      await eventually(() => isWell().catch(() => false), `${url} is well`, recoveryMs);
    }
  }
}

/** What everybody sees at the end, once caches are fresh. */
async function readLast(stage: Stage, seed: number): Promise<void> {
  await sleep(settleMs);
  let counted = 0;
  const lane = new Lane('last reader', randomOf(seed, 'last'), { ...stage, isOver: () => counted++ >= lastCounts });
  for (const server of stage.urls.keys()) {
    for (const event of feeds) await readFeed(lane, server, event);
    await readNews(lane, server, '/news');
  }
  await runCounter(lane);
  await lane.close();
}

/** Runs clients and faults for a while, heals the system, and judges what the clients saw and what is stored. */
export const runChaos = async (options: RunOptions): Promise<Verdict> => check(await recordChaos(options));

/** The same, without the judgement. */
export async function recordChaos(options: RunOptions): Promise<History> {
  const { seed, durationMs, open, faults, path, meddle, quietMs = [100, 1_500], progress = () => undefined } = options;
  const { isEnough = () => true, signal } = options;
  const recorder = new Recorder(path);
  let generation = 0;
  const system = await open(async (url) => {
    generation = await prepareStore(url, recorder);
  });
  const ended = new AbortController();
  let clients: ReturnType<typeof startClients> | undefined;
  let reporting: NodeJS.Timeout | undefined;
  try {
    const endMs = performance.now() + durationMs;
    const isOver = () => {
      if (ended.signal.aborted || signal?.aborted) return true;
      const leftMs = endMs - performance.now();
      return leftMs <= 0 && (isEnough(recorder) || leftMs <= -latestMs);
    };
    const stage: Stage = { urls: system.servers.map(({ url }) => url), recorder, isOver };
    clients = startClients(stage, options, system.editorUrl, generation);
    // What follows waits for them, and reports it.
    clients.done.catch(() => ended.abort());
    reporting = setInterval(() => {
      const leftSeconds = Math.max(0, Math.round((endMs - performance.now()) / 1_000));
      progress(`${recorder.operations.length} operations, ${recorder.faults.length} faults, ${leftSeconds} s to go`);
    }, progressMs);
    await Promise.all([
      strikeAll(system, { random: randomOf(seed, 'faults'), recorder, names: faults, isOver, quietMs }),
      meddle?.(system, recorder, isOver),
    ]);
    if (signal?.aborted) throw new Stopped('The run was stopped before its end.');
    await heal(system);
    await clients.done;
    await readLast(stage, seed);
    return await recorder.finish(await readFinalState(system.storeUrl));
  } finally {
    ended.abort();
    clearInterval(reporting);
    await clients?.close();
    await system.close();
  }
}
