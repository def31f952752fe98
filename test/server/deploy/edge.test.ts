import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { feedReceived, world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { readPath, tallyPath, vote, votePath } from '../../support/fixtures/vote-requests.ts';
import { adminUrlOf, scrape, sumOf } from '../../support/monitoring/scrape.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';
import { type Edge, startEdge } from '../../support/server/edge.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';

const live = '/api/v3/mobile/live';
const news = '/api/v3/mobile/news';
const voteOf = (client: string) => JSON.stringify(vote(client));
const post = { ':method': 'POST', ':path': votePath, 'content-type': 'application/json' };

/** `max-age` of a tally, the smallest but that of a live route. */
const maxAgeMs = 2_000;
/** Past it, within `stale-while-revalidate`; nginx counts whole seconds. */
const expiredMs = maxAgeMs + 1_100;
/** Past both. */
const longExpiredMs = 9_000;

describe('deploy/edge', () => {
  let redis: TestNode;
  let server: ServerProcess;
  let edge: Edge;
  let port: number;

  /** On the same port each time; the limit of writes is low enough to be met. */
  async function startServer(): Promise<void> {
    const env = { REDIS_URL: redis.url, PORT: String(port), ADMIN_PORT: '0', TRUST_PROXIES: '1', RATE_WRITES: '20' };
    server = startServerProcess(env);
    await server.ready;
  }
  /** Requests that reached the server, by operation. */
  async function received(operation: string): Promise<number> {
    return sumOf(await scrape(await adminUrlOf(server)), 'fightcard_requests_total', { operation });
  }

  before(async () => {
    redis = await startRedis();
    const { store, close } = await openStore(redis.url, { buckets: 8 });
    await publishRecords(store, world);
    for (const update of feedReceived) await store.live.update(update);
    close();
    port = await freePort();
    await startServer();
    edge = await startEdge([`http://127.0.0.1:${port}`]);
  });
  after(async () => {
    await edge?.close();
    await server?.close();
    await redis?.close();
  });

  for (const [age, ms] of [
    ['has just expired', expiredMs],
    ['expired long ago', longExpiredMs],
  ] as const) {
    it(`combines 300 requests for a reply that ${age}`, async () => {
      await edge.get(tallyPath);
      await sleep(ms);
      const before = await received('v3.fight_votes');
      const startMs = performance.now();
      const replies = await Promise.all(Array.from({ length: 300 }, () => edge.get(tallyPath)));
      // On a busy machine the new reply expires too.
      const lifetimes = Math.floor((performance.now() - startMs) / maxAgeMs);
      expect(new Set(replies.map(({ status }) => status))).to.deep.equal(new Set([200]));
      await eventually(async () => (await received('v3.fight_votes')) > before, 'the request arrives');
      expect((await received('v3.fight_votes')) - before).to.be.within(1, 1 + lifetimes);
    });
  }

  it('normalizes Accept and Accept-Encoding', async () => {
    const path = '/api/v3/mobile/fighters';
    const codings = ['br', 'gzip, br', 'deflate, gzip;q=0.5, br', 'br;q=1.0, gzip;q=0.8', 'BR , gzip'];
    const types = ['*/*', 'application/json', 'application/json, text/plain;q=0.9, */*;q=0.8', 'APPLICATION/*'];
    await edge.get(path, { accept: '*/*', 'accept-encoding': 'br' });
    const before = await received('v3.fighters');
    for (const coding of codings) {
      for (const accept of types) {
        const { status, headers } = await edge.get(path, { accept, 'accept-encoding': coding });
        expect([status, headers['content-encoding']], `${accept} ${coding}`).to.deep.equal([200, 'br']);
      }
    }
    expect(await received('v3.fighters')).to.equal(before);
  });

  for (const [accepted, sent] of [
    ['gzip', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['br;q=0.000, gzip ;q=0', undefined],
    ['identity', undefined],
  ] as const) {
    it(`sends ${sent ?? 'no coding'} to a client that accepts ${accepted}`, async () => {
      const { headers } = await edge.get('/api/v3/mobile/fighters', { 'accept-encoding': accepted });
      expect(headers['content-encoding']).to.equal(sent);
    });
  }

  it('refuses a client that accepts no JSON', async () => {
    await edge.get(news);
    for (const accept of ['image/png', 'application/json;q=0', 'text/html'])
      expect((await edge.get(news, { accept })).status, accept).to.equal(406);
  });

  it('answers 304 from its cache, and reports TLS to the server', async () => {
    const { headers } = await edge.get(news);
    expect(headers).to.include.keys('strict-transport-security');
    const again = await edge.get(news, { 'if-none-match': headers.etag });
    expect(again.status).to.equal(304);
    expect(again.headers['cache-status']).to.equal('edge; detail=HIT');
  });

  it('passes votes, and streams without buffering', async () => {
    const stream = edge.open(tallyPath, { accept: 'text/event-stream' });
    let text = '';
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    const events = () => text.split('event: snapshot').length - 1;
    await eventually(() => events() === 1, 'the current state');
    const before = await received('v3.fight_vote_cast');
    const { status } = await edge.request(post, voteOf('client-of-the-edge-0001'));
    expect(status).to.equal(201);
    await eventually(() => events() === 2, 'the vote on the stream');
    expect(stream.closed).to.equal(false);
    stream.close();
    expect((await received('v3.fight_vote_cast')) - before).to.equal(1);
  });

  it('does not cache the vote of a client', async () => {
    const client = 'client-of-the-edge-0002';
    const read = async () => (await edge.get(readPath(client))).status;
    expect(await read()).to.equal(404);
    expect((await edge.request(post, voteOf(client))).status).to.equal(201);
    expect(await read()).to.equal(200);
  });

  it('replaces X-Forwarded-For of clients', async () => {
    const statuses: number[] = [];
    for (let number = 0; number < 30; number++) {
      const claimed = { 'x-forwarded-for': `203.0.113.${number}`, ...post };
      statuses.push((await edge.request(claimed, voteOf(`client-of-the-edge-1${number + 100}`))).status);
    }
    expect(statuses).to.include(429);
  });

  it('serves stale replies while the server fails', async () => {
    const urls = [live, tallyPath, news];
    const before = await Promise.all(urls.map((url) => edge.get(url)));
    server.child.kill('SIGKILL');
    await server.ended;
    await sleep(longExpiredMs);
    const startMs = performance.now();
    const crowd = await Promise.all(Array.from({ length: 300 }, () => edge.get(live)));
    expect(performance.now() - startMs).to.be.below(2_000);
    expect(new Set(crowd.map(({ status }) => status))).to.deep.equal(new Set([200]));
    // As after ten minutes.
    for (const name of await readdir(edge.combinedDir)) await rm(join(edge.combinedDir, name), { recursive: true });
    const replies = await Promise.all(urls.map((url) => edge.get(url)));
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    expect(replies.map(({ body }) => body)).to.deep.equal(before.map(({ body }) => body));
    const refusing = createServer((_, res) => res.writeHead(503, { 'Cache-Control': 'no-store' }).end());
    await once(refusing.listen(port, '127.0.0.1'), 'listening');
    const refused = await Promise.all(urls.map((url) => edge.get(url)));
    refusing.closeAllConnections();
    await once(refusing.close(), 'close');
    expect(refused.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    await startServer();
    const isCurrent = async () => (await edge.get(live)).headers['cache-status'] === 'edge; detail=HIT';
    await eventually(isCurrent, 'a reply of the new server');
  });

  it('answers within 8 s while a server is suspended', async () => {
    const other = createServer((_, res) => res.end('[]'));
    const otherPort = await freePort();
    await once(other.listen(otherPort, '127.0.0.1'), 'listening');
    const both = await startEdge([`http://127.0.0.1:${port}`, `http://127.0.0.1:${otherPort}`], 100);
    server.child.kill('SIGSTOP');
    try {
      const startMs = performance.now();
      const direct = [readPath('client-of-the-edge-0004'), '/api/v3/mobile/health'];
      const replies = await Promise.all([news, live, ...direct, ...direct].map((url) => both.get(url)));
      expect(performance.now() - startMs).to.be.below(8_000);
      expect(replies.slice(0, 2).map(({ status }) => status)).to.deep.equal([200, 200]);
      expect(new Set(replies.slice(2).map(({ status }) => status))).to.deep.equal(new Set([200, 504]));
    } finally {
      server.child.kill('SIGCONT');
      await both.close();
      other.close();
    }
  });

  it('shows changes and removals after the lifetime', async () => {
    const before = await edge.get(tallyPath);
    expect((await edge.request(post, voteOf('client-of-the-edge-0003'))).status).to.equal(201);
    await sleep(longExpiredMs);
    const changed = await edge.get(tallyPath);
    expect(changed.status).to.equal(200);
    expect(changed.body).to.not.equal(before.body);
    const { store, close } = await openStore(redis.url, { buckets: 8 });
    const events = world.events.filter(({ id }) => id !== ids.liveEvent);
    await publishRecords(store, { ...world, events });
    await sleep(longExpiredMs);
    const removed = await edge.get(tallyPath);
    await publishRecords(store, world);
    close();
    expect(removed.status).to.equal(404);
  });
});
