import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { isForPeople } from '../../../contracts/command-line/log-format.ts';
import { createLog } from '../../../server/processes/log.ts';
import { eventually } from '../../support/run/eventually.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

describe('LOG_FORMAT', () => {
  it('auto is for people on a terminal only, and the others always mean the same', () => {
    const chosen = (['auto', 'text', 'json'] as const).map((format) => [
      isForPeople(format, true),
      isForPeople(format, false),
    ]);
    expect(chosen).to.deep.equal([
      [true, false],
      [true, true],
      [false, false],
    ]);
  });

  it('writes text as time, level, message and members, with the stack of an error, and no character that moves a cursor', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) }, true);
    log.info({ workers: [{ pid: 7 }], path: '/\u001b[2J' }, 'a worker is ready');
    log.error({ err: new TypeError('gone') }, 'it failed');
    expect(lines[0]).to.match(
      /^\d\d:\d\d:\d\d info a worker is ready; workers=\[\{"pid":7\}\] path="\/\\u001b\[2J"\n$/,
    );
    expect(lines[1]).to.match(/^\d\d:\d\d:\d\d error it failed; TypeError="gone"\n {4}at .*\n/);
  });

  it('without a terminal is one JSON object a line: addresses, and the file of the feed key but not the key', async () => {
    const server = startServerProcess({ LOG_LEVEL: 'info' }, ['--no-sample']);
    try {
      await server.ready;
      const lines = server.output().trim().split('\n');
      const ready = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'ready');
      expect(ready.urls).to.have.length(2);
      const key = readFileSync(ready.feedKeyFile, 'utf8').trim();
      expect(key).to.have.length.above(30);
      expect(server.output()).not.to.include(key);
    } finally {
      await server.close();
    }
  });

  it('on a terminal the ready lines are for people: addresses, a page, the feed key; nothing is JSON', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fightcard-terminal-'));
    const said = join(folder, 'said');
    writeFileSync(said, '');
    const terminal = spawn(
      'script',
      ['--quiet', '--flush', '--command', `exec ${process.execPath} server/main.js --no-sample`, said],
      {
        env: {
          ...{ PATH: process.env.PATH ?? '', SHELL: '/bin/sh', DATA_DIR: folder },
          ...{ PORT: '0', WORKERS: '1', ADMIN_PORT: '0' },
        },
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    );
    const ended = once(terminal, 'exit');
    try {
      const text = () => readFileSync(said, 'utf8').replaceAll('\r', '');
      await eventually(() => terminal.exitCode !== null || /feed key: .*\n/.test(text()), 'the ready lines');
      expect(text()).to.match(
        /^Fightcard is ready: (http:\/\/localhost:\d+)\/api\/v3\/mobile {2}\1\/api\/v1\/us\nIn a browser: \1\/ {2}\1\/board\nMetrics and probes: http:\/\/\S+\/metrics .*\nDevelopment feed key: \S+ \(in .*\)\n$/m,
      );
      expect(text()).not.to.match(/^\{/m);
    } finally {
      // Like a window that is closed.
      terminal.kill('SIGKILL');
      await ended;
      await eventually(() => !existsSync(join(folder, 'redis.json')), 'the server has stopped its Redis');
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
