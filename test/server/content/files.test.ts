import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ContentRefused } from '../../../server/content/errors.ts';
import { publishFiles, publishSources } from '../../../server/content/publish.ts';
import { openStream } from '../../../server/content/sources.ts';
import { rawEvent, rawFight, rawFighter } from '../../support/fixtures/records.ts';
import { useFreshStore } from '../../support/redis/fresh-store.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const one = JSON.stringify(rawFighter(1));

/** The values of a source as JSON, and its errors with their position. */
async function rowsOf({ rows }: ReturnType<typeof openStream>): Promise<string[]> {
  const found: string[] = [];
  for await (const portion of rows) {
    for (const row of portion) {
      found.push(
        'error' in row ? `${row.error.line}:${row.error.column} ${row.error.found}` : JSON.stringify(row.value),
      );
    }
  }
  return found;
}

async function* inParts(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('openStream', () => {
  const noJson = (reason: string) => `is not JSON (${reason})`;
  const afterValue = noJson("Expected ',' or '}' after property value");

  /** A text, and its values as JSON or its errors with line and column. */
  const cases: [text: string | Buffer, ...rows: string[]][] = [
    [''],
    [' \n\t\r\n'],
    ['\ufeff'],
    ['[]'],
    ['[1]\n', '1'],
    ['\ufeff[1,\t2 ,\r\n3]', '1', '2', '3'],
    ['[{"a":"]\\"[,"},[1,{"b":"\\\\"}],\n"x"]', '{"a":"]\\"[,"}', '[1,{"b":"\\\\"}]', '"x"'],
    ['[1,,2]', `1:4 ${noJson("Unexpected token ','")}`],
    ['[1,\n]', `2:1 ${noJson("Unexpected token ']'")}`],
    ['[1,\n{"a":\n 1 2}]', `3:4 ${afterValue}`],
    ['[1]\n ,', `2:2 ${noJson('Unexpected non-whitespace character after JSON')}`],
    ['[1,\n 2', `2:3 ${noJson("Expected ',' or ']' after array element")}`],
    [latin1('[1,\n"\xe9",\n2]'), '2:undefined is not UTF-8'],
    [Buffer.from('\ufeff[1]', 'utf16le'), '1:undefined is not UTF-8'],
    ['1', '1'],
    ['\n 1 \r\n\r\n\t\n"b"\n', '1', '"b"'],
    ['1\n[2]', '1', '[2]'],
    ['{}\n\n\n{"id":2}', '{}', '{"id":2}'],
    ['\n  {"a":', `2:8 ${noJson('Unexpected end of JSON input')}`],
    ['{}\nx\n1', '{}', `2:1 ${noJson("Unexpected token 'x'")}`, '1'],
    ['1\n{"id": 2 \t \r\n', '1', `2:9 ${afterValue}`],
    ['{\n"a":{"b":"}{"}\n}\n', '{"a":{"b":"}{"}}'],
    ['{"a": [\n]}\n,{}', `3:1 ${noJson('Unexpected non-whitespace character after JSON')}`],
  ];
  it('reads records in any layout, or names what is wrong', async () => {
    for (const [text, ...rows] of cases) {
      const bytes = Buffer.from(text as string);
      for (const size of [1, 3, 1_000]) {
        const source = openStream('news', 'input', inParts(bytes, size));
        expect(await rowsOf(source), `in parts of ${size}: ${text}`).to.deep.equal(rows);
        expect(source.read()).to.equal(bytes.length);
      }
    }
  });

  it('detects an array or lines in a stream', async () => {
    for (const [text, ...rows] of [
      [' \n [1,\n2]', '1', '2'],
      ['\n1\n2\n', '1', '2'],
      ['1\n"\xe9"\n2', '1', '2:undefined is not UTF-8', '2'],
    ] as const) {
      const source = openStream('news', 'input', inParts(latin1(text), 3));
      expect(await rowsOf(source), text).to.deep.equal(rows);
    }
  });

  it('refuses a line of more than 16 MiB', async () => {
    for (const [length, error] of [
      [2 ** 24 - 1, undefined],
      [2 ** 24 + 1, '2:undefined has a line of more than 16 MiB'],
    ] as const) {
      const text = `1\n"${'x'.repeat(length - 2)}"`;
      const source = openStream('news', 'input', inParts(Buffer.from(text), 2 ** 18), { layout: 'lines' });
      const [, row = ''] = await rowsOf(source);
      expect(row.startsWith('"') ? undefined : row).to.equal(error);
    }
  });

  it('refuses an array of more than 64 MiB', async () => {
    async function* large() {
      for (let part = 0; part <= 64; part++) yield Buffer.alloc(2 ** 20, '[');
    }
    const rows = await rowsOf(openStream('news', 'input', large(), { layout: 'array' }));
    expect(rows).to.deep.equal(['undefined:undefined has more than 64 MiB']);
  });

  it('ends with an error when the stream breaks', async () => {
    async function* broken() {
      yield Buffer.from('1\n2\n');
      throw Object.assign(new Error('x'), { code: 'EIO' });
    }
    const rows = await rowsOf(openStream('news', 'a', broken(), { layout: 'lines' }));
    expect(rows).to.deep.equal(['undefined:undefined cannot be read, EIO']);
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
    const nickname = '  <b>Ñandú</b> \u2028 "\\" 😀 [ ] { } , ';
    const raw = rawFighter(1, { nickname, unknown: { a: [1] } });
    await file('fighters.json', `\ufeff${JSON.stringify([raw, rawFighter(2)], null, 2)}\n`);
    await file('events.ndjson', `${JSON.stringify(rawEvent(7))}\r\n\r\n${JSON.stringify(rawEvent(8))}`);
    await file('notes.txt', 'not content');
    const published = await publishFiles(fresh.opened.store, [folder]);
    expect(Object.fromEntries(published)).to.deep.equal({ events: 2, fighters: 2 });
    expect(await idsOf()).to.deep.equal([1, 2]);
    expect(await idsOf('events')).to.deep.equal([8, 7]);
    const fighter = await fresh.opened.store.content.get('fighters', 1);
    expect(fighter?.nickname).to.equal(nickname);
    expect(fighter).not.to.have.property('unknown');
  });

  it('stops reading after 10,000 errors', async () => {
    const bytes = Buffer.from('1\n'.repeat(100_000));
    const source = openStream('news', 'input', inParts(bytes, 2_000), { layout: 'lines' });
    const error = await publishSources(fresh.opened.store, [source]).catch((reason: unknown) => reason);
    expect((error as ContentRefused).summary.count).to.be.within(10_000, 11_000);
    expect(source.read()).to.be.below(30_000);
  });

  it('refuses a file with errors, naming the position', async () => {
    const events = [1, 2].map((id) => JSON.stringify(rawEvent(id, { fights: [rawFight(5)] })));
    const wrong = JSON.stringify([rawFighter(1), rawFighter(2, { id: 'x' })], null, 1);
    const deep = `{"n":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)},`;
    const nested = JSON.stringify(rawFighter(1, { wins: 'x' })).replace('{', deep);
    for (const [name, text, error] of [
      ['fighters.json', `[\n${one},\n{"id":`, '3:7: is not JSON (Unexpected end of JSON input)'],
      ['fighters.json', '\n\n', '1: is empty, must be an array of records: [ … ]'],
      ['fighters.json', '{"fighters":[]}', '1: starts with {, must be an array of records: [ … ]'],
      ['fighters.json', wrong, '13:9: /id: is "x", must be an integer from 1 to 2147483647'],
      ['fighters.json', '[1]', '1:2: /: is 1, must be an object'],
      ['fighters.json', `[${one},\n${one}]`, '2:1: /: has the key 1, already used at fighters.json:1, must be unique'],
      // The values of a record that is nested too deeply are not looked up.
      ['fighters.ndjson', nested, '1:1: /wins: is "x", must be an integer'],
    ] as const) {
      const [found] = await findErrors(name, text);
      expect(found, text.slice(0, 60)).to.satisfy((line: string) => line.startsWith(`${name}:${error}`));
    }
    const [shared] = await findErrors('events.ndjson', events.join('\n'));
    expect(shared).to.match(/^events\.ndjson:2:\d+: \/fights\/0\/id: is 5, already used at events\.ndjson:1/);
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
      [['news.json', 'news.ndjson'], `${lines}: has the same collection as ${news}; publish one of the two`],
      [['news.json'], 'news.json: has no file for media, stats', ['news', 'media', 'stats']],
      [['news.json'], 'news.json: has no file for media', ['news', 'media']],
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
