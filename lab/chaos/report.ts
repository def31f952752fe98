/** What `npm --prefix lab run chaos` prints. */
import { type Anomaly, anomalyKinds } from './checker/anomaly.ts';
import type { Verdict } from './checker/check.ts';
import type { Operation } from './history/operations.ts';

const list = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** One operation on one line: when, who, what, and how it was answered. */
export function describeOperation(operation: Operation): string {
  const { invokedMs, completedMs, lane, server, kind, status, problem } = operation;
  const at = `${Math.round(invokedMs)} to ${Math.round(completedMs)} ms`;
  const answer = status === null ? (problem ?? 'no answer') : `${status}${problem ? ` ${problem}` : ''}`;
  const shown = 'values' in operation ? [...new Set(operation.values ?? [])].join(' ') : '';
  const value = 'value' in operation ? operation.value : shown;
  return `${at}  ${lane} to server ${server + 1}: ${kind} ${value} -> ${answer}`;
}

/** More of one kind say the same again; the JSON has all. */
const mostShown = 5;

export function describeAnomalies(anomalies: readonly Anomaly[]): string[] {
  return anomalyKinds.flatMap((kind) => {
    const own = anomalies.filter((anomaly) => anomaly.kind === kind);
    const lines = own
      .slice(0, mostShown)
      .flatMap(({ says, operations }) => [
        `${kind}: ${says}`,
        ...operations.slice(-12).map((operation) => `    ${describeOperation(operation)}`),
      ]);
    return own.length > mostShown ? [...lines, `${kind}: and ${own.length - mostShown} more`] : lines;
  });
}

/** @param title seed, mode and length of the run. */
export function describeVerdict(title: string, verdict: Verdict): string[] {
  const { operations, acknowledged, excused, answers, faults, counts, longestOutageMs, anomalies } = verdict;
  const found = anomalyKinds.map((kind) => `${counts[kind]} ${kind}`).join(', ');
  return [
    `${title}: ${operations} operations, ${acknowledged} acknowledged writes`,
    `faults: ${list(faults)}`,
    `answers: ${list(answers)}`,
    `found: ${found}`,
    ...(excused > 0 ? [`lost in failovers or while the clock was set, as server/README.md says: ${excused}`] : []),
    `longest without an acknowledged vote or scorecard ${seconds(longestOutageMs.writesMs)}, without a read ${seconds(longestOutageMs.readsMs)}`,
    ...describeAnomalies(anomalies),
  ];
}
