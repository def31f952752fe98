import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { collectionNames, collections, normaliseAll } from '../../../contracts/content/collections/index.ts';
import { memoryReader } from '../../../contracts/content/reader.ts';
import { world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { PublishInProgress } from '../../../server/store/content/publish.ts';
import { rawEvent, rawFighter } from '../../support/fixtures/records.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';

const root = join(import.meta.dirname, '../../..');

describe('content in the store', () => {
  let redis: TestNode;
  let opened: TestStore;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.close());
  beforeEach(async () => {
    await redis.client.flushall();
    opened = await openStore(redis.url);
  });
  afterEach(() => opened.close());

  async function idsOf(collection: 'fighters' | 'events' = 'fighters'): Promise<number[]> {
    return (await opened.store.content.list(collection)).records.map(({ id }) => id);
  }

  it('is read no faster than Redis stores it', async () => {
    let read = 0;
    async function* records() {
      for (; read < 20; read++) {
        if (read === 1) redis.signal('SIGSTOP');
        const record = collections.fighters.normalise(rawFighter(read + 1, { nickname: 'x'.repeat(300_000) }));
        yield { collection: 'fighters', record } as const;
      }
    }
    const published = opened.store.content.publish(['fighters'], records());
    try {
      await eventually(() => read >= 3, 'it is read');
      for (let turn = 0; turn < 100; turn++) await nextTurn();
      expect(read).to.be.below(8);
    } finally {
      redis.signal('SIGCONT');
    }
    expect(await published).to.equal(20);
  });

  it('returns the same records, lists and pages as memory', async () => {
    const { content } = opened.store;
    expect(await content.isEmpty()).to.equal(true);
    expect(await content.list('fighters')).to.deep.equal({ records: [] });
    await publishRecords(opened.store, world);
    expect(await content.isEmpty()).to.equal(false);
    const memory = memoryReader(normaliseAll(world));
    const lists = ['title_holders', 'statid:811', 'fighter:1', 'w:lw', 'event:1', 'nothing'];
    for (const name of collectionNames) {
      const all = await memory.list(name);
      expect(all.records.length, name).to.be.above(0);
      for (const list of [undefined, ...lists]) {
        expect(await content.list(name, list), `${name} ${list}`).to.deep.equal(await memory.list(name, list));
      }
      let after: string | undefined;
      do {
        const page = { limit: 3, ...(after !== undefined && { after }) };
        const listed = await content.list(name, undefined, page);
        expect(listed).to.deep.equal(await memory.list(name, undefined, page));
        after = listed.next;
      } while (after !== undefined);
    }
    const keys = [...(await memory.list('fighters')).records.map(({ id }) => id), 1];
    expect(await content.many('fighters', keys)).to.deep.equal(await memory.many('fighters', keys));
    expect(await content.many('fighters', [])).to.deep.equal([]);
    expect(await content.names('stats', 'c')).to.deep.equal(await memory.names('stats', 'c'));
    const statids = (await memory.names('fighters', 'statid')).map((statid) => `statid:${statid}`);
    expect(await content.first('fighters', statids)).to.deep.equal(await memory.first('fighters', statids));
  });

  it('I10: never mixes old and new content in a snapshot', async () => {
    const generation = (statid: number) => ({
      fighters: Array.from({ length: 40 }, (_, index) => rawFighter(index + 1, { statid })),
      events: [rawEvent(7, { statid })],
    });
    await publishRecords(opened.store, generation(1));
    let done = false;
    const seen = new Set<number | null>();
    const reader = async () => {
      while (!done) {
        const snapshot = opened.store.content.snapshot();
        const [listed, event] = await Promise.all([snapshot.list('fighters'), snapshot.get('events', 7)]);
        const statids = new Set([...listed.records.map(({ statid }) => statid), event?.statid ?? null]);
        expect(listed.records).to.have.length(40);
        expect(statids.size).to.equal(1);
        for (const statid of statids) seen.add(statid);
      }
    };
    const readers = Array.from({ length: 10 }, reader);
    for (let statid = 2; statid <= 12; statid++) await publishRecords(opened.store, generation(statid));
    done = true;
    await Promise.all(readers);
    expect(seen.size).to.be.above(3);
  });

  it('I10: keeps the old content when a publisher is killed', async () => {
    await publishRecords(opened.store, { fighters: [rawFighter(1)] });
    const before = await opened.connections.reads.dbsize();
    const script = `
      import { connect } from ${JSON.stringify(join(root, 'server/store/redis/connection/connect.ts'))};
      import { createStore } from ${JSON.stringify(join(root, 'server/store/index.ts'))};
      import { collections } from ${JSON.stringify(join(root, 'contracts/content/collections/index.ts'))};
      const store = createStore(await connect(${JSON.stringify(redis.url)}));
      const raw = ${JSON.stringify(rawFighter(1, { nickname: 'x'.repeat(2000) }))};
      await store.content.publish(['fighters'], (async function* () {
        for (let id = 1; ; id++) {
          if (id === 5000) process.send('half-way');
          yield { collection: 'fighters', record: collections.fighters.normalise({ ...raw, id }) };
        }
      })());`;
    const publisher = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await new Promise((halfWay) => publisher.once('message', halfWay));
    publisher.kill('SIGKILL');
    await new Promise((ended) => publisher.once('exit', ended));
    expect(await opened.connections.reads.dbsize()).to.be.above(before);
    expect(await idsOf()).to.deep.equal([1]);

    const error = await publishRecords(opened.store, { fighters: [] }).catch((reason) => reason);
    expect(error).to.be.instanceOf(PublishInProgress);
    // Its lock expires after 10 seconds.
    await opened.connections.writes.del('{content}:publishing');
    await publishRecords(opened.store, { fighters: [rawFighter(2)] });
    expect(await idsOf()).to.deep.equal([2]);
    // The records of the live generation and of the one before; none of the killed publish.
    const left = await opened.connections.reads.keys('{content}:*:fighters');
    const ttls = await Promise.all(left.map((key) => opened.connections.reads.ttl(key)));
    expect(ttls).to.deep.equal([-1, -1]);
  });

  it('refuses a second publisher and changes nothing on errors', async () => {
    await publishRecords(opened.store, { fighters: [rawFighter(1)] });
    const second = await openStore(redis.url);
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const first = opened.store.content.publish(
      ['fighters'],
      (async function* () {
        started.resolve();
        await goOn.promise;
        yield* [];
        throw new Error('broken');
      })(),
    );
    const failed = first.catch((error: Error) => error.message);
    await started.promise;
    const refused = await publishRecords(second.store, { fighters: [] }).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(PublishInProgress);
    goOn.resolve();
    expect(await failed).to.equal('broken');
    expect(await idsOf()).to.deep.equal([1]);
    await publishRecords(second.store, { fighters: [rawFighter(9)] });
    expect(await idsOf()).to.deep.equal([9]);
    second.close();
  });
});
