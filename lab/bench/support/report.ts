import type { BenchResult, Figure, Row, Table, Target } from './figures.ts';
import type { Machine } from './machine.ts';

/** Everything that one command measured. */
export interface Run extends BenchResult {
  machine: Machine;
  command: string;
  /** ISO 8601. */
  date: string;
  /** Of the whole command. */
  seconds: number;
  rounds: number;
  secondsPerRound: number;
  /** Benches that failed, and why. */
  failures: { bench: string; reason: string }[];
}

const decimals = { ratio: 2, times: 1, ms: 1, MB: 0, reads: 2 } as const;
const suffix = { ratio: '', times: ' ×', ms: ' ms', MB: ' MB', reads: '' } as const;

/** A value as printed: `0.97`, `3.4 ×`, `12.0 ms`. */
export const formatValue = (value: number, unit: Figure['unit']) =>
  unit === 'times' && value < 2 ? `${value.toFixed(2)} ×` : value.toFixed(decimals[unit]) + suffix[unit];

const formatTarget = (target: Target | undefined, unit: Figure['unit']) =>
  target ? `${target.is === 'least' ? '≥' : '≤'} ${formatValue(target.value, unit)}` : '';

const number = (value: number, digits: number) => (Number.isFinite(value) ? value.toFixed(digits) : '–');

/** One line per figure, with its target and whether it was reached. */
export function figureTable(figures: readonly Figure[]): Table {
  return {
    title: 'Figures',
    head: ['work', 'against', 'measured', 'target', 'verdict', 'CPU', 'spread', 'others'],
    rows: figures.map(({ name, against, value, unit, target, verdict, cpuRatio, spread, othersShare }) => [
      ...[name, against, formatValue(value, unit), formatTarget(target, unit), target ? verdict : ''],
      cpuRatio === undefined ? '' : formatValue(cpuRatio, unit),
      ...[spread, othersShare].map((share) => (share === undefined ? '' : `${(share * 100).toFixed(0)} %`)),
    ]),
  };
}

/** Absolute figures of the contestants, for this machine only. */
export function rowTables(rows: readonly Row[]): Table[] {
  const works = [...new Set(rows.map(({ work }) => work))];
  return works.map((work) => ({
    title: work,
    head: ['server', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request', 'Redis µs/request', 'MB'],
    rows: rows
      .filter((row) => row.work === work)
      .map(({ name, requestsPerSecond, p50Ms, p99Ms, cpuMicros, redisMicros, residentMB }) => [
        ...[name, number(requestsPerSecond, 0), number(p50Ms, 2), number(p99Ms, 2)],
        ...[number(cpuMicros, 1), number(redisMicros, 1), number(residentMB, 0)],
      ]),
  }));
}

function textTable({ title, head, rows, note }: Table): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const isNumber = column > 0 && rows.every((row) => /^[-–≥≤\d.,\s%×msMB]*$/.test(row[column] ?? ''));
        return isNumber ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
      })
      .join('  ')
      .trimEnd();
  return [title, ...[head, ...rows].map((cells) => `  ${line(cells)}`), ...(note ? [`  ${note}`] : [])].join('\n');
}

export const machineLines = ({ cpu, cores, memoryGB, system, versions, layout }: Machine) => [
  `${cpu}, ${cores} cores, ${memoryGB} GB, ${system}`,
  Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', '),
  layout,
];

/** How to read the figures. */
const reading =
  'Measured: the median of the rounds’ ratios in requests per second. CPU: the same for CPU per request (the baseline’s divided by ours), which other load on the machine hardly changes. Spread: the middle half of the rounds, relative to their median. Others: the share of the server’s core that other programs had.';

/** For a terminal. */
export function textReport(run: Run): string {
  const { figures, rows, tables, notes, failures, machine, seconds, rounds, secondsPerRound } = run;
  const parts = [
    ...rowTables(rows).map(textTable),
    ...tables.map(textTable),
    ...(figures.length > 0 ? [textTable(figureTable(figures)), reading] : []),
    ...(notes.length > 0 ? [[...new Set(notes)].join('\n')] : []),
    ...failures.map(({ bench, reason }) => `${bench} FAILED: ${reason}`),
    [
      ...machineLines(machine),
      `rounds for each contestant: ${rounds} of ${secondsPerRound} s, in random order; ${Math.round(seconds)} s in all`,
    ].join('\n'),
  ];
  return parts.join('\n\n');
}

const cell = (text: string) => text.replaceAll('|', '\\|');

function markdownTable({ title, head, rows, note }: Table, level = '##'): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  const table = [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
  return [`${level} ${title}`, table, ...(note ? [note] : [])].join('\n\n');
}

/** For RESULTS.md. */
export function markdownReport(run: Run): string {
  const { figures, rows, tables, notes, failures, machine, command, date, seconds, rounds, secondsPerRound } = run;
  const parts = [
    '# Results of the benchmarks',
    `From \`${command}\` on ${date.slice(0, 10)}; rounds for each contestant: ${rounds} of ${secondsPerRound} s, in random order; ${Math.round(seconds / 60)} minutes in all. [README.md](README.md) explains each figure.`,
    machineLines(machine)
      .map((line) => `- ${line}`)
      .join('\n'),
    markdownTable(figureTable(figures)),
    reading,
    ...(notes.length > 0 ? [[...new Set(notes)].map((note) => `- ${note}`).join('\n')] : []),
    ...failures.map(({ bench, reason }) => `**${bench} failed**: ${reason}`),
    '## In absolute numbers',
    'For this machine only; the ratios hold elsewhere too.',
    ...rowTables(rows).map((table) => markdownTable(table, '###')),
    ...tables.map((table) => markdownTable(table)),
  ];
  return `${parts.join('\n\n')}\n`;
}
