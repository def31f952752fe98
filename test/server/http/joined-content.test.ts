import { expect } from 'chai';
import { publishRecords } from '../../../server/content/publish.ts';
import { rawEvent, rawFight, rawFighter } from '../../support/fixtures/records.ts';
import { json, send } from '../../support/http/send.ts';
import { openStore, startRedis } from '../../support/redis/redis.ts';
import { startTestServer, uncached } from '../../support/server/server.ts';

describe('replies joined from content and feeds', () => {
  let url: string;
  let store: Awaited<ReturnType<typeof openStore>>['store'];
  let close: () => Promise<void>;
  before(async () => {
    const redis = await startRedis();
    const opened = await openStore(redis.url);
    store = opened.store;
    const server = await startTestServer(store, uncached);
    url = server.url;
    close = async () => {
      await server.close();
      opened.close();
      await redis.close();
    };
  });
  after(() => close());

  const get = async (path: string) => json(await send(url, 'GET', path));
  it('take the newest event with the live statid', async () => {
    await store.live.update({ sequence: 1, FMLiveFeed: { EventID: '7401', EventStart: '22:00:00' } });
    const live = () => get('/api/v1/us/fight_metrics/live_event_url');
    expect(await live(), 'without an event').to.include({ event_id: null, statid: 7401 });
    await publishRecords(store, {
      events: [
        rawEvent(91_001, { statid: 7401, event_dategmt: '2031-04-01T00:00:00Z' }),
        rawEvent(91_002, { statid: 7401, event_dategmt: '2031-05-01T00:00:00Z' }),
        rawEvent(91_003, { statid: 7401, event_dategmt: '2031-03-01T00:00:00Z' }),
      ],
    });
    await store.live.update({ sequence: 2, FMLiveFeed: { EventID: '7401', EventStart: '22:00:00' } });
    expect(await live()).to.include({ event_id: 91_002, statid: 7401 });
  });

  it('follow a statid that is corrected during the night', async () => {
    const publishCard = (...statids: (number | null)[]) =>
      publishRecords(store, {
        fighters: [rawFighter(1, { statid: 11 }), rawFighter(2, { statid: 12 })],
        events: [
          rawEvent(96_001, {
            statid: 7402,
            fights: statids.map((statid, nth) => rawFight(96_101 + nth, { statid, fightcard_order: 1 + nth })),
          }),
        ],
      });
    const show = (sequence: number, ...fights: object[]) =>
      store.live.update({
        sequence,
        FMLiveFeed: {
          EventID: '7402',
          Fights: fights.map((fight, nth) => ({ FightID: String(6501 + nth), ...fight })),
        },
      });
    let voters = 0;
    /** Of each fight, whether its round is shown as open, and the answers to a vote and a scorecard. */
    const seen = async () => {
      const { fights } = await get('/api/v1/us/events/round_scoring/96001');
      const answers = fights.map(
        async ({ fight_id, rounds: [round] }: { fight_id: number; rounds: { open: boolean }[] }) => {
          const ballot = { round_num: 1, client_id: `corrected-client-${++voters}` };
          const post = (path: string, more: object) =>
            send(url, 'POST', path, { 'Content-Type': 'application/json' }, JSON.stringify({ ...ballot, ...more }));
          const scores = { event_id: 96_001, fight_id, fighter1_score: 10, fighter2_score: 9 };
          const vote = await post(`/api/v3/mobile/fights/${fight_id}/vote`, { fighter_statid: 11 });
          return [round?.open, vote.status, (await post('/api/v1/us/events/score_round', scores)).status];
        },
      );
      return Promise.all(answers);
    };
    const [open, closed] = [
      [true, 201, 201],
      [false, 409, 409],
    ];

    await publishCard(6502, 6501);
    await show(1, { CurRd: '1', Status: 'closed' }, {});
    expect(await seen(), 'the fight over is the second').to.deep.equal([closed, closed]);
    await publishCard(6501, 6502);
    await show(2, { CurRd: '1', Status: 'closed' }, { CurRd: '1' });
    expect(await seen(), 'it was the first').to.deep.equal([closed, open]);
    await publishCard(6501, null);
    expect(await seen(), 'the second has no statid').to.deep.equal([closed, closed]);
    await publishCard(6502, 6501);
    expect(await seen(), 'and the first is on').to.deep.equal([open, closed]);
  });

  it('complete a row of statistics from its fighter', async () => {
    const fighter = { first_name: 'Marta', last_name: 'Ejemplo', weight_class: 'Flyweight' };
    const own = { first_name: 'Otra', last_name: 'Persona', weight_class: 'Bantamweight', fighter_id: 3399 };
    const { weight_class: _, ...ofNoClass } = own;
    const row = { stat: 'Knockdowns', Value: '3', Born: 'PER' };
    // The rows come before their fighters, so that a publish cannot complete them.
    await publishRecords(store, {
      stats: [
        { ...row, Rank: 1, statid: 5_501 },
        { ...row, Rank: 2, statid: 5_502, ...own },
        { ...row, Rank: 3, statid: 5_503, ...ofNoClass },
      ],
    });
    const fighters = [5_501, 5_502, 5_503].map((statid, nth) => rawFighter(3301 + nth, { ...fighter, statid }));
    await publishRecords(store, { fighters });
    const [completed, whole, classed] = await get('/api/v3/mobile/fighters/stats');
    expect(completed).to.include({ ...fighter, fighter_id: 3301 });
    expect(whole).to.include(own);
    expect(classed).to.include({ ...ofNoClass, weight_class: 'Flyweight' });
  });

  it('list an article under its fighters', async () => {
    const article = (id: number, more: object) => ({
      ...{ id, title: `Title ${id}`, article_date: '2031-01-01T00:00:00Z', created: '2031-01-01T00:00:00Z' },
      ...{ last_modified: '2031-01-02T00:00:00Z', url_name: `title-${id}`, ...more },
    });
    await publishRecords(store, {
      fighters: [rawFighter(94_001), rawFighter(94_002)],
      events: [rawEvent(94_001), rawEvent(94_002)],
      news: [
        article(95_001, { fighter_ids: [94_001], related_ids: [95_002, 95_003, 95_004] }),
        article(95_002, { fighter_ids: [94_002], event_ids: [94_001] }),
        article(95_003, { event_ids: [94_001] }),
        article(95_004, { fighter_ids: [94_001, 94_002] }),
      ],
    });
    const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id).sort();
    expect(idsOf(await get('/api/v3/mobile/fighters/94001/news'))).to.deep.equal([95_001, 95_004]);
    expect(idsOf(await get('/api/v3/mobile/fighters/94002/news'))).to.deep.equal([95_002, 95_004]);
    const whole = JSON.stringify(await get('/api/v3/mobile/news/95001'));
    for (const id of [95_002, 95_003, 95_004]) expect(whole).to.include(`"id":${id}`);
  });
});
