/** `npm run pack`: writes the mock as one file that npx starts. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandFailed, runCommand, text } from '../common/cli/arguments.ts';

const help = `Writes the mock as one file, which npx starts on any machine with Node 20 or newer, without a network:

  npm run pack [-- --out .data/pack]
  npx ./.data/pack/fightcard-mock-0.1.0.tgz

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
  const { writePackage } = await import('./pack/package.ts');
  const folder = join(root, '.data/pack/fightcard-mock');
  await writePackage(root, folder);
  const target = resolve(out);
  mkdirSync(target, { recursive: true });
  const [file] = npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', target], folder).trim().split('\n');
  const path = join(target, file as string);
  console.log(`${path}: ${(statSync(path).size / 2 ** 20).toFixed(1)} MiB`);
});
