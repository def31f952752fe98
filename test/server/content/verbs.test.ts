import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { collectionNames } from '../../../contracts/content/collections/index.ts';
import { fill } from '../../../contracts/http/paths.ts';
import { operations } from '../../../contracts/operations.ts';
import { routeOf } from '../../../contracts/routes.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { world } from '../../../contracts/world/index.ts';
import { verbs } from '../../../scripts/content/verbs.ts';
import { type Progress, publishFiles } from '../../../server/content/publish.ts';
import { prefixes } from '../../support/expected/headers.ts';
import { rawEvent, rawFight, rawFighter } from '../../support/fixtures/records.ts';
import { json, send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { runContent } from './run-content.ts';

const alert = (id: number, more: object = {}) => ({
  ...{ id, title: `Alert ${id}`, message: 'm', created: '2031-01-02T00:00:00Z' },
  ...more,
});
const linesOf = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n');

describe('npm run content', () => {
  let night: FightNight;
  let folder: string;
  before(async () => {
    night = await startFightNight();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-verbs-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  after(() => night.close());

  const content = (args: string[], input: unknown = '', env: Record<string, string> = {}) =>
    runContent(
      { redisUrl: night.redis.url, folder, env },
      args,
      typeof input === 'string' ? input : JSON.stringify(input),
    );
  const put = (collection: string, records: unknown, ...options: string[]) =>
    content(['put', collection, '-', ...options], records);
  const check = (collection: string, records: unknown, ...options: string[]) =>
    content(['publish', '-', '--only', collection, '--check', ...options], records);
  const file = async (name: string, value: unknown) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
    return name;
  };
  const list = async () => JSON.parse((await content(['list', '--json'])).out).generations;
  const get = async (path: string) => json(await send(night.url, 'GET', path));
  const idsOf = (records: { id: number }[]) => records.map(({ id }) => id);

  it('explains every verb with examples and exit codes', async () => {
    for (const verb of Object.keys(verbs)) {
      const { code, out } = await content([verb, '--help']);
      expect(code).to.equal(0);
      expect(out)
        .to.match(new RegExp(`^Usage: npm run content -- ${verb}`))
        .and.to.match(/Examples?:\n {2}/)
        .and.to.match(/Exit codes:\n/);
      // npm writes two lines of its own to standard output, which no reader of JSON takes.
      expect(out).not.to.match(/npm run (?!--silent).*--json.*\|/);
    }
  });

  it('names the option that is wrong', async () => {
    for (const [args, says] of [
      [['publish', 'x', '--onyl', 'news'], 'unknown option "--onyl"; did you mean "--only"?'],
      [['publish', 'x', '--only', ','], '--only needs the name of a collection'],
      [['export', 'x', '--generation'], '--generation needs a value.'],
      [['export', 'x', '--generation', '7x'], 'unknown generation "7x": expected a number'],
      [['diff', '7x', 'live'], 'unknown generation "7x": expected a number or "live"'],
    ] as const) {
      const err = `content: ${says}\nTry: npm run content -- --help\n`;
      expect(await content([...args])).to.deep.equal({ code: 2, out: '', err });
    }
    expect((await content(['publish', '-'])).code).to.equal(2);
    expect((await content(['publish', '.', '--only', 'newz'])).err).to.include('did you mean "news"?');
  });

  it('exits with 3 during another publish', async () => {
    await night.writes.set('{content}:publishing', 'another alerts ', 'PX', 20_000);
    await file('fighters.json', '[]');
    const publish = await content(['publish', 'fighters.json']);
    expect((await put('alerts', alert(6))).code).to.equal(3);
    await night.writes.del('{content}:publishing');
    expect(publish.code).to.equal(3);
    expect(publish.err).to.match(/^Another publish is running/);
  });

  describe('put and remove', () => {
    it('change records for every reader at once', async () => {
      const article = {
        ...{ id: 990_001, title: { es_US: 'Nuevo', en_US: 'New' }, url_name: 'nuevo' },
        ...{ article_date: '2031-04-06T00:00:00Z', last_modified: '2031-04-06T10:00:00Z' },
        ...{ published_start_date: '2999-04-06T10:00:00Z', article_fighter_id: ids.champion },
      };
      const first = await content(['put', 'news', await file('article.json', article)]);
      expect(first.out).to.match(/^Put 1 news: generation \d+\.$/m);
      expect((await get('/api/v1/us/news'))[0].title).to.equal('New');
      expect((await get(`/api/v3/mobile/fighters/${ids.champion}/news`))[0].title).to.equal('Nuevo');
      const lines = [
        { ...article, title: 'Otro' },
        { ...article, id: 990_002, title: 'Tercero' },
      ];
      expect(JSON.parse((await put('news', linesOf(lines), '--json')).out)).to.include({ changed: 2, given: 2 });
      const news = await get('/api/v1/us/news?limit=2');
      expect(news.map(({ title }: { title: string }) => title)).to.deep.equal(['Tercero', 'Otro']);
      expect((await put('news', lines)).out).to.match(/^Nothing to change/);
      const { code, out } = await content(['remove', 'news', '990001', '123456']);
      expect(code).to.equal(0);
      expect(out.split('\n')[1]).to.equal('news: no record has the key 123456.');
      expect((await send(night.url, 'GET', '/api/v1/us/news/990001')).status).to.equal(404);
      expect((await content(['remove', 'news', '123456'])).code).to.equal(1);
    });

    it('refuse records with errors and change nothing', async () => {
      const [before] = await list();
      const { last_name, ...nameless } = rawFighter(3_402);
      const numbers = [92_104, 92_105, ids.fightInProgress];
      const fights = numbers.map((id, at) => rawFight(id, { fightcard_order: at + 1 }));
      for (const [collection, records, says] of [
        [
          'fighters',
          rawFighter(5, { weight_class: 'Featherwieght' }),
          /^standard input:1:\d+: \/weight_class: is "Featherwieght", must be .*; did you mean "Featherweight"\?$/m,
        ],
        [
          'fighters',
          { ...nameless, last_nmae: last_name },
          /\/last_name: is required but missing \(there is "last_nmae", /,
        ],
        ['alerts', '[]', /^standard input: has no record, must have at least one$/m],
        ['alerts', JSON.stringify(alert(79, { id: 'x' }), null, 2), /^standard input:2:9: \/id: is "x"/],
        [
          'events',
          rawEvent(999, { fights }),
          new RegExp(
            `/fights/2/id: is ${ids.fightInProgress}, already used in event ${ids.liveEvent}, must be unique\nNothing was`,
          ),
        ],
      ] as const) {
        const { code, err } = await put(collection, records);
        expect(err).to.match(says);
        expect(code).to.equal(1);
      }
      expect((await list())[0].number).to.equal(before.number);
    });

    it('take at most 5,000 records, 32 MiB and 100,000 ids in lists', async () => {
      const many = (count: number, more: object = {}) =>
        linesOf(
          Array.from({ length: count }, (_, nth) => ({
            ...{ id: 71_000 + nth, title: 't', url_name: 'u', created: '2031-01-01T00:00:00Z' },
            ...{ article_date: '2031-01-01T00:00:00Z', last_modified: '2031-01-02T00:00:00Z' },
            ...more,
          })),
        );
      const text = (length: number) => ({ content: 'x'.repeat(length) });
      const listed = { fighter_ids: Array.from({ length: 9_990 }, (_, nth) => nth + 1) };
      for (const [records, says] of [
        [many(5_001), 'has 5,001 records, must have at most 5,000'],
        [many(3, text(12 << 20)), 'has more than 32 MiB, must have at most 32 MiB'],
        [many(11, listed), 'has 109,890 ids in lists, must have at most 100,000'],
      ] as const) {
        const { code, err } = await put('news', records);
        expect(err.split('\n')).to.include(`standard input: ${says}: use publish for more`);
        expect(err).to.match(/^Nothing was published: 1 error in the content\.$/m);
        expect(code).to.equal(1);
      }
      const { out, err } = await put('news', many(5_000));
      expect(out, err.slice(0, 500)).to.match(/^Put 5000 news: generation \d+\.$/m);
    });

    it('warn of references that lead nowhere and of shared statids', async () => {
      const fights = [rawFight(92_106, { statid: 6431, fighter2_id: 0 }), rawFight(92_107, { statid: 6431 })];
      const nowhere = (what: string) => `refers to ${what} 999999, which does not exist`;
      for (const [collection, record, says] of [
        ['octagon_girls', { ...world.octagon_girls[0], octagon_girl_media_id: 999_999 }, nowhere('media item')],
        ['alerts', alert(70_007, { event_id: 999_999 }), nowhere('event')],
        ['events', rawEvent(92_005, { fights }), '/fights/1/statid: is 6431, already used at standard input:1'],
      ] as const) {
        const { err } = await put(collection, record);
        expect(err).to.include(says).and.not.to.include('fighter 0');
      }
    });

    it('refuse warnings with --strict', async () => {
      const inOneLanguage = alert(9, { title: { en_US: 'One' } });
      const strict = await put('alerts', inOneLanguage, '--strict');
      expect(strict.code).to.equal(1);
      expect(strict.err).to.match(/title/);
      const plain = await put('alerts', inOneLanguage);
      expect(plain.code).to.equal(0);
      expect(plain.err).to.match(/warning/);
    });

    it('open the rounds of fights whose feed came first', async () => {
      const fight = (id: number, statid: number) => rawFight(id, { statid, fighter1_id: 3101, fighter2_id: 3102 });
      const feed = (EventID: string, FightID: string) =>
        night.store.live.update({ sequence: 1, FMLiveFeed: { EventID, Fights: [{ FightID, CurRd: '1' }] } });
      const cast = async (fightId: number) =>
        (await night.store.votes.cast({ fightId, roundNumber: 1, fighterStatid: 11, clientId: 'client-0123456789' }))
          .outcome;
      await feed('7402', '6421');
      await put('events', rawEvent(92_001, { statid: 7402, fights: [fight(92_101, 6421)] }));
      expect(await cast(92_101)).to.equal('created');
      await put('events', rawEvent(92_002, { statid: 7403, fights: [fight(92_102, 6422)] }));
      await content(['remove', 'events', '92002']);
      await feed('7403', '6422');
      expect(await cast(92_102)).to.equal('not-opened');
      expect((await content(['rollback'])).code).to.equal(0);
      expect(await cast(92_102)).to.equal('created');
    });

    it('give a row of statistics the division of its fighter', async () => {
      await put('fighters', rawFighter(3_401, { statid: 5_601, weight_class: 'Women_Flyweight' }));
      await put('stats', { statid: 5_601, stat: 'Knockdowns', Value: '3', Rank: 1, Born: 'PER' });
      const rows = await get('/api/v3/mobile/fighters/stats/weight_class/wflw');
      expect(rows.map(({ statid }: { statid: number }) => statid)).to.include(5_601);
    });
  });

  describe('list, diff and rollback', () => {
    it('show author, time and size of each generation', async () => {
      const beforeMs = Math.floor(Date.now() / 1_000) * 1_000;
      await put('alerts', alert(77), '--who', 'night desk');
      const [live] = await list();
      expect(live).to.include({ kind: 'put', who: 'night desk', isLive: true, changed: 1 });
      expect(live.records.alerts).to.be.above(1);
      expect(live.bytes.alerts).to.be.above(100);
      const [newest = '', second] = (await content(['list'])).out.split('\n');
      const [, time = ''] = /^\* \d+ +(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) {2}put 1 /.exec(newest) ?? [];
      expect(Date.parse(time), newest).to.be.within(beforeMs, Date.now());
      expect(second).to.match(/^ {2}\d+ /);
    });

    it('compare generations and restore an earlier one', async () => {
      const [{ number }] = await list();
      await put('alerts', alert(78));
      const first = String(idsOf(world.alerts as never)[0]);
      await content(['remove', 'alerts', first]);
      const diff = async (...numbers: (number | string)[]) =>
        (await content(['diff', ...numbers.map(String)])).out.trim().split('\n').sort();
      expect(await diff(number, 'live')).to.deep.equal([
        ...['+ alerts 78', `- alerts ${first}`, '1 added, 0 changed, 1 removed.'],
      ]);
      expect(await diff(number + 2, number)).to.deep.equal([
        ...[`+ alerts ${first}`, '- alerts 78', '1 added, 0 changed, 1 removed.'],
      ]);
      const back = await content(['rollback', String(number), '--json']);
      expect(JSON.parse(back.out)).to.deep.include({ to: number, collections: ['alerts'] });
      expect(await diff(number, 'live')).to.deep.equal(['No difference.']);
      expect(idsOf(await get('/api/v1/us/alerts')))
        .to.include(Number(first))
        .and.not.to.include(78);
      expect((await content(['rollback', '99999'])).err).to.match(/^Unknown generation 99999/);
    });

    it('restore the previous generation without a number', async () => {
      for (const id of [70_003, 70_004, 70_005]) await put('alerts', alert(id));
      const [{ number }] = await list();
      expect((await content(['rollback'])).out).to.equal(
        `Rolled back to generation ${number - 1} (alerts): generation ${number + 1}.\n`,
      );
      expect(idsOf(await get('/api/v1/us/alerts')))
        .to.include.members([70_003, 70_004])
        .and.not.include(70_005);
    });
  });

  describe('publish and export', () => {
    it('give the same replies byte for byte', async () => {
      const params = {
        ...{ id: ids.liveEvent, event_id: ids.liveEvent, fighter_id: ids.champion, weight_class: 'lw' },
        ...{ born_country: 'USA', round_num: 1, fighter_statid: 1, client_id: ids.clientId },
      };
      const urls = operations
        .filter(({ method, name }) => method === 'GET' && name !== 'health')
        .map(({ name, family, path }) => prefixes[family] + fill(routeOf(name).path ?? path, params));
      const answers = async () =>
        Promise.all(urls.map(async (url) => (await send(night.url, 'GET', url)).body.toString()));
      const [[{ number }], before] = [await list(), await answers()];
      expect((await content(['export', 'out'])).code).to.equal(0);
      expect((await readdir(join(folder, 'out'))).sort()).to.deep.equal(
        collectionNames.map((name) => `${name}.ndjson`).sort(),
      );
      expect((await content(['export', 'out'])).err).to.match(/^out: has .*--force/);
      expect((await content(['publish', 'out'])).code).to.equal(0);
      expect((await content(['diff', String(number), 'live'])).out).to.equal('No difference.\n');
      expect(await answers()).to.deep.equal(before);
      expect((await content(['export', '/dev/null/nowhere'])).code).to.equal(1);
    });

    it('report progress over all files', async () => {
      await file('part/fighters.json', [rawFighter(1)]);
      await file('part/alerts.json', [alert(1)]);
      const steps: Progress[] = [];
      await publishFiles(night.store, [join(folder, 'part')], { progress: (step) => steps.push({ ...step }) });
      const total = JSON.stringify([alert(1)]).length + JSON.stringify([rawFighter(1)]).length;
      const bytes = steps.map((step) => step.bytes);
      expect(new Set(steps.map(({ totalBytes }) => totalBytes))).to.deep.equal(new Set([total]));
      expect(bytes).to.deep.equal(bytes.toSorted((a, b) => a - b));
      expect(bytes.at(-1)).to.equal(total);
    });

    it('keep three generations, or GENERATIONS_KEPT', async () => {
      const publish = (env = {}) => content(['publish', '-', '--only', 'alerts'], [alert(70_006)], env);
      for (let time = 0; time < 5; time++) await publish();
      expect(await list()).to.have.length(3);
      for (let time = 0; time < 3; time++) await publish({ GENERATIONS_KEPT: '2' });
      expect(await list()).to.have.length(2);
      expect((await publish({ GENERATIONS_KEPT: '999' })).code).to.equal(0);
      for (const wrong of ['0', '1000', '-1', '3.5', 'all']) {
        const { code, err } = await publish({ GENERATIONS_KEPT: wrong });
        expect(err).to.equal('GENERATIONS_KEPT: must be an integer from 1 to 999\n');
        expect(code).to.equal(1);
      }
    });

    it('find references to the largest ids', async () => {
      const largest = [999_999_999, 1_000_000_000, 2_147_483_647];
      await file(
        'part/fighters.json',
        largest.map((id) => rawFighter(id)),
      );
      await file(
        'part/alerts.json',
        largest.map((event_id) => alert(event_id, { event_id })),
      );
      await file(
        'part/events.json',
        largest.map((id) => rawEvent(id, { main_event_fighter1_id: id })),
      );
      expect(await content(['publish', 'part', '--check', '--strict'])).to.include({ code: 0, err: '' });
    });

    it('refuse a file whose name is close to a collection', async () => {
      const before = (await content(['list', '--json'])).out;
      for (const [path, says] of [
        ['news.jsonl', /news\.jsonl: is not named .*; did you mean "news\.ndjson"\?\n$/],
        ['News.JSON', /News\.JSON: is not named .*; did you mean "news\.json"\?\n$/],
        ['media.json.gz', /media\.json\.gz: is not named .*; unpack it as "media\.json"\n$/],
        ['event.ndjson', /event\.ndjson: is not named .*; did you mean "events\.ndjson"\?\n$/],
      ] as const) {
        await file('meant/pages.json', '[]');
        await file(`meant/${path}`, '[]');
        const { code, out, err } = await content(['publish', 'meant']);
        await rm(join(folder, 'meant'), { recursive: true });
        expect(err).to.match(says);
        expect(out).to.equal('');
        expect(code).to.equal(1);
      }
      expect((await content(['list', '--json'])).out).to.equal(before);
    });

    it('name skipped files, except hidden ones', async () => {
      for (const name of ['._alerts.json', '.DS_Store', 'notes.txt', 'photos/1.jpg', 'news.json~', 'alerts.json'])
        await file(`mixed/${name}`, name === 'alerts.json' ? '[]' : '\0');
      const { code, err } = await content(['publish', 'mixed', '--check']);
      const skipped = ['news.json~', 'notes.txt', 'photos'].map((name) => `mixed/${name}`);
      expect(code).to.equal(0);
      expect(err).to.equal(skipped.map((path) => `${path}: skipped, is not named after a collection\n`).join(''));
      const { out } = await content(['publish', 'mixed', '--check', '--json']);
      expect(JSON.parse(out).skipped).to.deep.equal(skipped);
    });

    it('locate warnings, and refuse them with --strict', async () => {
      const lonely = alert(5, { title: { es_US: 'Solo' }, event_id: 4242 });
      const { code, err } = await check('alerts', [lonely]);
      expect(code).to.equal(0);
      expect(err).to.include('warning: standard input:1:18: /title: has no en_US: the other language is sent instead');
      expect(err).to.include('/event_id: refers to event 4242, which does not exist');
      const strict = await check('alerts', lonely, '--strict', '--json');
      expect(strict.code).to.equal(1);
      expect(JSON.parse(strict.out).faultCount).to.equal(2);
      const events = [
        rawEvent(1, { statid: 9 }),
        rawEvent(2, { statid: 9, end_event_dategmt: '2031-04-01T00:00:00Z' }),
      ];
      const late = (await check('events', linesOf(events))).err;
      expect(late).to.match(/^warning: standard input:2:\d+: \/end_event_dategmt: ends before it starts/m);
      // Two events may share a statid.
      expect(late).not.to.include('/statid');
    });

    it('show the first three warnings of each kind', async () => {
      const alerts = Array.from({ length: 120 }, (_, index) =>
        alert(index + 1, {
          ...{ event_id: 40_000 + index, title: index < 60 ? { es_US: 'Solo' } : 'Ambos' },
          ...(index === 119 && { expires: '2031-01-01T00:00:00Z' }),
        }),
      );
      const lines = (await check('alerts', linesOf(alerts))).err.trim().split('\n');
      expect(lines).to.have.length(10);
      expect(lines[0]).to.include('/expires: expires before it was created');
      for (const at of [1, 2, 3]) expect(lines[at]).to.match(new RegExp(`input:${at}:\\d+: /title: has no en_US`));
      expect(lines[4]).to.equal('warning: and 57 more: locale');
      expect(lines[5]).to.match(/\/event_id: refers to event 40\d{3}, which does not exist$/);
      expect(lines[8]).to.equal('warning: and 117 more: reference to events');
      expect(lines[9]).to.equal('181 warnings (1 dates, 60 locale, 120 reference to events); --strict refuses them.');
      const { warnings, warningCount } = JSON.parse((await check('alerts', alerts, '--json')).out);
      expect(warningCount).to.equal(181);
      // Fifty of each kind.
      expect(warnings).to.have.length(101);
    });
  });

  // The last: it damages the content of all.
  describe('audit', () => {
    it('exits with 1 until every error is repaired', async () => {
      const live = await night.writes.get('{content}:live');
      const newsKey = (await night.writes.hget(`{content}:live:${live}`, 'news')) ?? '';
      const all = `${newsKey}:list:all`;
      for (const member of await night.writes.zrange(all, '0', '1')) await night.writes.zrem(all, member);
      const found = await content(['audit']);
      expect(found.code).to.equal(1);
      expect(found.out).to.match(/ 2 errors, \d+ warnings\.\n$/);
      const repaired = await content(['audit', '--repair']);
      expect(repaired.code).to.equal(0);
      expect(repaired.out).to.match(/: 2 errors, 2 repaired, \d+ warnings\.\n$/);
      expect(repaired.out.match(/ \(repaired\)$/gm)).to.have.length(2);
      expect((await content(['audit'])).out).to.match(/: 0 errors, \d+ warnings\.\n$/);
      // Nothing repairs a damaged record.
      await night.writes.hset(newsKey, String(world.news[0]?.id), '{"id":');
      const damaged = await content(['audit', '--repair']);
      expect(damaged.code, damaged.out).to.equal(1);
      expect(damaged.out).to.match(/error: record: news \d+ /);
      const { errors, open } = JSON.parse((await content(['audit', '--json'])).out);
      expect(open).to.equal(errors).and.to.be.above(0);
    });
  });
});
