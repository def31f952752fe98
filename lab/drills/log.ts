import { root } from '../../test/support/deploy/files.ts';
import type { Drill } from './support/drill.ts';
import type { Drilled } from './support/run-drill.ts';

/** Where the log of a run is kept, from the root of the repository. */
export const logFile = 'deploy/monitoring/drills.md';

/** A cell of a table of Markdown, without what is of this machine alone. */
const cell = (text: string) =>
  text
    .replaceAll(root, '')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ');

/** The log of a run, as Markdown: a row for each drill, in the order of the runs. */
export function drillLog(date: Date, done: readonly (Drilled & Pick<Drill, 'does'>)[]): string {
  const rows = done.map(({ alert, does, seconds, pending, seen, quietAfterSeconds }) => {
    const others = pending.filter((name) => name !== alert).join(', ') || '–';
    const anchor = `[${alert}](RUNBOOK.md#${alert.toLowerCase()})`;
    return `| ${anchor} | ${does} | ${seconds} s | ${others} | \`${cell(seen)}\` | ${quietAfterSeconds} s |`;
  });
  return `# Drills

From \`npm --prefix lab run drills -- --write\` on ${date.toISOString().slice(0, 10)}: each fault was caused once on a real server and Redis. The metrics alone
had to trigger its alert, and the place that the [runbook](RUNBOOK.md) names had to show the fault. Metrics were read twice a second; the
\`for\` of a rule is not included.

| alert | the drill | pending after | also pending | where the runbook looks | quiet after the end |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
