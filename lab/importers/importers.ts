/** `npm --prefix lab run importers`: reads the OpenAPI document with tools of others, which are too large to be installed here. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadArguments, CommandFailed, runCommand } from '../../common/cli/arguments.ts';
import { closestWord } from '../../common/cli/did-you-mean.ts';

const help = `Installs tools that import OpenAPI documents into a temporary folder, and lets each read ours. Every operation must be
imported, and generated source must compile. As a control, a document without one operation must lose it. Needs the npm
registry, and takes a few minutes.

  npm --prefix lab run importers
  npm --prefix lab run importers -- orval bruno

  Tools: openapi-typescript, orval, postman, bruno.

  --help  this text

Exit codes: 0 every tool read the document, 1 one did not, 2 wrong arguments.
`;

const file = new URL('../../contracts/generated/openapi.json', import.meta.url);

interface Described {
  paths: Record<string, Record<string, unknown>>;
}

const countOf = ({ paths }: Described) => Object.values(paths).reduce((sum, item) => sum + Object.keys(item).length, 0);

/** @throws {Error} with npm's words. */
function install(folder: string, name: string): number {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
  const { status, stderr } = spawnSync('npm', ['install', ...flags, name], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return Number.parseInt(spawnSync('du', ['-sm', 'node_modules'], { cwd: folder, encoding: 'utf8' }).stdout, 10);
}

await runCommand({ name: 'npm --prefix lab run importers', help, options: {}, names: 'a tool' }, async (_, names) => {
  // Loaded here, since the help needs nothing of it.
  const { tools } = await import('./tools.ts');
  const known = Object.keys(tools);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new BadArguments(`There is no tool "${unknown}"; the nearest is ${closestWord(unknown, known)}.`);
  const document = JSON.parse(readFileSync(file, 'utf8')) as Described;
  const all = countOf(document);
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-importers-'));
  const less = join(folder, 'less.json');
  const { '/api/v3/mobile/chat': _lost, ...paths } = document.paths;
  writeFileSync(less, JSON.stringify({ ...document, paths }));
  const failed: string[] = [];
  try {
    for (const [name, tool] of Object.entries(tools).filter(([one]) => names.length === 0 || names.includes(one))) {
      const own = join(folder, name);
      try {
        const megabytes = install(own, `${tool.package}@${tool.version}`);
        const startedMs = performance.now();
        const found = new Set(await tool.read(fileURLToPath(file), own)).size;
        const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
        if (found !== all) throw new Error(`${found} of ${all} operations`);
        const without = new Set(await tool.read(less, own)).size;
        if (without !== all - 1) throw new Error(`${without} operations in a document with ${all - 1}`);
        console.log(
          `${tool.package} ${tool.version}: ${found} of ${all} operations, ${seconds} s; installed ${megabytes} MB`,
        );
      } catch (error) {
        failed.push(name);
        console.log(`FAILED: ${tool.package} ${tool.version}: ${(error as Error).message}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (failed.length > 0) throw new CommandFailed(`Not read as it should be: ${failed.join(', ')}.`);
});
