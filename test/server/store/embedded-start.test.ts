import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openEmbeddedRedis } from '../../../server/store/redis/embedded/embedded.ts';
import { openFolder } from '../../../server/store/redis/embedded/folder.ts';
import { launch } from '../../../server/store/redis/embedded/launch.ts';
import { attach } from '../../../server/store/redis/embedded/running.ts';
import { redisServersOn } from '../../support/redis/embedded.ts';
import { startFalseRedis } from '../../support/redis/false-redis.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';

/** Ends when somebody connects to it, and its child keeps that connection for 300 ms. */
const endsWhileConnected = `#!${process.execPath}
const [, own, port, closed] = process.argv;
const { readFileSync, writeFileSync } = require('node:fs');
if (closed) {
  const keep = (socket) => {
    process.send('connected');
    setTimeout(() => {
      writeFileSync(closed, '');
      socket.destroy();
      process.exit();
    }, 300);
  };
  require('node:net').createServer(keep).listen(Number(port), '127.0.0.1');
} else {
  const [, given] = /^port (\\d+)/m.exec(readFileSync(0, 'utf8'));
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'];
  const child = require('node:child_process').fork(own, [given, own + '.closed'], { detached: true, stdio });
  child.once('message', () => process.exit(1));
}
`;

describe('a start of the embedded Redis', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'fightcard-start-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('leaves no Redis when it is interrupted while it prepares', async () => {
    // Aborted after it was looked at, and before anything listens for that.
    const looks = [false];
    const signal = Object.defineProperty(new EventTarget(), 'aborted', { get: () => looks.shift() ?? true });
    const error = await openEmbeddedRedis({ dataDir, signal: signal as AbortSignal }).catch((reason: Error) => reason);
    expect(error).to.include({ name: 'RedisMissing', message: 'The start was interrupted.' });
    await eventually(() => redisServersOn(dataDir).length === 0, 'no Redis runs');
  });

  it('leaves no connection when its Redis ends while it connects', async () => {
    const program = join(dataDir, 'ends.cjs');
    await writeFile(program, endsWhileConnected, { mode: 0o700 });
    const before = { port: await freePort(), password: 'x', pid: 0 };
    const failure = launch(program, await openFolder(dataDir), { before, onlyThere: true });
    const message = await failure.then(String, (error: Error) => error.message);
    expect(message).to.match(/^The embedded Redis did not start: it ended with code 1\./);
    expect(existsSync(`${program}.closed`), 'its connection had ended').to.equal(true);
  });

  it('keeps the process id that it knows of a Redis that does not say its own', async () => {
    const redis = await startRedis();
    const between = await startFalseRedis(redis.port);
    const info = 'redis_version:7.2.0\r\n';
    const lies = new Map([
      ['auth', '+OK\r\n'],
      ['info', `$${info.length}\r\n${info}\r\n`],
    ]);
    between.lie = ({ name }) => {
      const bytes = lies.get(name);
      return bytes === undefined ? undefined : { bytes };
    };
    const running = { port: Number(new URL(between.url).port), password: 'x', pid: 77 };
    try {
      const client = await attach(running);
      client?.disconnect();
      expect([client === undefined, running.pid]).to.deep.equal([false, 77]);
    } finally {
      await between.close();
      await redis.close();
    }
  });

  it('has no more to do with its signal once Redis runs', async () => {
    const start = new AbortController();
    const redis = await openEmbeddedRedis({ dataDir, signal: start.signal });
    start.abort();
    await redis.close();
    const log = await readFile(join(dataDir, 'redis/redis.log'), 'utf8');
    expect(log).to.include('User requested shutdown').and.not.to.include('SIGTERM');
  });

  it('accepts a data folder with quotes, backslashes and line breaks', async () => {
    const odd = join(dataDir, 'a "quoted" \\ name\nof two lines, größer \'x\'');
    const redis = await openEmbeddedRedis({ dataDir: odd });
    await redis.close();
    expect(existsSync(join(odd, 'redis/appendonlydir/appendonly.aof.manifest'))).to.equal(true);
  });

  it('says what a redis-server wrote that could not start', async () => {
    const program = join(dataDir, 'broken.sh');
    await writeFile(program, '#!/bin/sh\necho "broken.sh: libsystemd.so.0: cannot open" >&2\nexit 127\n', {
      mode: 0o700,
    });
    const folder = await openFolder(dataDir);
    const message = await launch(program, folder, {}).then(String, (error: Error) => error.message);
    expect(message).to.equal(
      `The embedded Redis did not start: it ended with code 127. The last line of ${join(folder.redis, 'redis.log')} is: broken.sh: libsystemd.so.0: cannot open`,
    );
  });
});
