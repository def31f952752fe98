import { mock } from 'node:test';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type * as Command from '../../../server/processes/command.ts';
import type * as OpenStore from '../../../server/processes/open-store.ts';
import type * as ReleaseMemory from '../../../server/processes/release-memory.ts';
import { importWith } from '../../support/run/import-with.ts';

const server = new URL('../../../server/', import.meta.url);
const root = fileURLToPath(new URL('../', server));

describe('where a process of the server begins', () => {
  let happened: unknown[][];
  beforeEach(() => {
    happened = [];
    mock.method(process, 'exit', step('exit'));
  });
  afterEach(() => mock.reset());

  const step =
    (name: string, result?: unknown) =>
    (...args: unknown[]) => {
      happened.push([name, ...args]);
      return result;
    };
  /** Imports a module of the server, and notes which of the others are imported. */
  async function begin<Module>(path: string, others: Record<string, Record<string, unknown>>): Promise<Module> {
    const noted = Object.entries(others).map(([specifier, exported]) => {
      const get = () => {
        happened.push(['import', specifier]);
        return exported;
      };
      return [specifier, { get, enumerable: true }] as const;
    });
    const given = Object.defineProperties({}, Object.fromEntries(noted)) as typeof others;
    const { restore, ...module } = await importWith<Module>(path, server.href, given);
    restores.push(restore);
    return module as Module;
  }
  const restores: (() => void)[] = [];
  after(() => {
    for (const restore of restores) restore();
  });
  const imports = () => [...new Set(happened.filter(([name]) => name === 'import').map(([, specifier]) => specifier))];
  const others = () => happened.filter(([name]) => name !== 'import');

  describe('main.js', () => {
    const { NODE_COMPILE_CACHE } = process.env;
    afterEach(() => {
      if (NODE_COMPILE_CACHE === undefined) delete process.env.NODE_COMPILE_CACHE;
      else process.env.NODE_COMPILE_CACHE = NODE_COMPILE_CACHE;
    });

    const main = (isPrimary: boolean, folder: string | undefined, first: object | null) =>
      begin('main.js', {
        '../contracts/command-line/check-node.js': {},
        '../contracts/command-line/without-fetch.js': {},
        '../contracts/command-line/end-with-parent.js': { endWithParent: step('endWithParent') },
        'node:child_process': { spawnSync: step('spawnSync') },
        'node:cluster': { default: { isPrimary } },
        'node:fs': {
          opendirSync: step('opendirSync', { readSync: step('readSync', first), closeSync: step('closeSync') }),
        },
        'node:module': {
          default: {
            enableCompileCache: step('enableCompileCache'),
            getCompileCacheDir: step('getCompileCacheDir', folder),
          },
        },
        'node:v8': { default: { setFlagsFromString: step('setFlagsFromString') } },
        './processes/command.ts': { main: step('command') },
        './processes/worker.ts': { main: step('worker') },
      });
    const begun = (cache: string) => [
      ['setFlagsFromString', '--no-allocation-site-pretenuring'],
      ['enableCompileCache', cache],
      ['getCompileCacheDir'],
    ];
    const looked = [['opendirSync', '/cache/v24', { bufferSize: 1 }], ['readSync'], ['closeSync']];

    it('compiles all code in another process where none is compiled yet, and then starts the command', async () => {
      process.env.NODE_COMPILE_CACHE = '/cache/of/all';
      await main(true, '/cache/v24', null);
      const compile = [`${root}server/processes/compile.ts`];
      const env = { ...process.env, NODE_COMPILE_CACHE: '/cache' };
      expect(others()).to.deep.equal([
        ...[...begun('/cache/of/all'), ...looked],
        ['spawnSync', process.execPath, compile, { stdio: 'ignore', env }],
        ...[['endWithParent'], ['command']],
      ]);
      expect(imports()).to.include.members([
        '../contracts/command-line/check-node.js',
        '../contracts/command-line/without-fetch.js',
      ]);
      expect(imports()).to.include('./processes/command.ts').and.not.include('./processes/worker.ts');
    });

    it('starts the command at once where there is compiled code, or none can be kept', async () => {
      delete process.env.NODE_COMPILE_CACHE;
      await main(true, '/cache/v24', { name: 'compiled' });
      const cache = `${root}node_modules/.cache/fightcard`;
      expect(others()).to.deep.equal([...begun(cache), ...looked, ['endWithParent'], ['command']]);
      happened = [];
      await main(true, undefined, null);
      expect(others()).to.deep.equal([...begun(cache), ['endWithParent'], ['command']]);
    });

    it('starts a worker without more ado', async () => {
      process.env.NODE_COMPILE_CACHE = '/cache';
      await main(false, '/cache/v24', null);
      expect(others()).to.deep.equal([...begun('/cache'), ['worker']]);
      expect(imports()).to.not.include('./processes/command.ts');
    });
  });

  it('compile.ts loads the modules of every process, and exits', async () => {
    const modules = ['./command.ts', './start.ts', './startup-error.ts', './workers.ts', './worker.ts'];
    const all = [...modules, '../monitoring/admin/server.ts'];
    await begin('processes/compile.ts', Object.fromEntries(all.map((specifier) => [specifier, {}])));
    expect(imports()).to.have.members(all);
    expect(others()).to.deep.equal([['exit', 0]]);
  });

  it('the thread of the admin port uses compiled code where there is some, and runs the port', async () => {
    const thread = (compiled: string | undefined, parentPort: string | null) =>
      begin('monitoring/admin/thread.js', {
        '../../../contracts/command-line/without-fetch.js': {},
        'node:module': { default: { enableCompileCache: step('enableCompileCache') } },
        'node:worker_threads': { parentPort, workerData: { host: 'a', port: 1, compiled } },
        './server.ts': { runAdmin: step('runAdmin') },
      });
    await thread('/cache', 'the port');
    const options = { host: 'a', port: 1, compiled: '/cache' };
    expect(others()).to.deep.equal([
      ['enableCompileCache', '/cache'],
      ['runAdmin', options, 'the port'],
    ]);
    expect(imports()).to.include('../../../contracts/command-line/without-fetch.js');
    happened = [];
    await thread(undefined, 'the port');
    expect(others()).to.deep.equal([['runAdmin', { ...options, compiled: undefined }, 'the port']]);
    happened = [];
    await thread(undefined, null);
    expect(others()).to.deep.equal([]);
  });

  describe('the command', () => {
    async function run(fails: boolean) {
      mock.method(process.stderr, 'write', (text: string) => {
        happened.push(['stderr', text]);
        return true;
      });
      const settings = { port: { name: 'PORT', kind: { takes: 'a port' }, fallback: '8080', meaning: 'where' } };
      const module = await begin<typeof Command>('processes/command.ts', {
        '../../contracts/command-line/arguments.ts': {
          flag: 'a flag',
          runCommand: async ({ help, ...about }: { help: string }, act: (values: object) => Promise<void>) => {
            happened.push(['runCommand', about]);
            expect(help).to.include(`\n  PORT${' '.repeat(18)}  where\n${' '.repeat(26)}a port (default: 8080)\n`);
            if (fails) throw new Error('wrong');
            await act({ 'no-sample': true });
          },
        },
        '../config.ts': { settings },
        './start.ts': { start: step('start') },
        './startup-error.ts': { describeStartupError: ({ message }: Error) => `It does not start: ${message}` },
      });
      module.main();
      for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
    }
    const about = { name: 'npm start', options: { 'no-sample': 'a flag', 'accept-loss': 'a flag', version: 'a flag' } };

    it('starts the server with its options', async () => {
      await run(false);
      expect(others()).to.deep.equal([
        ['runCommand', about],
        ['start', { 'no-sample': true }],
      ]);
    });

    it('says in one sentence why it does not, and exits with 1', async () => {
      await run(true);
      expect(others()).to.deep.equal([
        ['runCommand', about],
        ['stderr', 'It does not start: wrong\n'],
        ['exit', 1],
      ]);
      expect(imports()).to.not.include('./start.ts');
    });
  });

  it('the memory of the start is given back by a collection of last resort', async () => {
    const module = await begin<typeof ReleaseMemory>('processes/release-memory.ts', {
      'node:v8': { setFlagsFromString: step('flags') },
      'node:vm': { runInNewContext: step('run', step('collect')) },
    });
    module.releaseStartMemory();
    expect(others()).to.deep.equal([
      ['flags', '--expose-gc'],
      ['run', 'gc'],
      ['flags', '--no-expose-gc'],
      ['collect', { type: 'major', execution: 'sync', flavor: 'last-resort' }],
    ]);
  });

  it('the store is opened as the settings say, and its connections are watched where something counts', async () => {
    const module = await begin<typeof OpenStore>('processes/open-store.ts', {
      '../monitoring/redis-metrics.ts': { watchRedis: step('watchRedis') },
      '../store/index.ts': { createStore: step('createStore', 'the store') },
    });
    type Given = Parameters<typeof module.openStore>;
    const config = { voteBuckets: 8, roundGraceSeconds: 120, liveHours: 12, port: 1 } as unknown as Given[0];
    const connections = { reads: 'reads', writes: 'writes' } as unknown as Given[1];
    const metrics = 'metrics' as unknown as Given[2];
    const settings = { buckets: 8, roundGraceSeconds: 120, liveHours: 12 };
    expect(module.openStore(config, connections, metrics)).to.equal('the store');
    expect(module.openStore(config, connections)).to.equal('the store');
    expect(others()).to.deep.equal([
      ['watchRedis', connections, 'metrics'],
      ['createStore', { ...connections, settings, watchBallots: 'metrics' }],
      ['createStore', { ...connections, settings, watchBallots: undefined }],
    ]);
  });

  it('the variables of a worker have the names that an older primary gives them', async () => {
    const names = await import('../../../server/processes/messages.ts');
    expect({ ...names }).to.deep.equal({
      ...{ keysVariable: 'FIGHTCARD_FEED_KEYS', metricsVariable: 'FIGHTCARD_METRICS' },
      ...{ replacesVariable: 'FIGHTCARD_REPLACES', sampleVariable: 'FIGHTCARD_SAMPLE' },
    });
  });
});
