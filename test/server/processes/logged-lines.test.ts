import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { expect } from 'chai';
import { LineLimit } from '../../../server/processes/line-limit.ts';
import { createLog, loggedError } from '../../../server/processes/log.ts';
import { plainLine, plainLines } from '../../../server/processes/plain-lines.ts';
import { StandardOutput } from '../../../server/processes/standard-output.ts';

/** An error whose stack is the same on every machine. */
const failed = (error: Error, stack = '') => Object.assign(error, { stack: `${error.name}: ${error.message}${stack}` });
const frames = '\n    at read (file.ts:1:2)\n    at open (file.ts:3:4)';

describe('a line of the log for people', () => {
  const time = new Date(2031, 0, 5, 9, 30, 7).getTime();
  const line = (members: object) =>
    plainLine(JSON.stringify({ level: 30, time, pid: 7, hostname: 'host', ...members, msg: 'it says' }));

  it('has the time of the day, the level, the message, the members and the frames of the stack of an error', () => {
    const rows: [members: object, text: string][] = [
      [{}, '09:30:07 info it says\n'],
      [{ level: 40, count: 2 }, '09:30:07 warn it says; count=2\n'],
      [{ level: 60, a: 'x y', b: null, c: [1] }, '09:30:07 fatal it says; a="x y" b=null c=[1]\n'],
      [{ err: { type: 'Gone', message: 'a "b"' } }, '09:30:07 info it says; Gone="a \\"b\\""\n'],
      [{ err: { type: 'Gone', message: 'x', stack: 'Gone: x' } }, '09:30:07 info it says; Gone="x"\n'],
      [
        { id: 9, err: { type: 'Gone', message: 'x', stack: `Gone: x\nmore${frames}\nthe end` } },
        `09:30:07 info it says; id=9 Gone="x"${frames}\n`,
      ],
    ];
    for (const [members, text] of rows) expect(line(members)).to.equal(text);
  });

  it('is written where the line of JSON would be, and flushed where that can be', () => {
    const written: string[] = [];
    const write = (text: string) => written.push(text);
    let flushes = 0;
    const to = plainLines({ write, flushSync: () => flushes++ }) as { write(text: string): void; flushSync(): void };
    to.write(JSON.stringify({ level: 50, time, pid: 7, hostname: 'host', msg: 'away' }));
    to.flushSync();
    expect(written).to.deep.equal(['09:30:07 error away\n']);
    expect(flushes).to.equal(1);
    expect(plainLines({ write })).to.have.all.keys('write');
  });
});

describe('an error in the log', () => {
  const rows: [what: string, error: unknown, logged: object][] = [
    ['of a value', 'secret', { type: 'string', message: 'no error was thrown, but a value' }],
    ['of nothing', undefined, { type: 'undefined', message: 'no error was thrown, but a value' }],
    [
      'with a stack and a code',
      failed(Object.assign(new TypeError('x'), { code: 'ERR_X' }), frames),
      { type: 'TypeError', message: 'x', code: 'ERR_X', stack: `TypeError: x${frames}` },
    ],
    ['with a number as its code', failed(Object.assign(new Error('x'), { code: 7 })), { type: 'Error', message: 'x' }],
    ['without a stack', Object.assign(new Error('x'), { stack: undefined }), { type: 'Error', message: 'x' }],
    [
      'that quotes an argument',
      failed(new RangeError("too long. Received 'a\nsecret'"), frames),
      { type: 'RangeError', message: 'too long. Received …', stack: `RangeError: too long. Received …${frames}` },
    ],
    ['that has received things', failed(new Error('UnReceived b')), { type: 'Error', message: 'UnReceived b' }],
    [
      'of a text that is no JSON',
      failed(new SyntaxError('no "}" in "{\n"a"" here')),
      { type: 'SyntaxError', message: 'no "…" here' },
    ],
    ['that quotes without being of JSON', failed(new Error('no "a"')), { type: 'Error', message: 'no "a"' }],
    [
      'with a command of Redis',
      failed(Object.assign(new Error('lost client-0815'), { command: undefined })),
      { type: 'Error', message: 'lost …' },
    ],
    ...['ReplyError', 'AbortError', 'ParserError'].map((name): [string, unknown, object] => [
      `of Redis, ${name}`,
      failed(Object.assign(new Error('lost client-0815'), { name })),
      { type: name, message: 'lost …' },
    ]),
    [
      'with a cause',
      failed(new Error('x', { cause: failed(new TypeError('y'), frames) })),
      { type: 'Error', message: 'x', cause: { type: 'TypeError', message: 'y', stack: `TypeError: y${frames}` } },
    ],
    ['with a cause that is no error', failed(new Error('x', { cause: 'y' })), { type: 'Error', message: 'x' }],
  ];
  for (const [what, error, logged] of rows) {
    it(what, () => expect(loggedError(error)).to.deep.equal(logged));
  }
});

