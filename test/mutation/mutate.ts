/** `npm run mutate`: changes the source in small ways, one at a time, and counts the changes that no test notices. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  BadArguments,
  CommandFailed,
  flag,
  integer,
  runCommand,
  text,
} from '../../contracts/command-line/arguments.ts';
import { equivalents } from './equivalent/index.ts';
import { Copy, filesOf } from './judge/copy.ts';
import { type CoverageMap, hashOf, loadMap, updateMap } from './judge/coverage.ts';
import { Judge, type Verdict } from './judge/judge.ts';
import type { History } from './judge/order.ts';
import { judgePlanted, readPlanted } from './judge/planted.ts';
import { draw, floor, folderOf, folders, mutate } from './mutants/files.ts';
import { isNamed, withChange } from './mutants/known.ts';
import type { Mutant } from './mutants/mutant.ts';
import { describeMutant, describeSurvivor, plantedTableOf, scoresOf, survivorsIn, tableOf } from './report.ts';

const help = `Changes the source in small ways, one at a time, in a copy, and asks the tests that run the change whether they notice.

  npm run mutate -- [--sample N] [--seed S] [--folder F] [--jobs N] [--budget S] [--list]
  npm run mutate -- --planted [--folder F] [--jobs N]

  --sample N   N mutants of each folder, drawn at random; default: all, which takes days
  --seed S     the same seed draws the same mutants; default: today's date
  --folder F   one of ${folders.join(', ')}, or any path: server/handlers, or a line of a file:
               server/config.ts:12
  --again F    the survivors that an earlier run has printed, from its output in a file: once they are mended, or with more
               seconds of tests
  --jobs N     copies that are judged, or mapped, at the same time; default: one for each core
  --budget S   seconds of tests for one mutant, as in test/floors.json; default: 60
  --list       prints the mutants and judges none
  --map        maps the test files that are new or changed: which code each runs; with --budget S, those that take at most
               S seconds. Judges nothing
  --planted    instead of mutants, the planted faults of test/mutation/planted; ends with a table of what noticed each
  --help       this text

Exits with 1 when less than ${floor * 100} % of the mutants of contracts, mock, server or lua are noticed, or a planted fault stays
unnoticed. The map is in node_modules/.cache/fightcard-mutate; the first run makes it, in two or three times the time of all tests.
`;

const root = fileURLToPath(new URL('../../', import.meta.url));
const cache = join(root, 'node_modules/.cache/fightcard-mutate');
const say = (line: string) => void process.stdout.write(`${line}\n`);

const isTest = (file: string) => /^test\/.*\.test\.ts$/.test(file);

/** Whether a file belongs to a folder with a score, or to a path. */
const isBelow = (file: string, folder: string | undefined) => {
  if (folder === undefined) return true;
  if ((folders as readonly string[]).includes(folder)) return folderOf(file) === folder;
  return `${file}/`.startsWith(`${folder.replace(/\/$/, '')}/`);
};

/** All mutants of the tree but the equivalent ones. */
function mutantsBelow(place: string | undefined): Mutant[] {
  const [folder, line] = place?.split(':') ?? [];
  for (const known of equivalents) withChange(readFileSync(join(root, known.file), 'utf8'), known);
  return filesOf(root)
    .filter((file) => folderOf(file) !== undefined && isBelow(file, folder))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      const mutants = mutate(file, source).filter((mutant) => line === undefined || mutant.line === Number(line));
      return mutants.filter((mutant) => !isNamed(source, mutant, equivalents));
    });
}

/** A copy of the tree for each job: at least one. */
const copiesFor = (jobs: number): [Copy, ...Copy[]] => [
  new Copy(root),
  ...Array.from({ length: jobs - 1 }, () => new Copy(root)),
];

const mapFile = join(cache, 'map.json');

/** Of each test file, as `npm test -- --write` measured them. */
function quietSeconds(): Record<string, number> {
  const floors: Record<string, { seconds: number }> = JSON.parse(readFileSync(join(root, 'test/floors.json'), 'utf8'));
  return Object.fromEntries(Object.entries(floors).map(([test, { seconds }]) => [test, seconds]));
}

/** @param mostSeconds of a test file; the quickest come first. */
function bringMapUpToDate(
  copies: readonly [Copy, ...Copy[]],
  mostSeconds = Number.POSITIVE_INFINITY,
): Promise<CoverageMap> {
  const costs = quietSeconds();
  const costOf = (test: string) => costs[test] ?? 0;
  const tests = filesOf(root).filter((file) => isTest(file) && costOf(file) <= mostSeconds);
  return updateMap(
    mapFile,
    copies,
    tests.sort((a, b) => costOf(a) - costOf(b)),
    say,
  );
}

