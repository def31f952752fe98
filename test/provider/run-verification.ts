/** What `npm run verify` and the package `fightcard-verify` have in common. */
import { BadArguments, CommandFailed, runCommand } from '../../common/cli/arguments.ts';
import { didYouMean } from '../../common/cli/did-you-mean.ts';
import type { ReadFile, Source } from '../../scripts/verify/pact-files.ts';
import { endedEarly, exitCodeOf, exitCodes, type Verdict } from '../../scripts/verify/verdict.ts';

type Env = Readonly<Record<string, string | undefined>>;

export function say(lines: Iterable<string>): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}

/** Runs the command, and ends it with 130 when it is interrupted, or with 3 when it could not run. */
export const runVerifyCommand: typeof runCommand = async (command, action) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.stderr.write('Interrupted: nothing is verified.\n');
      process.exit(exitCodes.interrupted);
    });
  }
  await runCommand(command, action).catch((error: Error) => {
    process.stderr.write(`The verification could not run: ${error.stack ?? error.message}\n`);
    process.exitCode = exitCodes.unknown;
  });
};

interface Read {
  files: ReadFile[];
  findings: Verdict['findings'];
}

/**
 * Verifies the interactions of a consumer, or of all, prints the verdict, writes reports to a folder, if one is named, and
 * sets the exit code.
 *
 * @param read reads the pacts.
 * @returns the verdict, and what was read for each file in it.
 */
export async function runVerification(
  read: (readPact: (source: Source) => ReadFile) => Promise<Read>,
  options: { tool: string; report: string | undefined; consumer: string | undefined; on: string | undefined; env: Env },
): Promise<{ verdict: Verdict; files: ReadFile[] }> {
  const { tool, report, consumer, on, env } = options;
  const startedMs = Date.now();
  // Loaded when needed: the help needs nothing of it.
  const { describeVerdict } = await import('../../scripts/verify/describe.ts');
  const { writeReports } = await import('../../scripts/verify/report.ts');
  const { withoutSecrets } = await import('../../scripts/verify/secrets.ts');
  const judge = async () => {
    const { readPact } = await import('../../scripts/verify/pact-files.ts');
    const { files: all, findings } = await read(readPact);
    const files = all.filter((file) => consumer === undefined || file.damage || file.consumer === consumer);
    if (files.length === 0 && consumer !== undefined) {
      const known = all.flatMap((file) => file.consumer ?? []);
      say([`No pact is of the consumer "${consumer}".${didYouMean(consumer, known)}`]);
    }
    const { verifyPacts } = await import('./verify-pacts.ts');
    const verdict = await verifyPacts(files, ({ name }) => on === undefined || name === on);
    return { verdict: { ...verdict, findings: [...findings, ...verdict.findings] }, files };
  };
  const { verdict: judged, files } = await judge().catch((error: Error) => {
    if (error instanceof BadArguments) throw error;
    const ended = endedEarly(error, startedMs);
    if (error instanceof CommandFailed) {
      if (report !== undefined) say(writeReports(report, ended, { tool, env }));
      throw error;
    }
    process.stderr.write(`${error.stack ?? error.message}\n`);
    return { verdict: ended, files: [] };
  });
  const verdict = withoutSecrets(judged, env);
  say(describeVerdict(verdict));
  if (report !== undefined) say(writeReports(report, verdict, { tool, env }));
  process.exitCode = exitCodeOf(verdict);
  return { verdict, files };
}
