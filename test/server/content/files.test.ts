import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ContentRefused } from '../../../server/content/checking/error-summary.ts';
import { publishFiles, publishRecords } from '../../../server/content/publish.ts';
import { rawEvent, rawFight, rawFighter } from '../../support/fixtures/records.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';

describe('content from files', () => {
  let redis: TestNode;
  let opened: TestStore;
  let folder: string;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.close());
  beforeEach(async () => {
    await redis.client.flushall();
    opened = await openStore(redis.url);
    folder = await mkdtemp(join(tmpdir(), 'fightcard-content-'));
  });
  afterEach(async () => {
    opened.close();
    await rm(folder, { recursive: true, force: true });
  });

  const file = async (name: string, text: string | Buffer) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };

  async function findErrors(name: string, text: string | Buffer): Promise<string[]> {
    const path = await file(name, text);
    return publishFiles(opened.store, [path]).then(
      () => expect.fail('was published'),
      (error: unknown) => {
        if (!(error instanceof ContentRefused)) throw error;
        return error.lines.map((line) => line.replace(`${folder}/`, ''));
      },
    );
  }

  async function idsOf(collection: 'fighters' | 'events' = 'fighters'): Promise<number[]> {
    return (await opened.store.content.list(collection)).records.map(({ id }) => id);
  }

  it('publishes a folder of .json and .ndjson', async () => {
    await file('fighters.json', `\ufeff${JSON.stringify([rawFighter(1), rawFighter(2)], null, 2)}\n`);
    await file('events.ndjson', `${JSON.stringify(rawEvent(7))}\r\n\r\n${JSON.stringify(rawEvent(8))}`);
    await file('notes.txt', 'not content');
    const published = await publishFiles(opened.store, [folder]);
    expect([...published]).to.deep.equal([
      ['events', 2],
      ['fighters', 2],
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
    const errors = await findErrors('fighters.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'));
    expect(errors).to.have.length(3);
    expect(errors[0]).to.match(/^fighters\.ndjson:1:\d+: \/wins: is "14", must be an integer/);
    expect(errors[1]).to.equal('fighters.ndjson:3:1: /thumbnail: is missing, is required');
    expect(errors[2]).to.match(
      /^fighters\.ndjson:4:\d+: \/weight_class: is "Heavy", must be "Flyweight", .*; did you mean "Heavyweight"\?$/,
    );
    expect(await idsOf()).to.deep.equal([9]);
  });

  it('gives the line and column of a value of a .json file', async () => {
    const text = JSON.stringify([rawFighter(1), rawFighter(2, { id: 'x' })], null, 1);
    const [error] = await findErrors('fighters.json', text);
    expect(error).to.match(/^fighters\.json:13:9: \/id: is "x", must be an integer/);
    const [later] = await findErrors('fighters.json', `\n\n${text}`);
    expect(later, 'after empty lines').to.match(/^fighters\.json:15:9: \/id: is "x"/);
  });

  it('gives the position of the last of a repeated key, as JSON.parse reads the last', async () => {
    const text = JSON.stringify(rawFighter(1)).replace('{', '{"wins":1,').replace(/}$/, ',"wins":"x"}');
    const [error] = await findErrors('fighters.ndjson', text);
    expect(error).to.match(new RegExp(`^fighters\\.ndjson:1:${text.lastIndexOf('"x"') + 1}: /wins: is "x"`));
  });

  it('gives the position of a deeply nested record, whose values are not looked up', async () => {
    const nested = `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`;
    const [error] = await findErrors(
      'fighters.ndjson',
      JSON.stringify(rawFighter(1, { wins: 'x' })).replace('{', `{"n":${nested},`),
    );
    expect(error).to.match(/^fighters\.ndjson:1:1: \/wins: is "x"/);
  });

  it('shows the first 50 errors and counts the rest', async () => {
    const path = await file(
      'fighters.json',
      JSON.stringify(Array.from({ length: 70 }, () => ({ ...rawFighter(1), id: 0 }))),
    );
    const error = await publishFiles(opened.store, [path]).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ContentRefused);
    expect((error as ContentRefused).lines).to.have.length(50);
    expect((error as ContentRefused).summary.count).to.equal(70);
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
    ['empty but for lines', 'fighters.json', '\n\n', /^fighters\.json:1: is empty, must be an array/],
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
    [
      'UTF-16',
      'fighters.json',
      Buffer.from(`\ufeff[${one}]`, 'utf16le'),
      /^fighters\.json:1:1: is not UTF-8 but UTF-16/,
    ],
    [
      'UTF-16 in the other order',
      'fighters.json',
      Buffer.from(`\ufeff[${one}]`, 'utf16le').swap16(),
      /^fighters\.json:1:1: is not UTF-8 but UTF-16/,
    ],
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
      /^fighters\.json:2:1: \/: has the key 1, as the record at .*fighters\.json:1, must be unique$/,
    ],
    [
      'with the same fight in two events',
      'events.json',
      `[${JSON.stringify(rawEvent(1, { fights: [rawFight(5)] }))},\n${JSON.stringify(rawEvent(2, { fights: [rawFight(5)] }))}]`,
      /^events\.json:2:\d+: \/fights\/0\/id: is 5, as in the event at .*events\.json:1, must be unique$/,
    ],
  ];
  for (const [title, name, text, message] of bad) {
    it(`refuses a file that is ${title}`, async () => {
      const [error] = await findErrors(name, text);
      expect(error).to.match(message);
      expect(await opened.store.content.isEmpty()).to.equal(true);
    });
  }

  const paths: [string, () => Promise<string[]>, RegExp][] = [
    ['a missing path', async () => [join(folder, 'none')], /none: cannot be read, there is no such file or folder$/],
    [
      'a file of no collection',
      async () => [await file('boxers.json', '[]')],
      /boxers\.json: is not named after a collection, must be one of alerts, /,
    ],
    [
      'a file of another kind',
      async () => [await file('fighters.csv', '')],
      /fighters\.csv: is not named after a collection/,
    ],
    ['an empty folder', async () => [folder], /^[^:]+: has no content file, must have at least one of alerts/],
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
