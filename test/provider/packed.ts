/** The program of the package `fightcard-verify` (`scripts/pack/`): verifies pacts without this repository. */
import { appendFileSync, readFileSync } from 'node:fs';
import { BadArguments, choice, text } from '../../common/cli/arguments.ts';
import { endWithParent } from '../../common/cli/end-with-parent.js';
import { ignoreBrokenPipe } from '../../common/cli/ignore-broken-pipe.js';
import { runVerification, runVerifyCommand, say } from './run-verification.ts';

const help = `Replays pacts of your app on the mock, with Pact's own verifier.

  fightcard-verify <file | folder> … [--consumer <name>] [--report <folder>]

  --consumer  only the pacts of this consumer
  --on mock   the default: this package has no server
  --report    writes the verdict to this folder for people and for programs, also if an interaction is broken. In GitHub
              Actions also annotations and the summary of the step
  --help      this text

Folders are read with their subfolders. a.json:12 verifies only the interaction around line 12.

Exit codes: 0 every interaction is kept, 1 one is broken or a file is damaged, 2 wrong arguments, 3 unknown: an interaction was
not replayed, or there is none, 4 a report cannot be written, 130 interrupted. 1 wins over 4, 4 over 3.
`;

// npx does not pass signals on.
endWithParent();
ignoreBrokenPipe();

const options = { on: text, consumer: text, report: text } as const;
const command = { name: 'fightcard-verify', help, options, names: 'a pact file' };
await runVerifyCommand(command, async ({ on, consumer, report }, names) => {
  const { env } = process;
  // Loaded when needed: the help needs nothing of it.
  const { prepareReports } = await import('../../scripts/verify/report.ts');
  if (report !== undefined) prepareReports(report, env);
  if (names.length === 0) throw new BadArguments('Say which pacts to verify: fightcard-verify <pact file or folder>.');
  choice('on', on, ['mock']);
  const { findPactFiles } = await import('../../scripts/verify/pact-files.ts');
  const found = names.flatMap(findPactFiles);
  await runVerification(async (readPact) => ({ files: found.map(readPact), findings: [] }), {
    ...{ tool: command.name, report, consumer, on: 'mock', env },
  });
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const limit = `This package has only the mock of fightcard ${version}. The server is verified in the CI of fightcard, with the pacts of the broker.`;
  say([limit]);
  if (report !== undefined && env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, `\n${limit}\n`);
});
