/** Up to ten times the misses that the server can load, beside the same server without admission. */
import { setTimeout as sleep } from 'node:timers/promises';
import { families } from '../../contracts/families.ts';
import { randomOf } from '../../contracts/world/night/random.ts';
import { type OpenAnswer, type OpenRequest, sendOpenLoop } from '../../test/support/load/open-loop.ts';
import { type BenchOptions, type BenchResult, createFigure, emptyResult, type Table } from './support/figures.ts';
import { clientPrefix, type LoadRequest } from './support/load.ts';
import {
  fighterPaths,
  listPath,
  livePath,
  newsPath,
  tallyPath,
  voteBody,
  votePath,
  voteRequest,
} from './support/paths.ts';
import { runLoad } from './support/run-load.ts';
import { scoped } from './support/scope.ts';
import { type BenchServer, setUpBench } from './support/set-up.ts';
import { percentile, shuffled } from './support/statistics.ts';
import { residentBytes } from './support/usage.ts';

const bench = 'overload';
const { v3 } = families;

/** Of twenty requests: 25 % votes and live replies, 45 % records, 15 % lists, 15 % pages. */
const important: LoadRequest[] = [
  voteRequest,
  voteRequest,
  { path: livePath },
  { path: livePath },
  { path: tallyPath },
];
const others: LoadRequest[] = [
  ...fighterPaths(9).map((path) => ({ path })),
  ...[newsPath, `${v3.prefix}/events`, listPath].map((path) => ({ path })),
  ...[30, 60, 90].map((limit) => ({ path: `${v3.prefix}/events?limit=${limit}` })),
];
const mix = shuffled([...important, ...others], randomOf(1));

/** Times the peak. */
const loads = [1, 2, 5, 10];
/** Connections of the load, and as many of them for the peak as keep the server busy. */
const [connections, closedLoop] = [2_000, 32];
/** A client has lost patience after so long. */
const inTimeMs = 1_200;
/** The load is over for a client that asks for a record when it gets it this soon again. */
const recoveredMs = 250;
const probesPerSecond = 20;
/** How long the probes go on at least. */
const leastRecoverySeconds = 3;

interface Measured {
  times: number;
  isControl: boolean;
  offered: number;
  /** Answered with 2xx within `inTimeMs` of the moment at which they were due, a second. */
  goodput: number;
  acceptedMs: number;
  refused: number;
  failed: number;
  /** Part of the votes and live requests that was answered in time. */
  important: number;
  recoveryMs: number;
  megabytes: number;
}

const isOk = ({ status }: OpenAnswer) => status >= 200 && status < 300;
const isInTime = (answer: OpenAnswer) => isOk(answer) && answer.ms <= inTimeMs;

function requestsOf(prefix: string): (index: number) => OpenRequest {
  return (index) => {
    const request = mix[index % mix.length] as LoadRequest;
    if (request !== voteRequest) return { method: 'GET', path: request.path };
    return { method: 'POST', path: votePath, body: voteBody(prefix + String(index).padStart(10, '0')) };
  };
}

/** Asks for a record again and again. @returns how long after `offeredMs` the last probe was due that was not answered soon. */
async function probe(url: string, seconds: number, offeredMs: number): Promise<number> {
  const [path = ''] = fighterPaths(1);
  const answers = await sendOpenLoop(url, {
    ...{ perSecond: probesPerSecond, total: probesPerSecond * seconds, connections: 500 },
    request: () => ({ method: 'GET', path }),
  });
  const last = answers.findLastIndex((answer) => !isOk(answer) || answer.ms > recoveredMs);
  return Math.max(0, ((last + 1) / probesPerSecond) * 1_000 - offeredMs);
}

/** The most resident memory of a process until the result is called. */
function watchMemory(pid: number): () => number {
  let most = 0;
  const look = () => {
    most = Math.max(most, ...residentBytes([pid]));
  };
  const timer = setInterval(look, 100);
  return () => {
    clearInterval(timer);
    return most / 2 ** 20;
  };
}

