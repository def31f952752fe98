/** `npm --prefix lab run figures`: makes the figures of test/RELIABILITY.md, each with its control. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadArguments, CommandFailed, flag, integer, runCommand, text } from '../../common/cli/arguments.ts';
import { closestWord } from '../../common/cli/did-you-mean.ts';
import { describeOrigin } from '../../test/support/run/origin.ts';
import { type FigureRow, figuresPath, withRow } from './page.ts';
import type { Part, Shown } from './parts/part.ts';

/** In the order of the page; loaded when they are run, since the help needs nothing of them. */
const load = {
  power: () => import('./parts/power.ts').then(({ power }) => power),
  restarts: () => import('./parts/workers.ts').then(({ restarts }) => restarts),
  kills: () => import('./parts/workers.ts').then(({ kills }) => kills),
  fuzz: () => import('./parts/fuzz.ts').then(({ fuzzing }) => fuzzing),
  outage: () => import('./parts/outage.ts').then(({ outage }) => outage),
  idle: () => import('./parts/idle.ts').then(({ idle }) => idle),
} as const satisfies Record<string, () => Promise<Part>>;
type Name = keyof typeof load;
const names = Object.keys(load) as Name[];

const help = `Makes the figures of ${figuresPath}: each part starts servers and stores of its own, measures what it claims, and measures again where
something is missing on purpose, which must fail.

  npm --prefix lab run figures -- [--only power,kills] [--count 10] [--minutes 1] [--write]

  power     power losses (300) under the embedded Redis lose no acknowledged vote
  restarts  rolling restarts (100) under load fail no request
  kills     killed workers (100) fail no request of clients that repeat a GET
  fuzz      generated requests (200,000) get replies that fit the OpenAPI document
  outage    minutes without Redis (10), in which every cached reply is still sent
  idle      idle connections (10,000) do not slow other clients

  --only LIST   names of parts with commas; default: all
  --count N     how many; not for outage; default: the number in brackets
  --minutes N   how long outage lasts
  --write       replaces the row of each part that ended well in ${figuresPath}
  --help        this text

Exit codes: 0 every claim was shown, 1 one was not, or its control did not fail, 2 wrong arguments, 130 interrupted. Progress
goes to stderr.
`;

const options = { only: text, count: text, minutes: text, write: flag } as const;

const root = fileURLToPath(new URL('../../', import.meta.url));

const startMs = performance.now();
const say = (line: string) =>
  void process.stderr.write(`${((performance.now() - startMs) / 1_000).toFixed(0).padStart(5)} s  ${line}\n`);

function chosen(only: string | undefined): readonly Name[] {
  const given = only?.split(',').map((name) => name.trim()) ?? names;
  for (const name of given) {
    if (!names.includes(name as Name))
      throw new BadArguments(`There is no part "${name}"; the nearest is ${closestWord(name, names)}.`);
  }
  return names.filter((name) => given.includes(name));
}

function write(row: FigureRow): void {
  const path = join(root, figuresPath);
  writeFileSync(path, withRow(existsSync(path) ? readFileSync(path, 'utf8') : '', row, names));
}

function print(name: string, { claim, figure, control, faults }: Shown & { claim: string }): void {
  process.stdout.write(`${name}: ${claim}\n  ${figure}\n  control: ${control}\n`);
  for (const fault of faults) process.stdout.write(`  WRONG: ${fault}\n`);
}

/** What `--count` and `--minutes` say. */
type Counts = Record<'count' | 'minutes', number | undefined>;

/** Runs a part, prints what it shows, and keeps its row. @returns what contradicts it, in sentences. */
async function show(name: Name, counts: Counts, writes: boolean): Promise<string[]> {
  const part = await load[name]();
  const { claim, unit } = part;
  const option = unit === 'minutes' ? 'minutes' : 'count';
  const wanted = counts[option] ?? part.count;
  say(`${name}: ${wanted} ${unit}`);
  // Now: what runs is of this commit, whatever happens to the folder meanwhile.
  const origin = await describeOrigin();
  const progress = (line: string) => say(`${name}: ${line}`);
  const { figure, control, faults } = await part.run({ count: wanted, progress });
  print(name, { claim, figure, control, faults });
  const command = `npm --prefix lab run figures -- --only ${name} --${option} ${wanted}`;
  if (writes && faults.length === 0) write({ name, claim, figure, control, command, origin });
  return faults;
}

// What the parts have started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

await runCommand({ name: 'npm --prefix lab run figures', help, options }, async (values) => {
  const parts = chosen(values.only);
  const counts = {
    count: values.count === undefined ? undefined : integer('count', values.count, 1, 10_000_000, 1),
    minutes: values.minutes === undefined ? undefined : integer('minutes', values.minutes, 1, 1_440, 1),
  };
  const wrong: string[] = [];
  for (const name of parts) {
    const faults = await show(name, counts, values.write === true).catch((error: Error) => {
      process.stdout.write(`${name}: FAILED: ${error.stack ?? error.message}\n`);
      return [error.message];
    });
    if (faults.length > 0) wrong.push(name);
  }
  if (wrong.length > 0) throw new CommandFailed(`${wrong.length} of ${parts.length} not shown: ${wrong.join(', ')}`);
});
