import { mock } from 'node:test';
import { expect } from 'chai';
import { version } from '../../../contracts/version.ts';
import type * as Start from '../../../server/processes/start.ts';
import { importWith, shownWith } from '../../support/run/import-with.ts';

type Act = (...args: unknown[]) => unknown;
type Module = typeof Start;

const configOf = (more: object) => ({
  ...{ logLevel: 'info', logFormat: 'auto', redisWaitSeconds: 7, dataDir: 'data', feedKeys: [] as unknown[] },
  ...{ feedKeysFile: undefined, workers: 1, production: false, samplePictures: 'http://pictures', drainSeconds: 2 },
  ...{ redisUrl: undefined, ...more },
});
type Config = ReturnType<typeof configOf>;

describe('the steps of a start', () => {
  let module: Module & { restore: () => void };
  /** What happens, in order; a step fails whose name has an error here, or answers what is here. */
  let happened: unknown[][];
  let results: Record<string, unknown>;
  let config: Config;
  let stop: AbortController;
  const objects: Record<string, object> = {};
  const names = new Map<unknown, string>();
  for (const name of ['output', 'log', 'monitoring', 'primary', 'metrics', 'store', 'redis', 'server', 'check']) {
    objects[name] = Object.create(null) as object;
    names.set(objects[name], name);
  }
  const shown = shownWith(names);
  const step =
    (name: string, result?: unknown) =>
    (...args: unknown[]) => {
      happened.push([name, ...args]);
      const given = name in results ? results[name] : result;
      if (given instanceof Error) throw given;
      return given;
    };
  const later =
    (name: string, result?: unknown) =>
    async (...args: unknown[]) =>
      step(name, result)(...args);

  before(async () => {
    const { output, log, monitoring, primary, metrics, store, redis, server, check } = objects;
    Object.assign(output ?? {}, { write: step('write') });
    Object.assign(log ?? {}, { info: step('log.info'), error: step('log.error') });
    Object.assign(primary ?? {}, { log: step('primary.log') });
    Object.assign(monitoring ?? {}, { url: 'http://admin', primary, setState: step('state') });
    Object.assign(store ?? {}, { prepare: later('prepare') });
    Object.assign(redis ?? {}, { url: 'redis://chosen', close: later('redis.close') });
    Object.assign(server ?? {}, {
      ...{ start: later('start', 'http://localhost:1'), list: step('list', ['a worker']) },
      ...{ close: later('server.close'), failed: Promise.resolve(), restart: step('restart') },
    });
    class Shutdown {
      signal = stop.signal;
      onClose = step('onClose');
      onFinish = step('onFinish');
      onRestart = step('onRestart');
      constructor(...args: unknown[]) {
        step('Shutdown')(...args);
      }
    }
    function StandardOutput(...args: unknown[]) {
      return step('StandardOutput', output)(...args);
    }
    const act = (steps: Record<string, Act>) => steps;
    module = await importWith<Module>('../../../server/processes/start.ts', import.meta.url, {
      'node:timers/promises': act({ setTimeout: later('sleep') }),
      '../../contracts/command-line/log-format.ts': act({ isForPeople: step('isForPeople', false) }),
      '../config.ts': { readConfig: (...args: unknown[]) => step('readConfig', config)(...args) },
      '../store/check-permissions.ts': { checkPermissions: check },
      '../store/redis/open.ts': act({ openRedis: later('openRedis', redis) }),
      '../store/redis/with-retry.ts': act({
        withRetry: async (run, report) => {
          happened.push(['withRetry', report]);
          return (run as Act)();
        },
      }),
      './development-key.ts': act({
        openDevelopmentKey: later('openDevelopmentKey', { key: 'secret', file: 'the-file', feedKey: 'its-digest' }),
      }),
      './log.ts': act({ createLog: step('createLog', log) }),
      './open-monitoring.ts': act({
        openMonitoring: later('openMonitoring', monitoring),
        openRequestMetrics: later('openRequestMetrics', metrics),
      }),
      './open-store.ts': act({ openStore: step('openStore', store) }),
      './publish-sample.ts': act({ publishSample: later('publishSample') }),
      './release-memory.ts': act({ releaseStartMemory: step('releaseStartMemory') }),
      './serve.ts': act({ serveHere: later('serveHere', server), serveWithWorkers: later('serveWithWorkers', server) }),
      './shutdown.ts': { Shutdown },
      './standard-output.ts': { StandardOutput },
      './wait-for-redis.ts': act({
        waitForRedis: async (open, options) => {
          happened.push(['waitForRedis', options]);
          return (open as Act)();
        },
      }),
      './watch-store.ts': act({ watchStore: step('watchStore') }),
    });
  });
  after(() => module.restore());

  const { ADMIN_PORT } = process.env;
  beforeEach(() => {
    [happened, results, config, stop] = [[], {}, configOf({}), new AbortController()];
    mock.method(process.stderr, 'on', step('stderr.on'));
    mock.method(process.stderr, 'write', (...args: unknown[]) => {
      happened.push(['stderr.write', ...args]);
      return true;
    });
    delete process.env.ADMIN_PORT;
  });
  afterEach(() => {
    mock.reset();
    if (ADMIN_PORT !== undefined) process.env.ADMIN_PORT = ADMIN_PORT;
  });

  async function run(values: Parameters<Module['start']>[0] = {}) {
    const failure = await module.start(values).then(
      () => undefined,
      (error: Error) => error.message,
    );
    return { failure, steps: happened.map((one) => shown(one)) };
  }
  const argsOf = (name: string) => happened.find(([step]) => step === name)?.slice(1) as Act[];
  const namesOf = () => happened.map(([name]) => name);
  const unwritten = { repeated: 0, output: 0 };

  it('open Redis, publish the sample and answer requests in this process, where there is no other', async () => {
    const { failure, steps } = await run();
    expect(failure).to.equal(undefined);
    // The generated key is one of the keys.
    const own = { ...configOf({}), feedKeys: ['its-digest'] };
    const { signal } = stop;
    const urls = ['http://localhost:1/api/v3/mobile', 'http://localhost:1/api/v1/us'];
    expect(steps).to.deep.equal([
      ['readConfig', process.env],
      ['StandardOutput', undefined, unwritten],
      ['isForPeople', 'auto'],
      ['createLog', 'info', 'output', false, unwritten],
      ['openMonitoring', own, false, 'log'],
      ['Shutdown', 'log'],
      ['stderr.on', 'error', 'function'],
      ['waitForRedis', { seconds: 7, signal, onWait: 'function', report: 'function' }],
      [
        'openRedis',
        {
          ...configOf({}),
          feedKeys: ['its-digest'],
          check: 'check',
          log: 'log',
          report: 'function',
          signal,
          acceptsLoss: false,
        },
      ],
      ['onClose', 'function'],
      ['openDevelopmentKey', 'data'],
      ['primary.log', unwritten],
      ['openRequestMetrics', 'monitoring'],
      ['openStore', own, 'redis', 'metrics'],
      ['withRetry', 'function'],
      ['prepare'],
      ['publishSample', 'store', { pictures: 'http://pictures', report: 'function' }],
      [
        'serveHere',
        { config: own, store: 'store', servesSample: true, log: 'log', monitoring: 'monitoring', metrics: 'metrics' },
      ],
      ['onFinish', 'function'],
      ['onRestart', 'function'],
      ['start'],
      ['list'],
      ['state', 'serving'],
      ['watchStore', 'store', { connections: 'redis', log: 'log', metrics: 'primary' }],
      [
        'log.info',
        { urls, version, redis: 'embedded', feedKeyFile: 'the-file', admin: 'http://admin', workers: ['a worker'] },
        'ready',
      ],
    ]);
  });

  it('start workers where there are several, with the keys and the Redis that were chosen', async () => {
    config = configOf({ workers: 2, feedKeys: ['a'], redisUrl: 'redis://chosen', production: true });
    results = { openMonitoring: undefined };
    const { steps } = await run({ 'accept-loss': true });
    expect(steps.slice(8)).to.deep.equal([
      [
        'openRedis',
        { ...config, check: 'check', log: 'log', report: 'function', signal: stop.signal, acceptsLoss: true },
      ],
      ['onClose', 'function'],
      ['openStore', config, 'redis', undefined],
      ['withRetry', 'function'],
      ['prepare'],
      [
        'serveWithWorkers',
        {
          ...{ config, redisUrl: 'redis://chosen', servesSample: false, developmentKey: undefined, log: 'log' },
          monitoring: undefined,
        },
      ],
      ['onFinish', 'function'],
      ['onRestart', 'function'],
      ['start'],
      ['releaseStartMemory'],
      ['list'],
      ['watchStore', 'store', { connections: 'redis', log: 'log', metrics: undefined }],
      [
        'log.info',
        {
          urls: ['http://localhost:1/api/v3/mobile', 'http://localhost:1/api/v1/us'],
          ...{ version, redis: 'REDIS_URL', feedKeyFile: undefined, admin: undefined, workers: ['a worker'] },
        },
        'ready',
      ],
    ]);
  });

  it('give workers the generated key, count no requests in the primary, and publish only what is asked for', async () => {
    config = configOf({ workers: 2 });
    await run({ 'no-sample': true });
    expect(namesOf()).to.include('state').and.not.include.members(['openRequestMetrics']);
    expect(namesOf()).not.to.include('publishSample');
    expect((argsOf('serveWithWorkers') as unknown[])[0]).to.include({
      developmentKey: 'its-digest',
      servesSample: false,
    });
    for (const more of [{ feedKeysFile: 'keys' }, { feedKeys: ['a'] }]) {
      [happened, config] = [[], configOf(more)];
      await run();
      expect(namesOf()).to.not.include('openDevelopmentKey');
    }
  });

  it('know whether the admin port was chosen', async () => {
    const chosen: unknown[] = [];
    for (const value of ['', ' ', ' 9464 ']) {
      process.env.ADMIN_PORT = value;
      happened = [];
      await run();
      chosen.push((argsOf('openMonitoring') as unknown[])[1]);
    }
    expect(chosen).to.deep.equal([false, false, true]);
  });

  it('say to people where everything is', async () => {
    results = { isForPeople: true };
    await run();
    const lines = () => happened.filter(([name]) => name === 'write').map(([, line]) => line);
    expect(lines()).to.deep.equal([
      'Fightcard is ready: http://localhost:1/api/v3/mobile  http://localhost:1/api/v1/us\n',
      'In a browser: http://localhost:1/  http://localhost:1/board\n',
      'Metrics and probes: http://admin/metrics  /livez  /readyz\n',
      'Development feed key: secret (in the-file)\n',
    ]);
    expect(namesOf()).to.not.include('log.info');
    [happened, config] = [[], configOf({ feedKeys: ['a'] })];
    results = { isForPeople: true, openMonitoring: undefined };
    await run();
    expect(lines()).to.have.length(2);
  });

  it('write on standard error for what they wait, of which a failure is none', async () => {
    await run();
    const [, listener] = argsOf('stderr.on');
    expect(listener?.()).to.equal(undefined);
    happened.splice(0, happened.length, ...happened.filter(([name]) => name !== 'stderr.write'));
    const [, { report = () => undefined } = {}] = argsOf('publishSample') as unknown as [unknown, { report?: Act }];
    expect(report('It waits.')).to.equal(undefined);
    expect(happened.at(-1)).to.deep.equal(['stderr.write', 'It waits.\n']);
  });

  it('say in the probes that they wait for Redis, if there are any', async () => {
    const waits = async () => {
      await run();
      const { onWait } = argsOf('waitForRedis')[0] as unknown as { onWait: () => Promise<void> };
      happened = [];
      await onWait();
      return happened;
    };
    expect(await waits()).to.deep.equal([['state', 'waiting for Redis']]);
    for (const none of [undefined, new Error('the port is in use')]) {
      [happened, results] = [[], { openMonitoring: none }];
      expect(await waits()).to.deep.equal([]);
    }
  });

  it('end with what Redis says, unless the process was told to end', async () => {
    results = { openRedis: new Error('Redis is away') };
    expect((await run()).failure).to.equal('Redis is away');
    const [close] = argsOf('onClose');
    await close?.();
    expect(namesOf().at(-1), 'there is none to close').to.equal('onClose');
    // That there is no admin port either is not said besides.
    results.openMonitoring = new Error('the port is in use');
    happened = [];
    expect((await run()).failure).to.equal('Redis is away');
    await new Promise(setImmediate);
    happened = [];
    stop.abort();
    expect((await run()).failure).to.equal(undefined);
    expect(namesOf().at(-1)).to.equal('onClose');
  });

  it('close Redis when a later one fails, unless the process was told to end', async () => {
    for (const name of ['openMonitoring', 'prepare', 'publishSample', 'serveHere', 'start']) {
      [happened, results] = [[], { [name]: new Error(`${name} failed`) }];
      expect((await run()).failure).to.equal(`${name} failed`);
      expect(namesOf().at(-1)).to.equal('redis.close');
    }
    stop.abort();
    happened = [];
    expect((await run()).failure).to.equal(undefined);
    expect(namesOf().at(-1)).to.equal('start');
  });

  it('do not say that the server serves once it was told to end, but look at the store', async () => {
    stop.abort();
    await run();
    expect(namesOf()).to.include('watchStore').and.not.include('state');
  });

  it('let load balancers notice the end, and then finish the requests and stop Redis', async () => {
    await run();
    const [[finish], [close], [restart]] = [argsOf('onFinish'), argsOf('onClose'), argsOf('onRestart')];
    happened = [];
    await finish?.();
    await close?.();
    restart?.();
    expect(happened).to.deep.equal([
      ...[['state', 'draining'], ['sleep', 2_000], ['server.close'], ['redis.close'], ['restart']],
    ]);
    [happened, results] = [[], { openMonitoring: undefined }];
    await run();
    const [without] = argsOf('onFinish');
    happened = [];
    await without?.();
    expect(happened).to.deep.equal([['sleep', 2_000], ['server.close']]);
  });
});
