/** `npm run verify`: verifies the pacts of a team on the mock and on the server. */
import '../support/setup/environment.ts';
import { BadArguments, choice, runCommand, text } from '../../common/cli/arguments.ts';
import { didYouMean } from '../../common/cli/did-you-mean.ts';
import { endedEarly, exitCodeOf, exitCodes } from '../../scripts/verify/verdict.ts';
import { targetNames } from '../support/pact/coverage.ts';

const help = `Replays pacts of your app on the mock and on the real server, with Pact's own verifier.

  npm run verify -- <pact file or folder> … [--consumer <name>] [--on mock|server] [--report <folder>]

  --consumer  only the pacts of this consumer
  --on        only the mock, or only the server (which starts a Redis of its own); default: both
  --report    writes verdict.json (CTRF), junit.xml, summary.md and badge.json (Shields) to this folder, also if an interaction
              is broken. In GitHub Actions also annotations and the summary of the step
  --help      this text

Folders are read with their subfolders. a.json:12 verifies only the interaction on line 12. The server is verified with a
cold cache and with a warm cache. Pending interactions are reported and fail nothing.

Exit codes: 0 every interaction is kept, 1 one is broken or a file is damaged, 2 called wrongly, 3 unknown: an interaction was
not replayed, or there is none, 4 a report cannot be written, 130 interrupted. 1 wins over 4, 4 over 3.
`;

const say = (lines: Iterable<string>) => {
  for (const line of lines) process.stdout.write(`${line}\n`);
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    process.stderr.write('Interrupted: nothing is verified.\n');
    process.exit(exitCodes.interrupted);
  });
}

await runCommand(
  { name: 'npm run verify', help, options: { on: text, consumer: text, report: text }, names: 'a pact file' },
  async (values, paths) => {
    if (paths.length === 0)
      throw new BadArguments('Say which pacts to verify: npm run verify -- <pact file or folder>.');
    const on = choice('on', values.on, targetNames);
    // Loaded when needed: the help needs nothing of it.
    const { findPactFiles, PactReader } = await import('../../scripts/verify/pact-files.ts');
    const { describeVerdict } = await import('../../scripts/verify/describe.ts');
    const { consumer, report } = values;
    const { prepareReports, writeReports } = await import('../../scripts/verify/report.ts');
    const { withoutSecrets } = await import('../../scripts/verify/secrets.ts');
    // First: the files of an earlier run may lie in a folder of pacts.
    if (report !== undefined) prepareReports(report, process.env);
    const found = paths.flatMap(findPactFiles);
    const startedMs = Date.now();
    const judge = async () => {
      const reader = new PactReader();
      const all = found.map((source) => reader.read(source));
      reader.close();
      const files = all.filter((file) => consumer === undefined || file.damage || file.consumer === consumer);
      if (files.length === 0 && consumer !== undefined) {
        const known = all.flatMap((file) => file.consumer ?? []);
        say([`No pact is of the consumer "${consumer}".${didYouMean(consumer, known)}`]);
      }
      const { verifyPacts } = await import('./verify-pacts.ts');
      return verifyPacts(files, ({ name }) => on === undefined || name === on);
    };
    const judged = await judge().catch((error: Error) => {
      process.stderr.write(`${error.stack ?? error.message}\n`);
      return endedEarly(error, startedMs);
    });
    const verdict = withoutSecrets(judged, process.env);
    say(describeVerdict(verdict));
    if (report !== undefined) say(writeReports(report, verdict, { tool: 'npm run verify', env: process.env }));
    process.exitCode = exitCodeOf(verdict);
  },
).catch((error: Error) => {
  process.stderr.write(`The verification could not run: ${error.stack ?? error.message}\n`);
  process.exitCode = exitCodes.unknown;
});
