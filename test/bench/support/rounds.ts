import { setTimeout as sleep } from 'node:timers/promises';
import { cores } from './cores.ts';
import { type BenchOptions, type Course, LoadErrors, type Row, type Sample } from './figures.ts';
import type { Loaded } from './load.ts';
import { watchOthers } from './others.ts';
import { median, shuffled } from './statistics.ts';
import { cpuMicros, familyOf, residentBytes } from './usage.ts';

/** One who does the work that is measured. */
export interface Contestant {
  name: string;
  /** Whose CPU and memory count; with all that it has started. Absent: not known. */
  pid?: number;
  /** Of the Redis that works for it; several of a Cluster. */
  redisPids?: readonly number[];
  /** False when it may run on any core. */
  isPinned?: boolean;
  /** Puts it under load. Throws `WrongAnswers`. */
  load(seconds: number): Promise<Loaded>;
  /** Asks before every round, outside of what is measured; what it returns asks after it. Throws `WrongAnswers`. */
  check?(): Promise<((loaded: Loaded) => Promise<void>) | undefined>;
}

export type CourseOptions = Pick<BenchOptions, 'rounds' | 'seconds' | 'warmSeconds' | 'report'>;

/** How often a contestant's rounds may be measured again in one course because its load met errors. */
const mostRepeats = 5;

/** One round of one contestant. */
async function measure(contestant: Contestant, seconds: number): Promise<Sample> {
  const { pid, redisPids, isPinned = true } = contestant;
  const family = pid === undefined ? [] : familyOf(pid);
  const asked = await contestant.check?.();
  const core = isPinned && pid !== undefined ? (await cores()).server : undefined;
  const look = () => ({ server: cpuMicros(family), redis: cpuMicros(redisPids ?? []) });
  const before = look();
  const others = watchOthers(core, family);
  const loaded = await contestant.load(seconds);
  const [after, othersShare] = [look(), others()];
  const resident = residentBytes(family);
  await asked?.(loaded);
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
 * Every contestant in every round, in another order each time, so that what else the machine does falls on all.
 *
 * @throws {WrongAnswers} of the first contestant whose answers were wrong.
 */
export async function runCourse(contestants: readonly Contestant[], options: CourseOptions): Promise<Course> {
  const { rounds, seconds, warmSeconds = 1, report } = options;
  const samples = new Map<string, Sample[]>(contestants.map(({ name }) => [name, []]));
  const repeats: string[] = [];
  // A disk that another machine keeps busy makes the server answer 503 for a moment, as it should; that is told, and
  // whoever does it again and again fails.
  const insist = async (contestant: Contestant, forSeconds: number): Promise<Sample> => {
    for (;;) {
      try {
        return await measure(contestant, forSeconds);
      } catch (error) {
        const before = repeats.filter((text) => text.startsWith(`${contestant.name}: `)).length;
        if (!(error instanceof LoadErrors) || before >= mostRepeats) throw error;
        report(`measuring again: ${error.message}`);
        repeats.push(`${contestant.name}: a round was measured again, since it met errors (${error.message})`);
        await sleep(1_000);
      }
    }
  };
  if (warmSeconds > 0) report(`warming up ${contestants.length} contestants`);
  for (const contestant of warmSeconds > 0 ? contestants : []) await insist(contestant, warmSeconds);
  for (let round = 1; round <= rounds; round++) {
    for (const contestant of shuffled(contestants)) {
      report(`round ${round} of ${rounds}: ${contestant.name}`);
      samples.get(contestant.name)?.push(await insist(contestant, seconds));
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
    rows: (bench, work) => contestants.map(({ name }) => rowOf(bench, work, name, of(name))),
  };
}

/** The medians of a contestant's rounds. */
function rowOf(bench: string, work: string, name: string, rounds: readonly Sample[]): Row {
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