describe('a log', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval', 'Date'], now: 1_900_000_000_000 }));
  afterEach(() => mock.timers.reset());

  const common = { time: 1_900_000_000_000, pid: process.pid, hostname: hostname() };
  function recorded(level = 'debug') {
    const lines: object[] = [];
    return { lines, log: createLog(level, { write: (line) => void lines.push(JSON.parse(line)) }) };
  }

  it('has the lines from its level up', () => {
    const { lines, log } = recorded('info');
    log.debug('below');
    log.info({ err: failed(new Error('x')), count: 1 }, 'at %s', 'it');
    log.fatal('above');
    expect(lines).to.deep.equal([
      { level: 30, ...common, err: { type: 'Error', message: 'x' }, count: 1, msg: 'at it' },
      { level: 60, ...common, msg: 'above' },
    ]);
  });

  it('says of a line that stands for others for how many, also of one that has a text only', () => {
    const { lines, log } = recorded();
    for (let nth = 1; nth <= 12; nth++) {
      log.warn('%s of %d', 'nth', nth);
      log.error({ nth }, 'text %d', nth);
    }
    lines.length = 0;
    mock.timers.tick(1_000);
    const time = { ...common, time: 1_900_000_001_000 };
    expect(lines).to.deep.equal([
      { level: 40, ...time, times: 3, msg: 'nth of 12' },
      { level: 50, ...time, nth: 12, times: 3, msg: 'text 12' },
    ]);
  });

  it('tells lines apart by their text, their reason, and the message or kind of their error', () => {
    const { lines, log } = recorded();
    const kinds: (() => void)[] = [
      () => log.warn('a'),
      () => log.warn('b'),
      () => log.warn({ reason: 'x' }, 'a'),
      () => log.warn({ reason: 'y' }, 'a'),
      () => log.warn({ err: new Error('x') }, 'a'),
      () => log.warn({ err: new TypeError('y') }, 'a'),
      () => log.warn({ err: 7 }, 'a'),
      () => log.warn({ err: '7' }, 'a'),
      () => log.warn({ other: 1 }),
    ];
    for (const write of kinds) for (let nth = 0; nth < 10; nth++) write();
    expect(lines).to.have.length(9 * kinds.length);
  });

  it('on standard output writes its last lines when the process exits, and one elsewhere leaves nothing behind', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fightcard-last-'));
    const file = openSync(join(folder, 'lines'), 'w');
    const before = process.listeners('exit');
    try {
      createLog('info', { write: () => undefined });
      expect(process.listeners('exit')).to.deep.equal(before);
      const log = createLog('info', new StandardOutput(file), true);
      for (let nth = 1; nth <= 11; nth++) log.warn({ nth }, 'again');
      const added = process.listeners('exit').filter((listener) => !before.includes(listener));
      expect(added).to.have.length(2);
      for (const listener of added) listener.call(process, 0);
      const lines = readFileSync(join(folder, 'lines'), 'utf8').trimEnd().split('\n');
      expect(lines.map((line) => line.replace(/^\S+ /, ''))).to.deep.equal([
        ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((nth) => `warn again; nth=${nth}`),
        'warn again; nth=11 times=2',
      ]);
      for (const listener of added) process.off('exit', listener);
      expect(process.listeners('exit')).to.deep.equal(before);
    } finally {
      closeSync(file);
      rmSync(folder, { recursive: true });
    }
  });
});

