/** `npm run verify`: are the pacts of one team kept by the mock and by the server? */
import { parseArgs } from 'node:util';
import { targetNames } from '../contracts/coverage.ts';
import { BadFile } from '../mock/json-file.ts';
import { verifiers } from '../test/provider/targets.ts';
import { preparePacts, type Verdict, verifyPacts } from '../test/support/verify-pacts.ts';

const help = `Replays pacts of your app on the mock and on the real server, with Pact's own verifier.

  npm run verify -- <pact file or folder> … [--on mock|server]

  --on    only the mock, or only the server (which starts a Redis of its own); default: both
  --help  this text

Exits with 1 and names each interaction that is not kept, with 2 when it was called wrongly. Interactions that are pending are
told and fail nothing; messages and pacts with other providers are skipped.
`;

function fail(message: string, code: number): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

function readArguments() {
  try {
    const options = { on: { type: 'string' }, help: { type: 'boolean' } } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${help}`, 2);
  }
}

const say = (lines: readonly string[]) => {
  for (const line of lines) process.stdout.write(`${line}\n`);
};

function tell({ title, kept, broken, pending }: Verdict, count: number): void {
  say([`${title}: ${kept} of ${count} interactions kept`]);
  say(broken.map((line) => `  ${line}`));
  if (pending.length > 0) say(['  pending, which fails nothing:', ...pending.map((line) => `    ${line}`)]);
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  if (positionals.length === 0)
    fail(`Say which pacts to verify: npm run verify -- <pact file or folder>\n\n${help}`, 2);
  if (values.on !== undefined && !targetNames.some((name) => name === values.on)) {
    fail(`--on must be ${targetNames.join(' or ')}, not "${values.on}".`, 2);
  }
  const pacts = preparePacts(positionals);
  try {
    say(pacts.skipped.map((line) => `Note: ${line}`));
    say(pacts.pending.map((line) => `Note: ${line} (pending)`));
    say(pacts.broken);
    if (pacts.count === 0) throw new BadFile(`There is no interaction to verify in ${positionals.join(', ')}.`);
    // The mock serves them beside its own contracts, as it does for who builds an app against it.
    const targets = verifiers(pacts.folder)
      .filter(({ title }) => title === 'mock' || title === 'server')
      .filter(({ name }) => values.on === undefined || name === values.on);
    const verdicts = await Promise.all(targets.map((target) => verifyPacts(target, pacts)));
    for (const verdict of verdicts) tell(verdict, pacts.count);
    if (pacts.broken.length > 0 || verdicts.some(({ broken }) => broken.length > 0)) process.exitCode = 1;
  } finally {
    pacts.remove();
  }
}

await main().catch((error: Error) => {
  if (error instanceof BadFile) fail(error.message, 1);
  fail(error.stack ?? error.message, 1);
});
