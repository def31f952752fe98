/** Runs a program in a copy of the tree, and leaves no process of it behind. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Copy } from './copy.ts';

/**
 * A process space of its own where the system allows it: wrong code may send signals to any process id, and what it
 * starts ends with it. `sh` stays as the first process, which ends what nobody waits for.
 */
const ownSpace = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c'];

/** In seconds of the processor for each process, which a busy machine does not change: wrong code may count forever. */
const limited = (cpuSeconds: number | undefined) => [
  `ulimit -t ${cpuSeconds ? Math.ceil(cpuSeconds) : 'unlimited'}; "$@"; exit $?`,
  'sh',
];

const hasOwnSpace =
  spawnSync(ownSpace[0] as string, [...ownSpace.slice(1), ...limited(undefined), 'true']).status === 0;

/** What a shell returns for a program that SIGXCPU or SIGKILL ended. */
const overCpuLimit = new Set([128 + 24, 128 + 9]);

export interface Run {
  /** A run that exceeded its time limit, or its limit of processor time, has ended by a signal. */
  end: 'green' | 'red' | 'hung';
  seconds: number;
  /** Of a run that hung: whether it used up its processor time, which no busy machine can cause. */
  isOverCpu: boolean;
  /** Of both streams, the last part. */
  output: string;
}

/** The environment of a user who starts the tests with npm, without the variables that npm itself adds. */
function plainEnvironment(copy: Copy): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|PACTS$|SEED$)/i.test(name));
  return {
    ...Object.fromEntries(kept),
    TMPDIR: copy.temporary,
    NODE_COMPILE_CACHE: join(copy.root, '.data/compiled'),
  };
}

/** After which a program counts as hung, and is ended with all that it started. */
export interface Limits {
  wallSeconds: number;
  /** For the program and for each that it starts, where the run has a process space of its own; default: no limit. */
  cpuSeconds?: number;
}

export async function run(
  copy: Copy,
  command: readonly string[],
  { wallSeconds, cpuSeconds }: Limits,
  env: Record<string, string | undefined> = {},
): Promise<Run> {
  const startedMs = performance.now();
  const [program = '', ...args] = hasOwnSpace ? [...ownSpace, ...limited(cpuSeconds), ...command] : command;
  const child = spawn(program, args, {
    cwd: copy.root,
    env: { ...plainEnvironment(copy), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => (output = (output + part).slice(-20_000)));
  const endAll = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // All have ended.
    }
  };
  let isHung = false;
  const timer = setTimeout(() => {
    isHung = true;
    endAll();
  }, wallSeconds * 1000);
  // Not `close`: a process that stays behind keeps the streams open.
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  endAll();
  const isOverCpu = !isHung && overCpuLimit.has(code);
  const end = isHung || isOverCpu ? 'hung' : code === 0 ? 'green' : 'red';
  return { end, isOverCpu, seconds: (performance.now() - startedMs) / 1000, output };
}

export interface TestRun extends Run {
  /** Title and first line of the message of the first test that failed, or the last line of a run that broke off. */
  failure?: string;
  /** The file of that test, from the root. */
  failedFile?: string;
}

interface Report {
  failures: { fullTitle: string; file: string; err: { message?: string } }[];
}

/** The first line of a message, with the next two where it only announces them: "2 interactions failed:". */
function firstSentence(message: string): string {
  const lines = message.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  return lines.slice(0, lines[0]?.endsWith(':') ? 3 : 1).join(' ');
}

const mocha = ['node', 'node_modules/mocha/bin/mocha.js'];

/** Runs test files in one process, up to the first failure. */
export async function runTests(
  copy: Copy,
  files: readonly string[],
  limits: Limits,
  env: Record<string, string | undefined> = {},
): Promise<TestRun> {
  const report = join(copy.temporary, 'report.json');
  rmSync(report, { force: true });
  const options = ['--bail', '--timeout', '60000', '--reporter', 'json', '--reporter-option', `output=${report}`];
  const programs = ['--require', './test/support/setup/programs.ts'];
  const result = await run(copy, [process.execPath, ...mocha.slice(1), ...options, ...programs, ...files], limits, env);
  if (result.end !== 'red')
    return {
      ...result,
      ...(result.end === 'hung' && { failure: result.isOverCpu ? 'counts forever' : 'took too long' }),
    };
  try {
    const [first] = (JSON.parse(readFileSync(report, 'utf8')) as Report).failures;
    if (first) {
      const message = firstSentence(first.err.message ?? '');
      const failedFile = first.file?.slice(copy.root.length + 1);
      return { ...result, failure: `${first.fullTitle}: ${message}`, ...(failedFile && { failedFile }) };
    }
  } catch {
    // The run broke off before mocha reported.
  }
  const lines = result.output.trim().split('\n');
  return { ...result, failure: lines.find((line) => /^\w*Error/.test(line)) ?? lines.at(-1) ?? '' };
}
