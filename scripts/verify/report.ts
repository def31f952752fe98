import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailed } from '../../common/cli/arguments.ts';
import { git } from '../git.ts';
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

/** @throws {CommandFailed} with the exit code if it cannot be written. */
function attempt(place: string, fix: string, exitCode: number, write: () => void): void {
  try {
    write();
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new CommandFailed(`${place}: cannot be written (${code}); ${fix}.`, exitCode);
  }
}

const toFolder = (folder: string, exitCode: number, write: () => void) =>
  attempt(`--report ${folder}`, 'name a folder that you may write to', exitCode, write);

/** The summary page of GitHub Actions. */
function toPage({ GITHUB_STEP_SUMMARY: page }: Run['env'], exitCode: number, text: string): void {
  if (!page) return;
  const fix = 'set a file that you may write to, or unset it';
  attempt(`GITHUB_STEP_SUMMARY=${page}`, fix, exitCode, () => appendFileSync(page, text));
}

/**
 * Makes the folder, and removes the reports of an earlier run: a run that is interrupted, or called wrongly, must not leave
 * them as its own.
 *
 * @throws {CommandFailed} with exit code 4 if a report cannot be written.
 */
export function prepareReports(folder: string, env: Run['env']): void {
  toFolder(folder, exitCodes.inaccessible, () => {
    mkdirSync(folder, { recursive: true });
    for (const name of Object.keys(writers)) {
      writeFileSync(join(folder, name), '');
      rmSync(join(folder, name));
    }
  });
  toPage(env, exitCodes.inaccessible, '');
}

/** Commit and branch of the working folder; in GitHub Actions those of the run. */
const originOf = ({ GITHUB_SHA, GITHUB_REF_NAME }: Run['env']): Pick<Run, 'commit' | 'branch'> => ({
  commit: GITHUB_SHA || git(process.cwd(), 'rev-parse', 'HEAD'),
  branch: GITHUB_REF_NAME || git(process.cwd(), 'branch', '--show-current'),
});

/**
 * Writes the reports, also to the summary page of GitHub Actions.
 *
 * @returns annotations for GitHub Actions, one a line; empty elsewhere.
 * @throws {CommandFailed} if a report cannot be written: with exit code 1 if the verdict is "broken", otherwise 4.
 */
export function writeReports(folder: string, found: Verdict, of: Pick<Run, 'tool' | 'env'>): string[] {
  const run = { ...of, ...originOf(of.env) };
  const verdict = withoutSecrets(found, run.env);
  const exitCode = exitCodeOf(verdict) === exitCodes.broken ? exitCodes.broken : exitCodes.inaccessible;
  toFolder(folder, exitCode, () => {
    for (const [name, write] of Object.entries(writers)) writeFileSync(join(folder, name), write(verdict, run));
  });
  toPage(run.env, exitCode, summaryOf(verdict, run));
  return run.env.GITHUB_ACTIONS ? annotationsOf(verdict) : [];
}
