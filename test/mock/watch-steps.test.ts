import childProcess from 'node:child_process';
import { EventEmitter } from 'node:events';
import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { mock as testMock } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { watchContracts } from '../../mock/contracts/watch.ts';

type Changed = (event: string, name: string | null) => void;
const sources = fileURLToPath(new URL('../../contracts', import.meta.url));

class Child extends EventEmitter {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  end(code: number | null, out = '', err = ''): void {
    this.stdout.end(out);
    this.stderr.end(err);
    this.emit('close', code);
  }
}

/** Files and processes are pretended: each step is one event. */
describe('the mock: each step of a reload', () => {
  const root = mkdtempSync(join(tmpdir(), 'fightcard-steps-'));
  const folder = join(root, 'pacts');
  const pact = join(folder, 'one.json');
  const rebuilder = join(root, 'mock/contracts/rebuild.ts');
  for (const path of ['contracts/inner', 'contracts/generated', 'mock/contracts', 'pacts']) {
    mkdirSync(join(root, path), { recursive: true });
  }
  for (const file of [rebuilder, pact, join(root, 'contracts/note.txt')]) writeFileSync(file, '');
  after(() => rmSync(root, { recursive: true }));

  let watchers: { path: string; changed: Changed; emitter: EventEmitter; isOpen: boolean }[];
  let built: { args: unknown[]; child: Child }[];
  let said: string[];
  let swapped: unknown[];
  /** Thrown by the next watch. */
  let refusal: Error | undefined;
  let close: () => void;

  beforeEach(() => {
    [watchers, built, said, swapped, refusal] = [[], [], [], [], undefined];
    testMock.timers.enable({ apis: ['setTimeout'] });
    testMock.method(fs, 'watch', (path: string, changed: Changed) => {
      if (refusal) throw refusal;
      const emitter = new EventEmitter();
      const watcher = { path: relative(root, path), changed, emitter, isOpen: true };
      watchers.push(watcher);
      return Object.assign(emitter, { close: () => (watcher.isOpen = false) });
    });
    testMock.method(childProcess, 'spawn', (...args: unknown[]) => {
      const child = new Child();
      built.push({ args, child });
      return child;
    });
    syncBuiltinESMExports();
  });
  afterEach(() => {
    close();
    testMock.timers.reset();
    testMock.reset();
    syncBuiltinESMExports();
  });

  const argsOf = (nth: number) =>
    (built[nth] as (typeof built)[number]).args as [string, string[], { signal: AbortSignal; env: NodeJS.ProcessEnv }];
  const watching = (pacts: string | undefined, at = root) => {
    ({ close } = watchContracts(
      { root: at, say: (line) => said.push(line.replace(/\d+ ms/, '0 ms')) },
      pacts,
      (document) => {
        swapped.push(document);
        return { files: [], contracts: new Map(), conflicts: ['a conflict'], notes: ['a note'] };
      },
    ));
  };
  const start = () => watching(folder);
  const open = () => watchers.filter(({ isOpen }) => isOpen).map(({ path }) => path);
  const change = (path: string, name: string | null, event = 'change') =>
    watchers.findLast((one) => one.path === path)?.changed(event, name);
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const end = async (nth: number, code: number | null, out?: string, err?: string) => {
    built[nth]?.child.end(code, out, err);
    await settle();
  };
  const now = async () => {
    testMock.timers.tick(30);
    await settle();
  };
  const reloaded = (what: string) => [`Reloaded the ${what} in 0 ms.`, 'Note: a note', 'Conflict: a conflict'];
  const kept = (reason: string) => `Not reloaded; still serving the last good contracts: ${reason}`;

  it('the sources are built in another process, once they have settled', async () => {
    start();
    expect(open()).to.deep.equal(['contracts', 'contracts/inner']);
    change('contracts', 'one.ts');
    testMock.timers.tick(20);
    change('contracts/inner', 'two.ts', 'rename');
    testMock.timers.tick(29);
    expect(built).to.have.length(0);
    testMock.timers.tick(1);
    const [command, args, { signal, ...options }] = argsOf(0);
    expect([command, args, options, signal.aborted]).to.deep.equal([
      ...[process.execPath, [rebuilder]],
      {
        ...{ cwd: root, stdio: ['ignore', 'pipe', 'pipe'], timeout: 20_000 },
        env: { NODE_COMPILE_CACHE: join(root, '.data/compiled'), ...process.env },
      },
      false,
    ]);
    await end(0, 0, '{"openapi":"3.1.1"}');
    expect([swapped, said]).to.deep.equal([[{ openapi: '3.1.1' }], reloaded('contracts')]);
  });

  it('has compiled code of its own where the environment names none', () => {
    const { NODE_COMPILE_CACHE } = process.env;
    delete process.env.NODE_COMPILE_CACHE;
    try {
      start();
      change('contracts', 'one.ts');
      testMock.timers.tick(30);
      const [, , { env }] = argsOf(0);
      expect(env.NODE_COMPILE_CACHE).to.equal(join(root, '.data/compiled'));
    } finally {
      if (NODE_COMPILE_CACHE !== undefined) process.env.NODE_COMPILE_CACHE = NODE_COMPILE_CACHE;
    }
  });

  it('what changes during a build follows it', async () => {
    start();
    change('contracts', 'one.ts');
    await now();
    change('contracts', 'two.ts');
    await now();
    expect([built.length, swapped]).to.deep.equal([1, []]);
    await end(0, 0, '{"nth":1}');
    expect([built.length, swapped]).to.deep.equal([2, [{ nth: 1 }]]);
    await end(1, 0, '{"nth":2}');
    expect([built.length, swapped.at(-1)]).to.deep.equal([2, { nth: 2 }]);
  });

  const inRoot = (path: string) => join(root, path);
  const asUrl = (path: string) => pathToFileURL(inRoot(path)).href;
  for (const [title, code, err, reason] of [
    [
      'a syntax error',
      1,
      `${asUrl('contracts/a.ts')}:12\nconst const\n\nSyntaxError: Unexpected token 'const'\n    at x`,
      "contracts/a.ts:12: Unexpected token 'const'",
    ],
    [
      'an error that is thrown',
      1,
      `${inRoot('contracts/a.ts')}:3\n\nReferenceError: b is not defined\n    at x (${asUrl('contracts/b.ts')}:4:5)`,
      'contracts/a.ts:3: b is not defined',
    ],
    [
      'an error with a code',
      1,
      `Error [ERR_MODULE_NOT_FOUND]: Cannot find a\n    at (${asUrl('contracts/b.ts')}:4:5)`,
      'contracts/b.ts:4: Cannot find a',
    ],
    [
      'a plain error',
      1,
      `Error: "a": no state\n    at ${inRoot('contracts/c.ts')}:7:1`,
      'contracts/c.ts:7: "a": no state',
    ],
    [
      'an error of the compiler',
      1,
      `  x Expected a name\n   [${inRoot('contracts/c.ts')}:7:1]`,
      'contracts/c.ts:7: Expected a name',
    ],
    ['an error without a place', 1, 'TypeError: a is no function\n', 'a is no function'],
    [
      'an error elsewhere',
      1,
      `Error: a\n at ${inRoot('node_modules/a/b.ts')}:1:1\n at ${rebuilder}:2:2\n at ${inRoot('contracts/c.ts')}:3`,
      'contracts/c.ts:3: a',
    ],
    ['another text', 1, '\n  Killed: not an Error: at all\nmore', 'Killed: not an Error: at all'],
    ['a text with an x in it', 1, 'The box is empty', 'The box is empty'],
    ['an error in another program', 1, 'myError: a\nb', 'myError: a'],
    ['a build that takes too long', null, '', 'the contracts could not be read within 20 s'],
  ] as const) {
    it(`says in one line what is wrong with ${title}`, async () => {
      start();
      change('contracts', 'one.ts');
      await now();
      await end(0, code, 'not this', err);
      expect([said, swapped]).to.deep.equal([[kept(reason)], []]);
      change('contracts', 'one.ts');
      await now();
      await end(1, 0, '{}');
      expect(swapped, 'and goes on').to.deep.equal([{}]);
    });
  }

  it('says why what was built is not served', async () => {
    start();
    change('contracts', 'one.ts');
    await now();
    await end(0, 0, '{');
    expect(said).to.deep.equal([kept("Expected property name or '}' in JSON at position 1 (line 1 column 2)")]);
  });

  it('folders that are added are watched, and nothing else that is', async () => {
    start();
    change('contracts', 'inner');
    change('contracts', 'note.txt', 'rename');
    change('contracts', 'gone', 'rename');
    change('contracts', 'generated', 'rename');
    change('contracts', null, 'rename');
    await now();
    expect([watchers.length, built.length]).to.deep.equal([2, 0]);
    change('contracts', 'inner', 'rename');
    expect([watchers.map(({ path }) => path), open()]).to.deep.equal([
      ['contracts', 'contracts/inner', 'contracts/inner'],
      ['contracts', 'contracts/inner'],
    ]);
    await now();
    expect(built).to.have.length(1);
  });

  it('nothing is watched where there are no sources and no pacts', () => {
    watching(undefined, tmpdir());
    expect(watchers).to.deep.equal([]);
    ({ close } = watchContracts({ say: () => {} }, undefined, () => expect.fail()));
    expect(watchers[0]?.path, 'else those of this repository').to.equal(relative(root, sources));
  });

  it('nothing is watched any more where an added folder is refused', () => {
    start();
    refusal = Object.assign(new Error('no more'), { code: 'ENOSPC' });
    change('contracts', 'inner', 'rename');
    expect([open(), said.length]).to.deep.equal([[], 1]);
  });

  it('errors of what is watched and built end nothing', async () => {
    start();
    for (const { emitter } of watchers) emitter.emit('error', new Error('gone'));
    change('contracts', 'one.ts');
    await now();
    built[0]?.child.emit('error', new Error('not started'));
    await end(0, null, '', 'Error: not started');
    expect(said).to.deep.equal([kept('not started')]);
  });

  it('nothing is built, served or said after the end', async () => {
    start();
    change('contracts', 'one.ts');
    await now();
    change('contracts', 'two.ts');
    await now();
    close();
    const [, , { signal }] = argsOf(0);
    expect([open(), signal.aborted]).to.deep.equal([[], true]);
    await end(0, 0, '{');
    await now();
    expect([built.length, swapped, said]).to.deep.equal([1, [], []]);
    start();
    change('contracts', 'one.ts');
    await now();
    close();
    await end(1, 0, '{}');
    expect([built.length, swapped, said]).to.deep.equal([2, [], []]);
  });
});
