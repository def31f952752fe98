/** The program of the package `fightcard-verify` (`scripts/pack/`): verifies pacts without this repository. */
import { appendFileSync, readFileSync } from 'node:fs';
import { BadArguments, choice, runCommand, text } from '../../common/cli/arguments.ts';
import { didYouMean } from '../../common/cli/did-you-mean.ts';
import { endWithParent } from '../../common/cli/end-with-parent.js';
import { ignoreBrokenPipe } from '../../common/cli/ignore-broken-pipe.js';
import { endedEarly, exitCodeOf, exitCodes } from '../../scripts/verify/verdict.ts';

const help = `Replays pacts of your app on the mock, with Pact's own verifier.

  fightcard-verify <file | folder> … [--consumer <name>] [--report <folder>]

  --consumer  only the pacts of this consumer
  --on mock   the default: this package has no server
  --report    writes the verdict to this folder for people and for programs, also if an interaction is broken. In GitHub
              Actions also annotations and the summary of the step
  --help      this text

Folders are read with their subfolders. a.json:12 verifies only the interaction on line 12.

Exit codes: 0 every interaction is kept, 1 one is broken or a file is damaged, 2 called wrongly, 3 unknown: an interaction was
not replayed, or there is none, 4 a report cannot be written, 130 interrupted. 1 wins over 4, 4 over 3.
`;

// npx does not pass signals on.
endWithParent();
ignoreBrokenPipe();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    process.stderr.write('Interrupted: nothing is verified.\n');
    process.exit(exitCodes.interrupted);
  });
}

const say = (lines: Iterable<string>) => {
  for (const line of lines) process.stdout.write(`${line}\n`);
};

const options = { on: text, consumer: text, report: text } as const;
const command = { name: 'fightcard-verify', help, options, names: 'a pact file' };
await runCommand(command, async ({ on, consumer, report }, names) => {
  if (names.length === 0) throw new BadArguments('Say which pacts to verify: fightcard-verify <pact file or folder>.');
  choice('on', on, ['mock']);
  // Loaded when needed: the help needs nothing of it.
  const { findPactFiles, PactReader } = await import('../../scripts/verify/pact-files.ts');
  const { describeVerdict } = await import('../../scripts/verify/describe.ts');
  const { prepareReports, writeReports } = await import('../../scripts/verify/report.ts');
  const { withoutSecrets } = await import('../../scripts/verify/secrets.ts');
  const { env } = process;
  if (report !== undefined) prepareReports(report, env);
  const found = names.flatMap(findPactFiles);
  const startedMs = Date.now();
  const judge = async () => {
    const { verifyPacts } = await import('./verify-pacts.ts');
    const reader = new PactReader();
    const files = found.map((source) => reader.read(source));
    reader.close();
    const chosen = files.filter((file) => consumer === undefined || file.damage || file.consumer === consumer);
    if (chosen.length === 0 && consumer !== undefined) {
      const known = files.flatMap((file) => file.consumer ?? []);
      say([`No pact is of the consumer "${consumer}".${didYouMean(consumer, known)}`]);
    }
    return verifyPacts(chosen, ({ name }) => name === 'mock');
  };
  const judged = await judge().catch((error: Error) => {
    process.stderr.write(`${error.stack ?? error.message}\n`);
    return endedEarly(error, startedMs);
  });
  const verdict = withoutSecrets(judged, env);
  say(describeVerdict(verdict));
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const limit = `Verified on the mock of fightcard ${version} only. The server is verified in the CI of fightcard, with the pacts of the broker.`;
  say([limit]);
  process.exitCode = exitCodeOf(verdict);
  if (report === undefined) return;
  say(writeReports(report, verdict, { tool: 'fightcard-verify', env }));
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, `\n${limit}\n`);
}).catch((error: Error) => {
  process.stderr.write(`The verification could not run: ${error.stack ?? error.message}\n`);
  process.exitCode = exitCodes.unknown;
});
