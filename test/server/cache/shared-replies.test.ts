import { expect } from 'chai';
import { Representation } from '../../../server/cache/representation.ts';
import type { CachedValue } from '../../../server/cache/tagged-cache-types.ts';
import type { FromWorker, SharedReply } from '../../../server/processes/messages.ts';
import { ReplySharing } from '../../../server/processes/reply-sharing.ts';
import { SharedReplies } from '../../../server/processes/shared-replies.ts';
import { expectedOperations } from '../../support/expected/routes.ts';
import { samplePath } from '../../support/fixtures/sample-requests.ts';
import { type Answer, send } from '../../support/http/send.ts';
import { openStore, productionDeadlines, type TestStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { scaled } from '../../support/run/scale.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const reply = (key: string, loadedMs: number, body = '[]', isUnbounded = false): SharedReply => ({
  ...{ key, body, loadedMs, isUnbounded, type: 'application/json', headers: [] },
});

describe('the last replies of all workers', () => {
  it('are the newest of each, and stay within their bytes; unbounded replies evict nothing else', () => {
    const replies = new SharedReplies(100_000);
    replies.add(reply('a', 2, '"new"'));
    replies.add(reply('a', 1, '"old"'));
    expect(replies.find('a')?.body).to.equal('"new"');
    for (let n = 0; n < scaled(1_000); n++) replies.add(reply(`page ${n}`, n, '[]', true));
    expect(replies.find('a')?.body).to.equal('"new"');
    expect(replies.bytes).to.be.below(100_000);
    for (let n = 0; n < scaled(1_000); n++) replies.add(reply(`other ${n}`, n));
    expect(replies.find('a')).to.equal(undefined);
    expect(replies.bytes).to.be.within(90_000, 112_500);
    const last = `other ${scaled(1_000) - 1}`;
    replies.remove(last);
    expect(replies.find(last)).to.equal(undefined);
  });

  it('take the bytes of their keys and bodies, and 1,024 more each', () => {
    const replies = new SharedReplies(1_000_000);
    replies.add(reply('k'.repeat(500), 1, '"body"'));
    expect(replies.bytes).to.equal(1_530);
    replies.add(reply('u'.repeat(300), 1, '"body"', true));
    expect(replies.bytes).to.equal(2_860);
  });
});

/** A worker that caches what the test says, and its messages to the primary. */
function worker(settings = {}) {
  const cached = new Map<string, CachedValue<Representation>>();
  const messages: FromWorker[] = [];
  const acknowledge: (() => void)[] = [];
  const sharing = new ReplySharing({
    send(message, done) {
      messages.push(message);
      acknowledge.push(done);
    },
    peek: (key) => cached.get(key),
    settings: { maxBytes: 1_000_000, pauseMs: 5, everyMs: 60_000, ...settings },
  });
  const load = (key: string, body: string, isUnbounded = false) => {
    const value = new Representation(Buffer.from(body), { type: 'application/json', headers: [] });
    cached.set(key, { value, loadedMs: 1, isUnbounded });
    sharing.onLoad(key);
  };
  const replies = () => messages.flatMap((message) => (message.kind === 'replies' ? message.replies : []));
  return { sharing, load, messages, acknowledge, replies };
}

