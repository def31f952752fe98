import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { feedKey, wrongFeedKey } from '../../contracts/interactions/live-updates.ts';
import * as schemas from '../../contracts/schemas/all.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { type Reference, referencesIn } from '../../scripts/smoke/references.ts';
import { type SmokeOptions, smoke } from '../../scripts/smoke/smoke.ts';

const script = fileURLToPath(new URL('../../scripts/smoke.ts', import.meta.url));

/** A request as it was sent. */
interface Sent {
  method: string;
  /** Path and query. */
  path: string;
  hasBody: boolean;
}

describe('smoke, shown something wrong', () => {
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
    const report = await smoke({ url: mock.url, feedKey, feedKeyIsCertain: true, fetch: listening, ...options });
    return { ...report, sent };
  }

  it('names a status that is no success of its route, whatever the body', async () => {
    const { broken, operations } = await ask({ maximumLinks: 0 }, (path, reply) =>
      path === '/api/v3/mobile/chat' ? new Response(reply.body, { status: 203, headers: reply.headers }) : undefined,
    );
    expect(broken).to.deep.equal(['GET /api/v3/mobile/chat (chat): answers 203 without problem details']);
    expect(operations.total - operations.good).to.equal(1);
  });

  it('names the refusal of a feed key that must be right, and of no other', async () => {
    const wrong = { feedKey: wrongFeedKey, maximumLinks: 0 };
    expect((await ask({ ...wrong, feedKeyIsCertain: false })).broken).to.deep.equal([]);
    expect((await ask({ ...wrong, feedKeyIsCertain: true })).broken).to.deep.equal([
      'POST /api/v1/us/fight_metrics/update_live_event (fight_metrics_update_live_event): answers 403 urn:problem-type:feed-key-rejected',
    ]);
  });

  it('sends bodies with every POST, or with none, and follows ids in their own family, and pages', async () => {
    const [whole, reading] = [await ask(), await ask({ readOnly: true, maximumLinks: 0 })];
    const posts = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'POST');
    expect(posts(whole.sent)).to.have.lengthOf(4);
    expect(posts(whole.sent).every(({ hasBody }) => hasBody)).to.equal(true);
    expect(posts(reading.sent)).to.have.lengthOf(4);
    expect(posts(reading.sent).some(({ hasBody }) => hasBody)).to.equal(false);
    for (const prefix of ['/api/v3/mobile', '/api/v1/us']) {
      const paths = whole.sent.flatMap(({ path }) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []));
      expect(
        paths.filter((path) => /^\/fighters\/\d+$/.test(path)),
        prefix,
      ).to.have.length.above(5);
      expect(
        paths.filter((path) => /^\/news\?limit=2&cursor=/.test(path)),
        prefix,
      ).to.have.length.above(1);
    }
  });

  it('ends with 1 for a single broken reply, and with 0 for none', async () => {
    let isBroken = false;
    const server = createServer(async (req, res) => {
      const body = req.method === 'POST' ? await new Response(req as never).text() : undefined;
      const { host, connection, ...headers } = req.headers as Record<string, string>;
      const reply = await fetch(mock.url + req.url, { method: req.method ?? 'GET', headers, ...(body && { body }) });
      const { 'content-length': _, ...kept } = Object.fromEntries(reply.headers);
      const text = await reply.text();
      res.writeHead(reply.status, kept).end(isBroken && req.url === '/api/v1/us/chat' ? '{}' : text);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const run = async () => {
      const args = [script, '--url', url, '--feed-key', feedKey, '--read-only', '--max-links', '0'];
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
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('the references that smoke follows', () => {
  const shown = (references: Iterable<Reference>) =>
    [...references].map((one) => (one.route ? `${one.route} ${one.id}` : `${one.url} ${one.needed}`));

  it('are the ids of records, by the name of the member, and the addresses of feeds, but for what stands for none', () => {
    const value = {
      ...{ fighter_id: 1, article_fighter_id: 2, fighter1_id: 3, fighter2_id: 4, main_event_fighter1_id: 5 },
      ...{ main_event_fighter2_id: 6, event_id: 7, fight_id: 8, article_media_id: 9, octagon_girl_media_id: 10 },
      ...{ media_id: 11, other_id: 12, event_statid: 13 },
      ...{
        live_event_url: '/a',
        fm_fnt_feed_url: '/b',
        fm_stats_feed_url: '/c',
        fm_fight_rhythm_feed_url: '/d?fight=-1',
      },
    };
    expect(shown(referencesIn({}, value))).to.deep.equal([
      ...['fighter 1', 'fighter 2', 'fighter 3', 'fighter 4', 'fighter 5', 'fighter 6', 'event 7', 'fight_votes 8'],
      ...['media_item 9', 'media_item 10', 'media_item 11', '/a true', '/b false', '/c false'],
    ]);
    expect(shown(referencesIn({}, { fighter_id: 0, event_id: null, media_id: -1 }))).to.deep.equal([]);
  });

  it('are those of every element, at any depth, and an id by the schema of its record', () => {
    const { News, Event } = schemas;
    expect(
      shown(referencesIn({ items: News }, [{ id: 1 }, { id: 2 }, { id: 3, deep: [{ event_id: 4 }, { event_id: 5 }] }])),
    ).to.deep.equal([...['article 1', 'article 2', 'article 3', 'event 4', 'event 5']]);
    expect(shown(referencesIn(Event, { id: 6 }))).to.deep.equal(['event 6']);
    expect(shown(referencesIn({}, { id: 7 }))).to.deep.equal([]);
  });
});
