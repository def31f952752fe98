import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileResult } from './pool.ts';
import { stageOf } from './stages.ts';

/** What `.ci/run` reads after the tests; gone while they run. */
const resultPath = '.data/tests.json';

export function removeResult(root: string): void {
  rmSync(join(root, resultPath), { force: true });
}

export interface Totals {
  passed: number;
  failed: number;
  /** The failures as they are shown, each beginning with the file where it has one. */
  failures: string[];
}

export function writeResult(totals: Totals, root: string): void {
  const path = join(root, resultPath);
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(totals)}\n`);
}

/** A file that reported no failure, and yet proved nothing or not all, gets one. */
export function judged(result: FileResult): FileResult {
  const { planned, passed, failures } = result;
  if (failures.length > 0 || (planned > 0 && passed === planned)) return result;
  const reason = planned === 0 ? 'has no test' : `has ${planned} tests, of which only ${passed} ran`;
  return { ...result, failures: [reason] };
}

/** The titles of a file's tests and its failures, under its name. */
export function fileText({ file, output, passed, failures, seconds, cpuSeconds }: FileResult): string {
  const cpu = cpuSeconds === undefined ? '' : `, ${cpuSeconds} s of CPU`;
  const failed = failures.length > 0 ? `, ${failures.length} failed` : '';
  const parts = [
    `${file}: ${passed} passed${failed} (${seconds} s${cpu})`,
    output.replace(/^\n+|\n+$/g, ''),
    ...failures,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n\n`;
}

function minutes(exact: number): string {
  const seconds = Math.round(exact);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** All failures once more, then a line for each stage, and the totals as the last lines. */
export function summary(
  names: readonly string[],
  results: readonly FileResult[],
  faults: readonly string[],
  seconds: number,
): { text: string; totals: Totals } {
  const failures = [
    ...results.flatMap(({ file, failures }) => failures.map((text) => `${file}\n     ${text}`)),
    ...faults,
  ];
  const passed = sum(results.map((result) => result.passed));
  const listed = failures.map((text, index) => `  ${index + 1}) ${text}\n`);
  const width = Math.max(...names.map((name) => name.length));
  const rows = names.map((name) => {
    const own = results.filter(({ file }) => stageOf(file) === name);
    const failed = sum(own.map((result) => result.failures.length));
    const counts = [
      `${own.length} files`,
      `${sum(own.map((result) => result.passed))} passed`,
      `${failed} failed`,
      `${minutes(sum(own.map((result) => result.seconds)))} of work`,
    ];
    return `  ${name.padEnd(width)}  ${counts.join(', ')}\n`;
  });
  const totals = { passed, failed: failures.length, failures };
  const last = [
    `  ${passed} passing (${minutes(seconds)})`,
    ...(failures.length > 0 ? [`  ${failures.length} failing`] : []),
  ];
  return { text: `${listed.length > 0 ? `${listed.join('\n')}\n` : ''}${rows.join('')}\n${last.join('\n')}\n`, totals };
}
