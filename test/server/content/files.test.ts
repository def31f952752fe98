import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ContentRefused } from '../../../server/content/checking/error-summary.ts';
import { publishFiles, publishRecords, publishSources } from '../../../server/content/publish.ts';
import { describeFileError } from '../../../server/content/reading/bad-path.ts';
import { createSource, findCollection, openFile, openStream } from '../../../server/content/reading/sources.ts';
import { rawEvent, rawFight, rawFighter } from '../../support/fixtures/records.ts';
import { useFreshStore } from '../../support/redis/fresh-store.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const one = JSON.stringify(rawFighter(1));

/** Of a source: its values, and its errors as text. */
async function rowsOf(source: Awaited<ReturnType<typeof openStream>>): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const portion of source.rows) {
    for (const row of portion) {
      rows.push('error' in row ? `${row.error.line}:${row.error.column} ${row.error.found}` : row.value);
    }
  }
  return rows;
}

async function* parts(...texts: (string | Buffer)[]) {
  for (const text of texts) yield Buffer.from(text as string);
}

describe('sources of records', () => {
  it('name each text that is not one record', async () => {
    const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const padded = (length: number) => `{"a": ${deep(1_001)}, "b": "${'x'.repeat(length - 2_018)}"}`;
    const tooDeep = '1:1 is nested more than 1000 levels deep, must be flatter';
    const values = (count: number) => `[${'1,'.repeat(count - 1)}1]`;
    for (const [text, error] of [
      ['  x', "1:3 is not JSON (Unexpected token 'x')"],
      ['\n  {"a":', '2:3 is not JSON (Unexpected end of JSON input)'],
      [`{"text": "${'y'.repeat(40)}"x}`, "1:52 is not JSON (Expected ',' or '}' after property value)"],
      [`["${'y'.repeat(40)}", x]`, "1:1 is not JSON (Unexpected token 'x')"],
      // Its end is that of its last word, not of the white space behind it.
      ['\n{"id": 2 \t \r\n', "2:9 is not JSON (Expected ',' or '}' after property value)"],
      [Buffer.from('"\xe9"', 'latin1'), '1:2 is not UTF-8 here (byte 0xE9), must be UTF-8 throughout'],
      // Shorter records cannot cost much.
      [padded(65_535), undefined],
      [padded(65_536), tooDeep],
      [deep(32_768), tooDeep],
      [values(250_000), undefined],
      [values(250_001), '1:1 has more than 250,000 values, must have fewer'],
    ] as const) {
      const [row] = await rowsOf(createSource('news', 'a.json', 'lines', 0, parts(text)));
      expect(typeof row === 'string' ? row : undefined, String(text).slice(0, 60)).to.equal(error);
    }
    const array = createSource('news', 'a.json', 'array', 0, parts('[1,\n{"a":\n 1 2},]'));
    expect(await rowsOf(array)).to.deep.equal([
      ...[1, "3:4 is not JSON (Expected ',' or '}' after property value)"],
      '3:7 has no record between two commas or before the closing ], must have one',
    ]);
  });

  it('end with an error when the file cannot be read on', async () => {
    async function* broken() {
      yield Buffer.from('1\n2\n');
      throw Object.assign(new Error('x'), { code: 'EIO' });
    }
    const rows = await rowsOf(createSource('news', 'a', 'lines', 0, broken()));
    expect(rows).to.deep.equal([1, 2, 'undefined:undefined cannot be read, EIO']);
  });

  it('detect the layout of a stream and count its bytes', async () => {
    const values = [
      { id: 1, a: { b: ['}', '"', '\\'] } },
      { id: 2, a: null },
    ];
    const lines = values.map((value) => JSON.stringify(value)).join('\n');
    for (const text of [
      values.map((value) => JSON.stringify(value, null, 2)).join('\n'),
      `\ufeff\n\n${values.map((value) => JSON.stringify(value, null, '\t')).join('\n')}\n`,
      `\r\n\n${lines.replaceAll('\n', '\r\n\r\n')}\r\n`,
      JSON.stringify(values, null, 2),
    ]) {
      const source = await openStream(
        'news',
        'input',
        parts(
          ...Buffer.from(text)
            .toString()
            .split(/(?<=\n)/),
        ),
      );
      expect(await rowsOf(source), text).to.deep.equal(values);
      expect(source.read()).to.equal(Buffer.byteLength(text));
    }
    const rows = await rowsOf(await openStream('news', 'input', parts('[1,2]'), { layouts: ['lines'] }));
    expect(rows).to.deep.equal([[1, 2]]);
  });
});

