import { mock } from 'node:test';
import { expect } from 'chai';
import type { RoundScoring } from '../../contracts/schemas/scoring.ts';
import { NightPlayer } from '../../mock/night/night.ts';
import { roundScores, scoreCast, voteCast, voteTally } from '../../mock/reply/ballot-routes.ts';
import { eventListNow, eventNow, fightsNow, metricsListNow, watchNow } from '../../mock/reply/night-results.ts';
import { alertList, eventUrl, liveContentNow, liveFeed, liveVideoNow } from '../../mock/reply/night-routes.ts';
import type { StatefulContext } from '../../mock/reply/reply-context.ts';
import { buildStatefulReply } from '../../mock/reply/stateful-reply.ts';
import { type Session, Sessions } from '../../mock/session/sessions.ts';
import { bodyOf, contextIn, type Reply } from './stateful-context.ts';

/** Whole replies from a night: night 7, on a clock that stands still. */

const linkOf = (reply: Reply) => /<([^>]+)>; rel="next"$/.exec(reply?.headers?.Link ?? '')?.[1];
const api = 'https://api.example.com';

let session: Session;
const contextOf = (more: Partial<StatefulContext>) => contextIn(session, more);

describe('a whole reply from a night', () => {
  let night: NightPlayer;
  before(() => {
    mock.method(performance, 'now', () => 0);
    night = new NightPlayer({ speed: 1, seed: 7, voters: 500 });
    session = new Sessions().find('one');
  });
  after(() => mock.reset());

  const end = 5_693_000;
  const at = (atMs: number, more: Partial<StatefulContext> = {}) => {
    night.seek(atMs);
    return contextOf({ night, ...more });
  };

  it('counts the crowd and the votes of the session', () => {
    const counts = (body: { rounds?: { round_num: number; fighter1_votes: number; fighter2_votes: number }[] } = {}) =>
      body.rounds?.map((round) => [round.round_num, round.fighter1_votes, round.fighter2_votes]);
    const values = { id: 88005 };
    const contractBody = { rounds: [{ round_num: 1, fighter1_votes: 9, fighter2_votes: 9 }] };
    const crowd = [
      [1, 263, 237],
      [2, 15, 25],
      [3, 0, 0],
    ];
    expect(counts(bodyOf(voteTally(at(1_330_000, { values, contractBody }))))).to.deep.equal(crowd);
    expect(voteTally(at(1_330_000, { values: { id: 4711 } }))).to.equal(undefined);
    const cast = { round_num: 2, fighter_statid: 1804, client_id: 'client-000000000003' };
    expect(bodyOf(voteCast(at(1_330_000, { values, body: cast })))).to.include({ created: '2031-04-05T23:22:10Z' });
    expect(counts(bodyOf(voteTally(at(1_330_000, { values }))))?.[1]).to.deep.equal([2, 15, 26]);
  });

  it('adds up the scores of the crowd and of the session', () => {
    const card = { event_id: 7001, fight_id: 88005, round_num: 2, fighter1_score: 10, fighter2_score: 9 };
    expect(scoreCast(at(1_330_000, { body: { ...card, client_id: 'client-000000000004' } }))).to.include({
      status: 201,
    });
    const scoring = bodyOf<RoundScoring>(roundScores(at(1_330_000, { values: { id: 7001 } })));
    expect(scoring?.fights.map(({ fight_id, current_round }) => [fight_id, current_round])).to.deep.equal([
      ...[
        [88001, 0],
        [88002, 0],
        [88003, 0],
      ],
      ...[
        [88004, 0],
        [88005, 2],
        [88006, 1],
      ],
    ]);
    const rounds = (id: number) =>
      scoring?.fights
        .find(({ fight_id }) => fight_id === id)
        ?.rounds.map((one) => [one.scores_count, one.fighter1_score, one.fighter2_score, one.open]);
    expect(rounds(88005)).to.deep.equal([
      [250, '9.74', '9.26', true],
      [1, '10.00', '9.00', true],
      [0, '0.00', '0.00', false],
    ]);
    expect(rounds(88006)?.[0]).to.deep.equal([250, '10.00', '8.93', false]);
    expect(roundScores(at(0, { values: { id: 1 } }))).to.equal(undefined);
    expect(roundScores(contextOf({ values: { id: 7000 } }))).to.equal(undefined);
  });

  it('has the results of a night that is over, and none before', () => {
    const none = { Submission: null, EndStrike: null, EndTarget: null, EndPosition: null, EndNotes: null };
    const result = { ...none, FightOfTheNight: null, Scores: [] };
    const score = (JudgeFirstName: string, JudgeLastName: string, WinnerScore: string, LoserScore: string) => ({
      ...{ WinnerScore, LoserScore, JudgeID: null, JudgeFirstName, JudgeLastName },
    });
    interface Fight {
      id: number;
      fighter1_is_winner: boolean;
      fighter2_is_winner: boolean;
      ending_round_number: string;
      ending_time: string;
      result: object;
    }
    const ends = (atMs: number) => {
      const { fights = [] } =
        bodyOf<{ fights: Fight[] }>(eventNow(at(atMs, { family: 'v1', values: { id: 7001 } }))) ?? {};
      return Object.fromEntries(
        fights.map((fight) => [
          fight.id,
          [
            ...[fight.fighter1_is_winner, fight.fighter2_is_winner, fight.ending_round_number, fight.ending_time],
            fight.result,
          ],
        ]),
      );
    };
    const decided = { EndingRound: '3', EndingTime: '5:00' };
    expect(ends(end)).to.deep.equal({
      88001: [
        true,
        false,
        '2',
        '1:37',
        { ...result, Method: 'KO/TKO', EndingRound: '2', EndingTime: '1:37', EndStrike: 'Punch' },
      ],
      88002: [
        ...[true, false, '2', '0:55'],
        { ...result, Method: 'Submission', EndingRound: '2', EndingTime: '0:55', Submission: 'Arm Triangle Choke' },
      ],
      88003: [
        ...[false, true, '3', '5:00'],
        {
          ...{ ...result, Method: 'Decision - Unanimous', ...decided },
          Scores: [
            score('Eva', 'Jurado', '29', '28'),
            score('Tomás', 'Tarjeta', '29', '28'),
            score('Olga', 'Puntos', '29', '28'),
          ],
        },
      ],
      88004: [undefined, undefined, undefined, '', undefined],
      88005: [
        ...[true, false, '3', '5:00'],
        {
          ...{ ...result, Method: 'Decision - Split', ...decided },
          Scores: [
            score('Eva', 'Jurado', '29', '28'),
            score('Tomás', 'Tarjeta', '28', '29'),
            score('Olga', 'Puntos', '29', '28'),
          ],
        },
      ],
      88006: [
        ...[true, false, '1', '3:41'],
        {
          ...{ ...result, Method: 'Submission', EndingRound: '1', EndingTime: '3:41' },
          ...{ Submission: 'Guillotine Choke', EndPosition: 'From Guard' },
        },
      ],
    });
    const unknown = { WinnerScore: null, LoserScore: null, JudgeID: null, JudgeFirstName: null, JudgeLastName: null };
    const open = { ...result, Method: null, EndingRound: null, EndingTime: '', Scores: [unknown] };
    const before = ends(550_999);
    for (const id of [88001, 88006]) expect(before[id]).to.deep.equal([false, false, undefined, '', open]);
    expect(ends(551_000)[88006]?.[2]).to.equal('1');
  });

  it('is about its own event, and pages as the lists of the service do', () => {
    const values = { event_id: 7001, limit: 2 };
    const page = fightsNow(at(0, { values }));
    expect(bodyOf<{ id: number }[]>(page)?.map(({ id }) => id)).to.deep.equal([88001, 88002]);
    expect(linkOf(page)).to.equal(
      `${api}/api/v3/mobile/events/7001/fights?limit=2&cursor=MDAwMDAwMDAwMgAwMDAwMDg4MDAy`,
    );
    expect(fightsNow(at(0, { values: { event_id: 7000 } }))).to.equal(undefined);
    expect(fightsNow(contextOf({ values }))).to.equal(undefined);
    for (const [family, prefix] of [
      ['v3', '/api/v3/mobile'],
      ['v1', '/api/v1/us'],
    ] as const) {
      const one = { family, values: { limit: 1 } };
      const cursor = {
        events: 'MjAzMS0wNS0xN1QyMjowMDowMFoAMDAwMDAwNzAwMg',
        metrics: 'MjAzMS0wNC0wNVQyMzowMDowMFoAMDAwMDAwNzAwMQ',
      };
      expect(linkOf(eventListNow(at(0, one)))).to.equal(`${api}${prefix}/events?limit=1&cursor=${cursor.events}`);
      expect(linkOf(metricsListNow(at(0, one)))).to.equal(
        `${api}${prefix}/fight_metrics?limit=1&cursor=${cursor.metrics}`,
      );
    }
    const statuses = (atMs: number) => [
      bodyOf<{ event_status: string }[]>(eventListNow(at(atMs)))?.map(({ event_status }) => event_status),
      bodyOf<{ event_status: string }>(watchNow(at(atMs, { values: { id: 7001 } })))?.event_status,
    ];
    expect([statuses(0), statuses(end)]).to.deep.equal([
      [['ANNOUNCED', 'LIVE', 'POST_EVENT'], 'LIVE'],
      [['ANNOUNCED', 'POST_EVENT', 'POST_EVENT'], 'POST_EVENT'],
    ]);
    expect(watchNow(at(0, { values: { id: 7000 } }))).to.equal(undefined);
    expect(watchNow(at(0, { values: { id: 1 } }))).to.equal(undefined);
    for (const build of [watchNow, eventNow, eventListNow, metricsListNow, eventUrl, liveFeed, alertList]) {
      expect(build(contextOf({ values: { id: 7001 } })), 'without a night').to.equal(undefined);
    }
  });

  it('is live while the night runs', async () => {
    const url = { event_id: 7001, statid: 811, live_event_url: `${api}/api/v1/us/fight_metrics/live_event/811` };
    expect(eventUrl(at(0))).to.deep.equal({ status: 200, body: url });
    expect(eventUrl(at(end))).to.deep.equal({
      status: 200,
      body: { event_id: null, statid: null, live_event_url: null },
    });
    const video = {
      ...{ event_id: 7001, mobile_stream_url: 'https://media.example.com/hls/7001.m3u8' },
      ...{ starts_at: '2031-04-05T23:00:00Z', ends_at: '2031-04-06T05:00:00Z' },
    };
    expect(await liveVideoNow(at(0))).to.deep.equal({
      ...{ status: 200, body: { ...video, live: true, title: 'Cartelera preliminar' } },
    });
    expect(await liveVideoNow(at(end, { family: 'v1' }))).to.deep.equal({
      ...{ status: 200, body: { ...video, live: false, title: 'Preliminary card' } },
    });
    const shown = async (atMs: number, family: 'v3' | 'v1') => {
      const { event } = bodyOf<{ event: Record<string, unknown> }>(await liveContentNow(at(atMs, { family }))) ?? {};
      return [event?.id, event?.base_title];
    };
    expect([await shown(0, 'v3'), await shown(end, 'v1')]).to.deep.equal([
      [7001, 'Noche 41'],
      [7001, 'Night 41'],
    ]);
    expect(liveFeed(at(0, { values: { id: 811, fight: 6416 } }))).to.deep.equal({ problem: 'live-fight-not-found' });
    night.eventFeed = () => undefined;
    expect(liveFeed(at(0, { values: { id: 811 } }))).to.deep.equal({ problem: 'live-event-not-found' });
    Reflect.deleteProperty(night, 'eventFeed');
  });

  it('alerts when a fight begins and when it has a result', async () => {
    const of = { url: null, event_id: 7001, expires: null };
    const first = await alertList(at(551_000, { values: { limit: 2 } }));
    expect(first).to.deep.equal({
      status: 200,
      body: [
        {
          ...{ ...of, id: 900_002, created: '2031-04-05T23:09:11Z' },
          ...{ title: 'Resultado: Borrador – Plantilla', message: 'Gana Hugo Borrador en el asalto 1.' },
        },
        {
          ...{ ...of, id: 900_001, created: '2031-04-05T23:00:30Z' },
          ...{ title: 'Empieza: Borrador – Plantilla', message: 'En vivo ahora.' },
        },
      ],
      headers: {
        Link: `<${api}/api/v3/mobile/alerts?limit=2&cursor=MjAzMS0wNC0wNVQyMzowMDozMFoAMDAwMDkwMDAwMQ>; rel="next"`,
      },
    });
    const whole = await alertList(at(551_000, { family: 'v1' }));
    expect(whole).to.not.have.property('headers');
    expect(
      bodyOf<{ id: number; message: string }[]>(whole)
        ?.map(({ id, message }) => [id, message])
        .slice(0, 2),
    ).to.deep.equal([
      [900_002, 'Hugo Borrador wins in round 1.'],
      [900_001, 'Live now.'],
    ]);
    const exact = await alertList(at(551_000, { values: { limit: 4 } }));
    expect([bodyOf<unknown[]>(exact)?.length, exact?.headers]).to.deep.equal([4, undefined]);
  });

  it('is built for these routes, some of them only in a night', async () => {
    const built = async (more: Partial<StatefulContext>) => {
      const names: string[] = [];
      for (const [name, values, body] of [
        ...[
          ['fight_votes', { id: 88005 }],
          ['round_scoring', { id: 7001 }],
          ['streaming_video', {}],
          ['live_content', {}],
        ],
        ...[
          ['fight_metrics_live_event_url', {}],
          ['fight_metrics_live_event', { id: 811 }],
          ['alerts', {}],
          ['events', {}],
        ],
        ...[
          ['event', { id: 7001 }],
          ['event_fights', { event_id: 7001 }],
          ['watch_event', { id: 7001 }],
        ],
        ...[
          ['fight_metrics_listing', {}],
          ['news', {}],
          ['fight_vote_read', { id: 1 }],
        ],
        ['fight_vote_cast', { id: 1 }, {}],
        ['score_round', {}, { event_id: 1 }],
      ] as [Parameters<typeof buildStatefulReply>[0], StatefulContext['values'], unknown][]) {
        if ((await buildStatefulReply(name, contextOf({ values, body, ...more }))) !== undefined) names.push(name);
      }
      return names;
    };
    session = new Sessions().find('two');
    const always = ['fight_vote_read', 'fight_vote_cast', 'score_round'];
    expect(await built({})).to.deep.equal(always);
    night.seek(0);
    expect(await built({ night })).to.deep.equal([
      ...['fight_votes', 'round_scoring', 'streaming_video', 'live_content', 'fight_metrics_live_event_url'],
      ...[
        'fight_metrics_live_event',
        'alerts',
        'events',
        'event',
        'event_fights',
        'watch_event',
        'fight_metrics_listing',
      ],
      ...always,
    ]);
  });

  it('is on the clock of the night, else on that of the recorded feed, which goes on', async () => {
    let nowMs = 1_000;
    mock.reset();
    mock.method(performance, 'now', () => nowMs);
    const again = new URL('../../mock/night/card.ts?again', import.meta.url).href;
    const { clockMs } = (await import(again)) as typeof import('../../mock/night/card.ts');
    const startMs = Date.parse('2031-04-05T23:38:10Z');
    expect(clockMs(undefined)).to.equal(startMs);
    nowMs = 2_234.9;
    expect(clockMs(undefined)).to.equal(startMs + 1_234);
    mock.reset();
    mock.method(performance, 'now', () => 0);
    night.seek(5_000);
    expect(clockMs(night)).to.equal(Date.parse('2031-04-05T23:00:05Z'));
  });
});
