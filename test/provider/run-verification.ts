/** What `npm run verify` and the package `fightcard-verify` have in common. */
import { runCommand } from '../../common/cli/arguments.ts';
import { didYouMean } from '../../common/cli/did-you-mean.ts';
import type { PactReader, ReadFile, Source } from '../../scripts/verify/pact-files.ts';
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

/**
 * Verifies the interactions of a consumer, or of all, prints the verdict, writes reports to a folder, if one is named, and
 * sets the exit code.
 *
 * @param options.read reads a source.
 * @returns the verdict, and the source of each file in it.
 */
export async function runVerification<One extends Source>(
  sources: readonly One[],
  options: {
    tool: string;
    report: string | undefined;
    consumer: string | undefined;
    on: string | undefined;
    startedMs: number;
    env: Env;
    read: (reader: PactReader, source: One) => ReadFile;
    findings?: Verdict['findings'];
  },
): Promise<{ verdict: Verdict; verified: One[] }> {
  const { tool, report, consumer, on, startedMs, env, read, findings } = options;
  // Loaded when needed: the help needs nothing of it.
  const { PactReader } = await import('../../scripts/verify/pact-files.ts');
  const { describeVerdict } = await import('../../scripts/verify/describe.ts');
  const { writeReports } = await import('../../scripts/verify/report.ts');
  const { withoutSecrets } = await import('../../scripts/verify/secrets.ts');
  const judge = async () => {
    const reader = new PactReader();
    const all = sources.map((source) => ({ source, file: read(reader, source) }));
    reader.close();
    const chosen = all.filter(({ file }) => consumer === undefined || file.damage || file.consumer === consumer);
    if (chosen.length === 0 && consumer !== undefined) {
      const known = all.flatMap(({ file }) => file.consumer ?? []);
      say([`No pact is of the consumer "${consumer}".${didYouMean(consumer, known)}`]);
    }
    const { verifyPacts } = await import('./verify-pacts.ts');
    const files = chosen.map(({ file }) => file);
    const verdict = await verifyPacts(files, ({ name }) => on === undefined || name === on);
    return { verdict: { ...verdict, ...(findings && { findings }) }, verified: chosen.map(({ source }) => source) };
  };
  const { verdict: judged, verified } = await judge().catch((error: Error) => {
    process.stderr.write(`${error.stack ?? error.message}\n`);
    return { verdict: endedEarly(error, startedMs), verified: [] };
  });
  const verdict = withoutSecrets(judged, env);
  say(describeVerdict(verdict));
  if (report !== undefined) say(writeReports(report, verdict, { tool, env }));
  process.exitCode = exitCodeOf(verdict);
  return { verdict, verified };
}
