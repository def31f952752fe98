import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import net, { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import timers from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
// As in a server, where each command then waits so.
import '../../../server/store/redis/connection/timeouts.ts';
import {
  attach,
  freePort,
  isFree,
  isOwnPort,
  readRunning,
  urlOf,
  writeRunning,
} from '../../../server/store/redis/embedded/running.ts';
import { type Answers, bulk, startAnswers } from '../../support/redis/answers.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { withFunctions } from '../../support/run/replace-functions.ts';
import { replaceTimers, sleepFor } from '../../support/run/replace-timers.ts';

describe('the port of an embedded Redis', () => {
  it('is free when nothing listens on it at this machine', async () => {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as net.AddressInfo;
    expect(await isFree(port)).to.equal(false);
    await new Promise((closed) => server.close(closed));
    expect(await isFree(port)).to.equal(true);
  });

  it('is from 10240 to 32000', () => {
    expect([10_239, 10_240, 32_000, 32_001].map(isOwnPort)).to.deep.equal([false, true, true, false]);
  });

  /** The port that is chosen, and how many were tried, when so many are taken. */
  async function chosen(taken: number, random: number) {
    const tried: unknown[][] = [];
    const server = () => {
      let fail = (): void => undefined;
      return {
        once: (event: string, listener: () => void) => {
          expect(event).to.equal('error');
          fail = listener;
        },
        listen(port: number, host: string, listening: () => void) {
          if (tried.push([port, host]) <= taken) fail();
          else listening();
        },
        close: (closed: () => void) => closed(),
      };
    };
    const drawn = mock.method(Math, 'random', () => random);
    const port = await withFunctions(net, { createServer: server }, () => freePort().catch(String));
    drawn.mock.restore();
    expect(new Set(tried.map(String)).size).to.equal(1);
    return [port, tried.length, tried[0]?.[1]];
  }

  it('is one of the first thousand that are tried, else it is said what to do', async () => {
    expect(await chosen(0, 0)).to.deep.equal([10_240, 1, '127.0.0.1']);
    expect(await chosen(999, 0.999_999)).to.deep.equal([31_999, 1_000, '127.0.0.1']);
    expect(await chosen(1_000, 0.5)).to.deep.equal([
      'RedisMissing: No TCP port of 127.0.0.1 from 10240 to 32000 is free: end what uses them.',
      ...[1_000, '127.0.0.1'],
    ]);
  });
});

describe('redis.json', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-running-'));
    file = join(folder, 'redis.json');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('has what a process needs to connect, and only its user can read it', async () => {
    const running = { port: 10_241, password: 'secret', pid: 0 };
    await writeRunning(file, running);
    expect(await readFile(file, 'utf8')).to.equal('{"port":10241,"password":"secret","pid":0}\n');
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    expect(await readdir(folder)).to.deep.equal(['redis.json']);
    expect(await readRunning(file)).to.deep.equal(running);
    expect(urlOf(running)).to.equal('redis://:secret@127.0.0.1:10241');
  });

  it('counts as missing unless it has all of that', async () => {
    expect(await readRunning(file)).to.equal(undefined);
    for (const text of [
      ...['', 'null', '{', '{"port":1,"password":"x"}', '{"port":1,"pid":1}', '{"password":"x","pid":1}'],
      ...['{"port":0,"password":"x","pid":1}', '{"port":1,"password":"","pid":1}'],
    ]) {
      await writeFile(file, text);
      expect(await readRunning(file), text).to.equal(undefined);
    }
    await writeFile(file, '{"port":1,"password":"x","pid":2,"more":3}');
    expect(await readRunning(file)).to.deep.equal({ port: 1, password: 'x', pid: 2 });
  });
});

describe('the connection to a Redis that runs already', () => {
  let answers: Answers | undefined;
  afterEach(async () => {
    await answers?.close();
    answers = undefined;
  });

  it('keeps its name, tries again every 100 ms, and gives a busy machine 15 seconds', async () => {
    answers = await startAnswers(() =>
      bulk('redis_version:7.2\r\nprocess_id:55\r\nx_process_id:9\r\nasync_loading:1\r\n'),
    );
    const running = { port: answers.port, password: 'secret', pid: 7 };
    const client = await attach(running);
    try {
      expect(running.pid).to.equal(55);
      expect(answers.asked).to.deep.equal([['info', 'server', 'persistence']]);
      expect(client?.options).to.include({
        ...{ host: '127.0.0.1', port: answers.port, password: 'secret', connectionName: `fightcard:${process.pid}` },
        ...{ lazyConnect: true, connectTimeout: 15_000, commandTimeout: 15_000, disconnectTimeout: 100 },
        ...{ enableReadyCheck: false, maxRetriesPerRequest: 0 },
      });
      expect(client?.options.retryStrategy?.(9)).to.equal(100);
      // Without one ioredis writes to the standard error.
      expect(client?.listenerCount('error')).to.equal(1);
    } finally {
      client?.disconnect();
    }
  });

  it('waits while Redis reads its data, looks 20 times a second, and says so every five seconds', async () => {
    let looks = 0;
    answers = await startAnswers(() => bulk(`x_process_id:9\r\nloading:${++looks > 200 ? 0 : 1}\r\n`));
    const running = { port: answers.port, password: 'secret', pid: 7 };
    const waits: unknown[] = [];
    const reports: string[] = [];
    const client = await withFunctions(
      timers,
      { setTimeout: sleepFor('embedded/running.ts', async (ms) => waits.push(ms)) },
      () => attach(running, (line) => reports.push(`${waits.length}: ${line}`)),
    );
    client?.disconnect();
    expect(waits).to.deep.equal(Array.from({ length: 200 }, () => 50));
    expect(reports).to.deep.equal([100, 200].map((count) => `${count}: The embedded Redis still reads its data.`));
    expect(running.pid).to.equal(7);
  });

  it('is none where nothing answers, and nothing is left of it', async () => {
    const left = mock.method(Redis.prototype, 'disconnect');
    const closed = await startAnswers(() => undefined);
    await closed.close();
    const attached = await attach({ port: closed.port, password: 'x', pid: 1 });
    left.mock.restore();
    expect([attached, left.mock.callCount()]).to.deep.equal([undefined, 1]);
  });

  it('is none to a Redis that does not answer, which is named', async () => {
    // It is late as soon as it is asked.
    const due: (() => void)[] = [];
    answers = await startAnswers(() => void due.splice(0).map(setImmediate));
    const { port } = answers;
    const restore = replaceTimers('setTimeout', 'redis/reply-timeout.ts', (run) => void due.push(run));
    const said = (pid: number) => reasonOf(attach({ port, password: 'x', pid }));
    try {
      expect([await said(0), await said(1)]).to.deep.equal([
        `RedisMissing: The embedded Redis does not answer: end the redis-server on port ${port}, and start again.`,
        'RedisMissing: The embedded Redis does not answer: end process 1, and start again.',
      ]);
    } finally {
      restore();
    }
  });
});
