import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { feedKey, wrongFeedKey } from '../../contracts/interactions/live-updates.ts';
import { feedReceived } from '../../contracts/world/index.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { type SmokeOptions, smoke } from '../../scripts/smoke/smoke.ts';
import { listen } from '../support/http/listen.ts';
import { send } from '../support/http/send.ts';
import { openStore, startRedis } from '../support/redis/redis.ts';
import { startProgram } from '../support/run/start-program.ts';
import { startTestServer } from '../support/server/server.ts';
import { committedOperations } from '../support/suites/operations.ts';
import { publishWorld } from './states.ts';

const certain = { feedKey, feedKeyIsCertain: true };

/** The server as after `npm start`: with the world and its recorded feed. */
async function startServer(): Promise<Pick<Mock, 'url' | 'close'>> {
  const redis = await startRedis();
  const { store, close } = await openStore(redis.url);
  await publishWorld(store);
  for (const update of feedReceived) await store.live.update(update);
  const server = await startTestServer(store);
  return {
    url: server.url,
    async close() {
      await server.close();
      close();
      await redis.close();
    },
  };
}

describe('smoke', () => {
  for (const [title, start] of [
    ['server', startServer],
    ['mock', () => startMock({ port: 0, host: '127.0.0.1' })],
  ] as const) {
    for (const readOnly of [false, true]) {
      it(`finds nothing broken on the ${title}${readOnly ? ' with --read-only' : ''}`, async () => {
        const target = await start();
        const report = await smoke({ ...certain, url: target.url, readOnly }).finally(() => target.close());
        expect(report.broken.join('\n')).to.equal('');
        const total = committedOperations.length;
        expect(report.operations).to.deep.equal({ good: total, total });
        expect(report.links).to.be.greaterThan(100);
        expect(report.cut).to.equal(false);
      });
    }
  }
});

const script = fileURLToPath(new URL('../../scripts/smoke.ts', import.meta.url));

interface Reply {
  status: number;
  body: string;
}

describe('smoke of a false provider (control)', () => {
  let mock: Mock;
  let provider: Awaited<ReturnType<typeof listen>>;
  let sent: { method: string; path: string; hasBody: boolean }[] = [];
  /** About the reply to a path; without a lie, the truth. */
  let lie: (path: string, reply: Reply) => Partial<Reply> | undefined;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
    provider = await listen(async (req, res) => {
      const { method = 'GET', url: path = '' } = req;
      const body = await buffer(req);
      sent.push({ method, path, hasBody: body.length > 0 });
      const plain = { ...(req.headers as Record<string, string>), 'accept-encoding': 'identity' };
      const reply = await send(mock.url, method, path, plain, body);
      const { 'content-length': _, ...headers } = reply.headers;
      const truth = { status: reply.status, body: reply.body.toString() };
      const told = { ...truth, ...lie(path, truth) };
      res.writeHead(told.status, headers).end(told.body);
    });
  });
  beforeEach(() => {
    sent = [];
    lie = () => undefined;
  });
  after(() => Promise.all([provider.close(), mock.close()]));

  const ask = (options: Partial<SmokeOptions> = {}) =>
    smoke({ url: provider.url, ...certain, maximumLinks: 0, ...options });

  it('names a wrong status', async () => {
    lie = (path) => (path === '/api/v3/mobile/chat' ? { status: 203 } : undefined);
    const { broken, operations } = await ask();
    expect(broken).to.deep.equal(['GET /api/v3/mobile/chat (chat): answers 203 without problem details']);
    expect(operations.total - operations.good).to.equal(1);
  });

  it('names a reply about another record', async () => {
    lie = (path, { body }) =>
      path === '/api/v3/mobile/events/7001/watch' ? { body: body.replace('7001', '7002') } : undefined;
    expect((await ask()).broken).to.deep.equal([
      'GET /api/v3/mobile/events/7001/watch (watch_event): has event_id 7002; the request has 7001',
    ]);
  });

  it('names a refused feed key only if it is certain', async () => {
    expect((await ask({ feedKey: wrongFeedKey, feedKeyIsCertain: false })).broken).to.deep.equal([]);
    expect((await ask({ feedKey: wrongFeedKey })).broken).to.deep.equal([
      'POST /api/v1/us/fight_metrics/update_live_event (fight_metrics_update_live_event): answers 403 urn:problem-type:feed-key-rejected',
    ]);
  });

  it('sends bodies unless --read-only', async () => {
    for (const readOnly of [false, true]) {
      sent = [];
      await ask({ readOnly });
      const posts = sent.filter(({ method }) => method === 'POST');
      expect(posts).to.have.length.above(2);
      expect(new Set(posts.map(({ hasBody }) => hasBody))).to.deep.equal(new Set([!readOnly]));
    }
  });

  it('follows ids, addresses of feeds and pages', async () => {
    await ask({ readOnly: true, maximumLinks: 2_000 });
    const ofRecords = ['news', 'media', 'fighters', 'events', 'octagon_girls'].map((name) => `v3/mobile/${name}/\\d+`);
    const feeds = 'v1/us/fight_metrics/live_event/.*';
    const others = ['v3/mobile/fights/\\d+/votes', 'v1/us/fighters/\\d+', feeds, 'v3/mobile/news\\?limit=2&cursor=.*'];
    for (const path of [...ofRecords, ...others]) {
      const pattern = new RegExp(`^/api/${path}$`);
      // One is the call of the operation.
      expect(sent.filter((one) => pattern.test(one.path)).length, path).to.be.above(1);
    }
  });

  it('exits with 1 for a single broken reply', async () => {
    const args = [script, '--url', provider.url, '--feed-key', feedKey, '--read-only', '--max-links', '0'];
    const run = () => startProgram(process.execPath, args).result;
    expect(await run()).to.include({ code: 0 });
    lie = (path) => (path === '/api/v1/us/chat' ? { body: '{}' } : undefined);
    const { code, out, err } = await run();
    expect(code).to.equal(1);
    expect(out).to.contain('1 broken');
    expect(err).to.match(/^GET \/api\/v1\/us\/chat \(chat\): does not fit its schema/m);
  });
});
