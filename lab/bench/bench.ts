/** `npm --prefix lab run bench`: side-by-side measurements, each with its baseline in the same run. */
import { access, constants, writeFile } from 'node:fs/promises';
import { type Arguments, BadArguments, flag, integer, runCommand, text } from '../../common/cli/arguments.ts';
import { closestWord } from '../../common/cli/did-you-mean.ts';
import { type BenchName, benches, benchNames } from './benches.ts';
import { type BenchOptions, type BenchResult, merged } from './support/figures.ts';
import { describeMachine } from './support/machine.ts';
import { markdownReport, type Run, textReport } from './support/report.ts';

const help = `Measures against a baseline in the same run and prints ratios; lab/bench/README.md explains each figure.

  npm --prefix lab run bench -- <name> [options]

${benchNames.map((name) => `  ${name.padEnd(12)} ${benches[name].shows}`).join('\n')}
  ${'all'.padEnd(12)} all of them; about 20 minutes

  --seconds N   of each round of each contestant (2); 0.2 only shows that everything runs
  --rounds N    of each contestant, in random order (5)
  --cold        no load before the first round, for a quick look
  --write       writes lab/bench/RESULTS.md
  --json        prints only one JSON object
  --strict      exits with 1 if a figure misses its target
  --help        this text

Exit codes: 0 everything was measured, 1 wrong answers, or a bench that failed, 2 wrong arguments, 130 interrupted. Progress goes to stderr.
`;

const options = {
  ...{ seconds: text, rounds: text },
  ...{ write: flag, json: flag, strict: flag, cold: flag },
} as const;
type Values = Arguments<typeof options>['values'];

function duration(given: string | undefined): number {
  const seconds = Number(given ?? 2);
  if (!(seconds >= 0.1 && seconds <= 3_600))
    throw new BadArguments(`--seconds is "${given}"; expected a number from 0.1 to 3600`);
  return seconds;
}

function chosen([name, ...others]: readonly string[]): readonly BenchName[] {
  if (!name || others.length > 0) throw new BadArguments(`expected the name of one bench, such as ${benchNames[0]}`);
  if (name === 'all') return benchNames;
  const found = benchNames.find((known) => known === name);
  if (found) return [found];
  throw new BadArguments(`unknown bench "${name}"; did you mean "${closestWord(name, [...benchNames, 'all'])}"?`);
}

const resultFile = (name: string) => new URL(name, import.meta.url);

const startMs = performance.now();
const elapsed = () => `${((performance.now() - startMs) / 1000).toFixed(0).padStart(4)} s`;
const say = (line: string) => process.stderr.write(`${elapsed()}  ${line}\n`);

async function measureAll(names: readonly BenchName[], options: Omit<BenchOptions, 'report'>) {
  const results: BenchResult[] = [];
  const failures: Run['failures'] = [];
  for (const [index, name] of names.entries()) {
    const report = (line: string) => say(`${name} (${index + 1} of ${names.length}): ${line}`);
    try {
      const measure = await benches[name].load();
      results.push(await measure({ ...options, report }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      failures.push({ bench: name, reason });
      report(`FAILED: ${error instanceof Error ? error.stack : reason}`);
    }
  }
  return { ...merged(results), failures };
}

async function bench(values: Values, given: readonly string[]): Promise<void> {
  const names = chosen(given);
  const seconds = duration(values.seconds);
  const rounds = integer('rounds', values.rounds, 1, 1000, 5);
  // Now, and not after a quarter of an hour.
  if (values.write) await access(resultFile('RESULTS.md'), constants.W_OK);
  const measured = await measureAll(names, {
    seconds,
    rounds,
    ...(values.cold && { warmSeconds: 0 }),
  });
  const run: Run = {
    machine: await describeMachine(),
    command: ['npm --prefix lab run bench --', ...process.argv.slice(2)].join(' '),
    date: new Date().toISOString(),
    seconds: (performance.now() - startMs) / 1000,
    ...{ rounds, secondsPerRound: seconds },
    ...measured,
  };
  process.stdout.write(`${values.json ? JSON.stringify(run) : textReport(run)}\n`);
  if (values.write) {
    await writeFile(resultFile('RESULTS.md'), markdownReport(run));
    say('wrote lab/bench/RESULTS.md');
  }
  const missed = run.figures.filter(({ verdict }) => verdict === 'short of it' || verdict === 'too noisy');
  if (run.failures.length > 0 || (values.strict && missed.length > 0)) process.exitCode = 1;
}

await runCommand({ name: 'npm --prefix lab run bench', help, options, names: 'a bench' }, bench);
