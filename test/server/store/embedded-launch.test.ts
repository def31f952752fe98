import processes from 'node:child_process';
import { EventEmitter, getEventListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import timers from 'node:timers/promises';
import { expect } from 'chai';
import { type DataFolder, openFolder } from '../../../server/store/redis/embedded/folder.ts';
import { lastLogLine, launch } from '../../../server/store/redis/embedded/launch.ts';
import { isOwnPort } from '../../../server/store/redis/embedded/running.ts';
import { type Answers, bulk, startAnswers } from '../../support/redis/answers.ts';
import { openFilesBelow } from '../../support/run/open-files.ts';
import { freePort } from '../../support/run/ports.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { withFunctions } from '../../support/run/replace-functions.ts';
import { sleepFor } from '../../support/run/replace-timers.ts';

let folder: DataFolder;
function useFolder(): void {
  beforeEach(async () => {
    folder = await openFolder(await mkdtemp(join(tmpdir(), 'fightcard-launch-')));
  });
  afterEach(() => rm(folder.path, { recursive: true, force: true }));
}
const log = () => join(folder.redis, 'redis.log');

describe('the last line that Redis wrote', () => {
  useFolder();

  it('is read from the end of its log, which may be long, or is empty', async () => {
    const last = async (text: string) => {
      await writeFile(log(), text);
      return lastLogLine(folder);
    };
    expect(await lastLogLine(folder)).to.equal('');
    expect(await last('')).to.equal('');
    expect(await last('ab')).to.equal('ab');
    expect(await last('first\n# Fatal: größer \n\n')).to.equal('# Fatal: größer');
    expect(await last(`first\n${'x'.repeat(5_000)}`)).to.equal('x'.repeat(4_096));
    expect(openFilesBelow(folder.path), 'files that are left open').to.deep.equal([]);
  });
});

/** What a start does with the processes that it starts, which are none here. */
describe('a started redis-server', () => {
  useFolder();
  const answers: Answers[] = [];
  afterEach(async () => {
    for (const one of answers.splice(0)) await one.close();
  });

  class Child extends EventEmitter {
    pid: number | undefined = 4_711;
    readonly done: unknown[] = [];
    readonly stdin = Object.assign(new EventEmitter(), { end: (text: string) => void this.done.push(text) });
    unref = () => void this.done.push('unref');
    kill = (signal: string) => void this.done.push(signal);
  }

  type Options = Parameters<typeof launch>[2];
  /** Launches while each start of a process is this; also returns the children, and the arguments of each start. */
  async function launched(options: Options, onSpawn: (child: Child, nth: number) => unknown) {
    const children: Child[] = [];
    const starts: unknown[][] = [];
    const spawn = (...args: unknown[]) => {
      const child = new Child();
      starts.push([...args, JSON.parse(readFileSync(folder.state, 'utf8'))]);
      children.push(child);
      onSpawn(child, children.length);
      return child;
    };
    const outcome = await withFunctions(processes, { spawn }, () =>
      launch('/somewhere/redis-server', folder, options).catch((error: Error) => `${error.name}: ${error.message}`),
    );
    return { outcome, children, starts };
  }
  const exits = (code: number | null, signal: string | null) => (child: Child) =>
    setImmediate(() => child.emit('exit', code, signal));
  const noStart = (reason: string, last = '') =>
    `RedisMissing: The embedded Redis did not start: ${reason}. ${last ? `The last line of ${log()} is: ${last}` : `${log()} is empty`}`;

  const configuration = (port: number, password: string) =>
    [
      ...['bind 127.0.0.1', `port ${port}`, `requirepass ${password}`, `dir "${folder.redis}"`, `logfile "${log()}"`],
      ...['daemonize no', 'save ""', 'appendonly yes', 'appendfsync always', 'lazyfree-lazy-expire yes'],
      'maxmemory-policy noeviction',
    ].join('\n');

  it('has its configuration from a pipe, works in its folder, outlives this process, and is used once it answers', async () => {
    const before = { port: await freePort(), password: 'secret', pid: 5 };
    // It listens from when it is started: before, its port is free.
    const { signal } = new AbortController();
    const { outcome, children, starts } = await launched({ before, signal }, (child) => {
      child.pid = 77;
      startAnswers(() => bulk('loading:0\r\n'), before.port).then((one) => answers.push(one));
    });
    const [child] = children as [Child];
    expect(getEventListeners(signal, 'abort')).to.deep.equal([]);
    if (typeof outcome === 'string') throw new Error(outcome);
    outcome.client.disconnect();
    const state = { port: before.port, password: 'secret', pid: 0 };
    const [[program, args, , stateAtStart] = []] = starts;
    expect([program, args]).to.deep.equal(['/somewhere/redis-server', ['-']]);
    expect(stateAtStart).to.deep.equal(state);
    expect(child.done).to.deep.equal([configuration(before.port, 'secret'), 'unref']);
    expect(outcome.running).to.deep.equal({ ...state, pid: 77 });
    expect(JSON.parse(readFileSync(folder.state, 'utf8'))).to.deep.equal({ ...state, pid: 77 });
    child.stdin.emit('error', new Error('EPIPE'));
    child.emit('exit', null, 'SIGKILL');
    expect(await outcome.ended).to.deep.equal({ code: null, signal: 'SIGKILL' });
  });

  it('reads no transaction that the end of the last one has torn, and may have no id yet', async () => {
    const log = join(folder.redis, 'appendonlydir/appendonly.aof.1.incr.aof');
    await mkdir(join(folder.redis, 'appendonlydir'));
    await writeFile(folder.manifest, 'file appendonly.aof.1.incr.aof seq 1 type i\n');
    await writeFile(log, '*1\r\n$4\r\nPING\r\n*1\r\n$5\r\nMULTI\r\n*1\r\n$4');
    const before = { port: await freePort(), password: 'secret', pid: 5 };
    let found = '';
    const { outcome } = await launched({ before }, (child) => {
      found = readFileSync(log, 'utf8');
      child.pid = undefined;
      startAnswers(() => bulk('loading:0\r\n'), before.port).then((one) => answers.push(one));
    });
    if (typeof outcome === 'string') throw new Error(outcome);
    outcome.client.disconnect();
    expect([found, outcome.running.pid]).to.deep.equal(['*1\r\n$4\r\nPING\r\n', 0]);
  });

  it('is started three times at most, at other ports, and with one password', async () => {
    const before = { port: await freePort(), password: 'secret', pid: 5 };
    await writeFile(log(), 'one\n# Cannot listen\n');
    const { outcome, children, starts } = await launched({ before }, exits(1, null));
    expect(outcome).to.equal(noStart('it ended with code 1', '# Cannot listen'));
    const states = starts.map(([, , , state]) => state as typeof before);
    expect(states).to.have.length(3);
    expect(states[0]).to.deep.equal({ ...before, pid: 0 });
    for (const [index, { port, password }] of states.entries()) {
      expect([isOwnPort(port), port === before.port, password]).to.deep.equal([true, index === 0, 'secret']);
      expect(children[index]?.done).to.deep.equal([configuration(port, 'secret'), 'unref', 'SIGKILL']);
    }
  });

  it('has a password of its own the first time, and each reason why it ended is told', async () => {
    const { outcome, starts } = await launched({}, exits(null, 'SIGBUS'));
    expect(outcome).to.equal(noStart('it ended with SIGBUS'));
    const passwords = starts.map(([, , , state]) => (state as { password: string }).password);
    expect(passwords).to.have.length(3);
    for (const password of passwords) expect(password).to.match(/^[0-9a-f]{48}$/);
    const failing = (error: unknown) => (child: Child) => setImmediate(() => child.emit('error', error));
    expect((await launched({}, failing(new Error('spawn ENOENT')))).outcome).to.equal(noStart('spawn ENOENT'));
    expect((await launched({}, failing('no error'))).outcome).to.equal(noStart('no error'));
  });

  it('is at the port of the last only if that is one of ours, or is the only one it may have', async () => {
    const outside = createServer();
    // Neither one of ours, nor one for outgoing connections.
    const port = 32_010 + ((await freePort()) % 700);
    await new Promise<void>((listening) => outside.listen(port, '127.0.0.1', listening));
    const before = { port, password: 'secret', pid: 5 };
    const taken = await launched({ before, onlyThere: true }, exits(1, null));
    expect([taken.outcome, taken.starts]).to.deep.equal([
      `RedisMissing: The port ${port} of the embedded Redis is taken by another program: end it, or start the server again.`,
      [],
    ]);
    await new Promise((closed) => outside.close(closed));
    const portsOf = async (options: Options) =>
      (await launched(options, exits(1, null))).starts.map(([, , , state]) => (state as typeof before).port);
    expect(await portsOf({ before }))
      .to.have.length(3)
      .and.not.to.include(port);
    expect(await portsOf({ before, onlyThere: true })).to.deep.equal([port]);
    const error = await reasonOf(launch('/somewhere/redis-server', folder, { onlyThere: true }));
    expect(error).to.match(/^RedisMissing: The port undefined /);
  });

  it('is told to end when the start is interrupted, before or after it was begun', async () => {
    const interrupted = 'RedisMissing: The start was interrupted.';
    const ways = { before: (abort: () => void) => abort(), after: (abort: () => void) => setImmediate(abort) };
    for (const [way, interrupt] of Object.entries(ways)) {
      const start = new AbortController();
      const { outcome, children, starts } = await launched({ signal: start.signal }, (child) => {
        child.kill = (signal) => {
          child.done.push(signal);
          child.emit('exit', null, signal);
        };
        interrupt(() => start.abort());
      });
      expect([outcome, starts.length], way).to.deep.equal([interrupted, 1]);
      expect(children[0]?.done.slice(2), way).to.deep.equal(['SIGTERM', 'SIGKILL']);
      const none = await launched({ signal: start.signal }, () => undefined);
      expect([none.outcome, none.starts]).to.deep.equal([interrupted, []]);
    }
  });

  it('has a minute to listen, and is asked 100 times a second', async () => {
    let ms = 0;
    const later = [59_990, 60_000, 60_001];
    const waits: unknown[] = [];
    const clock = mock.method(performance, 'now', () => ms);
    const wait = async (pause: number) => {
      waits.push(pause);
      ms = later[waits.length - 1] ?? ms;
    };
    const before = { port: await freePort(), password: 'secret', pid: 5 };
    const { outcome, children } = await withFunctions(
      timers,
      { setTimeout: sleepFor('embedded/launch.ts', wait) },
      () => launched({ before, onlyThere: true }, () => undefined),
    ).finally(() => clock.mock.restore());
    expect(outcome).to.equal(noStart('it does not answer'));
    expect(waits).to.deep.equal([10, 10, 10]);
    expect(children[0]?.done.slice(2)).to.deep.equal(['SIGKILL']);
  });

  it('that does not start for damaged data says so, and how to go on', async () => {
    const said = async (line: string) => {
      await writeFile(log(), `1:M 01 Jan 2030 10:00:00.000 # ${line}\n`);
      const before = { port: await freePort(), password: 'secret', pid: 5 };
      return (await launched({ before, onlyThere: true }, exits(1, null))).outcome;
    };
    for (const line of [
      ...['Bad file format reading x', 'AOF: bad file format', 'Wrong RDB checksum', 'Short read or OOM loading DB.'],
      ...['wrong signature in x', 'the file is CORRUPT'],
    ]) {
      expect(await said(line)).to.equal(
        `RedisMissing: The data of the embedded Redis are damaged (${line}): restore a copy of ${folder.redis}, or give up what cannot be read with: redis-check-aof --fix ${folder.manifest}`,
      );
    }
    const other = 'Cannot listen';
    expect(await said(other)).to.equal(noStart('it ended with code 1', `1:M 01 Jan 2030 10:00:00.000 # ${other}`));
  });

  it('that runs and does not answer is not followed by another', async () => {
    const before = { port: await freePort(), password: 'secret', pid: 5 };
    const { outcome, starts } = await launched({ before }, () => {
      // It ends each connection like one that times out.
      startAnswers(() => '-ERR it timed out\r\n', before.port).then((one) => answers.push(one));
    });
    expect([outcome, starts.length]).to.deep.equal([
      'RedisMissing: The embedded Redis does not answer: end process 4711, and start again.',
      1,
    ]);
  });
});
