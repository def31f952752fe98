import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import type { Spans } from '../../../server/http/spans.ts';
import type { RequestMetrics } from '../../../server/monitoring/request-metrics.ts';
import { createLog } from '../../../server/processes/log.ts';
import { follow } from '../../support/http/follow.ts';
import { json, send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { openMemoryStore } from '../../support/server/memory-store.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../support/server/server.ts';

const fighter = `/api/v1/us/fighters/${ids.fighter}`;

describe('the steps of every request, without a Redis', () => {
  const servers: TestServer[] = [];
  const lines: Record<string, unknown>[] = [];
  const counted: unknown[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const note =
    (name: string) =>
    (...told: unknown[]) =>
      void counted.push([name, ...told]);
  const metrics = {
    invalidatable: { invalidate: () => undefined, setConnected: () => undefined, setAway: () => undefined },
    ...{ turn: () => undefined, cacheLookup: note('lookup'), cacheLoad: note('load'), problem: note('problem') },
    streamOpened: (_: unknown, { id }: { id: string }) => void counted.push(['stream', id]),
    ...{ streamEvent: () => undefined, streamCut: () => undefined },
    ...{ begin: () => undefined, answered: () => undefined, shed: note('shed'), misfit: note('misfit') },
  } as unknown as RequestMetrics;

  beforeEach(() => {
    lines.length = 0;
    counted.length = 0;
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  const start = async (options: TestServerOptions = {}) => {
    const server = await startTestServer(openMemoryStore().store, { log, metrics, ...options });
    servers.push(server);
    return server;
  };

  /** The lines of the log, once there are so many. */
  const linesOf = async (count: number) => {
    await eventually(() => lines.length >= count, `${count} lines`);
    return lines.map(({ level, msg, method, route, status, reason }) => ({
      level,
      msg,
      method,
      route,
      status,
      reason,
    }));
  };

  it('have one line in the log for each request, with or without a route, plain or not', async () => {
    const { url } = await start({ logSample: 1 });
    const asked: [method: string, path: string, route: string | undefined, status: number][] = [
      ['GET', fighter, 'v1.fighter', 200],
      ['GET', fighter, 'v1.fighter', 200],
      ['GET', `${fighter}?x=1`, 'v1.fighter', 200],
      ['HEAD', `${fighter}?x=2`, 'v1.fighter', 200],
      ['GET', `/api/v1/us/fighters/${ids.unknown}`, 'v1.fighter', 404],
      ['GET', `/api/v1/us/fighters/${ids.unknown}`, 'v1.fighter', 404],
      ['GET', `/api/v1/us/fighters/${ids.unknown}?x=1`, 'v1.fighter', 404],
      ['OPTIONS', fighter, undefined, 204],
      ['PUT', fighter, undefined, 405],
      ['GET', '/nowhere', undefined, 404],
    ];
    for (const [at, [method, path, route, status]] of asked.entries()) {
      const { headers, ...answer } = await send(url, method, path);
      expect(answer.status, `${method} ${path}`).to.equal(status);
      expect(headers).to.not.have.property('x-powered-by');
      expect(headers['x-request-id'] !== undefined, 'the id of a problem').to.equal(status >= 400);
      const found = (await linesOf(at + 1)).at(-1);
      expect(found).to.deep.equal({ level: 30, msg: undefined, method, route, status, reason: undefined });
    }
    expect(lines).to.have.length(asked.length);
  });

  it('count each problem once', async () => {
    const { url } = await start();
    for (const path of [`/api/v1/us/fighters/${ids.unknown}`, `${fighter}/x?x=1`, `${fighter}?x=1`]) {
      await send(url, 'GET', path);
    }
    await send(url, 'DELETE', fighter);
    await send(url, 'GET', '/api/v1/us/events?limit=0');
    expect(counted.filter((one) => (one as string[])[0] === 'problem')).to.deep.equal([
      ['problem', 'route-not-found'],
      ['problem', 'method-not-allowed'],
      ['problem', 'invalid-request'],
    ]);
  });

  it('lead to a stream where the client wants one, and else to the last reply', async () => {
    const memory = openMemoryStore();
    const asked: unknown[] = [];
    memory.store.live.follow = async (...given) => {
      asked.push(given);
      return { version: 3, latest: 3, reached: 3, what: 'latest', snapshots: [{ version: 3, document: '{"a":1}' }] };
    };
    const server = await startTestServer(memory.store, { log, metrics });
    servers.push(server);
    const path = '/api/v1/us/fight_metrics/live_event/811';
    const follower = await follow(server.url + path);
    await follower.until(1);
    expect([follower.status, follower.headers['content-type'], follower.events]).to.deep.equal([
      ...[200, 'text/event-stream; charset=utf-8', [{ id: '3', event: 'snapshot', data: '{"a":1}' }]],
    ]);
    expect(asked[0]).to.deep.equal([811, undefined, undefined]);
    expect(counted).to.deep.equal([['stream', 'v1.fight_metrics_live_event']]);
    follower.close();
    expect((await send(server.url, 'GET', path)).status).to.equal(404);
  });

  it('ask the supplier for its key before anything of the body', async () => {
    const { url } = await start();
    const path = '/api/v1/us/fight_metrics/update_live_event';
    const type = { 'Content-Type': 'application/json' };
    const answers = [
      await send(url, 'POST', path, type, '{'),
      await send(url, 'POST', path, { ...type, Authorization: 'Bearer another' }, '{'),
    ];
    expect(answers.map((answer) => [answer.status, json(answer).type])).to.deep.equal([
      [401, 'urn:problem-type:feed-key-required'],
      [403, 'urn:problem-type:feed-key-rejected'],
    ]);
  });

  it('begin with the guard, which logs what it refuses', async () => {
    const maxWaitMs = { urgent: -1, others: -1 };
    const { url, overloadGuard } = await start({ overload: { lateMs: -1_000_000, afterMs: -1_000_000, maxWaitMs } });
    const answer = await send(url, 'GET', fighter);
    expect([answer.status, json(answer).type]).to.deep.equal([503, 'urn:problem-type:service-unavailable']);
    expect(overloadGuard?.isOn).to.equal(true);
    expect((await linesOf(2)).at(-1)).to.deep.equal({
      ...{ level: 40, msg: 'service-unavailable', method: 'GET', route: undefined, status: 503, reason: 'overload' },
    });
    expect(counted).to.deep.equal([['shed', 'overload']]);
    expect((await send(url, 'GET', '/api/v1/us/health')).status).to.equal(200);
    expect(counted, 'health is not cached').to.have.length(1);
  });

  it('limit each address, which the last trusted proxy knows', async () => {
    const { url } = await start({ trustedProxies: 1, requestLimit: 1 });
    const statuses: number[] = [];
    for (const [address, path] of [
      ['203.0.113.1', fighter],
      ['203.0.113.2', `${fighter}?x=1`],
      ['203.0.113.1', fighter],
      ['203.0.113.1', `${fighter}?x=2`],
      ['203.0.113.1', `/api/v1/us/fighters/${ids.champion}`],
      ['203.0.113.3', `/api/v1/us/fighters/${ids.champion}`],
      ['203.0.113.4', `${fighter}?x=3`],
    ] as const) {
      statuses.push((await send(url, 'GET', path, { 'X-Forwarded-For': address })).status);
    }
    expect(statuses).to.deep.equal([200, 200, 429, 429, 429, 200, 200]);
    expect(counted.filter((one) => (one as string[])[0] === 'shed')).to.deep.equal([
      ...[1, 2, 3].map(() => ['shed', 'rate_reads']),
    ]);
  });

  it('happen in the span of the request, cached or not', async () => {
    const told: unknown[] = [];
    const storage = new AsyncLocalStorage<string | undefined>();
    const spans = {
      wrap:
        (listener: RequestListener): RequestListener =>
        (req, res) => {
          told.push(`begun ${req.url}`);
          storage.run(req.url, listener, req, res);
        },
      answers: (_: unknown, { id }: { id: string }) => void told.push(`cached ${id}`),
    } as unknown as Spans;
    const problem = (key: string) => told.push(`${key} in ${storage.getStore()}`);
    const { url } = await start({ spans, metrics: Object.assign(Object.create(metrics), { problem }) });
    for (const path of [fighter, fighter, '/nowhere']) await send(url, 'GET', path);
    const vote = '/api/v3/mobile/fights/7/vote';
    await send(url, 'POST', vote, { 'Content-Type': 'application/json' }, '{}');
    expect(told).to.deep.equal([
      ...[`begun ${fighter}`, `begun ${fighter}`, 'cached v1.fighter', 'begun /nowhere'],
      ...['route-not-found in /nowhere', `begun ${vote}`, `invalid-body in ${vote}`],
    ]);
  });

  it('end with the pages: the sample where it is served, and the board and the documentation anywhere', async () => {
    const statuses: Record<string, number[]> = {};
    for (const servesSample of [true, false]) {
      const { url } = await start({ servesSample });
      for (const path of ['/sample/img.example.com/placeholder.png', '/board/', '/docs/', '/nowhere']) {
        statuses[path] = [...(statuses[path] ?? []), (await send(url, 'GET', path)).status];
      }
    }
    expect(statuses).to.deep.equal({
      '/sample/img.example.com/placeholder.png': [200, 404],
      '/board/': [200, 200],
      '/docs/': [200, 200],
      '/nowhere': [404, 404],
    });
  });

  it('know other region segments, and pages of other sites, only where they are told', async () => {
    const seen: unknown[] = [];
    for (const isOn of [true, false]) {
      const { url } = await start({ regionSegments: isOn, crossOriginPosts: isOn });
      const { status } = await send(url, 'GET', `/api/v3/iphone/fighters/${ids.fighter}?x=1`);
      const { headers } = await send(url, 'OPTIONS', '/api/v3/mobile/fights/7/vote');
      const refused = await send(
        url,
        'POST',
        '/api/v3/mobile/fights/7/vote?x=1',
        { 'Content-Type': 'text/plain' },
        'x',
      );
      seen.push([status, headers['access-control-allow-methods'], refused.headers['access-control-allow-origin']]);
    }
    expect(seen).to.deep.equal([
      [200, 'POST', '*'],
      [404, undefined, undefined],
    ]);
  });
});
