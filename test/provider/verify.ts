/** `npm run verify`: verifies the pacts of a team on the mock and on the server. */
import '../support/setup/environment.ts';
import { BadArguments, choice, runCommand, text } from '../../common/cli/arguments.ts';
import { BadFile } from '../../mock/contracts/read-json.ts';
import type { TargetName } from '../support/pact/coverage.ts';

const help = `Replays pacts of your app on the mock and on the real server, with Pact's own verifier.

  npm run verify -- <pact file or folder> … [--on mock|server]

  --on    only the mock, or only the server (which starts a Redis of its own); default: both
  --help  this text

Ends with 0 when mock and server keep every interaction, 1 when not (it names each that is broken), 2 when called wrongly.
Pending interactions are reported and fail nothing; messages and pacts with other providers are skipped.
`;

const targetNames = ['mock', 'server'] as const satisfies readonly TargetName[];

await runCommand(
  { name: 'npm run verify', help, options: { on: text }, names: 'a pact file' },
  async (values, paths) => {
    if (paths.length === 0)
      throw new BadArguments('Say which pacts to verify: npm run verify -- <pact file or folder>.');
    const on = choice('on', values.on, targetNames);
    // Loaded when needed: the help needs nothing of it.
    const { verifyTeam } = await import('./verify-team.ts');
    if (!(await verifyTeam(paths, on, (line) => process.stdout.write(`${line}\n`)))) process.exitCode = 1;
  },
).catch((error: Error) => {
  process.stderr.write(`${error instanceof BadFile ? error.message : (error.stack ?? error.message)}\n`);
  process.exitCode = 1;
});
