import processes from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import files, { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import timers, { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type DataFolder, openFolder } from '../../../server/store/redis/embedded/folder.ts';
import type { End } from '../../../server/store/redis/embedded/launch.ts';
import { Watch } from '../../../server/store/redis/embedded/watch.ts';
import { type Answers, bulk, startAnswers } from '../../support/redis/answers.ts';
import { falseChild, type Watched, type WatchedOptions } from '../../support/redis/watched.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';
import { withFunctions } from '../../support/run/replace-functions.ts';
import { sleepFor } from '../../support/run/replace-timers.ts';

const { setTimeout: sleep } = timers;
const { open } = files;

describe('a watch of the embedded Redis', () => {
  let folder: DataFolder;
  let port: number;
  let ms: number;
  let clock: { mock: { restore(): void } };
  const servers: Answers[] = [];
  beforeEach(async () => {
    folder = await openFolder(await mkdtemp(join(tmpdir(), 'fightcard-watch-')));
    port = await freePort();
    ms = 100_000;
    clock = mock.method(Date, 'now', () => ms);
  });
  afterEach(async () => {
    clock.mock.restore();
    for (const server of servers.splice(0)) await server.close();
    await rm(folder.path, { recursive: true, force: true, maxRetries: 5 });
  });
  const listen = async (pid: number, at = port) => {
    servers.push(await startAnswers(() => bulk(`process_id:${pid}\r\n`), at));
  };
  const stopAll = async () => {
    for (const server of servers.splice(0)) await server.close();
  };
  const say = (state: object) => writeFile(folder.state, JSON.stringify({ port, password: 'secret', ...state }));

  /** @param options.onPause called before a pause ends, which is at once. */
  async function watching(action: (watched: Watched) => Promise<void>, options: WatchedOptions = {}): Promise<void> {
    const done: unknown[] = [];
    const presence = Object.assign(new EventEmitter(), { status: 'ready' });
    const running = { port, password: 'secret', pid: 11 };
    const children: EventEmitter[] = [];
    const line = (what: unknown) => done.push(what);
    const log = { error: line, info: line } as unknown as Logger;
    const check = async () => void (line('check') && (await options.check?.()));
    const pause = async (pauseMs: number, _value: unknown, how?: { signal: AbortSignal }) => {
      done.push(`${pauseMs} ms${how?.signal ? '' : ' at most'}`);
      if (how) await options.onPause?.(pauseMs);
      return how?.signal.throwIfAborted();
    };
    const spawn = () => {
      const { port: at } = JSON.parse(readFileSync(folder.state, 'utf8'));
      done.push(at === port ? 'start' : 'start elsewhere');
      const child = falseChild(22, (signal) => done.push(signal));
      children.push(child);
      listen(22, at).then(() => options.onListen?.());
      return child;
    };
    const find = async (...args: Parameters<typeof open>) => {
      if (String(args[0]).startsWith(`${folder.redis}/room.`)) done.push('room');
      return open(...args);
    };
    await withFunctions(processes, { spawn }, () =>
      withFunctions(files, { open: find }, () =>
        withFunctions(timers, { setTimeout: sleepFor('embedded/watch.ts', pause) }, async () => {
          const watch = new Watch({
            ...{ folder, running, log, check, ended: options.ended },
            presence: presence as unknown as Redis,
          });
          const lose = async (more: number | 'again') => {
            const before = done.length;
            const isAgain = () => done.slice(before).some((step) => step instanceof Object && 'downMs' in step);
            // In vain until it has done with the last loss.
            await eventually(() => presence.emit('close') && done.length > before, 'it is told');
            await eventually(() => (more === 'again' ? isAgain() : done.length >= before + more), 'it is looked at');
            return done.slice(before);
          };
          try {
            await action({ running, presence, done, watch, children, lose });
          } finally {
            watch.close();
            for (let turns = 0; turns < 5; turns++) await turn();
            await eventually(() => !existsSync(folder.lock), 'the folder is left');
          }
        }),
      ),
    );
  }
  const ended = (redis: number, how: object = {}) => ({ redis, ...how, last: '' });
  const killed: End = { code: null, signal: 'SIGKILL' };

  it('starts its child again when that has ended, after its data and the disk are looked at', async () => {
    await say({ pid: 11 });
    await watching(
      async ({ running, lose, children }) => {
        ms = 100_300;
        await writeFile(join(folder.redis, 'redis.log'), 'the last line\n');
        const steps = await lose('again');
        expect(steps).to.deep.equal([
          ...['200 ms at most', { redis: 11, ...killed, last: 'the last line' }, '1000 ms at most', 'room', 'check'],
          ...['start', { redis: 22, downMs: 0 }],
        ]);
        expect(running).to.deep.equal({ port, password: 'secret', pid: 22 });
        expect(children).to.have.length(1);
        await eventually(() => servers[0]?.open() === 0, 'the connection of the start is closed');
      },
      { ended: Promise.resolve(killed) },
    );
  });

  it('uses the one that another process has started, and knows no more how its child ended', async () => {
    await say({ pid: 33 });
    await listen(33);
    await watching(
      async ({ running, lose }) => {
        const first = await lose('again');
        expect(first).to.deep.equal(['200 ms at most', ended(11, killed), { redis: 33, downMs: 0 }]);
        expect(running.pid).to.equal(33);
        await eventually(() => servers[0]?.open() === 0, 'the connection of the look is closed');
        // It still runs: only the connection was lost, and nothing is logged.
        const looks = servers[0]?.asked.length ?? 0;
        expect(await lose(1)).to.deep.equal(['200 ms at most']);
        await eventually(() => (servers[0]?.asked.length ?? 0) > looks, 'it is looked at');
      },
      { ended: Promise.resolve(killed) },
    );
  });

  it('knows of the same child how it ended later', async () => {
    await say({ pid: 11 });
    await listen(11);
    const end = Promise.withResolvers<End>();
    await watching(
      async ({ lose }) => {
        expect(await lose(1)).to.deep.equal(['200 ms at most']);
        await eventually(() => servers[0]?.asked.length === 1 && servers[0].open() === 0, 'it was looked at');
        await stopAll();
        end.resolve({ code: 1, signal: null });
        const [, what] = await lose('again');
        expect(what).to.deep.equal(ended(11, { code: 1, signal: null }));
      },
      { ended: end.promise },
    );
  });

  it('tells the end of another process, of which it knows only that nothing answers', async () => {
    await say({ pid: 11 });
    await watching(async ({ lose }) => {
      const steps = await lose('again');
      expect(steps).to.deep.equal([
        ...['200 ms at most', '1000 ms at most', ended(11), 'room', 'check', 'start', { redis: 22, downMs: 0 }],
      ]);
    });
    await stopAll();
    // Without the file it is where it was, also at a port that a new one would not have.
    await rm(folder.state);
    port = 32_010 + ((await freePort()) % 700);
    await watching(async ({ lose, running }) => {
      expect((await lose('again')).slice(5)).to.deep.equal(['start', { redis: 22, downMs: 0 }]);
      expect(running).to.deep.equal({ port, password: 'secret', pid: 22 });
    });
  });

  it('tries again after pauses that grow to a second, and says once a minute why', async () => {
    await say({ port: port + 1, pid: 44 });
    const reason = `Another process has started it at another port, ${port + 1}: start this one again.`;
    let pauses = 0;
    const later = [0, 0, 0, 0, 0, 59_999, 1, 1, 0, 0];
    let watched: Watched | undefined;
    const onPause = () => {
      ms += later[pauses++] ?? 0;
      if (pauses === later.length) watched?.watch.close();
    };
    await watching(
      async (one) => {
        watched = one;
        const steps = (await one.lose(22)).filter((step) => step !== '200 ms at most');
        expect(steps).to.deep.equal([
          { reason },
          ...['50 ms', '100 ms', '200 ms', '400 ms', '800 ms', '1000 ms', '1000 ms', '1000 ms'],
          { reason },
          ...['1000 ms', '1000 ms'],
        ]);
      },
      { onPause },
    );
  });

  it('waits a quarter of a second for room on a full disk, and says another reason at once', async () => {
    await say({ pid: 11 });
    const reasons = ['ENOSPC', 'other', 'ENOSPC', undefined];
    const check = async () => {
      const code = reasons.shift();
      if (code) throw Object.assign(new Error('a reason'), { code });
    };
    const onPause = () => {
      ms += 450;
    };
    await watching(
      async ({ lose }) => {
        const full = `The disk of ${folder.path} is full (ENOSPC): make room there; see df -h ${folder.path}`;
        const steps = (await lose('again')).filter((step) => !['room', 'check'].includes(String(step)));
        expect(steps).to.deep.equal([
          ...['200 ms at most', '1000 ms at most', ended(11), { reason: full }, '250 ms'],
          ...['200 ms at most', '1000 ms at most', { reason: 'a reason' }, '100 ms'],
          ...['200 ms at most', '1000 ms at most', { reason: full }, '250 ms'],
          ...['200 ms at most', '1000 ms at most', 'start', { redis: 22, downMs: 1_350 }],
        ]);
      },
      { check, onPause },
    );
  });

  it('waits before a start when several in a row have ended within ten seconds', async () => {
    await say({ pid: 11 });
    await watching(async ({ lose }) => {
      const waits: unknown[] = [];
      for (const later of [9_999, 9_999, 9_999, 0, 0, 10_000, 9_999, 0, 0]) {
        ms += later;
        const steps = await lose('again');
        waits.push(steps.filter((step) => typeof step === 'string' && / ms$/.test(step)));
        expect(steps).to.include('start');
        await stopAll();
      }
      expect(waits).to.deep.equal([[], [], ['200 ms'], ['250 ms'], ['250 ms'], [], [], [], ['200 ms']]);
    });
  });

  it('keeps others out for a second at most while it is not connected, and looks again', async () => {
    await say({ pid: 33 });
    await listen(33);
    await watching(
      async ({ lose, presence, done, watch }) => {
        presence.status = 'reconnecting';
        await lose(4);
        await eventually(() => done.length > 10, 'it looks again and again');
        presence.status = 'ready';
        watch.close();
        for (let waits = 0; presence.listenerCount('ready') > 0 && waits < 500; waits++) await sleep(1);
        expect(presence.listenerCount('ready')).to.equal(0);
        expect(done.slice(0, 4)).to.deep.equal(['200 ms at most', '1000 ms', '200 ms at most', '1000 ms']);
      },
      { onPause: () => turn() },
    );
  });

  it('lets others in as soon as it is connected', async () => {
    await say({ pid: 33 });
    await listen(33);
    await watching(
      async ({ presence, lose }) => {
        presence.status = 'reconnecting';
        const asked = servers[0]?.asked.length ?? 0;
        expect(await lose(2)).to.deep.equal(['200 ms at most', '1000 ms']);
        presence.status = 'ready';
        presence.emit('ready');
        await turn();
        await turn();
        expect((servers[0]?.asked.length ?? 0) - asked).to.equal(1);
        for (let waits = 0; existsSync(folder.lock) && waits < 500; waits++) await sleep(1);
        expect([presence.listenerCount('ready'), existsSync(folder.lock)]).to.deep.equal([0, false]);
      },
      { onPause: (pause) => pause === 1_000 && sleep(60_000, undefined, { ref: false }) },
    );
  });

  it('does nothing once it is closed, nor twice at once', async () => {
    await say({ pid: 33 });
    await listen(33);
    await watching(async ({ presence, watch, done }) => {
      for (let closes = 0; closes < 3; closes++) presence.emit('close');
      expect(done).to.deep.equal(['200 ms at most']);
      await eventually(() => servers[0]?.asked.length === 1, 'it is looked at');
      watch.close();
      for (let turns = 0; turns < 5; turns++) await turn();
      const before = done.length;
      presence.emit('close');
      for (let turns = 0; turns < 5; turns++) await turn();
      expect([done.length, servers[0]?.asked.length]).to.deep.equal([before, 1]);
    });
  });

  it('waits no longer for its connection when that Redis has ended, too', async () => {
    await say({ pid: 11 });
    const never = Promise.withResolvers<void>();
    await watching(
      async ({ lose, presence, children, done }) => {
        presence.status = 'reconnecting';
        await lose(8);
        expect(done.slice(5)).to.deep.equal(['start', { redis: 22, downMs: 0 }, '1000 ms']);
        await stopAll();
        children[0]?.emit('exit', null, 'SIGKILL');
        await eventually(() => done.length > 9, 'it is looked at again');
        expect(done.slice(8, 10)).to.deep.equal(['200 ms at most', ended(22, killed)]);
        presence.status = 'ready';
        never.resolve();
      },
      { onPause: (pause) => pause === 1_000 && never.promise },
    );
  });

  it('stops what it has just started when it is closed', async () => {
    await say({ pid: 11 });
    let watch: Watch | undefined;
    await watching(
      async (one) => {
        watch = one.watch;
        one.presence.status = 'reconnecting';
        await one.lose(7);
        await eventually(() => one.done.length > 6, 'it is told');
        expect(one.done.slice(5, 7)).to.deep.equal(['start', 'SIGTERM']);
      },
      { onListen: () => watch?.close() },
    );
  });

  for (const reason of ['', ', and its data are damaged']) {
    it(`starts none when it is closed meanwhile${reason}`, async () => {
      await say({ pid: 11 });
      let watch: Watch | undefined;
      const check = async () => {
        watch?.close();
        if (reason) throw new Error(reason);
      };
      const steps = ['200 ms at most', '1000 ms at most', ended(11), 'room', 'check'];
      await watching(
        async (one) => {
          watch = one.watch;
          await one.lose(5);
          await eventually(() => !existsSync(folder.lock), 'it is over');
          expect(one.done).to.deep.equal(steps);
        },
        { check },
      );
    });
  }
});
