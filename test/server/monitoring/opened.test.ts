import { EventEmitter } from 'node:events';
import fs, { existsSync } from 'node:fs';
import module, { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { mock } from 'node:test';
import threads from 'node:worker_threads';
import { expect } from 'chai';
import type { Logger } from 'pino';
import type { Config } from '../../../server/config.ts';
import { AdminPortFailed, Monitoring } from '../../../server/monitoring/monitoring.ts';
import { watchRedis } from '../../../server/monitoring/redis-metrics.ts';
import { RequestMetrics } from '../../../server/monitoring/request-metrics.ts';
import { openMonitoring, openRequestMetrics } from '../../../server/processes/open-monitoring.ts';

/** What the thread says first; an error is one with which it ends. */
let first: object | Error;

/** A thread of the admin port that the test controls. */
class FakeThread extends EventEmitter {
  readonly posted: object[] = [];
  unreferenced = 0;
  terminated = 0;
  readonly made: unknown[];

  constructor(...made: unknown[]) {
    super();
    this.made = made;
    threadsMade.push(this);
    setImmediate(() => {
      if (first instanceof Error) this.emit('error', first);
      else this.emit('message', first);
    });
  }
  postMessage(message: object): void {
    this.posted.push(message);
  }
  unref(): void {
    this.unreferenced++;
  }
  async terminate(): Promise<void> {
    this.terminated++;
  }
}
const threadsMade: FakeThread[] = [];

const here = { host: '127.0.0.1', port: 9464 };
const listening = { kind: 'listening', port: 4321 };
const inUse = { kind: 'failed', code: 'EADDRINUSE', message: 'x' };
const portInUse =
  'Port 9464 of 127.0.0.1, for metrics and probes, is in use: choose another with ADMIN_PORT, or none with ADMIN_PORT=off.';

describe('the admin port of a process', () => {
  const { Worker } = threads;
  let before: NodeJS.ExitListener[];
  beforeEach(() => {
    first = listening;
    threadsMade.length = 0;
    before = process.listeners('exit');
    mock.timers.enable({ apis: ['setInterval'] });
    Object.assign(threads, { Worker: FakeThread });
    syncBuiltinESMExports();
  });
  afterEach(() => {
    for (const listener of exits()) {
      process.off('exit', listener);
      listener.call(process, 0);
    }
    mock.reset();
    Object.assign(threads, { Worker });
    syncBuiltinESMExports();
  });

  const exits = () => process.listeners('exit').filter((listener) => !before.includes(listener));
  const thread = () => threadsMade[0] as FakeThread;
  const failure = async (open: Promise<unknown>) => {
    const error = await open.then(
      () => undefined,
      (reason: unknown) => reason as Error,
    );
    return error && [error.name, error.message];
  };

  it('is opened in a thread with little memory, which hears of every process', async () => {
    const errors: unknown[] = [];
    const compiled = join(tmpdir(), 'compiled');
    mock.method(module, 'getCompileCacheDir', () => join(compiled, 'v24'));
    syncBuiltinESMExports();
    const monitoring = await Monitoring.open(here, (error) => errors.push(error));
    expect(monitoring.url).to.equal('http://127.0.0.1:4321');
    const [url, options, ...others] = thread().made;
    expect(String(url)).to.match(/^file:.*\/server\/monitoring\/admin\/thread\.js$/);
    expect(options).to.deep.equal({
      workerData: { ...here, compiled },
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
    });
    expect(others).to.deep.equal([]);
    const [own] = thread().posted as [{ path: string }];
    const folder = dirname(own.path);
    expect(monitoring.addProcess()).to.equal(join(folder, '2'));
    monitoring.endProcess(join(folder, '2'));
    monitoring.setState('draining');
    expect(thread().posted).to.deep.equal([
      { kind: 'add', path: join(folder, '1') },
      { kind: 'add', path: join(folder, '2') },
      { kind: 'end', path: join(folder, '2') },
      { kind: 'state', state: 'draining' },
    ]);
    expect([thread().unreferenced, thread().terminated]).to.deep.equal([1, 0]);
    const error = new Error('the thread has ended');
    thread().emit('error', error);
    expect(errors).to.deep.equal([error]);
    expect(existsSync(join(folder, '1'))).to.equal(true);
    for (const listener of exits()) listener.call(process, 0);
    expect(existsSync(folder), 'after the exit').to.equal(false);
  });

  it('has its address in brackets where that needs them, and may do without compiled code', async () => {
    mock.method(module, 'getCompileCacheDir', () => undefined);
    syncBuiltinESMExports();
    const { url } = await Monitoring.open({ host: '::1', port: 0 }, () => undefined);
    expect(url).to.equal('http://[::1]:4321');
    expect(thread().made[1]).to.deep.include({ workerData: { host: '::1', port: 0, compiled: undefined } });
  });

  it('is not opened where the thread cannot listen, ends, or says nothing for a minute', async () => {
    const ends = ': choose another with ADMIN_PORT, or none with ADMIN_PORT=off.';
    const limits: number[] = [];
    const rows: [first: object, reason: string][] = [
      [inUse, 'is in use'],
      [{ kind: 'failed', code: 'EADDRNOTAVAIL', message: 'not here' }, 'cannot be used (not here)'],
      [{ kind: 'failed', message: 'neither' }, 'cannot be used (neither)'],
      [new Error('out of memory'), 'cannot be used (out of memory)'],
    ];
    for (const [said, reason] of rows) {
      first = said;
      threadsMade.length = 0;
      expect(await failure(Monitoring.open(here, () => undefined))).to.deep.equal([
        ...['AdminPortFailed', `Port 9464 of 127.0.0.1, for metrics and probes, ${reason}${ends}`],
      ]);
      expect([thread().terminated, thread().unreferenced, exits().length]).to.deep.equal([1, 0, 0]);
    }
    first = listening;
    mock.method(AbortSignal, 'timeout', (ms: number) => {
      limits.push(ms);
      return AbortSignal.abort();
    });
    expect(await failure(Monitoring.open(here, () => undefined))).to.deep.equal([
      'AdminPortFailed',
      `Port 9464 of 127.0.0.1, for metrics and probes, cannot be used (no answer within 60 s)${ends}`,
    ]);
    expect(limits).to.deep.equal([60_000]);
  });

  it('needs a folder for the numbers', async () => {
    mock.method(fs, 'mkdtempSync', () => {
      throw new Error('the file system is read-only');
    });
    syncBuiltinESMExports();
    expect(await failure(Monitoring.open(here, () => undefined))).to.deep.equal([
      'AdminPortFailed',
      `Metrics need a few KiB in /dev/shm or ${tmpdir()}, and neither can be written: make one writable, or set ADMIN_PORT=off.`,
    ]);
    expect([thread().terminated, thread().unreferenced]).to.deep.equal([1, 0]);
  });

  describe('for a server', () => {
    const said: unknown[] = [];
    const log = {
      warn: (...args: unknown[]) => said.push(['warn', ...args]),
      error: (...args: unknown[]) => said.push(['error', ...args]),
    } as unknown as Logger;
    const config = { adminHost: '127.0.0.1', adminPort: 9464 } as Config;
    beforeEach(() => {
      said.length = 0;
    });

    it('is not opened when it is off, and says in the log when it has ended', async () => {
      expect(await openMonitoring({ ...config, adminPort: 'off' }, true, log)).to.equal(undefined);
      expect(threadsMade).to.deep.equal([]);
      const monitoring = (await openMonitoring(config, false, log)) as Monitoring;
      expect(thread().made[1]).to.deep.nested.include({ 'workerData.host': '127.0.0.1', 'workerData.port': 9464 });
      const err = new Error('the thread has ended');
      thread().emit('error', err);
      expect(said).to.deep.equal([['error', { err }, 'the admin port has ended']]);
      const metrics = await openRequestMetrics(monitoring);
      expect(metrics).to.be.instanceOf(RequestMetrics);
      expect(basename((thread().posted.at(-1) as { path: string }).path)).to.equal('2');
      metrics.close();
    });

    it('is done without where nobody chose it', async () => {
      first = inUse;
      expect(await openMonitoring(config, false, log)).to.equal(undefined);
      expect(said).to.deep.equal([['warn', portInUse]]);
      expect(await failure(openMonitoring(config, true, log))).to.deep.equal(['AdminPortFailed', portInUse]);
      Object.assign(threads, {
        Worker: class {
          constructor() {
            throw new TypeError('no threads');
          }
        },
      });
      syncBuiltinESMExports();
      expect(await failure(openMonitoring(config, false, log))).to.deep.equal(['TypeError', 'no threads']);
      expect(said).to.have.length(1);
      expect(new AdminPortFailed('x').message).to.equal('x');
    });
  });
});

describe('the commands of a connection to Redis', () => {
  afterEach(() => mock.reset());

  /** A client whose replies the test chooses. */
  class FakeClient extends EventEmitter {
    status = 'wait';
    readonly sent: unknown[][] = [];
    reply: unknown;
    sendCommand(...args: unknown[]): unknown {
      this.sent.push(args);
      return this.reply;
    }
  }
  function watched() {
    const clients = {
      ...{ reads: new FakeClient(), writes: new FakeClient() },
      ...{ ballotConnection: new FakeClient(), bulk: new FakeClient() },
    };
    clients.writes.status = 'ready';
    const counted: unknown[] = [];
    const metrics = {
      redisCommand: (...args: unknown[]) => counted.push(args),
      redisReconnect: (...args: unknown[]) => counted.push(args),
    } as unknown as RequestMetrics;
    watchRedis(clients, metrics);
    return { clients, counted };
  }
  const named = (name: string, message: string) => Object.assign(new Error(message), { name });

  it('are counted by how they end, with the time that they took', async () => {
    const rows: [reply: () => Promise<unknown>, command: object, result: string][] = [
      [async () => 'OK', {}, 'ok'],
      [async () => 'OK', { isOverdue: false }, 'ok'],
      [async () => 'OK', { isOverdue: true }, 'timeout'],
      [() => Promise.reject(new Error('x')), { isOverdue: true }, 'timeout'],
      [() => Promise.reject(new Error('Command timed out')), {}, 'timeout'],
      [() => Promise.reject(new Error('TIMEOUT of the socket')), {}, 'timeout'],
      [() => Promise.reject(named('ReplyError', 'ERR timed out')), {}, 'refused'],
      [() => Promise.reject(new Error('Connection is closed.')), {}, 'failed'],
      [() => Promise.reject('timed out'), {}, 'failed'],
    ];
    for (const [reply, command, result] of rows) {
      const { clients, counted } = watched();
      let nowMs = 5_000;
      mock.method(performance, 'now', () => nowMs);
      clients.reads.reply = reply();
      const given = clients.reads.sendCommand(command, 'stream');
      expect(given).to.equal(clients.reads.reply);
      nowMs += 12;
      await Promise.resolve(given).catch(() => undefined);
      await Promise.resolve();
      expect(counted).to.deep.equal([['reads', result, 12]]);
      expect(clients.reads.sent).to.deep.equal([[command, 'stream']]);
      mock.reset();
    }
  });

  it('are counted by their connection; those without a reply are not', async () => {
    const { clients, counted } = watched();
    mock.method(performance, 'now', () => 0);
    for (const client of Object.values(clients)) {
      client.reply = Promise.resolve();
      await client.sendCommand({});
      client.reply = undefined;
      expect(client.sendCommand({})).to.equal(undefined);
    }
    expect(counted).to.deep.equal(['reads', 'writes', 'ballots', 'bulk'].map((name) => [name, 'ok', 0]));
  });

  it('and connections are counted each time that they are made again', () => {
    const { clients, counted } = watched();
    for (const client of Object.values(clients)) client.emit('ready');
    expect(counted).to.deep.equal([['writes']]);
    for (const client of Object.values(clients)) client.emit('ready');
    expect(counted).to.deep.equal([['writes'], ['reads'], ['writes'], ['ballots'], ['bulk']]);
  });
});