describe('a worker that shares its replies', () => {
  it('sends no reply that is too long, and one again after the clock was set back', async () => {
    const { load, messages, acknowledge, replies } = worker({ maxBytes: 4 });
    load('long', '"123"');
    load('short', '"12"');
    await eventually(() => messages.length === 1, 'the replies are sent');
    expect(replies().map(({ key }) => key)).to.deep.equal(['short']);
    const { now } = Date;
    Date.now = () => now() - 3_600_000;
    try {
      acknowledge[0]?.();
      load('short', '"34"');
      await eventually(() => messages.length === 2, 'the reply is sent again');
    } finally {
      Date.now = now;
    }
    expect(replies().map(({ body }) => body)).to.deep.equal(['"12"', '"34"']);
  });

  it('asks for a thousand at once', async () => {
    const { sharing, messages } = worker();
    const asked = Array.from({ length: 1_001 }, (_, nth) => sharing.fetch(`key ${nth}`));
    expect(messages).to.have.length(1_000);
    expect(await asked.at(-1), 'of one more').to.equal(undefined);
    for (let nth = 0; nth < 1_000; nth++) sharing.recalled(`key ${nth}`, undefined);
    await Promise.all(asked);
  });

  it('sends many in one message, and those that change all the time only occasionally', async () => {
    const { load, messages, acknowledge, replies } = worker();
    for (let n = 0; n < 300; n++) load(`key ${n % 3}`, `"${n}"`);
    await eventually(() => messages.length === 1, 'the replies are sent');
    expect(replies().map(({ body }) => body)).to.deep.equal(['"297"', '"298"', '"299"']);
    acknowledge[0]?.();
    load('key 0', '"300"');
    load('key 3', '"301"');
    await eventually(() => messages.length === 2, 'the replies are sent');
    expect(
      replies()
        .slice(3)
        .map(({ body }) => body),
    ).to.deep.equal(['"301"']);
  });

  it('sends the last ten thousand keys that wait, and drops the oldest beyond', async () => {
    const { load, messages, replies } = worker({ pauseMs: 0 });
    for (let n = 0; n <= 10_000; n++) load(`key ${n}`, '""');
    await eventually(() => messages.length === 1, 'the replies are sent');
    expect([replies().length, replies()[0]?.key, replies().at(-1)?.key]).to.deep.equal([10_000, 'key 1', 'key 10000']);
  });

  it('sends replies together until they have the bytes of a message', async () => {
    const { load, messages, replies } = worker({ pauseMs: 0, batchBytes: 5 });
    for (const key of ['a', 'b', 'c']) load(key, '"12"');
    await eventually(() => messages.length === 1, 'the replies are sent');
    expect(replies().map(({ key }) => key)).to.deep.equal(['a', 'b']);
  });

  it('waits for the primary, keeps to its rate, and sends unbounded replies last', async () => {
    const { load, messages, acknowledge, replies } = worker({ batchBytes: 10_000, bytesPerSecond: 1_000_000 });
    const body = JSON.stringify('x'.repeat(998));
    for (let n = 0; n < scaled(1_000); n++) load(`page ${n}`, body, true);
    for (let n = 0; n < 20; n++) load(`fighter ${n}`, body);
    await eventually(() => messages.length === 1, 'the replies are sent');
    await new Promise((wait) => setTimeout(wait, 50));
    expect(messages, 'the primary has not received the first').to.have.length(1);
    for (let n = 0; n < 4; n++) {
      acknowledge[n]?.();
      await eventually(() => messages.length === n + 2, 'more replies are sent');
    }
    const keys = replies().map(({ key }) => key.split(' ')[0]);
    expect(keys.slice(0, 20)).to.deep.equal(Array(20).fill('fighter'));
    expect(keys.slice(20).every((key) => key === 'page')).to.equal(true);
    expect(replies().length).to.be.below(40);
  });

  it('fetches a reply once for many readers, and a missing reply not again for a while', async () => {
    const { sharing, messages } = worker({ recallMs: 60_000 });
    const fetches = Array.from({ length: 10 }, () => sharing.fetch('a'));
    expect(messages).to.deep.equal([{ kind: 'recall', key: 'a' }]);
    sharing.recalled('a', reply('a', 7, '"body"'));
    for (const fetched of await Promise.all(fetches)) {
      expect(fetched?.value.identity.bytes.toString()).to.equal('"body"');
      expect(fetched?.loadedMs).to.equal(7);
    }
    const missing = sharing.fetch('b');
    sharing.recalled('b', undefined);
    expect(await missing).to.equal(undefined);
    expect(await sharing.fetch('b')).to.equal(undefined);
    expect(messages).to.have.length(2);
    const silent = worker({ recallMs: 20 });
    expect(await silent.sharing.fetch('c'), 'the primary does not answer').to.equal(undefined);
  });
});

const stale = 'fightcard; hit; detail=stale';
/** The root document needs nothing from Redis, so it is never stale. */
const reads = expectedOperations.filter(({ name, isConditional }) => name !== 'root' && isConditional);