/** The map as it is; it takes long to make, and most changes of tests do not matter to it. */
async function readMap(copies: readonly [Copy, ...Copy[]]): Promise<CoverageMap> {
  if (!existsSync(mapFile)) return bringMapUpToDate(copies);
  const [copy] = copies;
  const map = loadMap(mapFile);
  const old = filesOf(root).filter((file) => isTest(file) && map[file]?.hash !== hashOf(copy.read(file)));
  if (old.length > 0) say(`${old.length} test files are new or changed since they were mapped: --map maps them`);
  for (const test of Object.keys(map)) if (!existsSync(join(copy.root, test))) delete map[test];
  return map;
}

/** What an earlier run has printed. */
function outputOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new BadArguments(`--again ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

interface Limits {
  jobs: number;
  budgetSeconds: number;
}

/** Judges mutants in as many copies as there are jobs. Prints survivors at once. */
async function judgeAll(mutants: readonly Mutant[], { jobs, budgetSeconds }: Limits): Promise<Verdict[]> {
  const copies = copiesFor(jobs);
  const file = join(cache, 'history.json');
  const history: History = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const costs = quietSeconds();
  const verdicts: Verdict[] = [];
  const waiting = [...mutants];
  const work = async (copy: Copy, map: CoverageMap) => {
    const judge = new Judge({ copy, tests: filesOf(root).filter(isTest), map, history, costs, budgetSeconds, cache });
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const verdict = await judge.judge(mutant);
      verdicts.push(verdict);
      const { noticedBy, failure, seconds } = verdict;
      const count = `${verdicts.length}/${mutants.length}`;
      if (noticedBy === undefined) say(`${count} SURVIVED after ${seconds.toFixed(0)} s: ${describeSurvivor(verdict)}`);
      else say(`${count} killed in ${seconds.toFixed(0)} s: ${describeMutant(mutant)}\n    ${noticedBy}: ${failure}`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(history));
      renameSync(`${file}.new`, file);
    }
  };
  try {
    const map = await readMap(copies);
    await Promise.all(copies.map((copy) => work(copy, map)));
  } finally {
    for (const copy of copies) copy.remove();
  }
  return verdicts;
}

async function plantAll(folder: string | undefined, jobs: number): Promise<void> {
  const faults = (await readPlanted()).filter(({ file }) => isBelow(file, folder));
  if (faults.length === 0) throw new CommandFailed(`No fault is planted${folder ? ` below ${folder}` : ''}.`);
  const copies = copiesFor(Math.min(jobs, faults.length));
  try {
    const verdicts = await judgePlanted(copies, faults, say);
    say(`\n${plantedTableOf(verdicts)}\n`);
    const noticed = verdicts.filter(({ isNoticed }) => isNoticed);
    say(`${noticed.length} of ${faults.length} planted faults are noticed`);
    if (noticed.length < faults.length) process.exitCode = 1;
  } finally {
    for (const copy of copies) copy.remove();
  }
}

const options = {
  ...{ sample: text, seed: text, folder: text, again: text, jobs: text, budget: text },
  ...{ list: flag, map: flag, planted: flag },
};

// Ctrl-C and SIGTERM end the process with an exit, at which copies are removed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

await runCommand({ name: 'npm run mutate', help, options }, async (values) => {
  const sample = values.sample === undefined ? undefined : integer('sample', values.sample, 1, 1_000_000, 1);
  const limits = {
    jobs: integer('jobs', values.jobs, 1, 64, availableParallelism()),
    budgetSeconds: integer('budget', values.budget, 1, 100_000, 60),
  };
  const seed = values.seed ?? new Date().toISOString().slice(0, 10);
  if (values.planted) return plantAll(values.folder, limits.jobs);
  if (values.map) {
    const copies = copiesFor(limits.jobs);
    const mostSeconds = values.budget === undefined ? undefined : limits.budgetSeconds;
    await bringMapUpToDate(copies, mostSeconds).finally(() => {
      for (const copy of copies) copy.remove();
    });
    return;
  }
  if (values.again !== undefined && (values.sample ?? values.seed) !== undefined) {
    throw new BadArguments('--again judges all that its file names: leave out --sample and --seed.');
  }
  const output = values.again === undefined ? undefined : outputOf(values.again);
  const all = mutantsBelow(values.folder);
  const mutants = output === undefined ? draw(all, sample, seed) : survivorsIn(output, all);
  if (values.again !== undefined && mutants.length === 0) {
    throw new BadArguments(`--again ${values.again} names no survivor of the sources as they are now.`);
  }
  if (mutants.length === 0) {
    throw new BadArguments(
      `There is nothing to mutate in --folder ${values.folder}: name ${folders.join(', ')} or a path.`,
    );
  }
  if (values.list) return mutants.forEach((mutant) => void say(describeMutant(mutant)));
  const verdicts = await judgeAll(mutants, limits);
  const scores = scoresOf(verdicts);
  const survivors = verdicts.filter(({ noticedBy }) => noticedBy === undefined);
  if (survivors.length > 0) say(`\nSurvivors (seed ${seed}):\n${survivors.map(describeSurvivor).join('\n')}`);
  say(`\n${tableOf(scores)}`);
  if (scores.some(({ isBelowFloor }) => isBelowFloor)) process.exitCode = 1;
});
