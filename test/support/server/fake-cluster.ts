import cluster from 'node:cluster';
import { EventEmitter } from 'node:events';
import { mock } from 'node:test';
import type { Logger } from 'pino';
import type { Monitoring } from '../../../server/monitoring/monitoring.ts';
import type { FromWorker } from '../../../server/processes/messages.ts';

/** A worker of `node:cluster` without a process. */
export class FakeWorker extends EventEmitter {
  readonly env: object;
  readonly sent: unknown[] = [];
  readonly signals: unknown[] = [];
  isAttached = true;
  readonly process: EventEmitter & { pid: number | undefined; connected: boolean; send: unknown; kill: unknown };

  constructor(env: object, pid: number | undefined) {
    super();
    this.env = env;
    const kill = (signal: unknown) => this.signals.push(signal);
    this.process = Object.assign(new EventEmitter(), { pid, connected: true, send: () => true, kill });
  }
  isConnected(): boolean {
    return this.isAttached;
  }
  send(message: unknown, sent: () => void): void {
    this.sent.push(message);
    sent();
  }

  says(...messages: FromWorker[]): void {
    for (const message of messages) this.emit('message', message);
  }
  /** It answers requests. */
  answers(url: string, rssMiB = 50): void {
    this.says({ kind: 'started' }, { kind: 'ready', url, rssMiB });
  }
  ends(code: number | null, signal: string | null = null): void {
    this.emit('exit', code, signal);
  }
}

/** From now on `node:cluster` starts workers without processes; `mock.reset` ends that. @returns those workers. */
export function fakeForks(pidOf: (nth: number) => number | undefined = (nth) => 100 + nth): FakeWorker[] {
  const forked: FakeWorker[] = [];
  mock.method(cluster, 'fork', (env: object) => {
    const worker = new FakeWorker(env, pidOf(forked.length));
    forked.push(worker);
    return worker;
  });
  return forked;
}

/** Notes what the primary counts. */
export function fakeMonitoring(counted: unknown[]): Monitoring {
  let processes = 0;
  const monitoring = {
    addProcess: () => `/metrics/${++processes}`,
    endProcess: (path: string) => counted.push(['end', path]),
    primary: {
      workerStarted: () => counted.push('started'),
      workers: (...numbers: number[]) => counted.push(numbers.join(' of ')),
      workerEnded: (why: string) => counted.push(why),
    },
  };
  return monitoring as unknown as Monitoring;
}

/** Notes the level and the arguments of each line. */
export function fakeLog(said: unknown[]): Logger {
  const note = (level: string) => [level, (...args: unknown[]) => said.push([level, ...args])] as const;
  return Object.fromEntries(['info', 'warn', 'error'].map(note)) as unknown as Logger;
}

/** Lets everything that waits for a promise go on. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
