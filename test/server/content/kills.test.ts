import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { randomOf } from '../../../contracts/world/night/random.ts';
import { audit } from '../../../server/content/audit.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { StoreUnavailable } from '../../../server/store/index.ts';
import { keys } from '../../../server/store/keys.ts';
import { rawEvent, rawFighter } from '../../support/fixtures/records.ts';
import { type TestNode, until } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';
import { scaled } from '../../support/run/scale.ts';

const root = join(import.meta.dirname, '../../..');
const seed = 20_31;
/** I10 asks for 50: `TEST_SCALE=2.5`. */
const killCount = scaled(20);

const fighterCount = 30;
const eventCount = 120;
/** Content in which every record has the same number. */
const contentOf = (tag: number) => ({
  fighters: Array.from({ length: fighterCount }, (_, index) => rawFighter(index + 1, { statid: tag })),
  events: Array.from({ length: eventCount }, (_, index) =>
    rawEvent(index + 1, { statid: tag, short_description: 'x'.repeat(2_000) }),
  ),
});

/**
 * Publishes one tagged content after another until it is killed; starts on a message. Sends `begins` before each, and
 * after it the milliseconds that it took.
 */
const publisherScript = `
  import { connect } from ${JSON.stringify(join(root, 'server/store/redis/connection/connect.ts'))};
  import { createStore } from ${JSON.stringify(join(root, 'server/store/index.ts'))};
  import { publishRecords } from ${JSON.stringify(join(root, 'server/content/publish.ts'))};
  import { rawEvent, rawFighter } from ${JSON.stringify(join(root, 'test/support/fixtures/records.ts'))};
  const { fighterCount, eventCount } = ${JSON.stringify({ fighterCount, eventCount })};
  const contentOf = ${contentOf.toString()};
  process.send('warm');
  process.once('message', async ({ url, tag }) => {
    for (;;) {
      const connections = await connect(url).catch(() => undefined);
      if (!connections) {
        await new Promise((wait) => setTimeout(wait, 20));
        continue;
      }
      const store = createStore(connections);
      try {
        for (;;) {
          process.send('begins');
          const startMs = performance.now();
          await publishRecords(store, contentOf(tag++));
          process.send(performance.now() - startMs);
        }
      } catch {
        connections.close();
        await new Promise((wait) => setTimeout(wait, 20));
      }
    }
  });
  process.once('disconnect', () => process.exit());
`;

interface Publisher {
  child: ChildProcess;
  /** Resolves when it can start without delay. */
  warm: Promise<unknown>;
  /** Of its last whole publish. */
  tookMs: number;
  /** Resolves when it next begins a publish. */
  begins(): Promise<void>;
  /** Resolves when it next has ended one. */
  ends(): Promise<void>;
}

