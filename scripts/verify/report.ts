import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailed } from '../../common/cli/arguments.ts';
import { git } from '../ratchet/judge.ts';
import { pageOf } from './page/page.ts';
import { annotationsOf, badgeOf, ctrfOf, junitOf, type Run, summaryOf } from './report-formats.ts';
import { withoutSecrets } from './secrets.ts';
import { exitCodeOf, exitCodes, type Verdict } from './verdict.ts';

/** What `--report <folder>` writes. Every file derives from the verdict alone. */
const writers: Record<string, (verdict: Verdict, run: Run) => string> = {
  'verdict.json': (verdict, run) => `${JSON.stringify(ctrfOf(verdict, run), null, 2)}\n`,
  'junit.xml': junitOf,
  'summary.md': summaryOf,
  'index.html': pageOf,
  'badge.json': (verdict) => `${JSON.stringify(badgeOf(verdict))}\n`,
};

type Written = [place: string, fix: string, write: () => void];

/** @throws {CommandFailed} if something cannot be written. */
function writeAll(all: readonly Written[], exitCode: number): void {
  for (const [place, fix, write] of all) {
    try {
      write();
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      throw new CommandFailed(`${place}: cannot be written (${code}); ${fix}.`, exitCode);
    }
  }
}

const toFolder = (folder: string, write: () => void): Written => [
  ...([`--report ${folder}`, 'name a folder that you may write to'] as const),
  write,
];

/** The summary page of GitHub Actions. */
const toPage = ({ GITHUB_STEP_SUMMARY: page }: Run['env'], text: string): Written[] =>
  page
    ? [
        [
          `GITHUB_STEP_SUMMARY=${page}`,
          'set a file that you may write to, or unset it',
          () => appendFileSync(page, text),
        ],
      ]
    : [];

/**
 * Makes the folder, and removes the reports of an earlier run: an interrupted run must not leave them as its own.
 *
 * @throws {CommandFailed} with exit code 4 if a report cannot be written.
 */
export function prepareReports(folder: string, env: Run['env']): void {
  const replace = () => {
    mkdirSync(folder, { recursive: true });
    for (const name of Object.keys(writers)) {
      writeFileSync(join(folder, name), '');
      rmSync(join(folder, name));
    }
  };
  writeAll([toFolder(folder, replace), ...toPage(env, '')], exitCodes.inaccessible);
}

/** Commit and branch of the working folder; in GitHub Actions those of the run. */
function originOf({ GITHUB_SHA, GITHUB_REF_NAME }: Run['env']): Pick<Run, 'commit' | 'branch'> {
  const read = (...args: string[]) => git(process.cwd(), ...args)?.trim();
  return {
    commit: GITHUB_SHA || read('rev-parse', 'HEAD'),
    branch: GITHUB_REF_NAME || read('branch', '--show-current'),
  };
}

/**
 * Writes the reports, also to the summary page of GitHub Actions.
 *
 * @returns annotations for GitHub Actions, one a line; empty elsewhere.
 * @throws {CommandFailed} if a report cannot be written: with exit code 1 if the verdict is "broken", otherwise 4.
 */
export function writeReports(folder: string, found: Verdict, of: Pick<Run, 'tool' | 'env'>): string[] {
  const run = { ...of, ...originOf(of.env) };
  const verdict = withoutSecrets(found, run.env);
  const files = Object.entries(writers).map(([name, write]) =>
    toFolder(folder, () => writeFileSync(join(folder, name), write(verdict, run))),
  );
  const isBroken = exitCodeOf(verdict) === exitCodes.broken;
  writeAll(
    [...files, ...toPage(run.env, summaryOf(verdict, run))],
    isBroken ? exitCodes.broken : exitCodes.inaccessible,
  );
  return run.env.GITHUB_ACTIONS ? annotationsOf(verdict) : [];
}
