/** `npm run pack`: writes the mock, and the verification of pacts on it, as files that npx starts. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadArguments, CommandFailed, runCommand, text } from '../common/cli/arguments.ts';

const help = `Writes two files for npx: the mock, for any machine with Node 20 or newer, without a network; and the verification of
pacts on the mock, for Node 22 or newer, with which npx installs Pact's verifier.

  npm run pack [-- --out .data/pack]
  npx ./.data/pack/fightcard-mock-0.1.0.tgz
  npx ./.data/pack/fightcard-verify-0.1.0.tgz pacts

  --out   folder to write to (.data/pack)
  --help  this text
`;

const root = fileURLToPath(new URL('..', import.meta.url));

/** Calls npm as the one that started this command, else the one that is found. */
function npm(args: string[], cwd: string): string {
  const { npm_execpath: own } = process.env;
  const [command, ...first] = own?.endsWith('.js') ? [process.execPath, own] : ['npm'];
  const { status, stdout, stderr, error } = spawnSync(command as string, [...first, ...args], {
    cwd,
    encoding: 'utf8',
  });
  if (status !== 0) throw new CommandFailed(`npm ${args[0]} failed: ${(error?.message ?? stderr).trim()}`);
  return stdout;
}

await runCommand({ name: 'npm run pack', help, options: { out: text } }, async ({ out = join(root, '.data/pack') }) => {
  // Loaded here, since the help needs nothing of it.
  const { packageNames, writePackage } = await import('./pack/package.ts');
  const target = resolve(out);
  try {
    mkdirSync(target, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BadArguments(`--out ${out}: the folder cannot be made (${code}); name one that you may write to.`);
  }
  for (const name of packageNames) {
    const folder = mkdtempSync(join(tmpdir(), 'fightcard-pack-'));
    try {
      await writePackage(root, name, folder);
      const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', target];
      const path = join(target, npm(args, folder).trim().split('\n')[0] as string);
      console.log(`${path}: ${(statSync(path).size / 2 ** 20).toFixed(1)} MiB`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
});
