import processes from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import files, { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import timers, { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Logger } from 'pino';
import { type EmbeddedRedis, openEmbeddedRedis } from '../../../server/store/redis/embedded/embedded.ts';
import { type Answers, bulk, startAnswers } from '../../support/redis/answers.ts';
import { falseChild } from '../../support/redis/watched.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { withFunctions } from '../../support/run/replace-functions.ts';
import { replaceTimers, sleepFor } from '../../support/run/replace-timers.ts';

const { setTimeout: sleep } = timers;

/** A process id above what Linux and macOS give out. */
const pid = 99_999_999;

describe('the embedded Redis of another process', () => {
  let dataDir: string;
  let server: Answers;
  let redis: EmbeddedRedis | undefined;
  let replies: Record<string, string | (() => string | undefined)>;
  const markFile = () => join(dataDir, 'redis-mark.json');
  const logFile = () => join(dataDir, 'redis/appendonlydir/1.incr.aof');
  const asked = (name: string) => server.asked.filter((words) => words.join(' ').toLowerCase() === name).length;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'fightcard-use-'));
    replies = {
      info: bulk(`process_id:${pid}\r\n`),
      ...{ ping: '+PONG\r\n', 'client id': ':7\r\n', shutdown: '+OK\r\n' },
      'client list': bulk('id=7 name=fightcard:1 \nid=8 name=another \n'),
    };
    server = await startAnswers((words) => {
      const reply = replies[words.slice(0, 2).join(' ').toLowerCase()] ?? replies[(words[0] ?? '').toLowerCase()];
      return typeof reply === 'function' ? reply() : reply;
    });
    await mkdir(join(dataDir, 'redis/appendonlydir'), { recursive: true });
    await writeFile(join(dataDir, 'redis/appendonlydir/appendonly.aof.manifest'), 'file 1.incr.aof seq 1 type i\n');
    await writeFile(logFile(), 'first');
    await writeFile(join(dataDir, 'redis.json'), JSON.stringify({ port: server.port, password: 'secret', pid }));
  });
  afterEach(async () => {
    await redis?.close();
    redis = undefined;
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  type Options = Partial<Parameters<typeof openEmbeddedRedis>[0]>;
  const open = async (options: Options = {}) => {
    redis = await openEmbeddedRedis({ dataDir, isWatched: false, ...options });
    return redis;
  };

  it('is stopped by its last user, who then marks its data and waits for its end, five seconds at most', async () => {
    const opened = await open();
    expect(opened.url).to.equal(`redis://:secret@127.0.0.1:${server.port}`);
    expect(existsSync(markFile())).to.equal(false);
    let ms = 0;
    const looked: unknown[] = [];
    const waits: unknown[] = [];
    const kill = mock.method(process, 'kill', (...args: unknown[]) => looked.push(args) > 0);
    const clock = mock.method(performance, 'now', () => ms);
    const wait = async (pause: number) => {
      ms = waits.push(pause) === 1 ? 4_999 : 5_000;
    };
    await withFunctions(timers, { setTimeout: sleepFor('embedded/embedded.ts', wait) }, async () => {
      const closing = opened.close();
      expect(opened.close()).to.equal(closing);
      await closing;
    }).finally(() => {
      for (const one of [kill, clock]) one.mock.restore();
    });
    expect(looked).to.deep.equal([
      [pid, 0],
      [pid, 0],
      [pid, 0],
    ]);
    expect(waits).to.deep.equal([10, 10]);
    expect([asked('client id'), asked('client list'), asked('shutdown')]).to.deep.equal([1, 1, 1]);
    expect(JSON.parse(readFileSync(markFile(), 'utf8'))).to.deep.include({ baseSeq: 0 });
    expect((await readdir(dataDir)).sort()).to.deep.equal(['redis', 'redis-mark.json']);
    await eventually(() => server.open() === 0, 'it is left');
  });

  it('is stopped also when it cannot be marked, or closes the connection instead of a reply', async () => {
    await rm(logFile());
    replies.shutdown = '-ERR Errors trying to SHUTDOWN\r\n';
    const reports: string[] = [];
    const opened = await open({ report: (line) => void reports.push(line) });
    await rm(join(dataDir, 'redis.json'));
    await opened.close();
    expect([asked('shutdown'), await readdir(dataDir), reports]).to.deep.equal([1, ['redis'], []]);
    await eventually(() => server.open() === 0, 'it is left');
  });

  for (const [title, change, lists] of [
    ['others use it', { 'client list': bulk('id=7 name=fightcard:1 \nid=77 name=fightcard:2 \n') }, 1],
    ['it does not say who uses it', { 'client list': '-ERR no\r\n' }, 1],
    ['nobody seems to', { 'client list': bulk('') }, 1],
    ['it does not say which user this is', { 'client id': '-ERR no\r\n' }, 0],
  ] as const) {
    it(`stays when ${title}`, async () => {
      const opened = await open();
      Object.assign(replies, change);
      await opened.close();
      await eventually(() => server.open() === 0, 'it is left');
      expect([asked('shutdown'), asked('client list')]).to.deep.equal([0, lists]);
      expect((await readdir(dataDir)).sort()).to.deep.equal(['redis', 'redis.json']);
    });
  }

  it('may still run when it cannot be left in good order, which is reported', async () => {
    const reports: string[] = [];
    const opened = await open({ report: (line) => void reports.push(line) });
    await rm(dataDir, { recursive: true });
    await opened.close();
    await eventually(() => server.open() === 0, 'it is left');
    expect(reports).to.deep.equal([
      `The embedded Redis may still run: DATA_DIR ${dataDir} is no folder and cannot be made one (ENOENT): choose another folder.`,
    ]);
  });

  it('is marked every two seconds while it answers, and damage is logged once', async () => {
    const ticks: { run: () => unknown; ms: number | undefined; unrefs: number }[] = [];
    const lines: unknown[][] = [];
    const log = { error: (...args: unknown[]) => lines.push(args) } as unknown as Logger;
    const restore = replaceTimers('setInterval', 'embedded/embedded.ts', (run, ms) => {
      const timer = { run, ms, unrefs: 0, unref: () => void timer.unrefs++ };
      ticks.push(timer);
      return timer;
    });
    const clear = mock.method(globalThis, 'clearInterval');
    const opened = await open({ log });
    const [timer] = ticks;
    restore();
    expect([timer?.ms, timer?.unrefs]).to.deep.equal([2_000, 1]);
    const tick = async () => {
      const before = asked('ping');
      await timer?.run();
      return { pings: asked('ping') - before, isMarked: existsSync(markFile()), logged: lines.length };
    };
    replies.ping = '-LOADING x\r\n';
    expect(await tick()).to.deep.equal({ pings: 1, isMarked: false, logged: 0 });
    replies.ping = '+PONG\r\n';
    expect(await tick()).to.deep.equal({ pings: 1, isMarked: true, logged: 0 });
    const before = asked('ping');
    await Promise.all([timer?.run(), timer?.run()]);
    expect(asked('ping') - before, 'one at a time').to.equal(1);
    await writeFile(logFile(), 'firs');
    expect(await tick()).to.deep.equal({ pings: 1, isMarked: true, logged: 1 });
    expect(await tick()).to.deep.equal({ pings: 1, isMarked: true, logged: 1 });
    await rm(logFile());
    expect(await tick()).to.deep.equal({ pings: 0, isMarked: true, logged: 1 });
    await writeFile(join(dataDir, 'redis/appendonlydir/appendonly.aof.manifest'), '');
    expect(await tick()).to.deep.equal({ pings: 0, isMarked: true, logged: 2 });
    const reasons = lines.map(([what, message]) => [(what as { reason: string }).reason.split('. ')[0], message]);
    const says = 'Votes that were acknowledged are missing in the embedded Redis:';
    const message = 'the data of the embedded Redis were damaged while it runs';
    expect(reasons).to.deep.equal([
      [`${says} 1.incr.aof was cut while it runs`, message],
      [`${says} its append-only log was removed while it runs`, message],
    ]);
    await opened.close();
    expect(clear.mock.calls.filter(({ arguments: [cleared] }) => (cleared as unknown) === timer)).to.have.length(1);
    clear.mock.restore();
    let reads = 0;
    await withFunctions(files, { readFile: async () => void reads++ }, tick);
    expect(reads, 'after the end').to.equal(0);
  });

  it('is not marked when another answers meanwhile, nor is damage logged where there is no log', async () => {
    let tick: () => unknown = () => undefined;
    const restore = replaceTimers('setInterval', 'embedded/embedded.ts', (run) => {
      tick = run;
      return { unref: () => undefined };
    });
    await open();
    restore();
    let pings = 0;
    // The client has sent it, and is connected again before the reply.
    replies.ping = () => {
      pings++;
      server.drop();
      return undefined;
    };
    await tick();
    expect([pings, existsSync(markFile())]).to.deep.equal([1, false]);
    replies.ping = '+PONG\r\n';
    await eventually(() => server.open() === 1, 'it is connected again');
    await eventually(async () => {
      await tick();
      return existsSync(markFile());
    }, 'it is marked');
    await writeFile(logFile(), 'firs');
    await tick();
  });

  it('is not marked by a later Redis than the one whose files were looked at', async () => {
    let tick: () => unknown = () => undefined;
    const restore = replaceTimers('setInterval', 'embedded/embedded.ts', (run) => {
      tick = run;
      return { unref: () => undefined };
    });
    const opened = await open();
    restore();
    const { readFile } = files;
    const slowly = async (...args: Parameters<typeof readFile>) => {
      if (server.connections() === 1) server.drop();
      await eventually(() => server.connections() === 2 && server.open() === 1, 'it is connected again');
      return readFile(...args);
    };
    const marked = () => existsSync(markFile());
    await withFunctions(files, { readFile: slowly }, async () => tick());
    expect([asked('ping'), marked()]).to.deep.equal([1, false]);
    await tick();
    expect([asked('ping'), marked()]).to.deep.equal([2, true]);
    await opened.close();
  });

  it('is looked at again when its connection closes, if it is watched', async () => {
    const info = 'info server persistence';
    replies['client list'] = bulk('id=8 name=fightcard:2 \n');
    await open();
    server.drop();
    await eventually(() => server.connections() === 2 && server.open() === 1, 'it is connected again');
    expect(asked(info)).to.equal(1);
    await redis?.close();
    redis = await openEmbeddedRedis({ dataDir });
    expect(asked(info)).to.equal(2);
    server.drop();
    await eventually(() => asked(info) === 3, 'it is looked at');
    const abort = mock.method(AbortController.prototype, 'abort');
    const closing = redis.close();
    abort.mock.restore();
    expect(abort.mock.callCount(), 'and no longer').to.equal(1);
    await closing;
  });
});

