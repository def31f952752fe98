import { mock } from 'node:test';
import { expect } from 'chai';
import type * as Worker from '../../../server/processes/worker.ts';
import { StoreUnavailable } from '../../../server/store/index.ts';
import { importWith, shownWith } from '../../support/run/import-with.ts';

type Act = (...args: unknown[]) => unknown;
type Module = typeof Worker;

const variables = ['FIGHTCARD_REPLACES', 'FIGHTCARD_METRICS', 'FIGHTCARD_SAMPLE', 'FIGHTCARD_FEED_KEYS'];
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];

describe('the steps of a worker', () => {
  const { send } = process;
  let module: Module & { restore: () => void };
  let happened: unknown[][];
  /** A step fails whose name has an error here; of several, one after the other. */
  let failures: Record<string, (Error | undefined)[]>;
  let status: string;
  let known: Map<string, unknown[]>;
  const config = {
    logLevel: 'info',
    logFormat: 'auto',
    redisUrl: 'redis://chosen' as string | undefined,
    production: true,
  };
  const [output, log, metrics, store, sharing] = Array.from({ length: 5 }, () => Object.create(null) as object);
  const shown = shownWith(
    new Map(
      [output, log, metrics, store, sharing].map((one, nth) => [
        one,
        ['output', 'log', 'metrics', 'store', 'sharing'][nth] ?? '',
      ]),
    ),
  );
  const step =
    (name: string, result: () => unknown = () => undefined) =>
    (...args: unknown[]) => {
      happened.push([name, ...args]);
      const failure = failures[name]?.shift();
      if (failure) throw failure;
      return result();
    };
  const later =
    (name: string, result?: () => unknown) =>
    async (...args: unknown[]) =>
      step(name, result)(...args);
  const made = (name: string, what: object | undefined) =>
    function make(...args: unknown[]) {
      return step(name, () => what)(...args);
    };

  before(async () => {
    Object.assign(log ?? {}, { error: step('log.error') });
    Object.assign(metrics ?? {}, { log: step('metrics.log') });
    Object.assign(store ?? {}, { prepare: later('prepare') });
    Object.assign(sharing ?? {}, { recalled: step('recalled') });
    const server = {
      ...{ url: 'http://localhost:1', close: later('server.close') },
      app: { responseCache: { peek: step('peek', () => 'a reply') } },
    };
    const own = {
      once: (event: string, act: unknown) => {
        happened.push(['worker.once', event, act]);
        return own;
      },
      disconnect: step('disconnect'),
    };
    module = await importWith<Module>('../../../server/processes/worker.ts', import.meta.url, {
      'node:cluster': { default: { worker: own } },
      'node:module': { flushCompileCache: step('flushCompileCache') },
      '../../contracts/command-line/log-format.ts': { isForPeople: step('isForPeople', () => false) },
      '../config.ts': {
        readConfig: step('readConfig', () => ({ ...config })),
        parseFeedKeys: step('parseFeedKeys', () => ({ keys: ['a key'], errors: [] })),
      },
      '../http/server.ts': { startServer: later('startServer', () => server) },
      '../monitoring/request-metrics.ts': { RequestMetrics: made('RequestMetrics', metrics) },
      '../monitoring/resident-bytes.ts': { residentBytes: () => 52_953_088 },
      '../store/redis/connection/connect.ts': {
        connect: later('connect', () => ({ reads: { status }, close: step('redis.close') })),
      },
      '../store/redis/with-retry.ts': {
        withRetry: (act: Act) => {
          happened.push(['withRetry']);
          return act();
        },
      },
      './descriptors.ts': { watchDescriptors: step('watchDescriptors') },
      './log.ts': { createLog: step('createLog', () => log) },
      './open-store.ts': { openStore: step('openStore', () => store) },
      './reply-sharing.ts': { ReplySharing: made('ReplySharing', sharing) },
      './serve.ts': { sharedBytes: step('sharedBytes', () => 77) },
      './standard-output.ts': { StandardOutput: made('StandardOutput', output) },
      './startup-error.ts': { describeStartupError: (error: Error) => `why: ${error.message}` },
    });
  });
  after(() => module.restore());

  beforeEach(() => {
    [happened, failures, status] = [[], {}, 'ready'];
    config.redisUrl = 'redis://chosen';
    known = new Map([...signals, 'message'].map((event) => [event, process.rawListeners(event)]));
    for (const name of variables) delete process.env[name];
    mock.timers.enable({ apis: ['setInterval'] });
    mock.method(process, 'exit', step('exit'));
    mock.method(AbortSignal, 'timeout', (ms: number) => `within ${ms} ms`);
    Object.assign(process, {
      send: (message: unknown, ...args: unknown[]) => {
        happened.push(['send', message, ...args.filter((one) => one !== undefined)]);
      },
    });
  });
  afterEach(() => {
    for (const event of known.keys()) for (const listener of added(event)) process.off(event, listener as () => void);
    for (const name of variables) delete process.env[name];
    Object.assign(process, { send });
    mock.reset();
  });

  const added = (event: string) =>
    process.rawListeners(event).filter((listener) => !known.get(event)?.includes(listener)) as Act[];
  const settled = () => new Promise(setImmediate);
  async function run(env: Record<string, string> = {}): Promise<unknown[]> {
    Object.assign(process.env, env);
    module.main();
    await settled();
    return happened.splice(0).map((one) => shown(one));
  }
  async function receive(message: object): Promise<unknown[]> {
    for (const listener of added('message')) listener(message);
    await settled();
    return happened.splice(0).map((one) => shown(one));
  }
  const unwritten = { repeated: 0, output: 0 };
  const ready = ['send', { kind: 'ready', url: 'http://localhost:1', rssMiB: 51 }];
  const failed = (why: string) => ['send', { kind: 'failed', message: `why: ${why}` }, 'function'];
  const started = (options: object) => ['startServer', config, 'store', 'log', { peers: 'sharing', ...options }];

  it('enter the store, answer requests, and leave compiled code', async () => {
    expect(await run()).to.deep.equal([
      ['readConfig', process.env, { leavesFiles: true }],
      ['StandardOutput', undefined, unwritten],
      ['isForPeople', 'auto'],
      ['createLog', 'info', 'output', false, unwritten],
      ['sharedBytes', config],
      ['ReplySharing', { send: 'function', peek: 'function', settings: { maxBytes: 77 } }],
      ['send', { kind: 'started' }],
      ['connect', 'redis://chosen', { mayBeAway: true }],
      ['openStore', config, { reads: { status: 'ready' }, close: 'function' }, undefined],
      ['withRetry'],
      ['prepare'],
      started({ servesSample: false, metrics: undefined, keysBefore: undefined }),
      ready,
      ['watchDescriptors', 'log'],
      ['flushCompileCache'],
    ]);
    mock.timers.tick(59_999);
    expect(happened).to.deep.equal([]);
    mock.timers.tick(1);
    expect(happened.map((one) => shown(one))).to.deep.equal([['send', { kind: 'memory', rssMiB: 51 }]]);
  });

  it('count requests in the file that the primary names, and serve the sample', async () => {
    const steps = await run({ FIGHTCARD_METRICS: '/metrics/1', FIGHTCARD_SAMPLE: '1' });
    expect(steps.slice(4, 6)).to.deep.equal([
      ['RequestMetrics', '/metrics/1'],
      ['metrics.log', unwritten],
    ]);
    expect((steps.find((one) => (one as string[])[0] === 'openStore') as unknown[])[3]).to.equal('metrics');
    expect(steps).to.deep.include(started({ servesSample: true, metrics: 'metrics', keysBefore: undefined }));
    const err = new Error('the disk is full');
    failures.RequestMetrics = [err];
    config.redisUrl = undefined;
    const without = await run({ FIGHTCARD_SAMPLE: '0' });
    expect(without.slice(5, 6)).to.deep.equal([
      ['log.error', { err }, 'this worker counts nothing: its file cannot be written'],
    ]);
    expect(without).to.deep.include(['connect', '', { mayBeAway: true }]);
    expect(without).to.deep.include(started({ servesSample: false, metrics: undefined, keysBefore: undefined }));
  });

  it('wait for Redis for two seconds in the place of another worker, and for nothing while it is away', async () => {
    const replacing = await run({ FIGHTCARD_REPLACES: '1' });
    expect(replacing).to.deep.include(['connect', 'redis://chosen', { mayBeAway: true, signal: 'within 2000 ms' }]);
    expect(replacing).to.not.deep.include(['withRetry']);
    expect(replacing).to.deep.include(['prepare']).and.deep.include(ready);
    status = 'reconnecting';
    delete process.env.FIGHTCARD_REPLACES;
    expect(await run()).to.not.deep.include(['withRetry']);
  });

  it('enter the store later where that is not possible yet', async () => {
    failures.prepare = [new StoreUnavailable('1'), new StoreUnavailable('2'), undefined];
    const steps = (await run({ FIGHTCARD_REPLACES: '1' })).map((one) => (one as string[])[0]);
    expect(steps.filter((name) => name === 'prepare' || name === 'withRetry')).to.deep.equal([
      ...['prepare', 'withRetry', 'prepare', 'withRetry', 'prepare'],
    ]);
    expect(steps).to.include('startServer').and.not.include('log.error');
  });

  it('end where this worker must not use the store, also when that is known only later', async () => {
    const err = new Error('the schema is newer');
    failures.prepare = [err];
    const steps = await run();
    expect(steps.slice(-2)).to.deep.equal([['prepare'], failed('the schema is newer')]);
    failures.prepare = [new StoreUnavailable('1'), err];
    const late = await run();
    expect(late).to.deep.include(['log.error', { err }, 'this worker ends: it must not use the store']);
    expect(late).to.deep.include(failed('the schema is newer')).and.deep.include(ready);
  });

  it('say why it cannot start, and then exit', async () => {
    for (const name of ['readConfig', 'connect', 'startServer']) {
      failures = { [name]: [new Error(`${name} failed`)] };
      expect((await run()).at(-1)).to.deep.equal(failed(`${name} failed`));
    }
    failures = { readConfig: [new Error('x')] };
    module.main();
    await settled();
    const [, , sent] = happened.at(-1) as Act[];
    sent?.();
    expect(happened.at(-1)).to.deep.equal(['exit', 1]);
  });

  it('wait for the feed keys that the primary sends', async () => {
    const steps = await run({ FIGHTCARD_FEED_KEYS: '1' });
    expect(steps.at(-1)).to.deep.equal(['prepare']);
    const then = await receive({ kind: 'feed keys', lines: 'a:b' });
    expect(then.slice(0, 3)).to.deep.equal([
      ['parseFeedKeys', 'a:b', true],
      started({ servesSample: false, metrics: undefined, keysBefore: ['a key'] }),
      ready,
    ]);
    expect(await receive({ kind: 'feed keys', lines: 'a:b' })).to.deep.equal([['parseFeedKeys', 'a:b', true]]);
  });

  it('share replies with the other workers', async () => {
    module.main();
    const { send: share, peek } = (happened.find(([name]) => name === 'ReplySharing')?.[1] ?? {}) as Record<
      'send' | 'peek',
      Act
    >;
    expect(peek('/a'), 'before there is a server').to.equal(undefined);
    await settled();
    happened = [];
    expect(peek('/a')).to.equal('a reply');
    const sent = () => undefined;
    share({ kind: 'recall', key: '/a' }, sent);
    expect(happened).to.deep.equal([
      ['peek', '/a'],
      ['send', { kind: 'recall', key: '/a' }, sent],
    ]);
    expect(await receive({ kind: 'recalled', key: '/a', reply: 'a reply' })).to.deep.equal([
      ...[
        ['peek', '/a'],
        ['send', { kind: 'recall', key: '/a' }, 'function'],
        ['recalled', '/a', 'a reply'],
      ],
    ]);
  });

  for (const handsOver of [true, false]) {
    it(`end when the primary asks for it, once it has no connection on its way: ${handsOver}`, async () => {
      await run();
      for (const listener of added('message')) listener({ kind: 'stop', handsOver });
      await settled();
      expect(happened.map((one) => shown(one))).to.deep.equal([
        ['server.close', { handsOver }],
        ['redis.close'],
        ['worker.once', 'disconnect', 'function'],
        ['disconnect'],
      ]);
      const [, , disconnected] = happened[2] as Act[];
      disconnected?.();
      expect(happened.at(-1)).to.deep.equal(['exit', 0]);
    });
  }

  it('end at once before it has a server, and never by a signal', async () => {
    failures = { connect: [new Error('x')], exit: [new Error('it has ended')] };
    await run();
    const [onMessage] = added('message') as ((message: object) => Promise<void>)[];
    const end = await onMessage?.({ kind: 'stop', handsOver: true }).catch((error: Error) => error.message);
    expect([end, happened]).to.deep.equal(['it has ended', [['exit', 0]]]);
    expect(signals.map((signal) => added(signal).map((listener) => listener(signal)))).to.deep.equal(
      signals.map(() => [undefined]),
    );
  });
});
