/** What `npm run mutate` prints: a line for each survivor, and a score for each folder. */
import type { Verdict } from './judge/judge.ts';
import type { PlantedVerdict } from './judge/planted.ts';
import { type Folder, floor, folderOf, folders, judgedFolders } from './mutants/files.ts';
import type { Mutant } from './mutants/mutant.ts';

export const describeMutant = ({ file, line, operator, was, is }: Mutant): string =>
  `${file}:${line}: was ${was}, is ${is === '' ? 'nothing' : is} (${operator})`;

export function describeSurvivor({ mutant, asked, notAsked }: Verdict): string {
  const names = asked.length > 0 ? asked.join(', ') : 'nobody, since no test runs it';
  return `${describeMutant(mutant)}\n    asked: ${names}${notAsked > 0 ? `; ${notAsked} more that run it were not` : ''}`;
}

/**
 * The mutants that an earlier run calls survivors. Where the sources have other line numbers since: all of their text in
 * their file.
 *
 * @param output of that run.
 */
export function survivorsIn(output: string, mutants: readonly Mutant[]): Mutant[] {
  const withoutLine = (description: string) => description.replace(/:\d+: was /, ': was ');
  const named = Array.from(output.matchAll(/ SURVIVED after \d+ s: (.+)$/gm), ([, description = '']) => description);
  const found = named.flatMap((description) => {
    const alike = mutants.filter((mutant) => withoutLine(describeMutant(mutant)) === withoutLine(description));
    const same = alike.filter((mutant) => describeMutant(mutant) === description);
    return same.length > 0 ? same : alike;
  });
  return [...new Set(found)];
}

export interface Score {
  folder: Folder;
  mutants: number;
  tests: number;
  types: number;
  generated: number;
  survived: number;
  /** From 0 to 1. */
  share: number;
  isBelowFloor: boolean;
}

/** By folder, those with mutants only. */
export function scoresOf(verdicts: readonly Verdict[]): Score[] {
  return folders.flatMap((folder) => {
    const own = verdicts.filter(({ mutant }) => folderOf(mutant.file) === folder);
    if (own.length === 0) return [];
    const by = (name: string) => own.filter(({ noticedBy }) => noticedBy === name).length;
    const [types, generated, survived] = [
      by('types'),
      by('generated files'),
      own.filter(({ noticedBy }) => !noticedBy).length,
    ];
    const share = (own.length - survived) / own.length;
    const tests = own.length - survived - types - generated;
    const isBelowFloor = judgedFolders.includes(folder) && share < floor;
    return [{ folder, mutants: own.length, tests, types, generated, survived, share, isBelowFloor }];
  });
}

export function tableOf(scores: readonly Score[]): string {
  const rows = scores.map(({ folder, mutants, tests, types, generated, survived, share, isBelowFloor }) => [
    ...[folder, mutants, tests, types, generated, survived],
    `${(share * 100).toFixed(1)} %${isBelowFloor ? `, below ${floor * 100} %` : ''}`,
  ]);
  const head = ['folder', 'mutants', 'killed by tests', 'by types', 'by generated files', 'survived', 'score'];
  const table = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, at) => Math.max(...table.map((row) => (row[at] as string).length)));
  return table
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A Markdown table: what is untrue, the stage and the test file that noticed, and with which sentence. */
export function plantedTableOf(verdicts: readonly PlantedVerdict[]): string {
  const rows = verdicts.map(({ fault, isNoticed, sentence }) => {
    const [, stage = ''] = fault.test.split('/');
    const said = sentence.length > 240 ? `${sentence.slice(0, 239)}…` : sentence;
    return [fault.title, isNoticed ? stage : 'NOT NOTICED', fault.test, said];
  });
  const head = ['fault', 'stage', 'test file', 'first sentence of the failure'];
  return [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}
