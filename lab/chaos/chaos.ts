/** `npm --prefix lab run chaos`: two servers under load and faults, and a checker that judges every answer. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Arguments,
  BadArguments,
  CommandFailed,
  choice,
  flag,
  integer,
  runCommand,
  text,
} from '../../common/cli/arguments.ts';
import { closestWord } from '../../common/cli/did-you-mean.ts';
import type { ControlName } from './controls.ts';
import { type Mode, modes } from './system/system.ts';

const help = `Sends load to two servers with two workers each, injects faults, and then checks what every client saw and what is stored.
lab/chaos/README.md lists the checks.

  npm --prefix lab run chaos -- [--minutes 1] [--seed 1] [--on one] [--faults "power lost,worker killed"]
  npm --prefix lab run chaos -- --control no-log
  npm --prefix lab run chaos -- --check .data/chaos/one-1.jsonl

  --minutes N   how long load and faults last; or --seconds N
  --seed S      an integer; the same seed draws the same faults and clients
  --on MODE     one (Redis on a machine whose power, disk and clock fail), sentinel or cluster; default: one
  --faults LIST names of faults with commas; default: all that the mode has
  --control C   a planted defect: no-log, late-sync or counts-again; exits with 0 if the checker finds it
  --check FILE  checks a recorded history again
  --json        prints only the verdict, as one JSON object
  --help        this text

Exit codes: 0 nothing is wrong, 1 something is, 2 wrong arguments, 130 interrupted. The history is in .data/chaos/, one JSON
object a line, with the verdict. Progress goes to stderr.
`;

const options = {
  ...{ minutes: text, seconds: text, seed: text, on: text, faults: text },
  ...{ control: text, check: text, json: flag },
} as const;
type Values = Arguments<typeof options>['values'];

const folder = fileURLToPath(new URL('../../.data/chaos/', import.meta.url));
/** Those of controls.ts, which the help does not load. */
const controlNames = ['no-log', 'late-sync', 'counts-again'] as const satisfies readonly ControlName[];

function read({ minutes, seconds, seed, on, control, faults, check, json }: Values) {
  if (minutes !== undefined && seconds !== undefined) throw new BadArguments('Give --minutes or --seconds, not both.');
  const lengthSeconds = integer('seconds', seconds, 1, 86_400, 60 * integer('minutes', minutes, 1, 1_440, 1));
  return {
    seconds: lengthSeconds,
    seed: integer('seed', seed, 0, 2_147_483_647, 1),
    mode: (choice('on', on, modes) ?? 'one') as Mode,
    control: choice('control', control, controlNames) as (typeof controlNames)[number] | undefined,
    faults: faults?.split(',').map((name) => name.trim()),
    file: check,
    isJson: json === true,
  };
}

const stopped = new AbortController();

async function judge(given: ReturnType<typeof read>, path: string) {
  const { seed, seconds, mode, control, faults, file } = given;
  if (file !== undefined) {
    const [{ check }, { readHistory }] = await Promise.all([
      import('./checker/check.ts'),
      import('./history/recorder.ts'),
    ]);
    const history = await readHistory(file).catch((error: Error) => {
      throw new CommandFailed(`${file} cannot be judged: ${error.message}`);
    });
    return check(history);
  }
  const [{ runChaos }, { openOne }, { openReplicated }, { controls }] = await Promise.all([
    import('./run.ts'),
    import('./system/one.ts'),
    import('./system/replicated.ts'),
    import('./controls.ts'),
  ]);
  return runChaos({
    ...{ seed, durationMs: seconds * 1_000, faults, path, signal: stopped.signal },
    progress: (line) => void process.stderr.write(`${line}\n`),
    open: (prepare) => (mode === 'one' ? openOne(prepare) : openReplicated(mode, prepare)),
    ...(control && controls[control].run),
  });
}

async function checkFaultNames(mode: Mode, names: readonly string[] = []): Promise<void> {
  const { kindsOf } = await import('./faults/nemesis.ts');
  const known = kindsOf(mode).map(([name]) => name);
  const wrong = names.find((name) => !known.includes(name));
  if (wrong === undefined) return;
  throw new BadArguments(`--faults: ${mode} has no fault "${wrong}"; the nearest is "${closestWord(wrong, known)}".`);
}

async function main(values: Values): Promise<void> {
  const given = read(values);
  const { seed, seconds, mode, control, faults, file, isJson } = given;
  await checkFaultNames(mode, faults);
  const path = join(folder, `${control ?? mode}-${seed}.jsonl`);
  const verdict = await judge(given, path).catch((error: Error) => {
    if (error.name !== 'Stopped') throw error;
    process.exitCode = 130;
    return undefined;
  });
  if (!verdict) return;
  const { describeVerdict } = await import('./report.ts');
  const again = [
    `--seed ${seed} --seconds ${seconds} --on ${mode}`,
    faults && `--faults "${faults.join()}"`,
    control && `--control ${control}`,
  ];
  const repeat = `npm --prefix lab run chaos -- ${again.filter(Boolean).join(' ')}`;
  if (file === undefined) {
    mkdirSync(folder, { recursive: true });
    const { describeOrigin } = await import('../../test/support/run/origin.ts');
    const origin = await describeOrigin();
    writeFileSync(
      path.replace('.jsonl', '.json'),
      `${JSON.stringify({ seed, seconds, mode, control, origin, ...verdict }, null, 1)}\n`,
    );
  }
  const lines = describeVerdict(file ?? `seed ${seed}, ${control ?? mode}, ${seconds} s`, verdict);
  process.stdout.write(`${isJson ? JSON.stringify(verdict) : lines.join('\n')}\n`);
  if (control) {
    const { controls } = await import('./controls.ts');
    const { expected } = controls[control];
    if (verdict.counts[expected] === 0)
      throw new CommandFailed(`The control ${control} must show "${expected}", and does not.`);
    return;
  }
  if (verdict.anomalies.length === 0) return;
  if (file === undefined && !isJson) process.stdout.write(`the history is in ${path}; to repeat: ${repeat}\n`);
  process.exitCode = 1;
}

// Ctrl-C and SIGTERM end what it started, and the disk that it mounted; the second time at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopped.signal.aborted) process.exit(130);
    stopped.abort();
  });
}

await runCommand({ name: 'npm --prefix lab run chaos', help, options }, main);
// Node 24.21 may turn for ever in its own end, after tens of thousands of connections that were reset: one of three runs
// of half an hour did, with its verdict printed.
process.exit();
