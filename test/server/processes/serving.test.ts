import { mock } from 'node:test';
import { expect } from 'chai';
import type { Config, FeedKey } from '../../../server/config.ts';
import type * as Serve from '../../../server/processes/serve.ts';
import { importWith, shownWith } from '../../support/run/import-with.ts';

type Options<Name extends 'serveHere' | 'serveWithWorkers'> = Parameters<(typeof Serve)[Name]>[0];

const key = (name: string): FeedKey => ({ name, digest: Buffer.from('ab', 'hex') });
const configOf = (more: object = {}) =>
  ({
    ...{ workers: 3, cacheBytes: 4_001, streams: 10, streamsPerAddress: 4, production: true, feedKeysFile: undefined },
    ...more,
  }) as Config;

describe('what answers requests', () => {
  let module: typeof Serve & { restore: () => void };
  let happened: unknown[][];
  let file: { keys: FeedKey[]; errors: string[] };
  const [log, store, metrics, replies] = [{}, {}, {}, {}].map(() => Object.create(null) as object);
  const shown = shownWith(
    new Map([log, store, metrics, replies].map((one, nth) => [one, ['log', 'store', 'metrics'][nth] ?? ''])),
  );
  const step =
    (name: string, result: () => unknown = () => undefined) =>
    (...args: unknown[]) => {
      happened.push([name, ...args]);
      return result();
    };
  const monitoring = { primary: { workerStarted: step('workerStarted'), workers: step('workers') } };

  before(async () => {
    class Workers {
      readonly options: unknown;
      constructor(options: unknown) {
        this.options = options;
        happened.push(['Workers', options]);
      }
    }
    module = await importWith<typeof Serve>('../../../server/processes/serve.ts', import.meta.url, {
      '../config.ts': {
        formatFeedKeys: (keys: FeedKey[]) => keys.map(({ name }) => name).join(),
        readFeedKeysFile: step('read', () => file),
        watchFeedKeysFile: step('watch'),
      },
      '../http/server.ts': {
        startServer: step('startServer', () =>
          Promise.resolve({ url: 'http://localhost:1', close: step('close', () => Promise.resolve('closed')) }),
        ),
      },
      '../monitoring/resident-bytes.ts': { residentBytes: () => 52_953_088 },
      './descriptors.ts': { watchDescriptors: step('watchDescriptors') },
      './workers.ts': { Workers },
    });
  });
  after(() => module.restore());
  beforeEach(() => {
    [happened, file] = [[], { keys: [key('a'), key('b')], errors: [] }];
  });
  afterEach(() => mock.reset());

  const lines = () => happened.splice(0).map((one) => shown(one));

  it('is this process alone, which says how long it took to start, and its memory', async () => {
    mock.method(process, 'uptime', () => 1.2346);
    const config = configOf();
    const options = { config, store, servesSample: true, log, monitoring, metrics } as unknown as Options<'serveHere'>;
    const server = await module.serveHere(options);
    expect(server.list()).to.deep.equal([{ pid: process.pid, rssMiB: 51, startMs: 0 }]);
    expect(await server.close()).to.equal(undefined);
    expect(lines()).to.deep.equal([]);
    expect(await server.start()).to.equal('http://localhost:1');
    expect(lines()).to.deep.equal([
      ['startServer', config, 'store', 'log', { servesSample: true, metrics: 'metrics' }],
      ['watchDescriptors', 'log'],
      ['workerStarted'],
      ['workers', 1, 1],
    ]);
    expect(server.list()).to.deep.equal([{ pid: process.pid, rssMiB: 51, startMs: 1_235 }]);
    expect(server.restart).to.equal(undefined);
    expect(await Promise.race([server.failed, Promise.resolve('it has not')])).to.equal('it has not');
    expect(await server.close()).to.equal('closed');
    expect(lines()).to.deep.equal([['close']]);
    await (await module.serveHere({ ...options, monitoring: undefined })).start();
    expect(lines()).to.have.length(2);
  });

  async function workersOf(config: Config, developmentKey?: FeedKey, servesSample = false) {
    const options = { config, redisUrl: 'redis://chosen', servesSample, developmentKey, log, monitoring };
    const server = await module.serveWithWorkers(options as unknown as Options<'serveWithWorkers'>);
    return (server as unknown as { options: { keysOfReplacement: () => string | undefined; env: object } }).options;
  }
  const env = { REDIS_URL: 'redis://chosen', STREAMS: '4', STREAMS_PER_ADDRESS: '2' };

  it('is workers, each with its share of the streams, and a quarter of the bytes of one cache for all', async () => {
    await workersOf(configOf());
    expect(lines()).to.deep.equal([
      ['watchDescriptors', 'log'],
      [
        'Workers',
        {
          ...{
            count: 3,
            log: 'log',
            monitoring: shown(monitoring),
            replyBytes: 1_001,
            keysOfReplacement: 'function',
            env,
          },
        },
      ],
    ]);
    expect((await workersOf(configOf(), key('development'))).env).to.deep.equal({
      ...env,
      FEED_KEYS: 'development:ab',
    });
    expect((await workersOf(configOf(), undefined, true)).env).to.deep.equal({ ...env, FIGHTCARD_SAMPLE: '1' });
    expect([0, 1, 4, 5].map((cacheBytes) => module.sharedBytes(configOf({ cacheBytes })))).to.deep.equal([0, 1, 1, 2]);
  });

  it('is workers that read feed keys themselves while their file is valid, and get the last ones while it is not', async () => {
    const { keysOfReplacement } = await workersOf(configOf({ feedKeysFile: 'keys' }));
    const [read, watch] = happened.filter(([name]) => name === 'read' || name === 'watch');
    expect(read).to.deep.equal(['read', 'keys', true]);
    expect(watch?.slice(0, 3)).to.deep.equal(['watch', 'keys', true]);
    const onRead = watch?.[3] as (of: typeof file) => void;
    expect(keysOfReplacement()).to.equal(undefined);
    file = { keys: [], errors: ['line 1'] };
    expect(keysOfReplacement()).to.equal('a,b');
    onRead({ keys: [key('wrong')], errors: ['line 1'] });
    expect(keysOfReplacement()).to.equal('a,b');
    onRead({ keys: [key('c')], errors: [] });
    expect(keysOfReplacement()).to.equal('c');
    expect(happened.at(-1)).to.deep.equal(['read', 'keys', true]);
    happened = [];
    expect((await workersOf(configOf())).keysOfReplacement()).to.equal(undefined);
    expect(happened.map(([name]) => name)).to.deep.equal(['watchDescriptors', 'Workers']);
  });
});
