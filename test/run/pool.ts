import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { portsOf } from '../support/run/ports.ts';
import type { FromWorker, Outcome, ToWorker } from './messages.ts';

/** One test file that ran, or should have. */
export interface FileResult extends Outcome {
  file: string;
  seconds: number;
  /** Of its process and the processes that this one started and waited for; undefined where the system does not tell. */
  cpuSeconds?: number | undefined;
  /** What the tests printed, with their titles. */
  output: string;
}

export interface PoolOptions {
  /** The root of the repository, which file names start from. */
  root: string;
  /** How many files run at the same time. */
  jobs: number;
  /** Otherwise files are only loaded, and their tests counted. */
  isRun: boolean;
  /** A process in which nothing begins and nothing ends for so long is killed. */
  silentMs: number;
  onResult(result: FileResult): void;
}

const worker = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** Compiled files are kept, for the workers and for the processes that tests start. */
const compiledFolder = fileURLToPath(new URL('../../.data/compiled', import.meta.url));

/** Ends a process with everything that it started and did not end; its group has the same number. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // There is none left.
  }
}

/** Linux counts hundredths of a second, whatever its clock. */
const ticksPerSecond = 100;

/** The CPU time of a process so far, with that of its children that have ended; undefined without `/proc`. */
function cpuSecondsOf({ pid }: ChildProcess): number | undefined {
  try {
    // After the name in parentheses, which may contain spaces: fields 14 to 17 of proc(5).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
  } catch {
    return undefined;
  }
}

const tenths = (seconds: number) => Math.round(seconds * 10) / 10;

/** One process of the pool, which runs one file at a time. */
class Worker {
  readonly #child: ChildProcess;
  readonly #outputPath: string;
  readonly #closed: Promise<void>;
  #read = 0;
  /** The file that it ran last. */
  #before: string | undefined;
  #end: string | undefined;
  #onMessage: (message: FromWorker) => void = () => undefined;
  #onEnd: () => void = () => undefined;

  /** @param ports see `portsOf`. */
  constructor(folder: string, root: string, ports: string) {
    this.#outputPath = join(folder, `${process.hrtime.bigint()}.txt`);
    // A file rather than a pipe: what a process printed before it died is there, in order.
    const output = openSync(this.#outputPath, 'a');
    this.#child = fork(worker, {
      cwd: root,
      // Tests make much that lives for one request: a larger young generation is collected less often, for a tenth less CPU.
      execArgv: [...process.execArgv, '--max-semi-space-size=64'],
      env: { ...process.env, NODE_COMPILE_CACHE: compiledFolder, TEST_PORTS: ports },
      stdio: ['ignore', output, output, 'ipc'],
      detached: process.platform !== 'win32',
    });
    closeSync(output);
    this.#child.on('message', (message: FromWorker) => this.#onMessage(message));
    this.#closed = new Promise((closed) => {
      this.#child.once('exit', (code, signal) => {
        this.#end ??= `the process ended ${signal ? `by ${signal}` : `with code ${code}`}`;
        this.#onEnd();
        closed();
      });
    });
  }

  /** What the tests printed since the last call. */
  #output(): string {
    const bytes = readFileSync(this.#outputPath);
    const text = bytes.toString('utf8', this.#read);
    this.#read = bytes.length;
    return text;
  }

  /** Why it can run no more; undefined while it can. */
  get end(): string | undefined {
    return this.#end;
  }

  /** Runs a file to its end, whatever that is. */
  run(file: string, isRun: boolean, silentMs: number): Promise<FileResult> {
    const started = performance.now();
    const cpuBefore = cpuSecondsOf(this.#child) ?? 0;
    const { promise, resolve } = Promise.withResolvers<FileResult>();
    let now = this.#before ? `its loading (after ${this.#before} in the same process)` : 'its loading';
    this.#before = file;
    const finish = (outcome: Outcome) => {
      clearTimeout(silence);
      const seconds = tenths((performance.now() - started) / 1000);
      const cpu = cpuSecondsOf(this.#child);
      const cpuSeconds = cpu === undefined ? undefined : tenths(cpu - cpuBefore);
      resolve({ ...outcome, file, seconds, cpuSeconds, output: this.#output() });
    };
    const fail = (sentence: string) => finish({ planned: 0, passed: 0, failures: [sentence] });
    const silence = setTimeout(() => {
      this.#end = `nothing happened for ${Math.round(silentMs / 1000)} s, so it was killed`;
      this.kill();
    }, silentMs);
    this.#onEnd = () => fail(`${this.#end} during ${now}: what follows has not run`);
    this.#onMessage = (message) => {
      silence.refresh();
      if ('now' in message) now = message.now;
      else finish(message.ended);
    };
    const order: ToWorker = { file, isRun };
    if (this.#end) this.#onEnd();
    else this.#child.send(order);
    return promise;
  }

  kill(): void {
    killGroup(this.#child);
  }

  /** @returns why it had ended before it was told to, if it had. */
  async close(): Promise<string | undefined> {
    const early = this.#end;
    this.#onEnd = () => undefined;
    if (!early) this.#child.disconnect();
    await this.#closed;
    this.kill();
    return early;
  }
}

const killed = (reason: string, file: string): FileResult => ({
  ...{ file, planned: 0, passed: 0, seconds: 0, output: '' },
  failures: [`${reason} after the last test: something that the file left behind failed`],
});

/** One process after the other, for as long as there are files. */
async function runLane(
  next: () => Promise<string | undefined>,
  folder: string,
  ports: string,
  pool: Pool,
): Promise<void> {
  const { options, workers } = pool;
  let current: Worker | undefined;
  let last = '';
  const close = async () => {
    if (!current) return;
    workers.delete(current);
    const early = await current.close();
    current = undefined;
    if (early && last) options.onResult(killed(early, last));
  };
  for (let file = await next(); file !== undefined; file = await next()) {
    // A failure that no test waited for ends the process that ran the file before.
    if (current?.end) await close();
    if (!current) {
      current = new Worker(folder, options.root, ports);
      workers.add(current);
    }
    const result = await current.run(file, options.isRun, options.silentMs);
    last = current.end ? '' : file;
    options.onResult(result);
  }
  await close();
}

interface Pool {
  options: PoolOptions;
  workers: Set<Worker>;
}

/**
 * Runs files on a pool of processes. A process that dies, ends early or hangs fails the file that it ran, and the others
 * run in a new one.
 *
 * @param next the file to begin now; undefined when there is none left.
 */
export async function runPool(next: () => Promise<string | undefined>, options: PoolOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-tests-'));
  const pool: Pool = { options, workers: new Set() };
  const killAll = () => {
    for (const each of pool.workers) each.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  const stop = (signal: NodeJS.Signals) => process.exit(signal === 'SIGINT' ? 130 : 143);
  process.once('exit', killAll);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    const { jobs } = options;
    await Promise.all(Array.from({ length: jobs }, (_, lane) => runLane(next, folder, portsOf(lane, jobs), pool)));
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, stop);
    process.removeListener('exit', killAll);
    killAll();
  }
}
