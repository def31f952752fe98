import { setTimeout as sleep } from 'node:timers/promises';
import { cores } from './cores.ts';
import { type BenchOptions, LoadErrors, type RoundResults, type Row, type Sample } from './figures.ts';
import type { Loaded } from './load.ts';
import { median, shuffled } from './statistics.ts';
import { cpuMicros, familyOf, residentBytes, watchOthers } from './usage.ts';

/** A service under measurement. */
export interface Contestant {
  name: string;
  /** Process whose CPU and memory count, with its children; absent where unknown. */
  pid?: number;
  /** Of its Redis; several of a Cluster. */
  redisPids?: readonly number[];
  /** False when it may run on any core. */
  isPinned?: boolean;
  /** Puts it under load. Throws `WrongAnswers`. */
  load(seconds: number): Promise<Loaded>;
  /** Runs before every round, unmeasured; its result runs after the round. Both throw `WrongAnswers`. */
  check?(): Promise<((loaded: Loaded) => Promise<void>) | undefined>;
}

export type RoundOptions = Pick<BenchOptions, 'rounds' | 'seconds' | 'warmSeconds' | 'report'>;

/** How often the rounds of a contestant may be measured again because of load errors. */
const mostRepeats = 5;

/** One round of one contestant. */
async function measure(contestant: Contestant, seconds: number): Promise<Sample> {
  const { pid, redisPids, isPinned = true } = contestant;
  const family = pid === undefined ? [] : familyOf(pid);
  const checkAfter = await contestant.check?.();
  const core = isPinned && pid !== undefined ? (await cores()).server : undefined;
  const look = () => ({ server: cpuMicros(family), redis: cpuMicros(redisPids ?? []) });
  const before = look();
  const others = watchOthers(core, family);
  const loaded = await contestant.load(seconds);
  const [after, othersShare] = [look(), others()];
  const resident = residentBytes(family);
  await checkAfter?.(loaded);
  const used = (from: number | undefined, to: number | undefined, known: boolean) =>
    known && from !== undefined && to !== undefined ? to - from : Number.NaN;
  return {
    ...loaded,
    cpuMicros: used(before.server, after.server, pid !== undefined),
    othersShare,
    redisMicros: used(before.redis, after.redis, redisPids !== undefined),
    residentBytes: resident.length > 0 ? resident.reduce((sum, one) => sum + one, 0) : Number.NaN,
  };
}

/**
 * Measures every contestant in every round, in a random order, so that other load on the machine affects all of them.
 *
 * @throws {WrongAnswers} of the first contestant with wrong answers.
 */
export async function runRounds(contestants: readonly Contestant[], options: RoundOptions): Promise<RoundResults> {
  const { rounds, seconds, warmSeconds = 1, report } = options;
  const samples = new Map<string, Sample[]>(contestants.map(({ name }) => [name, []]));
  const repeats: string[] = [];
  // While a disk is busy the server answers 503, as it should: the round is repeated and noted. Too many repeats fail.
  const retry = async (contestant: Contestant, forSeconds: number): Promise<Sample> => {
    for (;;) {
      try {
        return await measure(contestant, forSeconds);
      } catch (error) {
        const before = repeats.filter((text) => text.startsWith(`${contestant.name}: `)).length;
        if (!(error instanceof LoadErrors) || before >= mostRepeats) throw error;
        report(`measuring again: ${error.message}`);
        repeats.push(`${contestant.name}: a round was measured again because of errors (${error.message})`);
        await sleep(1_000);
      }
    }
  };
  if (warmSeconds > 0) report(`warming up ${contestants.length} contestants`);
  for (const contestant of warmSeconds > 0 ? contestants : []) await retry(contestant, warmSeconds);
  for (let round = 1; round <= rounds; round++) {
    for (const contestant of shuffled(contestants)) {
      report(`round ${round} of ${rounds}: ${contestant.name}`);
      samples.get(contestant.name)?.push(await retry(contestant, seconds));
    }
  }
  const of = (name: string) => samples.get(name) ?? [];
  return {
    of,
    notes: repeats,
    pairs: (one, other) =>
      of(one).flatMap((own, round) => {
        const against = of(other)[round];
        return against ? [[own, against] as [Sample, Sample]] : [];
      }),
    rows: (bench, work) => contestants.map(({ name }) => createRow(bench, work, name, of(name))),
  };
}

/** The medians of a contestant's rounds. */
function createRow(bench: string, work: string, name: string, rounds: readonly Sample[]): Row {
  const middle = (value: (sample: Sample) => number) => median(rounds.map(value));
  return {
    ...{ bench, work, name },
    requestsPerSecond: middle(({ perSecond }) => perSecond),
    p50Ms: middle(({ p50Ms }) => p50Ms),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    cpuMicros: middle((sample) => sample.cpuMicros / sample.requests),
    redisMicros: middle((sample) => sample.redisMicros / sample.requests),
    residentMB: middle((sample) => sample.residentBytes / 2 ** 20),
  };
}
