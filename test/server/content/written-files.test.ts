import { statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { exportContent } from '../../../server/content/export.ts';
import { BadPath } from '../../../server/content/reading/bad-path.ts';
import { writeLines } from '../../../server/content/write-lines.ts';
import { writeTogether } from '../../../server/content/write-together.ts';
import type { Generation, Store } from '../../../server/store/index.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fightcard-written-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const textOf = (name: string) => readFile(join(folder, name), 'utf8');
const namesIn = async () => (await readdir(folder)).sort();

describe('lines of a file', () => {
  it('are written in portions, of which each is told before', async () => {
    const told: [number, number][] = [];
    const path = join(folder, 'lines');
    async function* portions() {
      yield* [['a', 'ñ'], [], ['€']];
    }
    await writeLines(path, portions(), (lines, bytes) => told.push([lines, bytes]));
    expect(await textOf('lines')).to.equal('a\nñ\n€\n');
    expect(told).to.deep.equal([
      [2, 5],
      [0, 0],
      [1, 4],
    ]);
  });

  it('wait for a slow disk, and are all there at the end', async () => {
    const sizes: number[] = [];
    function* portions() {
      for (let index = 0; index < 20; index++) {
        if (index > 0) sizes.push(statSync(join(folder, 'long')).size);
        yield [String(index % 10).repeat(100_000)];
      }
    }
    await writeLines(join(folder, 'long'), portions(), () => undefined);
    expect(sizes.map((size) => size / 100_001)).to.deep.equal(Array.from({ length: 19 }, (_, index) => index + 1));
    const text = await textOf('long');
    expect([text.length, text.at(-2)]).to.deep.equal([2_000_020, '9']);
  });

  it('are as many as came before an error, which is thrown', async () => {
    function* portions() {
      yield ['a'];
      throw new TypeError('no more');
    }
    expect(await reasonOf(writeLines(join(folder, 'cut'), portions(), () => undefined))).to.equal('TypeError: no more');
    const reason = await reasonOf(writeLines(join(folder, 'none/file'), [['a']], () => undefined));
    expect(reason).to.equal(`Error: ENOENT: no such file or directory, open '${join(folder, 'none/file')}'`);
    expect(await reasonOf(writeLines(join(folder, 'none/file'), [], () => undefined))).to.equal(reason);
    // It may fail while the next portion is on its way, or is known to be the last.
    async function* slow(...rest: string[]) {
      yield ['a'];
      for (let turn = 0; turn < 20; turn++) await readdir(folder);
      if (rest.length > 0) yield rest;
    }
    for (const portions of [slow(), slow('b')])
      expect(await reasonOf(writeLines(join(folder, 'none/file'), portions, () => undefined))).to.equal(reason);
    // Who removes it after an error removes it for good.
    const refused: Iterable<string[]> = {
      [Symbol.iterator]: () => {
        throw new TypeError('no portion');
      },
    };
    expect(await reasonOf(writeLines(join(folder, 'opening'), refused, () => undefined))).to.equal(
      'TypeError: no portion',
    );
    expect(await namesIn()).to.deep.equal(['cut', 'opening']);
  });
});

describe('files that are written together', () => {
  it('appear when all are written, and not before', async () => {
    const seen: unknown[] = [];
    const write = async (path: string, name: CollectionName) => {
      seen.push([name, path, await namesIn()]);
      await writeFile(path, name);
    };
    folder = join(folder, 'deep', 'below');
    await writeTogether(folder, ['news', 'alerts'], write, {
      before: async () => void seen.push(['before', await namesIn()]),
      after: async () => void seen.push(['after', await namesIn()]),
    });
    const [news, alerts] = ['.news.ndjson.partial', '.alerts.ndjson.partial'];
    expect(seen).to.deep.equal([
      ['before', []],
      ['news', join(folder, news), []],
      ['alerts', join(folder, alerts), [news]],
      ['after', [alerts, news]],
    ]);
    expect(await namesIn()).to.deep.equal(['alerts.ndjson', 'news.ndjson']);
    expect([await textOf('news.ndjson'), await textOf('alerts.ndjson')]).to.deep.equal(['news', 'alerts']);
    await writeTogether(folder, ['media'], (path) => writeFile(path, ''));
    expect(await namesIn()).to.deep.equal(['alerts.ndjson', 'media.ndjson', 'news.ndjson']);
  });

  it('leave nothing behind after an error, which names the folder where the disk is to blame', async () => {
    const refuse = (error: Error) => {
      const write = async (path: string, name: CollectionName) => {
        await writeFile(path, '');
        if (name === 'alerts') throw error;
      };
      return reasonOf(writeTogether(folder, ['news', 'alerts', 'media'], write));
    };
    expect(await refuse(new TypeError('wrong'))).to.equal('TypeError: wrong');
    expect(await namesIn()).to.deep.equal([]);
    expect(await refuse(new BadPath('refused'))).to.equal('BadPath: refused');
    const full = Object.assign(new Error('x'), { code: 'ENOSPC', syscall: 'write' });
    expect(await refuse(full)).to.equal(`BadPath: ${folder}: cannot be written, the disk is full`);
    expect(await refuse(Object.assign(new BadPath('own'), { syscall: 'open' }))).to.equal('BadPath: own');
    expect(await namesIn()).to.deep.equal([]);
    // What cannot be removed hides no error.
    await mkdir(join(folder, '.news.ndjson.partial'));
    expect(await refuse(new TypeError('wrong'))).to.match(/^BadPath: .*: cannot be written, it is a folder$/);
  });
});

describe('an export', () => {
  interface Exported {
    generations?: Partial<Generation>[];
    /** Records of each page that is asked for. */
    records?: Partial<Record<CollectionName, (string | undefined)[]>>;
    isEmpty?: boolean;
  }
  const newest = (...generations: Partial<Generation>[]) => generations;
  /** A store of made-up generations, and the pages that it was asked for. */
  function storeOf({ generations = [], records = {}, isEmpty = false }: Exported) {
    const asked: unknown[] = [];
    const content = {
      generations: { list: async () => generations },
      isEmpty: async () => isEmpty,
      raw: (generation: number) => ({
        page: async (name: CollectionName, page: { limit: number; after?: string }) => {
          asked.push([generation, name, page]);
          const all = records[name] ?? [];
          const start = asked.filter((call) => (call as string[])[1] === name).length - 1;
          const found = all.slice(start * 2, start * 2 + 2).map((json, index) => [String(index), json]);
          return { records: found, more: all.length > start * 2 + 2 };
        },
      }),
    };
    return { asked, store: { content } as unknown as Store };
  }
  const alert = (id: number) => `{"id":${id},"created":"2031-01-02T00:00:00Z"}`;
  const live = (more: Partial<Generation> = {}): Partial<Generation> => ({
    ...{ number: 3, isLive: true, collections: ['alerts'], records: { alerts: 3 }, bytes: { alerts: 3 * 41 } },
    ...more,
  });
  const alerts = [alert(1), alert(2), alert(3)];

  it('reads page after page, and says what it wrote', async () => {
    const { asked, store } = storeOf({
      generations: newest({ ...live(), number: 4, isLive: false }, live({ collections: ['alerts', 'news'] })),
      records: { alerts: [alert(1), undefined, alert(2), alert(3)] },
    });
    const steps: [string, number][] = [];
    const result = await exportContent(store, folder, { progress: (name, count) => steps.push([name, count]) });
    expect({ ...result, records: [...result.records] }).to.deep.equal({
      generation: 3,
      records: [
        ['alerts', 3],
        ['news', 0],
      ],
      bytes: 126,
    });
    expect(await namesIn()).to.deep.equal(['alerts.ndjson', 'news.ndjson']);
    expect(await textOf('alerts.ndjson')).to.equal(`${alerts.join('\n')}\n`);
    expect(asked).to.deep.equal([
      [3, 'alerts', { limit: 500 }],
      [3, 'alerts', { limit: 500, after: '2031-01-02T00:00:00Z\u00000000000001' }],
      [3, 'news', { limit: 500 }],
    ]);
    expect(steps).to.deep.equal([
      ['alerts', 1],
      ['alerts', 3],
      ['news', 0],
    ]);
  });

  it('is of the generation that is named, of which either the names or the figures say what it has', async () => {
    const generations = newest(live(), live({ number: 2, isLive: false, collections: [], records: { alerts: 3 } }));
    const { asked, store } = storeOf({ generations, records: { alerts } });
    expect((await exportContent(store, folder, { generation: 2 })).generation).to.equal(2);
    expect((asked[0] as number[])[0]).to.equal(2);
    // Without figures there is nothing to compare.
    const unknown = storeOf({ generations: newest(live({ records: {}, bytes: {} })), records: { alerts } });
    expect((await exportContent(unknown.store, folder, { overwrite: true })).records.get('alerts')).to.equal(3);
  });

  it('is refused where there is nothing to export, with what to do', async () => {
    const reason = (exported: Exported, options?: Parameters<typeof exportContent>[2]) =>
      reasonOf(exportContent(storeOf(exported).store, folder, options));
    const lost =
      'BadPath: There is no live generation to export: run "npm run content -- audit", which says what is wrong.';
    expect(await reason({ isEmpty: true })).to.equal(
      'BadPath: There is no content to export: nothing has been published yet.',
    );
    expect(await reason({ isEmpty: false })).to.equal(lost);
    expect(await reason({ generations: newest(live({ isLive: false })), isEmpty: true })).to.equal(lost);
    expect(await reason({ generations: newest(live()) }, { generation: 9 })).to.equal(
      'BadPath: There is no generation 9: content list shows the generations.',
    );
    expect(await namesIn()).to.deep.equal([]);
  });

  it('is refused where not all is there, and then nothing appears', async () => {
    const reason = (had: Partial<Generation>, found: string[]) =>
      reasonOf(exportContent(storeOf({ generations: newest(live(had)), records: { alerts: found } }).store, folder));
    const says = (left: string, had: string, advice: string) =>
      `BadPath: Generation 3 has ${left} left of its alerts, and had ${had}: nothing is exported. ${advice}`;
    const repair = 'Run "npm run content -- audit", and with --repair to go on with what is there.';
    expect(await reason({}, alerts.slice(1))).to.equal(says('2 records of 82 bytes', '3 of 123 bytes', repair));
    expect(await reason({ bytes: { alerts: 124 } }, alerts)).to.equal(
      says('3 records of 123 bytes', '3 of 124 bytes', repair),
    );
    // Of a figure that is lost, the other is compared.
    expect(await reason({ bytes: {} }, alerts.slice(1))).to.equal(
      says('2 records of 82 bytes', '3 of ? bytes', repair),
    );
    expect(await reason({ records: {}, bytes: { alerts: 1 } }, alerts)).to.equal(
      says('3 records of 123 bytes', '? of 1 bytes', repair),
    );
    const { store } = storeOf({
      generations: newest(live({ isLive: false, bytes: { alerts: 1 } })),
      records: { alerts },
    });
    expect(await reasonOf(exportContent(store, folder, { generation: 3 }))).to.equal(
      says('3 records of 123 bytes', '3 of 1 bytes', 'Export another generation.'),
    );
    expect(await namesIn()).to.deep.equal([]);
  });

  it('replaces no content files unless it is told to, and then all of them', async () => {
    const others = ['alerts.json', 'media.ndjson', 'news.json', 'notes.txt', 'x.json.bak', 'xndjson'];
    for (const name of others) await writeFile(join(folder, name), 'old');
    const { store } = storeOf({ generations: newest(live()), records: { alerts } });
    const reason = await reasonOf(exportContent(store, folder));
    expect(reason.replace(/has .* already/, 'has … already')).to.equal(
      `BadPath: ${folder}: has … already; name another folder, or add --force to replace them`,
    );
    const named = /has (.*) already/.exec(reason)?.[1]?.split(', ').sort();
    expect([named, await namesIn()]).to.deep.equal([['alerts.json', 'media.ndjson', 'news.json'], others]);
    await exportContent(store, folder, { overwrite: true });
    expect(await namesIn()).to.deep.equal(['alerts.ndjson', 'notes.txt', 'x.json.bak', 'xndjson']);
    // What cannot be removed ends it before anything of the same name is gone.
    await writeFile(join(folder, 'alerts.ndjson'), 'old');
    await mkdir(join(folder, 'events.json'));
    const again = storeOf({ generations: newest(live()), records: { alerts } });
    expect(await reasonOf(exportContent(again.store, folder, { overwrite: true }))).to.match(
      /^BadPath: .*: cannot be written, ERR_FS_EISDIR$/,
    );
    expect(await textOf('alerts.ndjson')).to.equal('old');
  });
});
