/** `npm run verify`: verifies the pacts of a team on the mock and on the server. */
import '../support/setup/environment.ts';
import { BadArguments, choice, runCommand, text } from '../../contracts/command-line/arguments.ts';
import type { TargetName } from '../../contracts/pact/coverage.ts';
import { BadFile } from '../../mock/contracts/read-json.ts';
import type { Verdict } from './verify-pacts.ts';

const help = `Replays pacts of your app on the mock and on the real server, with Pact's own verifier.

  npm run verify -- <pact file or folder> … [--on mock|server]

  --on    only the mock, or only the server (which starts a Redis of its own); default: both
  --help  this text

Exits with 1 and names each interaction that is not kept, with 2 when it was called wrongly. Interactions that are pending are
told and fail nothing; messages and pacts with other providers are skipped.
`;

const targetNames = ['mock', 'server'] as const satisfies readonly TargetName[];

const say = (lines: readonly string[]) => {
  for (const line of lines) process.stdout.write(`${line}\n`);
};

function tell({ title, kept, broken, pending }: Verdict, count: number): void {
  say([`${title}: ${kept} of ${count} interactions kept`]);
  say(broken.map((line) => `  ${line}`));
  if (pending.length > 0) say(['  pending, which fails nothing:', ...pending.map((line) => `    ${line}`)]);
}

async function verify(paths: readonly string[], on: string | undefined): Promise<void> {
  // Loaded when needed: the help needs nothing of it, and a wrong path neither mock nor server.
  const { preparePacts } = await import('./prepare-pacts.ts');
  const pacts = preparePacts(paths);
  try {
    say(pacts.skipped.map((line) => `Note: ${line}`));
    say(pacts.pending.map((line) => `Note: ${line} (pending)`));
    say(pacts.broken);
    if (pacts.count === 0) throw new BadFile(`There is no interaction to verify in ${paths.join(', ')}.`);
    const { verifiers } = await import('./targets.ts');
    const { verifyPacts } = await import('./verify-pacts.ts');
    // The mock serves them beside its own contracts, as it does for who builds an app against it.
    const targets = verifiers(pacts.folder)
      .filter(({ title }) => title === 'mock' || title === 'server')
      .filter(({ name }) => on === undefined || name === on);
    const verdicts = await Promise.all(targets.map((target) => verifyPacts(target, pacts)));
    for (const verdict of verdicts) tell(verdict, pacts.count);
    if (pacts.broken.length > 0 || verdicts.some(({ broken }) => broken.length > 0)) process.exitCode = 1;
  } finally {
    pacts.remove();
  }
}

await runCommand(
  { name: 'npm run verify', help, options: { on: text }, names: 'a pact file' },
  async (values, paths) => {
    if (paths.length === 0)
      throw new BadArguments('Say which pacts to verify: npm run verify -- <pact file or folder>.');
    await verify(paths, choice('on', values.on, targetNames));
  },
).catch((error: Error) => {
  process.stderr.write(`${error instanceof BadFile ? error.message : (error.stack ?? error.message)}\n`);
  process.exitCode = 1;
});
