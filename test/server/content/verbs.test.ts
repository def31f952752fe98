import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { collectionNames } from '../../../contracts/content/collections/index.ts';
import { fill } from '../../../contracts/http/paths.ts';
import { operations } from '../../../contracts/operations.ts';
import { routeOf } from '../../../contracts/routes.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { verbs } from '../../../scripts/content/verbs.ts';
import { prefixes } from '../../support/expected/headers.ts';
import { rawEvent, rawFight, rawFighter } from '../../support/fixtures/records.ts';
import { json, send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { runContent } from './run-content.ts';

describe('npm run content', () => {
  let night: FightNight;
  let folder: string;
  before(async () => {
    night = await startFightNight();
    folder = await mkdtemp(join(tmpdir(), 'fightcard-verbs-'));
  });
  after(async () => {
    await night.close();
    await rm(folder, { recursive: true, force: true });
  });

  const content = (args: string[], input = '') => runContent({ redisUrl: night.redis.url, folder }, args, input);

  const file = async (name: string, value: unknown) => {
    await writeFile(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
    return name;
  };
  const generation = async () => JSON.parse((await content(['list', '--json'])).out).generations[0];

  it('explains every verb with examples, its options and exit codes', async () => {
    for (const verb of Object.keys(verbs)) {
      const { code, out } = await content([verb, '--help']);
      expect(code).to.equal(0);
      expect(out)
        .to.match(new RegExp(`^Usage: npm run content -- ${verb}`))
        .and.to.match(/Examples?:\n {2}/)
        .and.to.match(/Ends with\n/);
      // npm writes two lines of its own to standard output, which no reader of JSON takes.
      expect(out).not.to.match(/npm run (?!--silent).*--json.*\|/);
    }
  });

  it('names the wrong option of a verb, and the option whose value is wrong or missing', async () => {
    for (const [args, says] of [
      [['publish', 'x', '--onyl', 'news'], 'There is no option --onyl; the nearest is --only.'],
      [['sample', 'x', '--news', 'many'], '--news must be a whole number'],
      [['publish', 'x', '--only', ''], '--only needs the name of a collection'],
      [['sample', 'x', '--only', ','], '--only needs the name of a collection'],
      [['export', 'x', '--generation'], '--generation needs a value.'],
    ] as const) {
      expect(await content([...args])).to.deep.equal({
        code: 2,
        out: '',
        err: `content: ${says}\nTry: npm run content -- --help\n`,
      });
    }
  });

  it('put adds and replaces records for every reader at once, from a file and from standard input', async () => {
    const article = {
      id: 990_001,
      title: { es_US: 'Nuevo', en_US: 'New' },
      article_date: '2031-04-06T00:00:00Z',
      last_modified: '2031-04-06T10:00:00Z',
      url_name: 'nuevo',
      published_start_date: '2999-04-06T10:00:00Z',
      article_fighter_id: ids.champion,
    };
    expect((await content(['put', 'news', await file('article.json', article)])).out).to.match(
      /^Put 1 news: generation \d+\.$/m,
    );
    expect(json(await send(night.url, 'GET', '/api/v1/us/news'))[0].title).to.equal('New');
    const list = json(await send(night.url, 'GET', `/api/v3/mobile/fighters/${ids.champion}/news`));
    expect(list[0].title).to.equal('Nuevo');
    const lines = [
      { ...article, title: 'Otro' },
      { ...article, id: 990_002, title: 'Tercero' },
    ];
    const put = await content(['put', 'news', '-', '--json'], lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(JSON.parse(put.out)).to.include({ changed: 2, given: 2 });
    const titles = json(await send(night.url, 'GET', '/api/v1/us/news?limit=2')).map(
      ({ title }: { title: string }) => title,
    );
    expect(titles).to.deep.equal(['Tercero', 'Otro']);
    expect((await content(['put', 'news', '-'], JSON.stringify(lines))).out).to.match(/^Nothing to change/);
  });

  it('put refuses records with errors, no records, and a fight of another event', async () => {
    const before = await generation();
    const bad = await content(
      ['put', 'fighters', '-'],
      JSON.stringify(rawFighter(5, { weight_class: 'Featherwieght' })),
    );
    expect(bad.code).to.equal(1);
    expect(bad.err).to.match(
      /^standard input:1:\d+: \/weight_class: is "Featherwieght", must be .*; did you mean "Featherweight"\?$/m,
    );
    const none = await content(['put', 'fighters', '-'], '[]');
    expect(none.err).to.match(/^standard input: has no record, must have at least one$/m);
    const taken = rawEvent(999, { fights: [rawFight(ids.fightInProgress)] });
    const fight = await content(['put', 'events', '-'], JSON.stringify(taken));
    expect(fight.err).to.include(`/fights/0/id: is ${ids.fightInProgress}, as in event ${ids.liveEvent}`);
    expect((await generation()).number).to.equal(before.number);
  });

  it('remove removes records for every reader, and names those that did not exist', async () => {
    const { code, out } = await content(['remove', 'news', '990001', '123456']);
    expect([code, out.split('\n')[1]]).to.deep.equal([0, 'news has no 123456.']);
    expect((await send(night.url, 'GET', '/api/v1/us/news/990001')).status).to.equal(404);
    expect((await content(['remove', 'news', '123456'])).code).to.equal(1);
  });

  it('list shows author, time, records and bytes of each generation', async () => {
    await content(
      ['put', 'alerts', '-', '--who', 'night desk'],
      JSON.stringify({ id: 77, title: 't', message: 'm', created: '2031-01-01T00:00:00Z' }),
    );
    const live = await generation();
    expect(live).to.include({ kind: 'put', who: 'night desk', isLive: true, changed: 1 });
    expect(live.records.alerts).to.be.above(1);
    expect(live.bytes.alerts).to.be.above(100);
    expect(Date.now() - live.timeMs).to.be.below(60_000);
  });

  it('diff names the records that differ, and rollback undoes a mistake in one step', async () => {
    const before = await generation();
    const oops = JSON.stringify({ id: 78, title: 'Oops', message: 'm', created: '2031-01-02T00:00:00Z' });
    await content(['put', 'alerts', '-'], oops);
    await content(['remove', 'alerts', '77']);
    const diff = await content(['diff', String(before.number), 'live']);
    expect(diff.out.trim().split('\n').sort()).to.deep.equal([
      '+ alerts 78',
      '- alerts 77',
      '1 added, 0 changed, 1 removed.',
    ]);
    const back = await content(['rollback', String(before.number), '--json']);
    expect(JSON.parse(back.out)).to.deep.include({ to: before.number, collections: ['alerts'] });
    expect((await content(['diff', String(before.number), 'live'])).out).to.equal('No difference.\n');
    const alerts = json(await send(night.url, 'GET', '/api/v1/us/alerts'));
    expect(alerts.map(({ id }: { id: number }) => id))
      .to.include(77)
      .and.not.to.include(78);
    expect((await content(['rollback', '99999'])).err).to.match(/^There is no generation 99999/);
  });

  it('export and then publish give the same replies byte for byte, and diff finds nothing', async () => {
    const urls = operations
      .filter(({ method, name }) => method === 'GET' && name !== 'health')
      .map(({ name, family, path }) => {
        const params = {
          id: ids.liveEvent,
          event_id: ids.liveEvent,
          fighter_id: ids.champion,
          weight_class: 'lw',
          born_country: 'USA',
          round_num: 1,
          fighter_statid: 1,
          client_id: ids.clientId,
        };
        return prefixes[family] + fill(routeOf(name).path ?? path, params);
      });
    for (const list of ['news', 'media', 'fighters', 'events', 'octagon_girls', 'alerts'])
      urls.push(`/api/v3/mobile/${list}?limit=500`);
    const answers = async () =>
      Promise.all(urls.map(async (url) => (await send(night.url, 'GET', url)).body.toString()));
    const before = [await generation(), await answers()];
    expect((await content(['export', 'out'])).code).to.equal(0);
    expect((await readdir(join(folder, 'out'))).sort())
      .to.include('fighters.ndjson')
      .and.to.have.length(collectionNames.length);
    expect((await content(['export', 'out'])).err).to.match(/^out: has .*--force/);
    expect((await content(['publish', 'out'])).code).to.equal(0);
    expect((await content(['diff', String(before[0].number), 'live'])).out).to.equal('No difference.\n');
    expect(await answers()).to.deep.equal(before[1]);
    console.log(`        ${urls.length} replies the same byte for byte`);
  });

  it('publish takes --only, --strict, --check and standard input, and prints JSON', async () => {
    await mkdir(join(folder, 'part'));
    await file('fighters.json', [rawFighter(1)]);
    await file('part/fighters.json', [rawFighter(1)]);
    await file('part/news.ndjson', '');
    const only = await content(['publish', 'part', '--only', 'fighters', '--check', '--json']);
    expect(JSON.parse(only.out)).to.deep.include({ published: false, records: { fighters: 1 } });
    const alert = { id: 5, title: { es_US: 'Solo' }, message: 'm', created: '2031-01-01T00:00:00Z', event_id: 4242 };
    const warned = await content(['publish', '-', '--only', 'alerts'], JSON.stringify([alert]));
    expect(warned.code).to.equal(0);
    expect(warned.err).to.include('warning: standard input:1:18: /title: has no en_US, so the other text is sent');
    expect(warned.err).to.include('/event_id: refers to event 4242, which does not exist');
    const languages = { id: 'languages', translations: { es_US: 'Español', fr_FR: { en_US: 'French' } } };
    const bundle = await content(
      ['publish', '-', '--only', 'translations', '--check', '--json'],
      JSON.stringify(languages),
    );
    expect(JSON.parse(bundle.out).warnings.map(({ pointer }: { pointer: string }) => pointer)).to.deep.equal([
      '/translations/fr_FR',
    ]);
    const strict = await content(['publish', '-', '--only', 'alerts', '--strict', '--json'], JSON.stringify(alert));
    expect([strict.code, JSON.parse(strict.out).faultCount]).to.deep.equal([1, 2]);
    expect((await content(['publish', '-'])).code).to.equal(2);
    expect((await content(['publish', 'part', '--only', 'newz'])).err).to.include('did you mean "news"?');
  });

  for (const [path, sentence] of [
    ['news.jsonl', /news\.jsonl: is not named .*; did you mean "news\.ndjson"\?\n$/],
    ['News.JSON', /News\.JSON: is not named .*; did you mean "news\.json"\?\n$/],
    ['media.json.gz', /media\.json\.gz: is not named .*; unpack it as "media\.json"\n$/],
    ['alerts.jsno', /alerts\.jsno: is not named .*; did you mean "alerts\.json"\?\n$/],
    ['event.ndjson', /event\.ndjson: is not named .*; did you mean "events\.ndjson"\?\n$/],
    [
      'more/of it/news.json',
      /more\/of it\/news\.json: is in a subfolder, which is not read; name .*\/more\/of it too, or move the file\n$/,
    ],
  ] as const) {
    it(`publish refuses a folder with ${path}, and publishes nothing`, async () => {
      const place = join(folder, 'meant');
      await mkdir(dirname(join(place, path)), { recursive: true });
      await writeFile(join(place, path), '[]');
      await writeFile(join(place, 'pages.json'), '[]');
      const before = (await content(['list', '--json'])).out;
      const { code, out, err } = await content(['publish', place]);
      await rm(place, { recursive: true });
      expect(code).to.equal(1);
      expect(out).to.equal('');
      expect(err).to.match(sentence);
      expect((await content(['list', '--json'])).out).to.equal(before);
    });
  }

  it('publish names what it skips in a folder, but no hidden file', async () => {
    const place = join(folder, 'mixed');
    await mkdir(join(place, 'photos'), { recursive: true });
    for (const name of ['._alerts.json', '.DS_Store', 'notes.txt', 'photos/1.jpg', 'news.json~']) {
      await writeFile(join(place, name), '\0');
    }
    await writeFile(join(place, 'alerts.json'), '[]');
    const { code, err } = await content(['publish', place, '--check']);
    const { out } = await content(['publish', place, '--check', '--json']);
    await rm(place, { recursive: true });
    expect(code).to.equal(0);
    const skipped = ['news.json~', 'notes.txt', 'photos'].map((name) => join(place, name));
    expect(err).to.equal(skipped.map((path) => `${path}: skipped, is not named after a collection\n`).join(''));
    expect(JSON.parse(out).skipped).to.deep.equal(skipped);
  });

  it('warns of a statid that two fighters share and of dates out of order, but not of a statid that events share', async () => {
    const fighters = [rawFighter(1, { statid: 9 }), rawFighter(2, { statid: 9 })];
    const doubled = await content(['publish', '-', '--only', 'fighters', '--check'], JSON.stringify(fighters));
    expect(doubled.err).to.match(/^warning: standard input:1:\d+: \/statid: is 9, which standard input:1 has too$/m);
    const events = [rawEvent(1, { statid: 9 }), rawEvent(2, { statid: 9, end_event_dategmt: '2031-04-01T00:00:00Z' })];
    const { err } = await content(
      ['publish', '-', '--only', 'events', '--check'],
      events.map((e) => JSON.stringify(e)).join('\n'),
    );
    expect(err).to.match(/^warning: standard input:2:\d+: \/end_event_dategmt: ends before it starts/m);
    expect(err).not.to.include('/statid');
  });

  it('shows three warnings of each kind with a count, the rarest kind first; --json has fifty of each', async () => {
    const alerts = Array.from({ length: 120 }, (_, index) => ({
      ...{ id: index + 1, message: 'm', created: '2031-01-02T00:00:00Z', event_id: 40_000 + index },
      title: index < 60 ? { es_US: 'Solo' } : 'Ambos',
      ...(index === 119 && { expires: '2031-01-01T00:00:00Z' }),
    }));
    const { err } = await content(['publish', '-', '--only', 'alerts', '--check'], JSON.stringify(alerts));
    const lines = err.trim().split('\n');
    expect(lines).to.have.length(10);
    expect(lines[0]).to.include('/expires: expires before it was created');
    expect(lines[1]).to.include('/title: has no en_US');
    expect(lines[4]).to.equal('warning: and 57 more: locale');
    expect(lines[5]).to.match(/\/event_id: refers to event 40\d{3}, which does not exist$/);
    expect(lines[8]).to.equal('warning: and 117 more: reference to events');
    expect(lines[9]).to.equal('181 warnings (1 dates, 60 locale, 120 reference to events); --strict refuses them.');
    const all = await content(['publish', '-', '--only', 'alerts', '--check', '--json'], JSON.stringify(alerts));
    const { warnings, warningKinds, warningCount } = JSON.parse(all.out);
    expect(warningKinds).to.deep.equal({ dates: 1, locale: 60, 'reference to events': 120 });
    expect([warningCount, warnings.length]).to.deep.equal([181, 101]);
    expect(warnings[0]).to.include({ kind: 'dates', pointer: '/expires' });
  });

  it('put reads a record over several lines', async () => {
    const alert = { id: 79, title: 't', message: 'm', created: '2031-01-01T00:00:00Z' };
    const put = await content(['put', 'alerts', await file('alert.json', JSON.stringify(alert, null, 2))]);
    expect([put.code, put.err, put.out.split(':')[0]]).to.deep.equal([0, '', 'Put 1 alerts']);
    const again = await content(['put', 'alerts', '-'], JSON.stringify([alert], null, 2));
    expect(again.out).to.match(/^Nothing to change/);
    const bad = await content(['put', 'alerts', '-'], JSON.stringify({ ...alert, id: 'x' }, null, 2));
    expect(bad.err).to.match(/^standard input:2:9: \/id: is "x"/);
    await file('alerts.json', JSON.stringify(alert, null, 2));
    expect((await content(['publish', 'alerts.json'])).err).to.match(/^alerts\.json:1:1: starts with \{/);
    await rm(join(folder, 'alerts.json'));
    await content(['remove', 'alerts', '79']);
  });

  it('refuses, with a message, a record of 100 MB, an unreadable file and a folder that cannot be written', async () => {
    const before = await generation();
    await writeFile(join(folder, 'news.json'), `[{"content":"${'x'.repeat(100_000_000)}"}]`);
    const huge = await content(['publish', 'news.json']);
    expect(huge.code).to.equal(1);
    expect(huge.err).to.match(/^news\.json:1:2: has a record of more than 16 MiB/);
    if (process.getuid?.() !== 0) {
      await chmod(join(folder, await file('alerts.json', '[]')), 0);
      expect((await content(['publish', 'alerts.json'])).err).to.match(/permission is denied/);
    }
    const out = await content(['export', '/dev/null/nowhere']);
    expect([out.code, out.err.split(':')[0]]).to.deep.equal([1, '/dev/null/nowhere']);
    expect((await generation()).number).to.equal(before.number);
  });

  it('ends with 3 during another publish', async () => {
    await night.writes.set('{content}:publishing', 'another alerts ', 'PX', 20_000);
    const put = await content(
      ['put', 'alerts', '-'],
      JSON.stringify({ id: 6, title: 't', message: 'm', created: '2031-01-01T00:00:00Z' }),
    );
    const publish = await content(['publish', 'fighters.json']);
    await night.writes.del('{content}:publishing');
    expect([put.code, publish.code]).to.deep.equal([3, 3]);
    expect(publish.err).to.match(/^Another publish is running/);
  });

  it('sample writes the same archive for the same seed, which fits and audits clean', async () => {
    const size = ['--fighters', '40', '--events', '6', '--news', '300'];
    await content(['sample', ...size, '--seed', '7', 'one']);
    await content(['sample', ...size, '--seed', '7', 'two']);
    await content(['sample', ...size, '--seed', '8', 'three']);
    const text = (name: string) => readFile(join(folder, name, 'news.ndjson'), 'utf8');
    expect(await text('one'))
      .to.equal(await text('two'))
      .and.not.to.equal(await text('three'));
    const { code, err } = await content(['publish', 'one', '--strict']);
    expect([code, err]).to.deep.equal([0, '']);
    expect((await content(['audit'])).out).to.match(/: 0 errors, 0 warnings\.$/m);
    expect((await send(night.url, 'GET', '/api/v3/mobile/news')).status).to.equal(200);
  });
});