function startPublisher(tookMs: number): Publisher {
  // Plain JavaScript, whose types Node need not strip at every start.
  const child = spawn(process.execPath, ['--input-type=module', '--eval', publisherScript], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const events = new EventEmitter();
  const next = (event: string) => new Promise<void>((resolve) => events.once(event, resolve));
  const publisher = {
    child,
    warm: once(child, 'message'),
    tookMs,
    begins: () => next('begins'),
    ends: () => next('ends'),
  };
  child.on('message', (message) => {
    if (typeof message === 'number') publisher.tookMs = message;
    events.emit(message === 'begins' ? 'begins' : 'ends');
  });
  return publisher;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe('content under kills', () => {
  let redis: TestNode;
  let opened: TestStore;

  before(async () => {
    redis = await startRedis();
    opened = await openStore(redis.url);
  });
  after(async () => {
    opened.close();
    await redis.close();
  });

  /** Reads as requests do until stopped. */
  function startReaders(count: number) {
    let [done, isPaused] = [false, false];
    const seen = { reads: 0, mixed: 0, unavailable: 0, tags: new Set<number | null>() };
    const reader = async () => {
      while (!done) {
        if (isPaused) {
          await sleep(5);
          continue;
        }
        const snapshot = opened.store.content.snapshot();
        try {
          const [fighters, page, event] = await Promise.all([
            snapshot.list('fighters'),
            snapshot.list('events', undefined, { limit: 20 }),
            snapshot.get('events', eventCount),
          ]);
          const tags = new Set([...fighters.records, ...page.records, event].map((record) => record?.statid ?? null));
          seen.reads++;
          if (tags.size > 1 || fighters.records.length !== fighterCount || page.records.length !== 20) seen.mixed++;
          for (const tag of tags) seen.tags.add(tag);
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error;
          seen.unavailable++;
          await sleep(20);
        }
        await sleep(10);
      }
    };
    const readers = Promise.all(Array.from({ length: count }, reader));
    return {
      seen,
      pause(value: boolean) {
        isPaused = value;
      },
      async stop() {
        done = true;
        await readers;
      },
    };
  }

  /** The lock of a publisher that was killed ends after 10 seconds; the test does not wait for it each time. */
  const unlock = async () => {
    for (let attempt = 0; attempt < 100; attempt++) {
      const done = await opened.connections.writes.del(keys.content.publishing).then(
        () => true,
        () => false,
      );
      if (done) return;
      await sleep(20);
    }
  };

  /** Waits until every connection is back. */
  const connected = () =>
    until('every connection is back', async () => {
      const { reads, writes, bulk } = opened.connections;
      return (await Promise.allSettled([reads.ping(), writes.ping(), bulk.ping()])).every(
        ({ status }) => status === 'fulfilled',
      );
    });

  it(`I10: ${killCount} kills of publisher and of Redis at random moments, and no reply mixes old and new`, async () => {
    const random = randomOf(seed);
    const startMs = performance.now();
    await publishRecords(opened.store, contentOf(1));
    let next = startPublisher(performance.now() - startMs);
    const readers = startReaders(4);
    const kills = { publisher: 0, redis: 0 };
    let current: Publisher | undefined;
    while (kills.publisher + kills.redis < killCount) {
      if (!current) {
        // Nothing changes while a publisher starts.
        readers.pause(true);
        await next.warm;
        current = next;
        next = startPublisher(current.tookMs);
        await next.warm;
        readers.pause(false);
        current.child.send({ url: redis.url, tag: 1_000 * (kills.publisher + kills.redis + 1) });
      }
      // Some contents must become visible also where a publish takes much longer than the last one did.
      if ((kills.publisher + kills.redis) % 4 === 0) await current.ends();
      else await current.begins();
      // At any moment of a publish, or in the next one.
      await sleep(random() * 1.5 * current.tookMs);
      // A publisher takes longer to start than Redis.
      if (random() < 0.3) {
        await kill(current.child);
        next.tookMs = current.tookMs;
        current = undefined;
        kills.publisher++;
      } else {
        await redis.kill();
        kills.redis++;
        await redis.start();
      }
      await unlock();
    }
    if (current) await kill(current.child);
    await kill(next.child);
    await unlock();
    await readers.stop();
    const { reads, mixed, unavailable, tags } = readers.seen;
    console.log(
      `        kills ${kills.publisher} of publisher, ${kills.redis} of Redis; answers ${reads}, mixed ${mixed}, unavailable ${unavailable}, contents seen ${tags.size}`,
    );
    expect(mixed).to.equal(0);
    expect(reads).to.be.above(100);
    expect(tags.size).to.be.above(5);

    // The next publish removes unfinished generations, and the remaining ones are complete.
    await connected();
    await publishRecords(opened.store, contentOf(7));
    const { reads: client } = opened.connections;
    const written = await client.smembers(keys.content.written);
    const dropped = await client.zrange(keys.content.dropped, '0', '-1');
    const manifests = await Promise.all(
      (await client.zrange(keys.content.generations, '0', '-1')).map((one) =>
        client.hvals(keys.content.generation(Number(one))),
      ),
    );
    const referenced = new Set([...manifests.flat(), ...dropped]);
    expect(written.filter((records) => !referenced.has(records))).to.deep.equal([]);
    const records = (await client.keys('{content}:*')).filter((key) => /^\{content\}:\d+:[a-z_]+$/.test(key));
    expect(records.filter((key) => !referenced.has(key))).to.deep.equal([]);
    const { findings } = await audit(opened.store);
    expect(findings.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });

  it('control: without the atomic flip replies do mix', async () => {
    await connected();
    await publishRecords(opened.store, contentOf(1));
    const readers = startReaders(4);
    const { writes } = opened.connections;
    const live = Number(await writes.get(keys.content.live));
    for (let tag = 2; tag < 8; tag++) {
      for (const name of ['fighters', 'events'] as const) {
        const records = (await writes.hget(keys.content.generation(live), name)) ?? '';
        for (const [key, json] of Object.entries(await writes.hgetall(records))) {
          await writes.hset(records, key, JSON.stringify({ ...JSON.parse(json), statid: tag }));
        }
      }
    }
    await readers.stop();
    console.log(`        control: mixed ${readers.seen.mixed} of ${readers.seen.reads} answers`);
    expect(readers.seen.mixed).to.be.above(0);
  });
});