describe('findCollection', () => {
  it('suggests the collection that was meant', async () => {
    const reason = (name: string) => reasonOf(Promise.resolve().then(() => findCollection(name)));
    expect(findCollection('octagon_girls')).to.equal('octagon_girls');
    expect(await reason('figthers')).to.match(/figthers: is no collection, .*; did you mean "fighters"\?$/);
    expect(await reason('boxers')).to.match(/boxers: is no collection, must be one of alerts, .* translations$/);
  });
});

describe('describeFileError', () => {
  it('translates error codes of the system', () => {
    for (const [code, words] of [
      ['ENOENT', 'there is no such file or folder'],
      ['EACCES', 'permission is denied'],
      ['EPERM', 'permission is denied'],
      ['EISDIR', 'it is a folder'],
      ['ENOSPC', 'the disk is full'],
      ['EIO', 'EIO'],
      [undefined, 'x'],
    ] as const) {
      expect(describeFileError(Object.assign(new Error('x'), code && { code }))).to.equal(words);
    }
  });
});

describe('publishFiles', () => {
  const fresh = useFreshStore();
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-content-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const file = async (name: string, text: string | Buffer = '[]') => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  const idsOf = async (collection: 'fighters' | 'events' = 'fighters') =>
    (await fresh.opened.store.content.list(collection)).records.map(({ id }) => id);

  async function findErrors(name: string, text: string | Buffer): Promise<string[]> {
    const path = await file(name, text);
    const error = await publishFiles(fresh.opened.store, [path]).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ContentRefused);
    return (error as ContentRefused).lines.map((line) => line.replaceAll(`${folder}/`, ''));
  }

  it('publishes a folder of .json and .ndjson', async () => {
    await file('fighters.json', `\ufeff${JSON.stringify([rawFighter(1), rawFighter(2)], null, 2)}\n`);
    await file('events.ndjson', `${JSON.stringify(rawEvent(7))}\r\n\r\n${JSON.stringify(rawEvent(8))}`);
    await file('notes.txt', 'not content');
    const published = await publishFiles(fresh.opened.store, [folder]);
    expect(Object.fromEntries(published)).to.deep.equal({ events: 2, fighters: 2 });
    expect(await idsOf()).to.deep.equal([1, 2]);
    expect(await idsOf('events')).to.deep.equal([8, 7]);
  });

  it('keeps texts as they are and drops unknown keys', async () => {
    const text = '  <b>Ñandú</b> \u2028 "\\" 😀 [ ] { } , ';
    const raw = rawFighter(1, { nickname: text, unknown: { a: [1] } });
    await publishFiles(fresh.opened.store, [await file('fighters.json', JSON.stringify([raw]))]);
    const fighter = await fresh.opened.store.content.get('fighters', 1);
    expect(fighter?.nickname).to.equal(text);
    expect(fighter).not.to.have.property('unknown');
  });

  it('names every bad record, and publishes none', async () => {
    await publishRecords(fresh.opened.store, { fighters: [rawFighter(9)] });
    const { thumbnail: _, ...faceless } = rawFighter(3);
    const rows = [rawFighter(1, { wins: '14' }), rawFighter(2), faceless, rawFighter(4, { weight_class: 'Heavy' })];
    const errors = await findErrors('fighters.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'));
    expect(errors).to.have.length(3);
    expect(errors[0]).to.match(/^fighters\.ndjson:1:\d+: \/wins: is "14", must be an integer/);
    expect(errors[1]).to.equal('fighters.ndjson:3:1: /thumbnail: is missing, is required');
    expect(errors[2]).to.match(
      /^fighters\.ndjson:4:\d+: \/weight_class: is "Heavy", must be "Flyweight", .*; did you mean "Heavyweight"\?$/,
    );
    expect(await idsOf()).to.deep.equal([9]);
  });

  it('stops reading after 10,000 errors', async () => {
    const texts = Array.from({ length: 100 }, () => '1\n'.repeat(1_000));
    const source = createSource('news', 'input', 'lines', 0, parts(...texts));
    const error = await publishSources(fresh.opened.store, [source]).catch((reason: unknown) => reason);
    expect((error as ContentRefused).summary.count).to.be.within(10_000, 11_000);
    expect(source.read()).to.be.below(30_000);
  });

  it('refuses a file with errors, naming the position', async () => {
    const events = [1, 2].map((id) => JSON.stringify(rawEvent(id, { fights: [rawFight(5)] })));
    const wrong = JSON.stringify([rawFighter(1), rawFighter(2, { id: 'x' })], null, 1);
    const deep = `{"n":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)},`;
    const nested = JSON.stringify(rawFighter(1, { wins: 'x' })).replace('{', deep);
    const twice = one.replace('{', '{"wins":1,').replace(/}$/, ',"wins":"x"}');
    for (const [name, text, error] of [
      ['fighters.json', `[\n${one},\n{"id":`, '3: ends in the record that starts at line 3, must be complete'],
      ['fighters.json', '\n\n', '1: is empty, must be an array of records: [ … ]'],
      ['fighters.json', '{"fighters":[]}', '1:1: starts with {, must be an array of records: [ … ]'],
      ['fighters.json', wrong, '13:9: /id: is "x", must be an integer from 1 to 2147483647'],
      ['fighters.json', '[1]', '1:2: /: is 1, must be an object'],
      ['fighters.json', `[${one},\n${one}]`, '2:1: /: has the key 1, as the record at fighters.json:1, must be unique'],
      // The values of a record that is nested too deeply are not looked up.
      ['fighters.ndjson', nested, '1:1: /wins: is "x", must be an integer'],
      // JSON.parse reads the last of a repeated key.
      ['fighters.ndjson', twice, `1:${twice.lastIndexOf('"x"') + 1}: /wins: is "x", must be an integer`],
    ] as const) {
      const [found] = await findErrors(name, text);
      expect(found, text.slice(0, 60)).to.satisfy((line: string) => line.startsWith(`${name}:${error}`));
    }
    const [shared] = await findErrors('events.ndjson', events.join('\n'));
    expect(shared).to.match(/^events\.ndjson:2:\d+: \/fights\/0\/id: is 5, as in the event at events\.ndjson:1/);
    expect(await fresh.opened.store.content.isEmpty()).to.equal(true);
  });

  it('refuses paths that are no content', async () => {
    const names = 'alerts, events, fighters, media, news, octagon_girls, pages, stats, translations';
    await mkdir(join(folder, 'empty'));
    await symlink('alerts.json', join(folder, 'alerts.json'));
    const [news, lines] = [await file('news.json'), await file('news.ndjson')];
    for (const [paths, reason, only] of [
      [['none'], 'none: cannot be read, there is no such file or folder'],
      [['alerts.json'], 'alerts.json: cannot be read, ELOOP'],
      [['empty'], `empty: has no content file, must have at least one of ${names}, ending in .json or .ndjson`],
      [['boxers.csv'], 'boxers.csv: is not named after a collection, must be one of'],
      [['fihgters.json'], 'fihgters.json: is not named after a collection, must be one of'],
      [['news.json', 'news.ndjson'], `${lines}: has the same collection as ${news}, must be one file for each`],
      [['news.json'], 'news.json: has no file for media, stats', ['news', 'media', 'stats']],
    ] as const) {
      await Promise.all(paths.filter((path) => /boxers|fihgters/.test(path)).map((path) => file(path)));
      const given = paths.map((path) => join(folder, path));
      const options = only ? { only: [...only] } : {};
      const found = await reasonOf(publishFiles(fresh.opened.store, given, options));
      expect(found)
        .to.include(reason)
        .and.to.match(/^BadPath: /);
    }
  });

  it('reads a file of any name when its collection is given', async () => {
    const source = await openFile('media', await file('anything.txt', '{\n"id": 1}\n{}'));
    expect(source.collection).to.equal('media');
    expect(source.bytes).to.equal(13);
    expect(await rowsOf(source)).to.deep.equal([{ id: 1 }, {}]);
  });

  it('publishes 100,000 records within bounded memory', async () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => JSON.stringify(rawFighter(index + 1)));
    const path = await file('fighters.ndjson', lines.join('\n'));
    const before = process.memoryUsage().rss;
    await publishFiles(fresh.opened.store, [path]);
    expect(process.memoryUsage().rss - before).to.be.below(300 * 1024 * 1024);
    const { records } = await fresh.opened.store.content.list('fighters', undefined, { limit: 2 });
    expect(records.map(({ id }) => id)).to.deep.equal([1, 10]);
  });
});
