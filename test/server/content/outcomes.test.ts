import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { world } from '../../../contracts/world/index.ts';
import { formatBytes } from '../../../scripts/content/output.ts';
import { type Progress, publishFiles } from '../../../server/content/publish.ts';
import { rawEvent, rawFight, rawFighter } from '../../support/fixtures/records.ts';
import { json, send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { runContent } from './run-content.ts';

describe('what npm run content has done', () => {
  let night: FightNight;
  beforeEach(async () => {
    night = await startFightNight();
  });
  afterEach(() => night.close());

  const content = (args: string[], input: unknown = '', env: Record<string, string> = {}) =>
    runContent({ redisUrl: night.redis.url, env }, args, typeof input === 'string' ? input : JSON.stringify(input));
  const put = (collection: string, records: unknown) => content(['put', collection, '-'], records);
  const alert = (id: number) => ({ id, title: `Alert ${id}`, message: 'm', created: '2031-01-01T00:00:00Z' });
  const list = async () => JSON.parse((await content(['list', '--json'])).out).generations;

  it('list shows when, in UTC and to the second', async () => {
    const beforeMs = Math.floor(Date.now() / 1_000) * 1_000;
    await put('alerts', alert(70_001));
    const [newest = ''] = (await content(['list'])).out.split('\n');
    const [, time = ''] = /^\* \d+ +(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) {2}put 1 /.exec(newest) ?? [];
    expect(Date.parse(time), newest).to.be.within(beforeMs, Date.now());
  });

  it('audit ends with 0 when it has repaired every error, else with 1, and counts them', async () => {
    const newsKey = (await night.writes.keys('{content}:*:news'))[0] ?? '';
    const all = `${newsKey}:list:all`;
    for (const member of await night.writes.zrange(all, '0', '1')) await night.writes.zrem(all, member);
    const found = await content(['audit']);
    expect([found.code, / (\d+ errors?), \d+ warnings\.\n$/.exec(found.out)?.[1]]).to.deep.equal([1, '2 errors']);
    const repaired = await content(['audit', '--repair']);
    expect(repaired.code).to.equal(0);
    expect(repaired.out).to.match(/: 2 errors, 2 repaired, \d+ warnings\.\n$/);
    expect(repaired.out.match(/ \(repaired\)$/gm)).to.have.length(2);
    expect((await content(['audit'])).out).to.match(/: 0 errors, \d+ warnings\.\n$/);

    await night.writes.hset(newsKey, String(world.news[0]?.id), '{"id":');
    const damaged = await content(['audit', '--repair']);
    expect(damaged.code, damaged.out).to.equal(1);
    expect(damaged.out).to.match(/: \d+ errors?, \d+ repaired, \d+ warnings?\.\n$/);
    const { errors, open } = JSON.parse((await content(['audit', '--json'])).out);
    expect(open).to.equal(errors).and.to.be.above(0);
  });

  it('put and rollback open the rounds of fights whose feed came before', async () => {
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

  it('put takes no fight of another event, wherever it is on the card', async () => {
    await put('events', rawEvent(92_003, { fights: [rawFight(92_103)] }));
    const fights = [
      rawFight(92_104),
      rawFight(92_105, { fightcard_order: 2 }),
      rawFight(92_103, { fightcard_order: 3 }),
    ];
    const refused = await put('events', rawEvent(92_004, { fights }));
    expect(refused.code).to.equal(1);
    expect(refused.err).to.include('/fights/2/id: is 92103, as in event 92003, must be unique');
  });

  it('put gives a row of statistics the division of its fighter, by which it is found', async () => {
    await put('fighters', rawFighter(3_401, { statid: 5_601, weight_class: 'Women_Flyweight' }));
    await put('stats', { statid: 5_601, stat: 'Knockdowns', Value: '3', Rank: 1, Born: 'PER' });
    const rows = json(await send(night.url, 'GET', '/api/v3/mobile/fighters/stats/weight_class/wflw'));
    expect(rows.map(({ statid }: { statid: number }) => statid)).to.include(5_601);
  });

  it('diff says what the second has that the first has not, also backwards', async () => {
    const [{ number }] = await list();
    await put('alerts', alert(70_002));
    const live = String(number + 1);
    expect((await content(['diff', String(number), live])).out).to.equal(
      '+ alerts 70002\n1 added, 0 changed, 0 removed.\n',
    );
    expect((await content(['diff', live, String(number)])).out).to.equal(
      '- alerts 70002\n0 added, 0 changed, 1 removed.\n',
    );
  });

  it('rollback without a number restores the generation before the live one', async () => {
    for (const id of [70_003, 70_004, 70_005]) await put('alerts', alert(id));
    const [{ number }] = await list();
    expect((await content(['rollback'])).out).to.equal(
      `Rolled back to generation ${number - 1} (alerts): generation ${number + 1}.\n`,
    );
    const shown = json(await send(night.url, 'GET', '/api/v1/us/alerts')).map(({ id }: { id: number }) => id);
    expect(shown).to.include.members([70_003, 70_004]).and.not.include(70_005);
  });

  it('publish keeps three generations, or as many as GENERATIONS_KEPT says', async () => {
    const publish = (env = {}) => content(['publish', '-', '--only', 'alerts'], [alert(70_006)], env);
    for (let time = 0; time < 5; time++) await publish();
    expect(await list()).to.have.length(3);
    for (let time = 0; time < 3; time++) await publish({ GENERATIONS_KEPT: '2' });
    expect(await list()).to.have.length(2);
    expect((await publish({ GENERATIONS_KEPT: '999' })).code).to.equal(0);
    for (const wrong of ['0', '1000', '-1', '3.5', 'all']) {
      const { code, err } = await publish({ GENERATIONS_KEPT: wrong });
      expect([code, err]).to.deep.equal([1, 'GENERATIONS_KEPT: must be an integer from 1 to 999\n']);
    }
  });

  it('put warns of every kind of reference that leads nowhere, and of two fights with one statid', async () => {
    const nowhere = (what: string) => `refers to ${what} 999999, which does not exist`;
    const presenter = { ...world.octagon_girls[0], octagon_girl_media_id: 999_999 };
    expect((await put('octagon_girls', presenter)).err).to.include(nowhere('media item'));
    expect((await put('alerts', { ...alert(70_007), event_id: 999_999 })).err).to.include(nowhere('event'));
    const fights = [rawFight(92_106, { statid: 6431 }), rawFight(92_107, { statid: 6431, fightcard_order: 2 })];
    const { err } = await put('events', rawEvent(92_005, { fights }));
    expect(err).to.include('/fights/1/statid: is 6431, which standard input:1 has too');
  });

  it('put warns of no opponent who is not known yet, and names a key that is close to a missing one', async () => {
    const unknown = rawEvent(92_006, { fights: [rawFight(92_108, { fighter1_id: 3101, fighter2_id: 0 })] });
    expect((await put('events', unknown)).err).not.to.include('fighter 0');
    const { last_name, ...rest } = rawFighter(3_402);
    const { code, err } = await put('fighters', { ...rest, last_nmae: last_name });
    expect(code).to.equal(1);
    expect(err).to.match(/\/last_name: is missing, .* \(there is "last_nmae", which is an unknown key\)/);
  });

  it('put takes 5,000 records and no more', async () => {
    const alerts = (count: number) =>
      Array.from({ length: count }, (_, nth) => JSON.stringify(alert(71_000 + nth))).join('\n');
    const refused = await put('alerts', alerts(5_001));
    expect([refused.code, refused.err.split('\n')[0]]).to.deep.equal([
      1,
      'standard input: has 5001 records, must have at most 5000 to put: publish more',
    ]);
    expect((await put('alerts', alerts(5_000))).out).to.match(/^Put 5000 alerts: generation \d+\.\n$/);
  });

  it('publish --only refuses a folder that lacks any of the collections', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fightcard-outcomes-'));
    try {
      await writeFile(join(folder, 'alerts.json'), JSON.stringify([alert(70_008)]));
      const { code, err } = await content(['publish', folder, '--only', 'alerts,fighters']);
      expect([code, err]).to.deep.equal([1, `${folder}: has no file for fighters\n`]);
      await writeFile(join(folder, 'fighters.json'), JSON.stringify([rawFighter(3_403)]));
      const bytes: [number, number][] = [];
      const progress = ({ bytes: read, totalBytes }: Progress) => bytes.push([read, totalBytes]);
      await publishFiles(night.store, [folder], { progress });
      const total = JSON.stringify([alert(70_008)]).length + JSON.stringify([rawFighter(3_403)]).length;
      expect(bytes.map(([, all]) => all)).to.deep.equal(bytes.map(() => total));
      expect(Math.max(...bytes.map(([read]) => read)), 'at the end').to.equal(total);
      expect(bytes.map(([read]) => read)).to.deep.equal(bytes.map(([read]) => read).sort((a, b) => a - b));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('put shows the first warnings of a kind', async () => {
    const expired = [1, 2, 3, 4, 5].map((nth) => ({ ...alert(72_000 + nth), expires: '2030-01-01T00:00:00Z' }));
    const { err } = await put('alerts', expired.map((row) => JSON.stringify(row)).join('\n'));
    expect(err.match(/^warning: standard input:\d+/gm)).to.deep.equal(
      [1, 2, 3].map((line) => `warning: standard input:${line}`),
    );
    expect(err).to.include('warning: and 2 more: dates');
  });

  it('sizes are in units of 1,024 bytes', () => {
    const sizes = [0, 999, 1_000, 1_023, 1_024, 1_536, 1_048_576, 1_073_741_824, 5_497_558_138_880];
    expect(sizes.map(formatBytes)).to.deep.equal([
      ...['0 B', '999 B', '1000 B', '1023 B', '1.0 KiB', '1.5 KiB', '1.0 MiB', '1.0 GiB', '5120.0 GiB'],
    ]);
  });
});
