/** `npm test`: mocha, first for the stage that writes the pacts, then for all others in parallel. */
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadArguments, flag, integer, runCommand, text } from '../common/cli/arguments.ts';
import { closestWord } from '../common/cli/did-you-mean.ts';
import { testsOfChanges } from './support/run/changed.ts';
import { mochaGlobalSetup as installPrograms } from './support/setup/programs.ts';
import { useRedisServer } from './support/setup/redis-server.ts';

const stages = ['contracts', 'common', 'consumer', 'mock', 'server', 'provider', 'peers'];

const help = `Runs the tests: all stages, or the ones that are named.

  npm test -- [<stage>…] [--changed | --since <commit>] [--jobs <number>]

  <stage>    ${stages.join(', ')}; default: all
  --changed  only test files that import a file that differs from the last commit
  --since    only test files that import a file that differs from this commit
  --jobs     test files that run at the same time; default: four more than cores, because many tests wait
  --help     this text

Run one file with "npx mocha <file>". REDIS_SERVER=<path> names another redis-server, or a valkey-server.
The results are in .data/junit/, as JUnit XML. Exits with 1 when a test failed, or when no test ran.
`;

const root = fileURLToPath(new URL('../', import.meta.url));
const reports = join(root, '.data/junit');

/** What a stage writes. It is deleted before the stage runs, so that nothing of an earlier run is taken for its result. */
const written: Record<string, string> = { consumer: 'contracts/generated/pacts', provider: '.data/verification' };

/** These start first, so that no long one is left at the end. */
const longest = ['test/provider/verify.test.ts', 'test/server/deploy/edge.test.ts'];

const rank = (file: string) => (longest.includes(file) ? longest.indexOf(file) : longest.length);

async function runMocha(name: string, files: readonly string[], ...options: string[]): Promise<number> {
  if (files.length === 0) return 0;
  const mocha = spawn(
    process.execPath,
    [
      // Most objects of a test live as long as one request: with more room for the young, collecting costs a tenth less CPU.
      '--max-semi-space-size=64',
      join(root, 'node_modules/mocha/bin/mocha.js'),
      ...['--reporter', 'test/support/run/reporter.ts'],
      ...['--reporter-option', `output=${join(reports, `${name}.xml`)}`],
      ...options,
      ...files,
    ],
    { cwd: root, stdio: 'inherit' },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => mocha.kill(signal));
  return new Promise((ended) => mocha.once('close', (code) => ended(code ?? 1)));
}

/** What the reports count. A file of which no test ran counts as a failure. */
function readReports(files: readonly string[]): { passed: number; failed: number; failedFiles: Set<string> } {
  const texts = globSync('*.xml', { cwd: reports }).map((name) => readFileSync(join(reports, name), 'utf8'));
  const ran = new Set<string>();
  const failedFiles = new Set<string>();
  let passed = 0;
  let failed = 0;
  for (const [, path = '', failure] of texts.join('').matchAll(/<testcase [^>]*\bfile="([^"]*)"[^>]*>(<failure>)?/g)) {
    const file = relative(root, path).replaceAll('\\', '/');
    ran.add(file);
    if (failure) failedFiles.add(file);
    if (failure) failed++;
    else passed++;
  }
  for (const file of files.filter((file) => !ran.has(file))) failedFiles.add(`${file} (no test ran)`);
  return { passed, failed: Math.max(failed, failedFiles.size), failedFiles };
}

await runCommand(
  { name: 'npm test', help, options: { changed: flag, since: text, jobs: text }, names: 'a stage' },
  async ({ changed = false, since, jobs }, given) => {
    const unknown = given.find((name) => !stages.includes(name));
    if (unknown !== undefined) {
      throw new BadArguments(`unknown stage "${unknown}"; did you mean "${closestWord(unknown, stages)}"?`);
    }
    const parallel = String(integer('jobs', jobs, 1, 64, availableParallelism() + 4));
    const names = stages.filter((name) => given.length === 0 || given.includes(name));
    const ofChanges = changed || since !== undefined ? testsOfChanges(root, since ?? 'HEAD') : undefined;
    const filesOf = (name: string) =>
      globSync(`test/${name}/**/*.test.ts`, { cwd: root })
        .map((file) => file.replaceAll('\\', '/'))
        .filter((file) => !ofChanges || ofChanges.has(file))
        .sort();

    rmSync(reports, { recursive: true, force: true });
    mkdirSync(reports, { recursive: true });
    const files = new Map(names.map((name) => [name, filesOf(name)]));
    const all = [...files.values()].flat();
    if (all.length === 0) {
      process.stdout.write(ofChanges ? 'No test imports what changed.\n' : 'There are no test files.\n');
      process.exit(ofChanges ? 0 : 1);
    }
    if (ofChanges) process.stdout.write(`${all.length} test files import what changed\n`);

    process.env.PATH = useRedisServer(process.env.REDIS_SERVER);
    process.env.TEST_JOBS = parallel;
    await installPrograms();
    for (const name of names) {
      if (written[name] && files.get(name)?.length) rmSync(join(root, written[name]), { recursive: true, force: true });
    }
    const started = performance.now();
    const others = names.filter((name) => name !== 'consumer').flatMap((name) => files.get(name) ?? []);
    const codes = [
      await runMocha('consumer', files.get('consumer') ?? []),
      await runMocha(
        'others',
        others.toSorted((a, b) => rank(a) - rank(b)),
        '--parallel',
        '--jobs',
        parallel,
      ),
    ];
    const { passed, failed, failedFiles } = readReports(all);
    for (const file of failedFiles) process.stdout.write(`failed: ${file}\n`);
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stdout.write(`${all.length} files in ${seconds} s: ${passed} passed, ${failed} failed\n`);
    process.exit(failed === 0 && codes.every((code) => code === 0) ? 0 : 1);
  },
);