describe('similar lines', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  function limited() {
    const written: string[] = [];
    let suppressed = 0;
    const limit = new LineLimit(() => suppressed++);
    const add = (kind: string, count: number, wider = 'wider') => {
      for (let nth = 1; nth <= count; nth++) limit.add(kind, wider, (times) => written.push(`${kind}${nth} ${times}`));
    };
    return { limit, add, lines: () => written.splice(0), suppressed: () => suppressed };
  }
  const nine = (kind: string) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((nth) => `${kind}${nth} 1`);

  it('are nine at once in a second, and one for the others at its end; of those no later line stands for one', () => {
    const { add, lines, suppressed } = limited();
    add('a', 10);
    expect(lines()).to.deep.equal(nine('a'));
    expect(suppressed()).to.equal(0);
    mock.timers.tick(999);
    expect(lines()).to.deep.equal([]);
    mock.timers.tick(1);
    expect(lines()).to.deep.equal(['a10 1']);
    // Nine that are suppressed are few, ten are many.
    add('a', 18);
    expect(lines()).to.deep.equal(nine('a'));
    mock.timers.tick(1_000);
    expect(lines()).to.deep.equal(['a18 9']);
    add('a', 19);
    expect(lines()).to.deep.equal(nine('a'));
    mock.timers.tick(1_000);
    expect(lines()).to.deep.equal(['a19 10']);
    add('a', 2);
    expect(lines(), 'after a second with many').to.deep.equal([]);
    mock.timers.tick(1_000);
    expect(lines()).to.deep.equal(['a2 2']);
    expect(suppressed()).to.equal(8 + 9 + 1);
    mock.timers.tick(10_000);
    expect(lines()).to.deep.equal([]);
  });

  it('are of twenty kinds at most, the others of their wider kind, until a kind has had none for a second', () => {
    const { add, lines } = limited();
    for (let kind = 1; kind <= 20; kind++) add(`kind ${kind}: `, 1);
    lines();
    add('more: ', 6);
    add('yet more: ', 6);
    add('kind 20: ', 9);
    expect(lines()).to.have.length(6 + 3 + 8);
    mock.timers.tick(1_000);
    expect(lines()).to.deep.equal(['kind 20: 9 1', 'yet more: 6 3']);
    for (const kind of ['early: ', 'earlier: ']) add(kind, 9);
    expect(lines(), 'still all of the wider kind').to.have.length(9);
    mock.timers.tick(1_000);
    lines();
    for (const kind of ['new: ', 'newer: ']) add(kind, 9);
    expect(lines()).to.have.length(18);
  });

  it('are counted from the first of them, also where there have been some long before', () => {
    const { add, lines } = limited();
    add('a', 1);
    mock.timers.tick(2_500);
    lines();
    add('a', 9);
    expect(lines()).to.deep.equal(nine('a'));
    mock.timers.tick(999);
    add('a', 2);
    expect(lines()).to.deep.equal([]);
    mock.timers.tick(1);
    expect(lines()).to.deep.equal(['a2 2']);
  });

  it('are written at the end with those for which each stands, and then none', () => {
    const { limit, add, lines } = limited();
    add('a', 12);
    add('b', 10);
    add('c', 9);
    lines();
    limit.flush();
    expect(lines()).to.deep.equal(['a12 3', 'b10 1']);
    limit.flush();
    expect(lines()).to.deep.equal([]);
  });

  it('keep no process running', () => {
    mock.timers.reset();
    let unreferenced = 0;
    const { setInterval: original } = globalThis;
    mock.method(globalThis, 'setInterval', (...args: Parameters<typeof setInterval>) => {
      const timer = original(...args);
      const unref = timer.unref.bind(timer);
      timer.unref = () => {
        unreferenced++;
        clearInterval(timer);
        return unref();
      };
      return timer;
    });
    try {
      limited().add('a', 1);
    } finally {
      mock.reset();
    }
    expect(unreferenced).to.equal(1);
  });
});
