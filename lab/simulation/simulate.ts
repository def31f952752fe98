/** `npm --prefix lab run simulate`: plays the bell of a night of millions of phones, from the measured costs of a request. */
import { readFileSync, writeFileSync } from 'node:fs';
import { BadArguments, flag, integer, runCommand, text } from '../../common/cli/arguments.ts';
import type { Failure } from './model.ts';

const help = `Simulates the 10 s after a bell: phones vote and send scorecards, workers batch them, masters execute them, and phones repeat
what failed. Prints latency, loss and machines. lab/simulation/costs.ts has the costs, server/CAPACITY.md the assumptions.

  npm --prefix lab run simulate -- [--phones 10m] [--workers N] [--masters M] [--fail master@bell] [--seed 1]
  npm --prefix lab run simulate -- --write

  --phones N   phones of the night: a number, or one in thousands or millions such as 500k or 10m (1m)
  --workers N  server processes; --masters M of the Redis Cluster; default: as many as CAPACITY.md computes
  --fail LIST  what dies, with commas: master@bell, worker@bell+2 (seconds after the bell)
  --seed S     an integer; the same seed plays the same night (1)
  --write      plays 1, 10 and 50 million phones, and writes the table to server/CAPACITY.md
  --help       this text

Exit codes: 0 done, 2 wrong arguments.
`;

const options = {
  ...{ phones: text, workers: text, masters: text, fail: text, seed: text },
  write: flag,
} as const;

const capacity = new URL('../../server/CAPACITY.md', import.meta.url);
const factors: Record<string, number> = { '': 1, k: 1e3, m: 1e6 };

/** @throws {BadArguments} */
function readPhones(given: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(given) ?? [];
  const phones = Number(number) * (factors[unit.toLowerCase()] ?? 0);
  if (number === '' || phones < 100 || phones > 1e8) {
    throw new BadArguments(`--phones is ${given}, and must be from 100 to 100m, such as 500k or 10m.`);
  }
  return phones;
}

/** @throws {BadArguments} */
function readFailures(given: string | undefined): Failure[] {
  return (given?.split(',') ?? []).map((one) => {
    const [, part, seconds = '0'] = /^(master|worker)@bell(?:\+(\d+(?:\.\d+)?))?$/.exec(one.trim()) ?? [];
    if (part === undefined)
      throw new BadArguments(`--fail has ${one}, and must have parts such as master@bell or worker@bell+2.`);
    return { part: part as Failure['part'], atMs: Number(seconds) * 1_000 };
  });
}

await runCommand({ name: 'npm --prefix lab run simulate', help, options }, async (values) => {
  const failures = readFailures(values.fail);
  const phones = readPhones(values.phones ?? '1m');
  const count = (name: 'workers' | 'masters') =>
    values[name] === undefined ? {} : { [name]: integer(name, values[name], 1, 10_000, 1) };
  const seed = integer('seed', values.seed, 0, 2_147_483_647, 1);
  // Loaded here, since the help needs nothing of it.
  const [{ measuredCosts }, { simulate }, { scenarioOf }, { head, rowOf, tableOf, withSimulation }] = await Promise.all(
    [import('./costs.ts'), import('./model.ts'), import('./scenario.ts'), import('./report.ts')],
  );
  const costs = measuredCosts;
  const play = (name: string, asked: Omit<Parameters<typeof scenarioOf>[0], 'seed'>, fails: string) => {
    const scenario = scenarioOf({ ...asked, seed }, costs);
    return rowOf({ phones: name, fails, scenario, outcome: simulate(scenario) });
  };
  if (!values.write) {
    const asked = { phones, ...count('workers'), ...count('masters'), failures };
    const [row = []] = [play(values.phones ?? '1m', asked, values.fail ?? 'nothing')];
    const width = Math.max(...head.map((name) => name.length));
    for (const [index, name] of head.entries()) console.log(`${name.padEnd(width)}  ${row[index]}`);
    return;
  }
  const rows: string[][] = [];
  for (const name of ['1m', '10m', '50m']) {
    for (const fails of ['nothing', 'master@bell', 'master@bell+2']) {
      console.error(`playing ${name}, of which dies: ${fails}`);
      rows.push(
        play(
          name,
          { phones: readPhones(name), failures: readFailures(fails === 'nothing' ? undefined : fails) },
          fails,
        ),
      );
    }
  }
  // As the table of machines in CAPACITY.md has them.
  const few = { phones: readPhones('50m'), masters: 28, failures: [] };
  rows.push(play('50m', few, 'nothing'));
  writeFileSync(capacity, withSimulation(readFileSync(capacity, 'utf8'), tableOf(head, rows)));
});
