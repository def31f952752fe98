import { mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Layout } from '../../../server/content/reading/file-layout.ts';
import {
  createSource,
  findCollection,
  openContentFiles,
  openFile,
  openStream,
  type Row,
  type Source,
} from '../../../server/content/reading/sources.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const names = 'alerts, events, fighters, media, news, octagon_girls, pages, stats, translations';
const fileNames = `one of ${names}, ending in .json or .ndjson`;

async function* parts(...texts: (string | Buffer)[]) {
  for (const text of texts) yield Buffer.from(text as string);
}

async function rowsOf({ rows }: Source): Promise<Row[]> {
  const all: Row[] = [];
  for await (const portion of rows) all.push(...portion);
  return all;
}

const read = (text: string | Buffer, layout: Layout = 'lines') =>
  rowsOf(createSource('news', 'a.json', layout, 0, parts(text)));

describe('a source of records', () => {
  it('has its records with their text and place, and counts the bytes that were read', async () => {
    const source = createSource('news', 'a.ndjson', 'lines', 17, parts('{"id":1}\n', ' [2]', '\n'));
    const { rows: _, read: __, ...named } = source;
    expect([named, source.read()]).to.deep.equal([{ collection: 'news', file: 'a.ndjson', bytes: 17 }, 0]);
    expect(await rowsOf(source)).to.deep.equal([
      { text: '{"id":1}', line: 1, column: 1, value: { id: 1 } },
      { text: '[2]', line: 2, column: 2, value: [2] },
    ]);
    expect(source.read()).to.equal(14);
  });

  it('has what is wrong with a record in its place', async () => {
    const error = (line: number, column: number | undefined, found: string, more: object = {}) => ({
      error: { file: 'a.json', line, column, found, ...more },
    });
    const expected = 'must be one record';
    const one = { text: '1', line: 1, column: 2, value: 1 };
    for (const [layout, text, rows] of [
      ['lines', '  x', [error(1, 3, "is not JSON (Unexpected token 'x')", { expected })]],
      ['lines', '\n  {"a":', [error(2, 3, 'is not JSON (Unexpected end of JSON input)', { expected })]],
      [
        'lines',
        `{"text": "${'y'.repeat(40)}"x}`,
        [error(1, 52, "is not JSON (Expected ',' or '}' after property value)", { expected })],
      ],
      ['lines', `["${'y'.repeat(40)}", x]`, [error(1, 1, "is not JSON (Unexpected token 'x')", { expected })]],
      [
        'array',
        '[\n {"a":\n   1 2}]',
        [error(3, 6, "is not JSON (Expected ',' or '}' after property value)", { expected })],
      ],
      ['array', '[1,]', [one, error(1, 4, 'has no record between two commas or before the closing ], must have one')]],
      [
        'array',
        Buffer.from('[1,\xe9]', 'latin1'),
        [...[one, error(1, 4, 'is not UTF-8 here (byte 0xE9), must be UTF-8 throughout')]],
      ],
      ['array', '[1', [error(1, undefined, 'ends before the closing ], must be complete')]],
    ] as const) {
      const found = await read(text, layout);
      const shown = layout === 'array' && text === '[1' ? found.slice(-1) : found;
      expect(shown, String(text)).to.deep.equal(rows);
    }
  });

  it('refuses records that are too deep or have too many values, from some length on', async () => {
    const deep = (depth: number, more = '') => `[${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}${more}]`;
    const found = async (text: string) => (await read(text)).map((row) => ('error' in row ? row.error : 'fits'));
    const tooDeep = {
      file: 'a.json',
      line: 1,
      column: 1,
      found: 'is nested more than 1000 levels deep, must be flatter',
    };
    expect(await found(deep(32_767))).to.deep.equal(['fits']);
    expect(await found(deep(32_768))).to.deep.equal([tooDeep]);
    expect(await found(deep(1_000, ` ${' '.repeat(70_000)}`))).to.deep.equal(['fits']);
    const values = (count: number) => `[${'1,'.repeat(count - 1)}1]`;
    const tooMany = { ...tooDeep, found: 'has more than 250,000 values, must have fewer' };
    // The first bracket begins a value, too.
    expect(await found(values(250_000))).to.deep.equal(['fits']);
    expect(await found(values(250_001))).to.deep.equal([tooMany]);
  });

  it('ends with an error of the file where it cannot be read on', async () => {
    async function* broken() {
      yield Buffer.from('1\n2\n');
      throw Object.assign(new Error('x'), { code: 'EIO' });
    }
    expect(await rowsOf(createSource('news', 'a.ndjson', 'lines', 0, broken()))).to.deep.equal([
      { text: '1', line: 1, column: 1, value: 1 },
      { text: '2', line: 2, column: 1, value: 2 },
      { error: { file: 'a.ndjson', found: 'cannot be read, EIO' } },
    ]);
  });

  it('lets other work go on every 50 milliseconds', async () => {
    const { now } = performance;
    let nowMs = 1_000;
    performance.now = () => nowMs;
    try {
      const seen: string[] = [];
      async function* slow() {
        // Of the turns of the event loop, only those that the reader leaves come between two parts.
        for (const stepMs of [49, 0, 1, 49, 1]) {
          nowMs += stepMs;
          setImmediate(() => seen.push('turn'));
          seen.push(`${nowMs}`);
          yield Buffer.from('1\n');
        }
      }
      for await (const _ of createSource('news', 'a', 'lines', 0, slow()).rows);
      expect(seen).to.deep.equal(['1049', '1049', '1050', 'turn', 'turn', 'turn', '1099', '1100', 'turn', 'turn']);
    } finally {
      performance.now = now;
    }
  });

  it('of a stream has a layout of those that it may have, else lines', async () => {
    const layoutOf = async (text: string, layouts?: readonly Layout[]) => {
      const source = await openStream('news', 'input', parts(text), layouts ? { layouts } : {});
      return [source.bytes, source.file, (await rowsOf(source)).map((row) => ('error' in row ? 'error' : row.value))];
    };
    expect(await layoutOf('[1,\n2]')).to.deep.equal([0, 'input', [1, 2]]);
    expect(await layoutOf('{\n}')).to.deep.equal([0, 'input', [{}]]);
    expect(await layoutOf('1\n2')).to.deep.equal([0, 'input', [1, 2]]);
    expect(await layoutOf('[1,2]', ['lines'])).to.deep.equal([0, 'input', [[1, 2]]]);
    expect(await layoutOf('{\n}', ['lines', 'array'])).to.deep.equal([0, 'input', ['error', 'error']]);
    expect((await openStream('news', 'input', parts('1'), { bytes: 5 })).bytes).to.equal(5);
  });

  it('has the name of a collection, or the one that was meant is named', async () => {
    expect(findCollection('octagon_girls')).to.equal('octagon_girls');
    const reason = (name: string) => reasonOf(Promise.resolve().then(() => findCollection(name)));
    expect(await reason('figthers')).to.equal(
      `BadPath: figthers: is no collection, must be one of ${names}; did you mean "fighters"?`,
    );
    expect(await reason('boxers')).to.equal(`BadPath: boxers: is no collection, must be one of ${names}`);
  });
});

