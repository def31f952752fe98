import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { mock } from 'node:test';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { readConfig } from '../../../server/config.ts';
import { type RunningServer, startServer } from '../../../server/http/server.ts';
import type { ProcessGauges, RequestMetrics } from '../../../server/monitoring/request-metrics.ts';
import { createLog } from '../../../server/processes/log.ts';
import { answersIn, sendRaw } from '../../support/http/raw.ts';
import { send } from '../../support/http/send.ts';
import { type MemoryStore, openMemoryStore } from '../../support/server/memory-store.ts';

/** Writes down what it is told. */
function notingMetrics() {
  const noted: unknown[] = [];
  let gauges: (() => ProcessGauges) | undefined;
  const note =
    (name: string) =>
    (...told: unknown[]) =>
      void noted.push([name, ...told.map((one) => (typeof one === 'number' && !Number.isInteger(one) ? 'ms' : one))]);
  const metrics = {
    invalidatable: { invalidate: note('invalidate'), setConnected: note('connected'), setAway: note('away') },
    sample(read: () => ProcessGauges) {
      gauges = read;
    },
    begin: (_: unknown, __: number, operationOf: () => unknown) => void noted.push(['begin', operationOf()]),
    answered: (operation: unknown, status: number, startMs: unknown) =>
      void noted.push(['answered', operation, status, typeof startMs]),
    ...{ turn: () => undefined, cacheLookup: note('lookup'), cacheLoad: note('load'), problem: note('problem') },
    ...{ shed: note('shed'), misfit: note('misfit'), streamOpened: note('stream'), streams: note('streams') },
  };
  return { noted, metrics: metrics as unknown as RequestMetrics, gauges: () => gauges?.() };
}

