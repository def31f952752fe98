import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { audit } from '../../../server/content/audit.ts';
import { exportContent } from '../../../server/content/export.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { rawEvent, rawFight, rawFighter } from '../../support/fixtures/records.ts';
import { mountDisk } from '../../support/redis/disk.ts';
import { useFreshStore } from '../../support/redis/fresh-store.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

describe('content with a lost key', () => {
  const fresh = useFreshStore();
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-lost-keys-'));
    const { store } = fresh.opened;
    await publishRecords(store, {
      fighters: [rawFighter(1), rawFighter(2), rawFighter(3)],
      events: [rawEvent(1, { statid: 811, fights: [rawFight(7)] })],
      alerts: [],
    });
    await publishRecords(store, { fighters: [rawFighter(1), rawFighter(2), rawFighter(4)] });
    await store.content.generations.remove('fighters', ['4'], 'test');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** The files of an export, or why there is none. */
  async function exported(generation?: number): Promise<Record<string, string> | string> {
    const target = await mkdtemp(join(folder, 'export-'));
    const reason = await reasonOf(
      exportContent(fresh.opened.store, target, generation === undefined ? {} : { generation }),
    );
    const names = (await readdir(target)).sort();
    if (reason !== 'done') {
      expect(names, reason).to.deep.equal([]);
      return reason;
    }
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(join(target, name), 'utf8')] as const)),
    );
  }

  /** What is found without each of some keys, one after the other. */
  async function withoutEach<T>(names: readonly string[], find: (key: string) => Promise<T>): Promise<Map<string, T>> {
    const { client } = fresh.redis;
    const found = new Map<string, T>();
    for (const key of names) {
      const value = await client.dumpBuffer(key);
      await client.del(key);
      found.set(key, await find(key));
      await client.restore(key, 0, value as Buffer, 'REPLACE');
    }
    return found;
  }

  const contentKeys = async () => (await fresh.redis.client.keys('{content}*')).sort();
  const refusedWithout = (found: Map<string, unknown>) =>
    [...found].filter(([, result]) => typeof result === 'string').map(([key]) => key.replace('{content}:', ''));

  for (const generation of [undefined, 1, 2]) {
    it(`is exported whole or not at all: generation ${generation ?? 'live'}`, async () => {
      const whole = await exported(generation);
      expect(Object.keys(whole)).to.deep.equal(['alerts.ndjson', 'events.ndjson', 'fighters.ndjson']);
      const found = await withoutEach(await contentKeys(), () => exported(generation));
      for (const [key, result] of found) if (typeof result !== 'string') expect(result, key).to.deep.equal(whole);
      expect(refusedWithout(found)).to.include.members(['1:events', '1:events:list:all', 'generations']);
      expect([...found.values()]).to.deep.include(whole);
    });
  }

  it('is rolled back whole or not at all', async () => {
    const { client } = fresh.redis;
    const stored = new Map<string, Buffer>();
    for (const key of await client.keys('*')) stored.set(key, await client.dumpBuffer(key));
    for (const generation of [1, 2]) {
      const whole = await exported(generation);
      const found = await withoutEach(await contentKeys(), async () => {
        const reason = await reasonOf(fresh.opened.store.content.generations.rollBack(generation, 'test'));
        const result = reason === 'done' ? await exported() : reason;
        await client.flushall();
        for (const [key, value] of stored) await client.restore(key, 0, value, 'REPLACE');
        return result;
      });
      for (const [key, result] of found) if (typeof result !== 'string') expect(result, key).to.deep.equal(whole);
      expect(refusedWithout(found)).to.include.members(['1:events', 'generations', `live:${generation}`]);
      // The table of generations names the changes, too.
      expect(refusedWithout(found)).not.to.include('2:fighters:changes');
      if (generation === 2) {
        expect(found.get('{content}:2:fighters:before:3')).to.equal(
          'NoSuchGeneration: Generation 2 cannot be restored, because the values that generation 3 replaced are lost: restore a later generation, or publish.',
        );
      }
    }
  });

  it('explains a refused export and how to repair it', async () => {
    const { client } = fresh.redis;
    await client.zrem(
      '{content}:2:fighters:list:all',
      (await client.zrange('{content}:2:fighters:list:all', '0', '0')) as string[],
    );
    const one = Buffer.byteLength((await client.hget('{content}:2:fighters', '1')) ?? '');
    expect(await exported()).to.equal(
      `BadPath: Generation 3 has 1 fighters of ${one} bytes, expected 2 of ${2 * one} bytes; nothing was exported. To export what is left, run "npm run content -- audit --repair" first.`,
    );
    await audit(fresh.opened.store, { repair: true });
    expect(((await exported()) as Record<string, string>)['fighters.ndjson']?.split('\n')).to.have.length(3);
    // Of the same number of records, one of them cut off.
    await client.hset('{content}:1:fighters', '1', '{"id":');
    expect(await exported(1)).to.match(
      /^BadPath: Generation 1 has 3 fighters of .*; nothing was exported\. Export another generation\.$/,
    );
    await client.del('{content}:live:3');
    expect(await exported()).to.equal(
      'Error: Generation 3 was removed: "npm run content -- list" shows the generations.',
    );
    await client.del('{content}:live');
    expect(await exported()).to.equal(
      'BadPath: The live generation is lost: run "npm run content -- audit" to see what is wrong.',
    );
    await client.flushall();
    expect(await exported()).to.equal('BadPath: Nothing to export: nothing has been published yet.');
  });

  it('leaves the folder unchanged when the disk is full', async () => {
    const disk = await mountDisk(512);
    await writeFile(join(disk.path, 'events.ndjson'), 'earlier');
    const many = Array.from({ length: 1_000 }, (_, id) => rawFighter(id + 1));
    await publishRecords(fresh.opened.store, { fighters: many });
    const reason = await reasonOf(exportContent(fresh.opened.store, disk.path, { overwrite: true }));
    const left = (await readdir(disk.path)).filter((name) => name.includes('json'));
    const events = await readFile(join(disk.path, 'events.ndjson'), 'utf8');
    await disk.close();
    expect(reason).to.equal(`BadPath: ${disk.path}: cannot be written, the disk is full`);
    expect(left).to.deep.equal(['events.ndjson']);
    expect(events).to.equal('earlier');
  });

  it('replaces the content files of the folder with --force', async () => {
    const { store } = fresh.opened;
    const many = Array.from({ length: 1_001 }, (_, id) => rawFighter(id + 1));
    await publishRecords(store, { fighters: many });
    for (const name of ['news.ndjson', 'fighters.json', 'notes.txt']) await writeFile(join(folder, name), 'old\n');
    expect(await reasonOf(exportContent(store, folder))).to.match(
      /^BadPath: .*: has fighters\.json, news\.ndjson already; /,
    );
    const { records } = await exportContent(store, folder, { overwrite: true });
    expect(records.get('fighters')).to.equal(1_001);
    const lines = (await readFile(join(folder, 'fighters.ndjson'), 'utf8')).trimEnd().split('\n');
    expect(new Set(lines.map((line) => JSON.parse(line).id)).size).to.equal(1_001);
    expect((await readdir(folder)).filter((name) => name.includes('.')).sort()).to.deep.equal([
      ...['alerts.ndjson', 'events.ndjson', 'fighters.ndjson', 'notes.txt'],
    ]);
  });
});