describe('the embedded Redis that does not run', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'fightcard-use-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('is watched with what is known of its end, and its data are checked before it is started again', async () => {
    let server: Answers | undefined;
    const children: EventEmitter[] = [];
    const spawn = () => {
      const { port } = JSON.parse(readFileSync(join(dataDir, 'redis.json'), 'utf8'));
      startAnswers(() => bulk(''), port).then((one) => {
        server = one;
      });
      const child = falseChild(pid);
      children.push(child);
      return child;
    };
    const lines: Record<string, unknown>[] = [];
    const log = { error: (what: Record<string, unknown>) => void lines.push(what) } as unknown as Logger;
    await withFunctions(processes, { spawn }, async () => {
      const redis = await openEmbeddedRedis({ dataDir, log });
      await writeFile(join(dataDir, 'redis-mark.json'), '{"baseSeq":1,"files":[]}');
      children[0]?.emit('exit', null, 'SIGKILL');
      await server?.close();
      await eventually(() => lines.length === 2, 'it is not started again');
      await redis.close();
    });
    expect(lines[0]).to.deep.equal({ redis: pid, code: null, signal: 'SIGKILL', last: '' });
    expect(lines[1]?.reason).to.match(/its append-only log is gone/);
    expect(children).to.have.length(1);
  });

  it('is started where it was, once its data are checked, unless the loss is accepted', async () => {
    const known = { port: await freePort(), password: 'secret', pid };
    await writeFile(join(dataDir, 'redis.json'), JSON.stringify(known));
    await writeFile(join(dataDir, 'redis-mark.json'), '{"baseSeq":1,"files":[]}');
    let server: Answers | undefined;
    let [starts, looks] = [0, 0];
    const child = () => {
      starts++;
      const { port } = JSON.parse(readFileSync(join(dataDir, 'redis.json'), 'utf8'));
      const info = () => bulk(`loading:${looks++ < 100 ? 1 : 0}\r\n`);
      startAnswers((words) => (words[0] === 'info' ? info() : '-ERR no\r\n'), port).then((one) => {
        server = one;
      });
      return falseChild(pid);
    };
    const reports: string[] = [];
    const open = (acceptsLoss?: boolean) =>
      openEmbeddedRedis({
        ...{ dataDir, isWatched: false, report: (line: string) => void reports.push(line) },
        ...(acceptsLoss !== undefined && { acceptsLoss }),
      });
    await withFunctions(processes, { spawn: child }, async () => {
      for (const acceptsLoss of [undefined, false]) {
        expect(await reasonOf(open(acceptsLoss))).to.match(/^DataLost: .*: its append-only log is gone\./);
      }
      const { open: openFile } = files;
      const noRoom = (...args: Parameters<typeof openFile>) =>
        String(args[0]).includes('/room.')
          ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
          : openFile(...args);
      const full = withFunctions(files, { open: noRoom }, () => reasonOf(open(true)));
      expect(await full).to.match(/^DiskFull: The disk of \S+ is full \(ENOSPC\)/);
      const aborted = openEmbeddedRedis({ dataDir, isWatched: false, signal: AbortSignal.abort() });
      expect(await reasonOf(aborted)).to.equal('RedisMissing: The start was interrupted.');
      expect(starts).to.equal(0);
      const wait = { setTimeout: (ms: number) => (ms === 50 ? turn() : sleep(ms)) };
      const redis = await withFunctions(timers, wait, () => open(true));
      expect([redis.url, starts]).to.deep.equal([`redis://:secret@127.0.0.1:${known.port}`, 1]);
      await redis.close();
      await server?.close();
    });
    expect(reports).to.deep.equal(['The embedded Redis still reads its data.']);
  });
});
