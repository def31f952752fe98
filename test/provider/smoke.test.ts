import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { feedKey, wrongFeedKey } from '../../contracts/interactions/live-updates.ts';
import * as schemas from '../../contracts/schemas/all.ts';
import { feedReceived } from '../../contracts/world/index.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { type Reference, referencesIn } from '../../scripts/smoke/references.ts';
import { type SmokeOptions, smoke } from '../../scripts/smoke/smoke.ts';
import { listen } from '../support/http/listen.ts';
import { openStore, startRedis } from '../support/redis/redis.ts';
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

interface Sent {
  method: string;
  path: string;
  hasBody: boolean;
}

describe('smoke of a false provider (control)', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  /** @param lie about the reply to a path; without one, the truth. */
  async function ask(
    options: Partial<SmokeOptions> = {},
    lie: (path: string, reply: Response) => Response | undefined = () => undefined,
  ) {
    const sent: Sent[] = [];
    const listening: typeof fetch = async (url, init) => {
      const { pathname, search } = new URL(String(url));
      sent.push({ method: init?.method ?? 'GET', path: pathname + search, hasBody: init?.body !== undefined });
      const reply = await fetch(url, init);
      return lie(pathname, reply) ?? reply;
    };
    const report = await smoke({ url: mock.url, ...certain, fetch: listening, ...options });
    return { ...report, sent };
  }

  it('names a wrong status', async () => {
    const { broken, operations } = await ask({ maximumLinks: 0 }, (path, reply) =>
      path === '/api/v3/mobile/chat' ? new Response(reply.body, { status: 203, headers: reply.headers }) : undefined,
    );
    expect(broken).to.deep.equal(['GET /api/v3/mobile/chat (chat): answers 203 without problem details']);
    expect(operations.total - operations.good).to.equal(1);
  });

  it('names a reply about another record', async () => {
    const watch = '/api/v3/mobile/events/7001/watch';
    const body = (await (await fetch(mock.url + watch)).text()).replace('7001', '7002');
    const { operations, broken } = await ask({ maximumLinks: 0 }, (path, reply) =>
      path === watch ? new Response(body, reply) : undefined,
    );
    expect(operations.total - operations.good).to.equal(1);
    expect(broken).to.deep.equal([
      'GET /api/v3/mobile/events/7001/watch (watch_event): has event_id 7002, but 7001 was asked for',
    ]);
  });

  it('names a refused feed key only if it is certain', async () => {
    const wrong = { feedKey: wrongFeedKey, maximumLinks: 0 };
    expect((await ask({ ...wrong, feedKeyIsCertain: false })).broken).to.deep.equal([]);
    expect((await ask({ ...wrong, feedKeyIsCertain: true })).broken).to.deep.equal([
      'POST /api/v1/us/fight_metrics/update_live_event (fight_metrics_update_live_event): answers 403 urn:problem-type:feed-key-rejected',
    ]);
  });

  it('sends bodies unless --read-only, and follows ids and pages', async () => {
    const [whole, reading] = [await ask(), await ask({ readOnly: true, maximumLinks: 0 })];
    const posts = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'POST');
    expect(posts(whole.sent)).to.have.length.above(2);
    expect(posts(whole.sent).every(({ hasBody }) => hasBody)).to.equal(true);
    expect(posts(reading.sent)).to.have.length.above(2);
    expect(posts(reading.sent).some(({ hasBody }) => hasBody)).to.equal(false);
    for (const prefix of ['/api/v3/mobile', '/api/v1/us']) {
      const count = (rest: string) =>
        whole.sent.filter(({ path }) => new RegExp(`^${prefix}${rest}`).test(path)).length;
      expect(count('/fighters/\\d+$'), prefix).to.be.above(5);
      expect(count('/news\\?limit=2&cursor='), prefix).to.be.above(1);
    }
  });

  it('exits with 1 for a single broken reply', async () => {
    let isBroken = false;
    const provider = await listen(async (req, res) => {
      const body = req.method === 'POST' ? await new Response(req as never).text() : undefined;
      const { host, connection, ...headers } = req.headers as Record<string, string>;
      const reply = await fetch(mock.url + req.url, { method: req.method ?? 'GET', headers, ...(body && { body }) });
      const { 'content-length': _, ...kept } = Object.fromEntries(reply.headers);
      const text = await reply.text();
      res.writeHead(reply.status, kept).end(isBroken && req.url === '/api/v1/us/chat' ? '{}' : text);
    });
    const run = async () => {
      const args = [script, '--url', provider.url, '--feed-key', feedKey, '--read-only', '--max-links', '0'];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      let text = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
      const code = await new Promise((ended) => child.once('close', ended));
      return { code, text };
    };
    try {
      expect(await run()).to.include({ code: 0 });
      isBroken = true;
      const { code, text } = await run();
      expect([code, text.includes('1 broken')], text).to.deep.equal([1, true]);
      expect(text).to.match(/^GET \/api\/v1\/us\/chat \(chat\): does not fit its schema/m);
    } finally {
      await provider.close();
    }
  });
});

describe('referencesIn', () => {
  const shown = (references: Iterable<Reference>) =>
    [...references].map((one) => (one.route ? `${one.route} ${one.id}` : `${one.url} ${one.needed}`));

  it('finds ids by the names of their members', () => {
    const value = {
      ...{ fighter_id: 1, article_fighter_id: 2, fighter1_id: 3, fighter2_id: 4, main_event_fighter1_id: 5 },
      ...{ main_event_fighter2_id: 6, event_id: 7, fight_id: 8, article_media_id: 9, octagon_girl_media_id: 10 },
      ...{ media_id: 11, other_id: 12, event_statid: 13 },
      ...{ live_event_url: '/a', fm_fnt_feed_url: '/b', fm_stats_feed_url: '/c' },
      fm_fight_rhythm_feed_url: '/d?fight=-1',
    };
    expect(shown(referencesIn({}, value))).to.deep.equal([
      ...['fighter 1', 'fighter 2', 'fighter 3', 'fighter 4', 'fighter 5', 'fighter 6', 'event 7', 'fight_votes 8'],
      ...['media_item 9', 'media_item 10', 'media_item 11', '/a true', '/b false', '/c false'],
    ]);
    expect(shown(referencesIn({}, { fighter_id: 0, event_id: null, media_id: -1 }))).to.deep.equal([]);
  });

  it('finds ids in every element and by schema', () => {
    const { News, Event } = schemas;
    const news = [{ id: 1 }, { id: 2 }, { id: 3, deep: [{ event_id: 4 }, { event_id: 5 }] }];
    const found = ['article 1', 'article 2', 'article 3', 'event 4', 'event 5'];
    expect(shown(referencesIn({ items: News }, news))).to.deep.equal(found);
    expect(shown(referencesIn(Event, { id: 6 }))).to.deep.equal(['event 6']);
    expect(shown(referencesIn({}, { id: 7 }))).to.deep.equal([]);
    for (const [$id, value, found] of [
      ['Fight', { id: 7, fighter1_id: 8, fighter2_id: 0 }, ['fight_votes 7', 'fighter 8']],
      ['RingPresenter', { id: 41, octagon_girl_media_id: 9 }, ['octagon_girl 41', 'media_item 9']],
      ['Article', { id: 5, article_fighter_id: null, event_id: 3 }, ['article 5', 'event 3']],
    ] as const) {
      expect(shown(referencesIn({ $id } as never, value))).to.deep.equal(found);
    }
  });
});