async function offer(
  { url, pid }: BenchServer,
  { times, peak, seconds, isControl }: { times: number; peak: number; seconds: number; isControl: boolean },
): Promise<Measured> {
  const perSecond = times * peak;
  const memory = watchMemory(pid);
  // Without admission it takes as many times longer to answer as was offered too much.
  const probedSeconds = Math.ceil(seconds * (isControl ? times : 1)) + leastRecoverySeconds;
  const [answers, recoveryMs] = await Promise.all([
    sendOpenLoop(url, {
      ...{ perSecond, total: Math.round(perSecond * seconds), connections, request: requestsOf(clientPrefix()) },
    }),
    probe(url, probedSeconds, seconds * 1_000),
  ]);
  const ofKind = answers.filter((_, index) => important.includes(mix[index % mix.length] as LoadRequest));
  const ok = answers.filter(isOk);
  return {
    ...{ times, isControl, recoveryMs, megabytes: memory() },
    offered: perSecond,
    goodput: answers.filter(isInTime).length / seconds,
    acceptedMs: percentile(
      ok.map(({ ms }) => ms),
      0.99,
    ),
    refused: answers.filter(({ status }) => status === 503).length,
    failed: answers.filter((answer) => !isOk(answer) && answer.status !== 503).length,
    important: ofKind.filter(isInTime).length / ofKind.length,
  };
}

const tableOf = (peak: number, measured: readonly Measured[]): Table => ({
  title: 'Misses at a fixed rate: votes and live replies 25 %, records 45 %, lists 15 %, pages 15 %; nothing is cached',
  head: [
    'times the peak',
    'admission',
    'offered/s',
    'in time/s',
    'p99 ms',
    '503',
    'failed',
    'votes, live',
    'recovery ms',
    'MB',
  ],
  rows: [
    [`peak, over ${closedLoop} connections`, '', '', peak.toFixed(0), '', '0', '0', '', '', ''],
    ...measured.map((one) => [
      ...[String(one.times), one.isControl ? 'off' : 'on'],
      ...[one.offered, one.goodput, one.acceptedMs, one.refused, one.failed].map((value) => value.toFixed(0)),
      ...[`${(100 * one.important).toFixed(1)} %`, one.recoveryMs.toFixed(0), one.megabytes.toFixed(0)],
    ]),
  ],
  note: `In time: 2xx within ${inTimeMs} ms of the moment at which the request was due. p99: of all that were answered 2xx, however late. Recovery: from the last request that was offered until a record takes at most ${recoveredMs} ms.`,
});

/** @throws {WrongAnswers} when the peak cannot be measured. */
export async function measureOverloadMisses(options: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const { report, seconds } = options;
    const setUp = await setUpBench(scope, options);
    const env = { CACHE_BYTES: '0' };
    const ours = await setUp.serve({ env, core: 'anywhere' });
    const control = await setUp.serve({ env, core: 'anywhere', preload: 'lab/bench/support/no-admission.ts' });
    const servers: [BenchServer, boolean][] = [
      [ours, false],
      [control, true],
    ];
    report('measuring the peak of misses');
    const closed = ({ url }: BenchServer) =>
      runLoad({ url, requests: mix, seconds: Math.max(2, seconds), connections: closedLoop, pinned: false });
    // The first load of each compiles its code; ours may refuse some of it.
    await closed(ours).catch(() => undefined);
    await closed(control);
    const { perSecond: peak } = await closed(control);
    const measured: Measured[] = [];
    for (const times of loads) {
      for (const [server, isControl] of servers) {
        report(`${times} times ${peak.toFixed(0)} misses a second, ${isControl ? 'without' : 'with'} admission`);
        measured.push(await offer(server, { times, peak, seconds, isControl }));
        await sleep(500);
      }
    }
    const last = (isControl: boolean) => measured.findLast((one) => one.isControl === isControl) as Measured;
    const [most, off] = [last(false), last(true)];
    const figure = (name: string, value: number, unit: 'ratio' | 'ms' | 'MB', target?: [number, 'least' | 'most']) =>
      createFigure({
        ...{ bench, name, against: unit === 'ratio' ? 'peak' : '', unit, value },
        ...(target && { target: { value: target[0], is: target[1] } }),
      });
    return {
      ...emptyResult(),
      figures: [
        figure('misses answered in time at ten times the peak', most.goodput / peak, 'ratio', [0.9, 'least']),
        figure('the same without admission', off.goodput / peak, 'ratio'),
        figure('miss accepted at ten times the peak, p99', most.acceptedMs, 'ms', [inTimeMs, 'most']),
        figure('the same without admission', off.acceptedMs, 'ms'),
        figure('after ten times the peak, until a record is quick again', most.recoveryMs, 'ms', [2_000, 'most']),
        figure('the same without admission', off.recoveryMs, 'ms'),
        figure('memory at ten times the peak', most.megabytes, 'MB', [350, 'most']),
      ],
      tables: [tableOf(peak, measured)],
    };
  });
}
