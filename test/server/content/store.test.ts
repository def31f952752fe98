import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { collectionNames, normaliseAll } from '../../../contracts/content/collections/index.ts';
import { memoryReader } from '../../../contracts/content/reader.ts';
import { world } from '../../../contracts/world/index.ts';
import { ContentRefused, publishFiles, publishRecords } from '../../../server/content/publish.ts';
import { PublishInProgress } from '../../../server/store/index.ts';
import { rawEvent, rawFight, rawFighter } from '../../support/fixtures/records.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';

const root = join(import.meta.dirname, '../../..');

describe('content in the store', () => {
  let redis: TestNode;
  let opened: TestStore;
  let folder: string;
  beforeEach(async () => {
    redis = await startRedis();
    opened = await openStore(redis.url);
    folder = await mkdtemp(join(tmpdir(), 'fightcard-content-'));
  });
  afterEach(async () => {
    opened.close();
    await redis.close();
    await rm(folder, { recursive: true, force: true });
  });

  const file = async (name: string, text: string | Buffer) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };

  async function faultsOf(name: string, text: string | Buffer): Promise<string[]> {
    const path = await file(name, text);
    return publishFiles(opened.store, [path]).then(
      () => expect.fail('was published'),
      (error: unknown) => {
        if (!(error instanceof ContentRefused)) throw error;
        return error.faults.map((fault) => fault.replace(`${folder}/`, ''));
      },
    );
  }

  async function idsOf(collection: 'fighters' | 'events' = 'fighters'): Promise<number[]> {
    return (await opened.store.content.list(collection)).records.map(({ id }) => id);
  }

  it('is empty before the first publish', async () => {
    const { content } = opened.store;
    expect(await content.isEmpty()).to.equal(true);
    expect(await content.get('fighters', 1)).to.equal(undefined);
    expect(await content.list('fighters')).to.deep.equal({ records: [] });
    expect(await content.snapshot().list('fighters', 'title_holders')).to.deep.equal({ records: [] });
  });

  it('gives the world back as memory does: every record, list, page and direction', async () => {
    await publishRecords(opened.store, world);
    const memory = memoryReader(normaliseAll(world));
    const { content } = opened.store;
    expect(await content.isEmpty()).to.equal(false);
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
  });

  it('goes on after a sort key whether or not its record is still there', async () => {
    const { content } = opened.store;
    const fighters = [1, 2, 3, 4, 5, 6].map((id) => rawFighter(id));
    await publishRecords(opened.store, { fighters });
    const { next = '' } = await content.list('fighters', undefined, { limit: 3 });
    await publishRecords(opened.store, { fighters: fighters.filter(({ id }) => id !== 3).concat(rawFighter(25)) });
    const { records } = await content.list('fighters', undefined, { after: next });
    expect(records.map(({ id }) => id)).to.deep.equal([4, 5, 6]);
  });

  it('replaces the collections given and keeps the others', async () => {
    await publishRecords(opened.store, { fighters: [rawFighter(1)], events: [rawEvent(7)] });
    await publishRecords(opened.store, { fighters: [rawFighter(2), rawFighter(3)] });
    expect([await idsOf(), await idsOf('events')]).to.deep.equal([[2, 3], [7]]);
    await publishRecords(opened.store, { fighters: [] });
    expect([await idsOf(), await idsOf('events')]).to.deep.equal([[], [7]]);
    expect(await opened.store.content.get('fighters', 2)).to.equal(undefined);
  });

  it('I10: readers see all of the old or all of the new, and a snapshot one of them throughout', async () => {
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

  it('I10: a publisher killed half-way changes nothing, and the next one removes what it left', async () => {
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
    // Its lock ends by itself after 10 seconds.
    await opened.connections.writes.del('{content}:publishing');
    await publishRecords(opened.store, { fighters: [rawFighter(2)] });
    expect(await idsOf()).to.deep.equal([2]);
    const kept = await opened.connections.reads.smembers('{content}:written');
    expect(kept).to.have.length(2);
    for (const key of await opened.connections.reads.keys('{content}:*:fighters')) {
      const expires = (await opened.connections.reads.ttl(key)) > 0;
      expect(expires, key).to.equal(!kept.includes(key));
    }
  });

  it('keeps three generations and lets older ones expire', async () => {
    for (let id = 1; id <= 6; id++) await publishRecords(opened.store, { fighters: [rawFighter(id)] });
    const { reads } = opened.connections;
    expect(await reads.zcard('{content}:generations')).to.equal(3);
    const lasting = [];
    for (const key of await reads.keys('{content}:*:fighters')) if ((await reads.ttl(key)) === -1) lasting.push(key);
    expect(lasting).to.have.length(3);
  });

  it('tells a second publisher that one is at work, and changes nothing when the records throw', async () => {
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

  it('takes what a row of statistics leaves out from the fighter, published with it or before', async () => {
    const stat = { statid: 5, stat: 'Knockdowns', Value: '3', Rank: 1, Born: 'PER' };
    const { store } = opened;
    await publishRecords(store, {
      stats: [stat],
      fighters: [rawFighter(1, { statid: 5, weight_class: 'Lightweight' })],
    });
    expect((await store.content.list('stats', 'w:lw')).records).to.have.length(1);
    await publishRecords(store, { stats: [stat, { ...stat, stat: 'SLpM' }] });
    expect((await store.content.list('stats', 'w:lw')).records).to.have.length(2);
  });

  describe('from files', () => {
    it('publishes a folder of .json and .ndjson', async () => {
      await file('fighters.json', `\ufeff${JSON.stringify([rawFighter(1), rawFighter(2)], null, 2)}\n`);
      await file('events.ndjson', `${JSON.stringify(rawEvent(7))}\r\n\r\n${JSON.stringify(rawEvent(8))}`);
      await file('notes.txt', 'not content');
      const published = await publishFiles(opened.store, [folder]);
      expect([...published]).to.deep.equal([
        ['fighters', 2],
        ['events', 2],
      ]);
      expect([await idsOf(), await idsOf('events')]).to.deep.equal([
        [1, 2],
        [8, 7],
      ]);
    });

    it('publishes values as they are, recorded v3 arrays with their own feed URLs and unknown keys too', async () => {
      const text = '  <b>Ñandú</b> \u2028 "\\" 😀 [ ] { } , ';
      const raw = rawFighter(1, { nickname: text, unknown: { a: [1] }, rank: '4' });
      await publishFiles(opened.store, [await file('fighters.json', JSON.stringify([raw]))]);
      const fighter = await opened.store.content.get('fighters', 1);
      expect(fighter?.nickname).to.equal(text);
      expect(fighter).not.to.have.property('unknown');
    });

    it('names every bad record by file, line and pointer, and publishes none', async () => {
      await publishRecords(opened.store, { fighters: [rawFighter(9)] });
      const { thumbnail: _, ...faceless } = rawFighter(3);
      const rows = [rawFighter(1, { wins: '14' }), rawFighter(2), faceless, rawFighter(4, { weight_class: 'Heavy' })];
      const faults = await faultsOf('fighters.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'));
      expect(faults).to.have.length(3);
      expect(faults[0]).to.match(/^fighters\.ndjson:1:\d+: \/wins: is "14", must be an integer/);
      expect(faults[1]).to.equal('fighters.ndjson:3:1: /thumbnail: is missing, is required');
      expect(faults[2]).to.match(
        /^fighters\.ndjson:4:\d+: \/weight_class: is "Heavy", must be "Flyweight", .*; did you mean "Heavyweight"\?$/,
      );
      expect(await idsOf()).to.deep.equal([9]);
    });

    it('gives the line and column of a value of a .json file', async () => {
      const faults = await faultsOf(
        'fighters.json',
        JSON.stringify([rawFighter(1), rawFighter(2, { id: 'x' })], null, 1),
      );
      expect(faults[0]).to.match(/^fighters\.json:13:9: \/id: is "x", must be an integer/);
    });

    it('shows the first 50 and counts the rest', async () => {
      const path = await file(
        'fighters.json',
        JSON.stringify(Array.from({ length: 70 }, () => ({ ...rawFighter(1), id: 0 }))),
      );
      const error = await publishFiles(opened.store, [path]).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(ContentRefused);
      expect((error as ContentRefused).faults).to.have.length(50);
      expect((error as ContentRefused).count).to.equal(70);
    });

    const one = JSON.stringify(rawFighter(1));
    const bad: [string, string, string | Buffer, RegExp][] = [
      [
        'cut off in a record',
        'fighters.json',
        `[\n${one},\n{"id":`,
        /^fighters\.json:3: ends in the record that starts at line 3, must be complete$/,
      ],
      [
        'cut off between records',
        'fighters.json',
        `[\n${one}`,
        /^fighters\.json:2: ends before the closing \], must be complete$/,
      ],
      [
        'cut off on a line',
        'fighters.ndjson',
        `${one}\n{"id":2,`,
        /^fighters\.ndjson:2:9: is not JSON \(.+\), must be one record$/,
      ],
      ['empty', 'fighters.json', '', /^fighters\.json:1: is empty, must be an array/],
      ['an object', 'fighters.json', '{"fighters":[]}', /^fighters\.json:1:1: starts with \{, must be an array/],
      ['followed by more', 'fighters.json', '[]\n[]', /^fighters\.json:2:1: has \[ after the end of the array/],
      [
        'without a record between commas',
        'fighters.json',
        `[${one},\n,${JSON.stringify(rawFighter(2))}]`,
        /^fighters\.json:2:1: has no record between two commas/,
      ],
      ['with a comma at its end', 'fighters.json', `[${one},\n]`, /^fighters\.json:2:1: has no record/],
      [
        'broken inside a record',
        'fighters.json',
        `[${one},\n{"id":2,\n"x":01}]`,
        /^fighters\.json:3:6: is not JSON \(.+\), must be one record$/,
      ],
      [
        'not UTF-8',
        'fighters.json',
        Buffer.concat([Buffer.from('[\n"'), Buffer.from([0xe9, 0x41])]),
        /^fighters\.json:2:2: is not UTF-8/,
      ],
      ['UTF-16', 'fighters.json', Buffer.from(`\ufeff[${one}]`, 'utf16le'), /^fighters\.json:1:1: is not UTF-8/],
      [
        'of something else than records',
        'fighters.json',
        '[1, null, "x"]',
        /^fighters\.json:1:2: \/: is 1, must be an object/,
      ],
      [
        'with the same record twice',
        'fighters.json',
        `[${one},\n${one}]`,
        /^fighters\.json:2:1: \/: has the key 1 of .*fighters\.json:1, must have its own$/,
      ],
      [
        'with the same fight in two events',
        'events.json',
        `[${JSON.stringify(rawEvent(1, { fights: [rawFight(5)] }))},\n${JSON.stringify(rawEvent(2, { fights: [rawFight(5)] }))}]`,
        /^events\.json:2:\d+: \/fights\/0\/id: is 5 as in .*events\.json:1, must be one fight's only$/,
      ],
    ];
    for (const [title, name, text, message] of bad) {
      it(`refuses a file that is ${title}`, async () => {
        const [fault] = await faultsOf(name, text);
        expect(fault).to.match(message);
        expect(await opened.store.content.isEmpty()).to.equal(true);
      });
    }

    const paths: [string, () => Promise<string[]>, RegExp][] = [
      ['a missing path', async () => [join(folder, 'none')], /none: cannot be read, there is no such file or folder$/],
      [
        'a file of no collection',
        async () => [await file('boxers.json', '[]')],
        /boxers\.json: is no content file by its name, must be one of fighters, /,
      ],
      ['a file of another kind', async () => [await file('fighters.csv', '')], /fighters\.csv: is no content file/],
      ['an empty folder', async () => [folder], /: has no content file, must have some/],
      [
        'two files of one collection',
        async () => [await file('fighters.json', '[]'), await file('fighters.ndjson', '')],
        /fighters\.ndjson: has the same collection as .*fighters\.json/,
      ],
    ];
    for (const [title, make, message] of paths) {
      it(`refuses ${title}`, async () => {
        const error = await publishFiles(opened.store, await make()).catch((reason: unknown) => reason);
        expect((error as Error).name).to.equal('BadPath');
        expect((error as Error).message).to.match(message);
      });
    }

    it('publishes 100,000 records within bounded memory', async () => {
      const lines = Array.from({ length: 100_000 }, (_, index) => JSON.stringify(rawFighter(index + 1)));
      const path = await file('fighters.ndjson', lines.join('\n'));
      const before = process.memoryUsage().rss;
      await publishFiles(opened.store, [path]);
      expect(process.memoryUsage().rss - before).to.be.below(300 * 1024 * 1024);
      const { records } = await opened.store.content.list('fighters', undefined, { limit: 2 });
      expect(records.map(({ id }) => id)).to.deep.equal([1, 10]);
    });
  });

  describe('npm run content', () => {
    function content(args: string[], env: Record<string, string> = {}) {
      return new Promise<{ code: number; out: string; err: string }>((done) => {
        const child = execFile(
          process.execPath,
          [join(root, 'scripts/content.ts'), ...args],
          { env: { ...process.env, REDIS_URL: redis.url, ...env }, cwd: folder },
          (_, out, err) => done({ code: child.exitCode ?? -1, out, err }),
        );
      });
    }

    it('publishes and says what', async () => {
      await file('fighters.json', JSON.stringify([rawFighter(1)]));
      await file('events.json', JSON.stringify([rawEvent(1), rawEvent(2)]));
      expect(await content(['publish', '.'])).to.deep.equal({
        code: 0,
        out: 'Published 1 fighters, 2 events.\n',
        err: '',
      });
      expect(await idsOf()).to.deep.equal([1]);
    });

    it('ends with 1 and names what is bad', async () => {
      await file('fighters.json', JSON.stringify(Array.from({ length: 53 }, () => ({ ...rawFighter(1), id: 0 }))));
      const { code, out, err } = await content(['publish', 'fighters.json']);
      expect([code, out]).to.deep.equal([1, '']);
      const lines = err.trim().split('\n');
      expect(lines[0]).to.match(/^fighters\.json:1:\d+: \/id: is 0, must be an integer from 1/);
      expect(lines.slice(50)).to.deep.equal(['and 3 more', 'Nothing was published: 53 faults in the content.']);
    });

    it('ends with 2 when called wrongly, and helps', async () => {
      for (const args of [[], ['publish'], ['burn', 'x'], ['--nothing']]) {
        const { code, err } = await content(args);
        expect([args, code, err.split('\n')[1]]).to.deep.equal([args, 2, 'Try: npm run content -- --help']);
      }
      const { code, out } = await content(['--help']);
      expect([code, out.split(':')[0]]).to.deep.equal([0, 'Usage']);
    });

    it('ends with 1 and one sentence when Redis is not there', async () => {
      await file('fighters.json', '[]');
      const { code, err } = await content(['publish', '.'], { REDIS_URL: 'redis://127.0.0.1:1' });
      expect([code, err.trim().split('\n').length]).to.deep.equal([1, 1]);
      expect(err).to.match(/^Redis cannot be reached at redis:\/\/127\.0\.0\.1:1/);
    });

    it('starts the embedded Redis when no server runs, and stops it again', async () => {
      await mkdir(join(folder, 'in'));
      await file('in/fighters.json', JSON.stringify([rawFighter(1)]));
      const first = await content(['publish', 'in'], { REDIS_URL: '', DATA_DIR: join(folder, 'data') });
      expect(first).to.deep.equal({ code: 0, out: 'Published 1 fighters.\n', err: '' });
      await file('in/fighters.json', '[]');
      expect((await content(['publish', 'in'], { REDIS_URL: '', DATA_DIR: join(folder, 'data') })).code).to.equal(0);
    });
  });
});
