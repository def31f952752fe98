import { type History, isWrite } from '../history/operations.ts';
import { type Anomaly, anomalyKinds } from './anomaly.ts';
import { checkAnswers, longestOutages } from './answers.ts';
import { CountBounds, checkCountReads, checkStoredCounts } from './counts.ts';
import { checkStreams, checkVersions, DocumentChecks } from './documents.ts';
import { byRegister, judge } from './fates.ts';
import { checkStored, checkVoteReads } from './registers.ts';

/**
 * How old a reply may be that is not marked stale: a cached reply lives for a second without an announcement, and it
 * takes most of another one to notice that Redis hangs.
 */
export const allowedAgeMs = 3_000;

export interface Verdict {
  operations: number;
  acknowledged: number;
  /** Acknowledged writes that a failover may lose, and has. */
  excused: number;
  /** By kind of operation and answer, such as `vote 503 outcome-unknown`. */
  answers: Record<string, number>;
  faults: Record<string, number>;
  longestOutageMs: { writesMs: number; readsMs: number };
  /** How many of each kind, also 0. */
  counts: Record<Anomaly['kind'], number>;
  anomalies: Anomaly[];
}

function countBy<T>(all: readonly T[], nameOf: (one: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of all) counts[nameOf(one)] = (counts[nameOf(one)] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Judges a history: a pure function of it. */
export function check({ operations: unordered, final, faults, mayLose }: History): Verdict {
  const operations = unordered.toSorted((a, b) => a.completedMs - b.completedMs);
  const judged = judge(operations, mayLose);
  const registers = byRegister(judged);
  const bounds = new CountBounds(registers.values());
  const anomalies = [
    ...checkAnswers(operations),
    ...checkStored(registers, final),
    ...checkVoteReads(registers, operations),
    ...checkCountReads(bounds, operations, allowedAgeMs),
    ...checkStoredCounts(registers, final, bounds.names),
    ...new DocumentChecks(registers, mayLose).checkAll(operations, allowedAgeMs),
    // After a failover the numbers of a feed may begin again.
    ...(mayLose.some(({ what }) => what === 'writes') ? [] : checkStreams(operations)),
    ...checkVersions(registers, final),
    ...final.findings.map((says): Anomaly => ({ kind: 'broken store', says, operations: [] })),
  ];
  const strict = mayLose.length > 0 ? checkStored(byRegister(judge(operations, [])), final) : [];
  return {
    operations: operations.length,
    acknowledged: operations.filter((one) => isWrite(one) && one.status !== null && one.status < 300).length,
    excused:
      mayLose.length > 0
        ? strict.filter(({ kind }) => kind === 'lost').length - anomalies.filter(({ kind }) => kind === 'lost').length
        : 0,
    answers: countBy(
      operations,
      ({ kind, status, problem }) => `${kind} ${status ?? 'lost'}${problem ? ` ${problem}` : ''}`,
    ),
    faults: countBy(faults, ({ kind }) => kind),
    longestOutageMs: longestOutages(operations),
    counts: Object.fromEntries(
      anomalyKinds.map((kind) => [kind, anomalies.filter((one) => one.kind === kind).length]),
    ) as Verdict['counts'],
    anomalies,
  };
}
