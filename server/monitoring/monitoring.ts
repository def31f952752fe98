import { once } from 'node:events';
import { rmSync } from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createFolder } from './folder.ts';
import type { AdminOptions, FromAdmin, State, ToAdmin } from './messages.ts';
import { PrimaryMetrics } from './primary-metrics.ts';

/** There can be no metrics; the message is one sentence that says what to do. */
export class AdminPortFailed extends Error {
  override name = 'AdminPortFailed';
}

/** The thread reads files and renders text: without limits it would take as much memory as a process is given. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

/** Far longer than it takes, also on a machine with no time to spare. */
const waitMs = 60_000;

/** @returns whether it listens; that it failed also where the thread ends with an error, or says nothing for a minute. */
async function firstMessage(thread: Worker): Promise<FromAdmin> {
  try {
    const [message] = (await once(thread, 'message', { signal: AbortSignal.timeout(waitMs) })) as [FromAdmin];
    return message;
  } catch (error) {
    const { name, message } = error as Error;
    return { kind: 'failed', message: name === 'AbortError' ? `no answer within ${waitMs / 1000} s` : message };
  }
}

/** The admin port of this process, with what all processes of the server count. */
export class Monitoring {
  readonly url: string;
  readonly primary: PrimaryMetrics;
  readonly #folder: string;
  readonly #thread: Worker;
  #count = 0;

  /**
   * Starts the thread and waits until it listens.
   *
   * @param onError called when the thread ends with an error; the server runs on without the port.
   * @throws {AdminPortFailed} when the port is in use, or no folder can be written.
   */
  static async open(options: Pick<AdminOptions, 'host' | 'port'>, onError: (error: unknown) => void) {
    const folder = module.getCompileCacheDir();
    const workerData: AdminOptions = { ...options, compiled: folder && dirname(folder) };
    const thread = new Worker(new URL('./admin/thread.js', import.meta.url), { workerData, resourceLimits });
    const message = await firstMessage(thread);
    if (message.kind === 'listening') {
      const files = createFolder();
      if (files === undefined) {
        await thread.terminate();
        throw new AdminPortFailed(
          `Metrics need a few KiB in /dev/shm or ${tmpdir()}, and neither can be written: make one writable, or set ADMIN_PORT=off.`,
        );
      }
      thread.on('error', onError);
      // It never keeps the process running.
      thread.unref();
      return new Monitoring(thread, { ...options, port: message.port, folder: files });
    }
    await thread.terminate();
    const reason = message.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${message.message})`;
    throw new AdminPortFailed(
      `Port ${options.port} of ${options.host}, for metrics and probes, ${reason}: choose another with ADMIN_PORT, or none with ADMIN_PORT=off.`,
    );
  }

  private constructor(thread: Worker, { host, port, folder }: { host: string; port: number; folder: string }) {
    this.#thread = thread;
    this.url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    this.#folder = folder;
    process.on('exit', () => rmSync(this.#folder, { recursive: true, force: true }));
    this.primary = new PrimaryMetrics(this.addProcess());
  }

  /** @returns the file for the numbers of one more process. */
  addProcess(): string {
    const path = join(this.#folder, String(++this.#count));
    this.#send({ kind: 'add', path });
    return path;
  }

  /** A process has ended; its counters stay. */
  endProcess(path: string): void {
    this.#send({ kind: 'end', path });
  }

  setState(state: State): void {
    this.#send({ kind: 'state', state });
  }

  #send(message: ToAdmin): void {
    this.#thread.postMessage(message);
  }
}