describe('J04: in an outage of Redis, with two workers', () => {
  let night: FightNight;
  let stores: TestStore[];
  let servers: TestServer[];
  let replies: SharedReplies;

  /** A server as the worker of a primary that has `replies` and answers later. */
  async function startWorker(isSharing: boolean): Promise<TestServer> {
    const opened = await openStore(night.redis.url, productionDeadlines);
    stores.push(opened);
    let server: TestServer | undefined;
    const sharing: ReplySharing = new ReplySharing({
      send(message, sent) {
        setImmediate(() => {
          if (message.kind === 'replies') for (const shared of message.replies) replies.add(structuredClone(shared));
          if (message.kind === 'recall') sharing.recalled(message.key, replies.find(message.key));
          sent();
        });
      },
      peek: (key) => server?.responseCache.peek(key),
      settings: { maxBytes: 1_000_000 },
    });
    server = await startTestServer(opened.store, isSharing ? { peers: sharing } : {});
    servers.push(server);
    return server;
  }

  beforeEach(async () => {
    night = await startFightNight();
    [stores, servers, replies] = [[], [], new SharedReplies(4_000_000)];
  });
  afterEach(async () => {
    for (const server of servers) await server.close();
    for (const { close } of stores) close();
    await night.redis.start().catch(() => undefined);
    await night.close();
  });

  /** Requests each URL from one of the workers in turn; then stops Redis, and requests every URL from every worker. */
  async function outage(isSharing: boolean, how: 'killed' | 'hangs') {
    const workers = [await startWorker(isSharing), await startWorker(isSharing)];
    const good = new Map<string, Answer>();
    for (const [n, operation] of reads.entries()) {
      const path = samplePath(operation);
      good.set(path, await send(workers[n % 2]?.url ?? '', 'GET', path));
    }
    if (isSharing) {
      const cached = workers.reduce((sum, { responseCache }) => sum + responseCache.count, 0);
      await eventually(() => replies.count === cached, `the primary has received all ${cached}`);
    }
    // A worker that replaces a killed worker.
    workers.push(await startWorker(isSharing));
    for (const { useProductionTimeouts } of stores) useProductionTimeouts();
    if (how === 'killed') await night.redis.kill();
    else night.redis.signal('SIGSTOP');
    try {
      let [answered, asked, unmarked, other] = [0, 0, 0, 0];
      const [first = ''] = good.keys();
      for (const { url } of workers) {
        // Within a second, on a machine that does not stand still.
        const hasNoticed = async () => {
          const { status, headers } = await send(url, 'GET', first);
          return status !== 200 || headers['cache-status'] === stale;
        };
        await eventually(hasNoticed, 'Redis is known to be away');
      }
      for (const { url } of workers) {
        const all = [...good].map(async ([path, before]) => ({ before, answer: await send(url, 'GET', path) }));
        for (const { before, answer } of await Promise.all(all)) {
          asked++;
          if (answer.status !== 200) continue;
          answered++;
          if (answer.headers['cache-status'] !== stale || !/^\d+$/.test(answer.headers.age ?? '')) unmarked++;
          if (!answer.body.equals(before.body) || answer.headers.etag !== before.headers.etag) other++;
        }
      }
      return { asked, answered, unmarked, other };
    } finally {
      if (how === 'hangs') night.redis.signal('SIGCONT');
    }
  }

  for (const how of ['killed', 'hangs'] as const) {
    it(`J04: each worker answers what any worker has answered, marked stale with its age (Redis ${how})`, async () => {
      const { asked, answered, unmarked, other } = await outage(true, how);
      console.log(`      J04: Redis ${how}: ${answered} of ${asked} reads of 3 workers answered, ${unmarked} unmarked`);
      expect({ answered, unmarked, other }).to.deep.equal({ answered: asked, unmarked: 0, other: 0 });
    });
  }

  it('J04 (control): without sharing most reads are 503', async () => {
    const { asked, answered } = await outage(false, 'killed');
    expect(answered).to.be.below(asked * 0.6);
  });
});