/** The files that this process has open; none where the system does not tell. */
async function openPaths(): Promise<string[]> {
  const all = await readdir('/proc/self/fd').catch(() => []);
  return Promise.all(all.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
}

describe('content files', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-sources-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const file = async (name: string, text = '') => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  const opened = async (...given: Parameters<typeof openContentFiles>) =>
    (await openContentFiles(...given)).map(({ collection, file, bytes }) => [collection, file, bytes]);
  const reason = (...given: Parameters<typeof openContentFiles>) => reasonOf(openContentFiles(...given));

  it('are those of the names of collections, in order, with their bytes', async () => {
    const [news, alerts, media] = [
      await file('news.json', '[{}]'),
      await file('alerts.ndjson', '{}\n'),
      join(folder, 'media.json'),
    ];
    await file('notes.txt', 'x');
    expect(await opened([folder])).to.deep.equal([
      ['alerts', alerts, 3],
      ['news', news, 4],
    ]);
    expect(await opened([news, alerts])).to.deep.equal([
      ['news', news, 4],
      ['alerts', alerts, 3],
    ]);
    expect(await opened([folder], ['news'])).to.deep.equal([['news', news, 4]]);
    const [first, second] = await openContentFiles([news, alerts]);
    // A .json file is an array, a .ndjson file one record on each line.
    expect([await rowsOf(first as Source), await rowsOf(second as Source)]).to.deep.equal([
      [{ text: '{}', line: 1, column: 2, value: {} }],
      [{ text: '{}', line: 1, column: 1, value: {} }],
    ]);
    expect((second as Source).read()).to.equal(3);
    expect(await reason([folder], ['news', 'media', 'stats'])).to.equal(
      `BadPath: ${folder}: has no file for media, stats`,
    );
    expect(await reason([news, alerts], ['media'])).to.equal(`BadPath: ${news}, ${alerts}: has no file for media`);
    await symlink('nowhere', media);
    expect(await reason([folder])).to.equal(`BadPath: ${media}: cannot be read, there is no such file or folder`);
  });

  it('are refused by name', async () => {
    expect(await reason([join(folder, 'none')])).to.equal(
      `BadPath: ${join(folder, 'none')}: cannot be read, there is no such file or folder`,
    );
    expect(await reason([folder])).to.equal(`BadPath: ${folder}: has no content file, must have at least ${fileNames}`);
    const csv = await file('fighters.csv');
    expect(await reason([csv])).to.equal(`BadPath: ${csv}: is not named after a collection, must be ${fileNames}`);
    const [misspelt, json, ndjson] = [await file('fihgters.json'), await file('news.json'), await file('news.ndjson')];
    expect(await reason([misspelt])).to.equal(
      `BadPath: ${misspelt}: is not named after a collection, must be ${fileNames}; did you mean "fighters.json"?`,
    );
    expect(await reason([json, ndjson])).to.equal(
      `BadPath: ${ndjson}: has the same collection as ${json}, must be one file for each`,
    );
    const loop = join(folder, 'alerts.json');
    await symlink('alerts.json', loop);
    expect(await reason([loop])).to.equal(`BadPath: ${loop}: cannot be read, ELOOP`);
  });

  it('may have any name where their collection is named, and any layout', async () => {
    const path = await file('anything.txt', '{\n"id": 1}\n{}');
    const source = await openFile('media', path);
    expect([source.collection, source.file, source.bytes, source.read()]).to.deep.equal(['media', path, 13, 0]);
    expect((await rowsOf(source)).map((row) => ('error' in row ? row.error : row.value))).to.deep.equal([
      { id: 1 },
      {},
    ]);
    expect(source.read()).to.equal(13);
    const large = await file('large.ndjson', `${'x'.repeat(262_143)}\n`.repeat(3));
    const chunks: number[] = [];
    const largeSource = await openFile('news', large);
    for await (const rows of largeSource.rows) chunks.push(rows.length, largeSource.read());
    // It is read in parts of 256 KiB.
    expect(chunks).to.deep.equal([1, 262_144, 1, 524_288, 1, 786_432]);
    expect(await openPaths(), 'closed').not.to.include(large);
    const nested = join(folder, 'nested');
    await mkdir(nested);
    const first = join(nested, 'alerts.json');
    await writeFile(first, '[1]');
    expect((await openFile('media', nested)).file).to.equal(first);
  });
});