describe('the start of a server, without a Redis', () => {
  let memory: MemoryStore;
  const running: RunningServer[] = [];
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });

  beforeEach(() => {
    memory = openMemoryStore();
    lines.length = 0;
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.close()));
    mock.reset();
  });

  type More = NonNullable<Parameters<typeof startServer>[3]>;
  const startWith = async (env: Record<string, string> = {}, more?: More) => {
    const config = readConfig({ PORT: '0', HOST: '127.0.0.1', ...env });
    const server = await startServer(config, memory.store, log, more);
    running.push(server);
    return server;
  };

  it('listens where it is told, with room for 4,096 connections that wait', async () => {
    const listen = mock.method(Server.prototype, 'listen');
    const { url } = await startWith();
    const [call] = listen.mock.calls;
    expect(call?.arguments[0]).to.deep.equal({ port: 0, host: '127.0.0.1', backlog: 4_096 });
    expect(
      (call?.this as unknown as Server | undefined)?.listenerCount('error'),
      'it waits for no error any more',
    ).to.equal(0);
    const failure = await startWith({ PORT: new URL(url).port }).catch(({ code }) => code);
    expect(failure).to.equal('EADDRINUSE');
  });

  it('leads vacant titles to the pictures of the sample only where it serves them', async () => {
    const placeholder = async (env: Record<string, string>, more?: More) =>
      (await startWith(env, more)).app.context.settings.placeholderImage;
    const own = { SAMPLE_PICTURES: 'http://pictures.example.org' };
    const plain = 'https://img.example.com/placeholder.png';
    expect([
      await placeholder(own, { servesSample: true }),
      await placeholder(own, { servesSample: false }),
      await placeholder(own),
      await placeholder({}, { servesSample: true }),
    ]).to.deep.equal([...['http://pictures.example.org/sample/img.example.com/placeholder.png', plain, plain, plain]]);
    expect(running.map(({ app }) => app.servesSample)).to.deep.equal([true, false, false, true]);
  });

  it('takes the address that it listens on for its own, unless it has a public one', async () => {
    const [own, given] = [await startWith(), await startWith({ PUBLIC_URL: 'https://api.example.org' })];
    expect([own.app.context.settings.publicUrl, given.app.context.settings.publicUrl]).to.deep.equal([
      own.url,
      'https://api.example.org',
    ]);
  });

  it('measures what nothing reports, as it is at that moment', async () => {
    const { metrics, gauges, noted } = notingMetrics();
    const { app } = await startWith({}, { metrics });
    expect(noted).to.deep.equal([
      ['connected', false],
      ['connected', true],
    ]);
    const idle = { bytes: 0, replies: 0, readers: 0, queues: false, running: 0, waiting: 0, limit: 16 };
    expect(gauges()).to.deep.equal(idle);
    const { responseCache, streams, overloadGuard } = app;
    const busy = { bytes: 5, count: 3, admission: { running: 1, waiting: 2, limit: 4 } };
    Object.assign(app, { responseCache: busy, streams: { count: 7 }, overloadGuard: { isOn: true } });
    const expected = { bytes: 5, replies: 3, readers: 7, running: 1, waiting: 2, limit: 4 };
    expect(gauges()).to.deep.equal({ ...expected, queues: true });
    Object.assign(app, { overloadGuard: undefined });
    expect(gauges()).to.deep.equal({ ...expected, queues: false });
    Object.assign(app, { responseCache, streams, overloadGuard });
    memory.handlers[0]?.onLate?.(true);
    expect(noted.at(-1)).to.deep.equal(['away', true]);
  });

  it('has a cache of the given size, which may be off, and tells other processes what it loads', async () => {
    const path = `/api/v1/us/fighters/${ids.fighter}`;
    const told: string[] = [];
    const peers = { onLoad: (key: string) => told.push(key), onRemove: () => undefined, fetch: async () => undefined };
    for (const [env, isCached] of [
      [{}, true],
      [{ CACHE: 'off' }, false],
      [{ CACHE_BYTES: '0' }, false],
    ] as const) {
      told.length = 0;
      const { url, app } = await startWith(env, { peers });
      expect((await send(url, 'GET', path)).status).to.equal(200);
      expect(app.responseCache.get(path) !== undefined, JSON.stringify(env)).to.equal(isCached);
      expect(told).to.deep.equal([path]);
    }
  });

  it('hears of changes in the cache of replies and in that of fights', async () => {
    const path = `/api/v1/us/fighters/${ids.fighter}`;
    const { url, app } = await startWith();
    const { fightCache } = app.context;
    await send(url, 'GET', path);
    await fightCache.readFight(ids.fightInProgress);
    const isCached = () => [
      app.responseCache.get(path) !== undefined,
      !(fightCache.readFight(ids.fightInProgress) instanceof Promise),
    ];
    expect(isCached()).to.deep.equal([true, true]);
    memory.handlers[0]?.onMessage('content', '{"generation":8,"collections":["fighters"]}');
    expect(isCached()).to.deep.equal([false, false]);
  });

  it('logs as large a sample as it is told, and knows that a GET has no body', async () => {
    const { url, app } = await startWith({ LOG_SAMPLE: '1' });
    expect(app.logSample).to.equal(1);
    const ended: boolean[] = [];
    const { emit } = Server.prototype;
    mock.method(Server.prototype, 'emit', function noting(this: Server, name: string, ...given: unknown[]) {
      if (name === 'request') ended.push((given[0] as IncomingMessage).readableEnded);
      return Reflect.apply(emit, this, [name, ...given]);
    });
    await send(url, 'GET', '/api/v1/us/health');
    await send(url, 'POST', '/nowhere', {}, 'x');
    expect(ended).to.deep.equal([true, false]);
  });

  it('counts and logs what never reaches a route', async () => {
    const { metrics, noted } = notingMetrics();
    const { url } = await startWith({}, { metrics });
    noted.length = 0;
    const [refused] = answersIn((await sendRaw(url, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).text);
    const [unparsed] = answersIn((await sendRaw(url, 'nothing of the kind\r\n\r\n')).text);
    expect([refused?.status, unparsed?.status]).to.deep.equal([400, 400]);
    expect(noted).to.deep.equal([
      ['begin', undefined],
      ['answered', undefined, 400, 'number'],
    ]);
    expect(
      lines.map(({ level, msg, reason, status, requestId }) => ({ level, msg, reason, status, requestId })),
    ).to.deep.equal([
      {
        ...{ level: 40, msg: 'malformed-request', reason: 'framing', status: 400 },
        requestId: refused?.headers['x-request-id'],
      },
      {
        ...{ level: 40, msg: 'malformed-request', reason: 'framing', status: undefined },
        requestId: unparsed?.headers['x-request-id'],
      },
    ]);
  });

  it('refuses in the language of the path, under other region segments too where it serves them', async () => {
    const languages: (string | undefined)[] = [];
    for (const env of [{ REGION_SEGMENTS: 'on' }, {}]) {
      const { url } = await startWith(env);
      const { text } = await sendRaw(url, 'GET /api/v3/iphone/news HTTP/1.1\r\nConnection: close\r\n\r\n');
      languages.push(answersIn(text)[0]?.headers['content-language']);
    }
    expect(languages).to.deep.equal(['es-US', 'en-US']);
  });

  it('has as many streams as it is told, of all and of each address, and counts what they send', async () => {
    const sent: string[] = [];
    const { metrics } = notingMetrics();
    Object.assign(metrics, { streamEvent: () => sent.push('event'), streamCut: () => undefined });
    const { app } = await startWith({ STREAMS: '2', STREAMS_PER_ADDRESS: '1' }, { metrics });
    const source = {
      ...{ hasHistory: false, minIntervalMs: 0, isRelevant: () => true },
      read: async () => ({ version: 1, upTo: 1, channels: [], events: [{ id: 1, bytes: Buffer.from('x') }] }),
    };
    const follow = async (address: string) => {
      const res = new ServerResponse({ method: 'GET' } as IncomingMessage);
      const ignored = () => undefined;
      const timing = { setTimeout: ignored, setNoDelay: ignored, setKeepAlive: ignored };
      const socket = Object.assign(new PassThrough(), timing);
      res.assignSocket(socket as unknown as Socket);
      const request = { address, family: 'v1', key: 'one', lastId: undefined, coding: 'identity' } as const;
      return app.streams.open(res, { ...request, headers: {}, source: () => source }).then(
        () => 'followed',
        ({ key }: { key: string }) => key,
      );
    };
    const answers = [await follow('a'), await follow('a'), await follow('b'), await follow('c')];
    expect(answers).to.deep.equal(['followed', 'too-many-requests', 'followed', 'service-unavailable']);
    expect(sent).to.deep.equal(['event', 'event']);
  });

  it('tells its guard of new connections', async () => {
    const on = mock.method(Server.prototype, 'on');
    const { app } = await startWith();
    const told = on.mock.calls.map(({ arguments: [name, work] }) => ({ name: String(name), work }));
    expect(told).to.deep.include({ name: 'connection', work: app.overloadGuard?.onConnection });
  });

  it('leaves nothing behind when it stops: streams, keys, subscriptions and the guard', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fightcard-start-'));
    const file = join(folder, 'keys');
    writeFileSync(file, `first:${'ab'.repeat(32)}\n`);
    try {
      const before = process.listenerCount('SIGHUP');
      const server = await startWith({ FEED_KEYS_FILE: file });
      running.length = 0;
      expect(process.listenerCount('SIGHUP')).to.equal(before + 1);
      expect([server.app.context.isDraining(), memory.handlers.length]).to.deep.equal([false, 1]);
      const closed: string[] = [];
      const { streams, overloadGuard } = server.app;
      if (!overloadGuard) throw new Error('it has no guard');
      mock.method(streams, 'close', () => closed.push('streams'));
      const closeGuard = overloadGuard.close.bind(overloadGuard);
      mock.method(overloadGuard, 'close', () => {
        closed.push('guard');
        closeGuard();
      });
      const { setInterval: start, clearInterval: end } = globalThis;
      const timers = new Map<unknown, number>();
      mock.method(globalThis, 'setInterval', (work: () => void, ms: number) => {
        const timer = start(work, ms);
        timers.set(timer, ms);
        return timer;
      });
      mock.method(globalThis, 'clearInterval', (timer: NodeJS.Timeout) => {
        timers.delete(timer);
        end(timer);
      });
      const stopping = server.close();
      expect([...timers.values()]).to.deep.equal([100]);
      expect([server.app.context.isDraining(), closed]).to.deep.equal([true, ['streams']]);
      expect(process.listenerCount('SIGHUP')).to.equal(before);
      await stopping;
      expect(timers.size).to.equal(0);
      expect([closed, memory.done]).to.deep.equal([['streams', 'guard'], ['unsubscribe']]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
