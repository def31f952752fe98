import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { isForPeople } from '../../../common/cli/log-format.ts';
import { createLog, loggedError } from '../../../server/processes/log.ts';
import { redisServersOn } from '../../support/redis/embedded.ts';
import { eventually } from '../../support/run/eventually.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

const frames = '\n    at read (file.ts:1:2)\n    at open (file.ts:3:4)';
/** An error with these frames, or without any. */
const failed = (error: Error, stack = '') => Object.assign(error, { stack: `${error.name}: ${error.message}${stack}` });

describe('LOG_FORMAT', () => {
  for (const [format, isTerminal, expected] of [
    ['auto', true, true],
    ['auto', false, false],
    ['text', true, true],
    ['text', false, true],
    ['json', true, false],
    ['json', false, false],
  ] as const) {
    it(`${format} writes ${expected ? 'text' : 'JSON'} ${isTerminal ? 'on a terminal' : 'elsewhere'}`, () => {
      expect(isForPeople(format, isTerminal)).to.equal(expected);
    });
  }

  it('auto writes JSON without a terminal, and no feed key', async () => {
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

  it('auto writes addresses and the feed key to a terminal', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fightcard-terminal-'));
    const typescript = join(folder, 'typescript');
    writeFileSync(typescript, '');
    const command = `exec ${process.execPath} server/main.js --no-sample`;
    const terminal = spawn('script', ['--quiet', '--flush', '--command', command, typescript], {
      env: {
        ...{ PATH: process.env.PATH ?? '', SHELL: '/bin/sh', DATA_DIR: folder },
        ...{ PORT: '0', WORKERS: '1', ADMIN_PORT: '0' },
      },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const ended = once(terminal, 'exit');
    try {
      const text = () => readFileSync(typescript, 'utf8').replaceAll('\r', '');
      await eventually(() => terminal.exitCode !== null || /feed key: .*\n/.test(text()), 'the ready lines');
      expect(text()).to.match(
        /^Fightcard is ready: (http:\/\/localhost:\d+)\/api\/v3\/mobile {2}\1\/api\/v1\/us\nIn a browser: \1\/ {2}\1\/board\nMetrics and probes: http:\/\/\S+\/metrics .*\nDevelopment feed key: \S+ \(in .*\)\n$/m,
      );
      expect(text()).not.to.match(/^\{/m);
    } finally {
      // Like a window that is closed.
      terminal.kill('SIGKILL');
      await ended;
      await eventually(() => redisServersOn(folder).length === 0, 'the server has stopped its Redis');
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('loggedError', () => {
  const nested = [4, 3, 2, 1].reduce<Error>((cause, n) => failed(new Error(`${n}`, { cause })), failed(new Error('5')));
  const ofNested = { type: 'Error', message: '3', cause: { type: 'Error', message: '4' } };
  for (const [title, error, logged] of [
    ['a thrown value', 'secret', { type: 'string', message: 'a value was thrown that is no Error' }],
    [
      'a stack and a code',
      failed(Object.assign(new TypeError('x'), { code: 'ERR_X' }), frames),
      { type: 'TypeError', message: 'x', code: 'ERR_X', stack: `TypeError: x${frames}` },
    ],
    ['no stack', Object.assign(new Error('x'), { stack: undefined }), { type: 'Error', message: 'x' }],
    [
      'a quoted argument',
      failed(new RangeError("too long. Received 'a\nsecret'"), frames),
      { type: 'RangeError', message: 'too long. Received …', stack: `RangeError: too long. Received …${frames}` },
    ],
    [
      'text that is not JSON',
      failed(new SyntaxError('no "}" in "{\n"a"" here')),
      { type: 'SyntaxError', message: 'no "…" here' },
    ],
    ['quotes in other errors', failed(new Error('no "a"')), { type: 'Error', message: 'no "a"' }],
    ['a long message', failed(new Error('x'.repeat(301))), { type: 'Error', message: 'x'.repeat(300) }],
    [
      'a command of Redis',
      failed(Object.assign(new Error('lost client-0815'), { command: undefined })),
      { type: 'Error', message: 'lost …' },
    ],
    [
      'an error of the Redis client',
      failed(Object.assign(new Error('lost client-0815'), { name: 'ReplyError' })),
      { type: 'ReplyError', message: 'lost …' },
    ],
    [
      'causes, four deep',
      nested,
      { type: 'Error', message: '1', cause: { type: 'Error', message: '2', cause: ofNested } },
    ],
    ['a cause that is not an error', failed(new Error('x', { cause: 'y' })), { type: 'Error', message: 'x' }],
  ] as const) {
    it(`handles ${title}`, () => expect(loggedError(error)).to.deep.equal(logged));
  }
});

describe('createLog', () => {
  it('writes lines from its level up', () => {
    const lines: Record<string, unknown>[] = [];
    const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
    log.debug('below');
    log.info({ err: failed(new Error('x')), count: 1 }, 'at %s', 'it');
    log.fatal('above');
    expect(lines.map(({ time: _, pid: __, hostname: ___, ...line }) => line)).to.deep.equal([
      { level: 30, err: { type: 'Error', message: 'x' }, count: 1, msg: 'at it' },
      { level: 60, msg: 'above' },
    ]);
  });

  it('writes no control character of a value for people', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) }, true);
    log.warn({ reason: 'x\u001b[2J\nready', err: failed(new Error('y\u001b[2J\nready')) }, 'failed');
    expect(lines.join('')).to.match(/^[ -~]+\n$/);
  });

  it('loses lines that nobody reads, but never waits', async () => {
    const program = `import { createLog } from './server/processes/log.ts';
      const unwritten = { repeated: 0, output: 0 };
      const log = createLog('info', undefined, false, unwritten);
      for (let line = 0; line < 2_000; line++) log.info({ line, text: 'x'.repeat(1_000) });
      log.fatal('the end');
      console.error(unwritten.output > 0);`;
    const folder = mkdtempSync(join(tmpdir(), 'fightcard-pipe-'));
    const pipe = join(folder, 'pipe');
    await once(spawn('mkfifo', [pipe]), 'exit');
    const output = openSync(pipe, 'r+');
    const args = ['--input-type=module', '--eval', program];
    const child = spawn(process.execPath, args, { stdio: ['ignore', output, 'pipe'] });
    const deadline = setTimeout(() => child.kill('SIGKILL'), 20_000);
    let errors = '';
    child.stderr?.on('data', (text) => {
      errors += text;
    });
    const [code] = await once(child, 'close');
    clearTimeout(deadline);
    closeSync(output);
    rmSync(folder, { recursive: true });
    expect(errors).to.equal('true\n');
    expect(code).to.equal(0);
  });
});
