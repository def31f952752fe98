import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { replySchema } from '../../contracts/operations.ts';
import type { RouteName } from '../../contracts/routes.ts';
import type { Alert } from '../../contracts/schemas/alerts.ts';
import type { BoutFeed, EventFeed, EventUpdate, MetricsEntry } from '../../contracts/schemas/metrics.ts';
import { completeEventFeed } from '../../contracts/schemas/metrics.ts';
import type { RoundScoring } from '../../contracts/schemas/scoring.ts';
import { findViolations } from '../../contracts/schemas/validation/violations.ts';
import { ids } from '../../contracts/world/ids.ts';
import { createNight, roundOf } from '../../contracts/world/night/night.ts';
import type { NightPlayer } from '../../mock/night/night.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { follow } from '../support/http/follow.ts';
import { eventually } from '../support/run/eventually.ts';

type NightStatus = ReturnType<NightPlayer['status']>;

const fightId = ids.fightInProgress;
const statid = ids.fightInProgressStatid;
/** Of night 7: 6416 ends first, then 6415, 6413, 6412 and last 6411. */
const seed = 7;
const night = createNight({ seed });
const end = night.endMs / 1000;
const fight = night.fights.find(({ FightID }) => FightID === String(statid));
const seconds = (round: number) =>
  Math.ceil((roundOf(night.fights, { fight: String(statid), round })?.startMs ?? 0) / 1000);

type Row = Record<string, unknown>;

describe('a fight night on the mock', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  interface Answer<T> {
    status: number;
    headers: Headers;
    body: T;
  }
  async function ask<T>(method: string, path: string, body?: unknown, session = 'night'): Promise<Answer<T>> {
    const reply = await fetch(mock.url + path, {
      method,
      headers: {
        ...(session && { 'Mock-Session': session }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, body: text === '' ? undefined : JSON.parse(text) };
  }
  async function read<T>(route: RouteName, path: string, family: 'v3' | 'v1' = 'v3', match = 'live'): Promise<T> {
    const { status, headers, body } = await ask<T>('GET', `/api/${family === 'v3' ? 'v3/mobile' : 'v1/us'}${path}`);
    expect([status, headers.get('contract-match')], path).to.deep.equal([200, match]);
    expect(findViolations(replySchema(route, family), body, 'en'), path).to.deep.equal([]);
    return body;
  }
  const paused = async (seek: number | string, session?: string, options: object = { seed }) => {
    await ask('POST', '/__mock/night', { speed: 60, voters: 400, ...options }, session);
    await ask('POST', '/__mock/night/pause', undefined, session);
    return (await ask<NightStatus>('POST', '/__mock/night/seek', { seek }, session)).body;
  };
  /** Streams are opened without a session, so they follow the shared night. */
  const shared = '';
  const vote = (round_num: number) =>
    ask<{ opens_at?: null; closed_at?: string }>('POST', `/api/v3/mobile/fights/${fightId}/vote`, {
      ...{ round_num, fighter_statid: ids.fightInProgressFighter1Statid, client_id: 'night-client-000001' },
    });

  const between = { fight: null, round: null, open: [] };
  const first = { fight: '6416', round: 1 };
  const rounds = [1, 2].map((round) => ({ fight: '6415', round }));
  const last = { state: 'over', at: 5_693, fight: '6411', round: 2, open: [] };
  for (const [at, clock, rest] of [
    [0, '2031-04-05T23:00:00Z', between],
    [235, '2031-04-05T23:03:55Z', { ...first, open: [first] }],
    [595.999, '2031-04-05T23:09:55Z', { ...first, open: [first] }],
    [596, '2031-04-05T23:09:56Z', { ...first, open: [] }],
    [741, '2031-04-05T23:12:21Z', { ...between, fight: '6415' }],
    [1_306, '2031-04-05T23:21:46Z', { fight: '6415', round: 2, open: rounds }],
    [5_693, '2031-04-06T00:34:53Z', last],
    [9_000, '2031-04-06T00:34:53Z', last],
  ] as const) {
    it(`has its status at ${at} s`, async () => {
      const known = { seed, speed: 60, voters: 400, state: 'paused', ends_at: 5_693, event: '811' };
      expect(await paused(at)).to.deep.equal({ ...known, clock, at: Math.floor(at), ...rest });
    });
  }

  it('sends the feed that npm run demo sends', async () => {
    const { clock } = await paused(seconds(1) + 100);
    expect(Date.parse(clock) - Date.parse('2031-04-05T23:00:00Z')).to.equal((seconds(1) + 100) * 1_000);
    const ofNoNight = await ask<EventFeed>('GET', '/api/v1/us/fight_metrics/live_event/811', undefined, 'no-night');
    expect(ofNoNight.headers.get('contract-match'), 'in another session').to.equal('exact');
    const { FMLiveFeed } = await read<EventFeed>('fight_metrics_live_event', '/fight_metrics/live_event/811', 'v1');
    const atMs = (seconds(1) + 100) * 1000;
    const post = night.posts.findLast((one) => one.bout === undefined && one.atMs <= atMs);
    expect(FMLiveFeed).to.deep.equal(completeEventFeed(post?.update as EventUpdate).FMLiveFeed);
    const path = `/fight_metrics/live_event/811?fight=${statid}`;
    const bout = await read<BoutFeed>('fight_metrics_live_event', path, 'v1');
    expect(bout.FMLiveFeed).to.include({ FightID: String(statid), CurrentRound: '1' });
    expect((await ask('GET', '/api/v1/us/fight_metrics/live_event/811?fight=6411')).status).to.equal(404);
  });

  it('opens rounds at the bell and closes them later', async () => {
    await paused(seconds(1) - 1);
    expect([(await vote(1)).status, (await vote(1)).body.opens_at]).to.deep.equal([409, null]);
    await paused(seconds(1) + 1);
    expect((await vote(1)).status).to.equal(201);
    expect((await vote(2)).status).to.equal(409);
    await paused(seconds(2) + 119);
    expect([(await vote(1)).status, (await vote(2)).status]).to.deep.equal([200, 201]);
    await paused(seconds(2) + 121);
    const closed = await vote(1);
    expect([closed.status, typeof closed.body.closed_at]).to.deep.equal([409, 'string']);
    const scoring = await read<RoundScoring>('round_scoring', `/events/round_scoring/${ids.liveEvent}`);
    const found = scoring.fights.find(({ fight_id }) => fight_id === fightId);
    expect(found?.current_round).to.equal(2);
    expect(found?.rounds.map(({ open }) => open).slice(0, 3)).to.deep.equal([false, true, false]);
  });

  it('counts a restored vote on a later round once', async () => {
    await paused(0, 'restored');
    const place = { fightId, roundNumber: 2, clientId: 'night-client-000001' };
    const vote = { ...place, fighterStatid: ids.fightInProgressFighter1Statid, createdMs: 1 };
    await ask('PUT', '/__mock/session', { state: null, votes: [vote], scorecards: [] }, 'restored');
    const tally = await ask('GET', `/api/v3/mobile/fights/${fightId}/votes`, undefined, 'restored');
    expect(tally.body).to.include({ total_votes: 1 });
  });

  it('has closed the rounds before its first one', async () => {
    await ask('POST', '/__mock/night', { seed, from: 'R2', speed: 0.1 });
    expect([(await vote(1)).status, (await vote(2)).status]).to.deep.equal([409, 200]);
  });

  it('updates the live pages in the language of the family', async () => {
    const shown = async (family: 'v3' | 'v1') => {
      const { live } = await read<{ live: boolean }>('streaming_video', '/live', family);
      const { event } = await read<{ event: Row }>('live_content', '/live_content', family);
      const watch = await read<Row>('watch_event', '/events/7001/watch', family);
      return [live, event.id, event.event_status, event.subtitle, watch.subtitle];
    };
    await paused(seconds(1));
    expect(await shown('v3')).to.deep.equal([true, ids.liveEvent, 'LIVE', 'En vivo', 'En vivo']);
    expect(await shown('v1')).to.deep.equal([true, ids.liveEvent, 'LIVE', 'Live', 'Live']);
    await paused(end);
    expect((await shown('v3')).slice(0, 3)).to.deep.equal([false, ids.liveEvent, 'POST_EVENT']);
  });

  it('has each alert from its moment on, on one page', async () => {
    const idsAt = async (at: number) => {
      await paused(at);
      return (await read<Alert[]>('alerts', '/alerts', 'v1')).map(({ id }) => id);
    };
    expect(await idsAt(29.999)).to.deep.equal([601, 602]);
    expect(await idsAt(30)).to.deep.equal([900_001, 601, 602]);
    expect(await idsAt(550.999)).to.deep.equal([900_001, 601, 602]);
    expect(await idsAt(551)).to.deep.equal([900_002, 900_001, 601, 602]);
    expect((await read<Alert[]>('alerts', '/alerts', 'v1'))[0]?.title).to.match(/^Result: /);
    expect((await read<Alert[]>('alerts', '/alerts'))[1]?.title).to.match(/^Empieza: /);
    const whole = await idsAt(end);
    expect(whole).to.have.length(12);
    for (const limit of [5, 4]) {
      const pages: number[][] = [];
      for (let next: string | undefined = `/api/v1/us/alerts?limit=${limit}`; next !== undefined; ) {
        const page: Answer<Alert[]> = await ask('GET', next);
        pages.push(page.body.map(({ id }) => id));
        next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
      }
      expect(pages.flat(), `pages of ${limit}`).to.deep.equal(whole);
      expect(pages.map(({ length }) => length)).to.deep.equal(limit === 5 ? [5, 5, 2] : [4, 4, 4]);
    }
  });

  it('plays at its speed, pauses and stops', async () => {
    const started = await ask<NightStatus>('POST', '/__mock/night', { seed, speed: 600, from: 'R1' });
    expect([started.status, started.body.state]).to.deep.equal([201, 'playing']);
    expect(started.body.at).to.be.within(seconds(1), seconds(1) + 600);
    await sleep(120);
    const status = async () => (await ask<NightStatus>('GET', '/__mock/night')).body;
    expect((await status()).at).to.be.greaterThan(seconds(1) + 60);
    const pausedNight = (await ask<NightStatus>('PATCH', '/__mock/night', { pause: true })).body;
    await sleep(60);
    expect((await status()).at).to.equal(pausedNight.at);
    const sought = await ask<NightStatus>('PATCH', '/__mock/night', { pause: false, seek: 'R2' });
    expect(sought.body.at).to.be.within(seconds(2), seconds(2) + 600);
    for (const [change, state, speed] of [
      [{ pause: true, speed: 30 }, 'paused', 30],
      [{ speed: 90 }, 'paused', 90],
      [{ pause: false }, 'playing', 90],
      [{ speed: 20 }, 'playing', 20],
    ] as const) {
      const { body } = await ask<NightStatus>('PATCH', '/__mock/night', change);
      expect([body.state, body.speed], JSON.stringify(change)).to.deep.equal([state, speed]);
    }
    expect((await ask('DELETE', '/__mock/night')).status).to.equal(204);
    expect((await ask('GET', '/__mock/night')).body).to.deep.equal({ state: 'stopped' });
    await read('fight_metrics_live_event', '/fight_metrics/live_event/811', 'v1', 'exact');
  });

  it('streams every snapshot once, in order, across a reconnect', async () => {
    await paused(seconds(1), shared);
    const path = `/api/v1/us/fight_metrics/live_event/811?fight=${statid}`;
    const follower = await follow(mock.url + path);
    await follower.until(1);
    const tally = await follow(`${mock.url}/api/v3/mobile/fights/${fightId}/votes`);
    await ask('PATCH', '/__mock/night', { speed: 200, pause: false }, shared);
    await follower.until(10);
    await tally.until(3);
    await ask('POST', '/__mock/night/pause', undefined, shared);
    await sleep(250);
    for (const one of [follower, tally]) one.close();
    const { events } = follower;
    for (const versions of [follower.ids(), tally.ids()]) {
      expect(versions).to.deep.equal([...new Set(versions)].toSorted((a, b) => a - b));
    }
    const times = events.map(({ data }) => (JSON.parse(data) as BoutFeed).FMLiveFeed.CurrentRoundTime);
    expect(times).to.deep.equal(times.toSorted());
    const again = await follow(mock.url + path, events[3]?.id);
    await again.until(events.length - 4);
    again.close();
    expect(again.events.slice(0, events.length - 4)).to.deep.equal(events.slice(4));
  });

  it('streams up to 1,000 missed snapshots', async () => {
    await ask('POST', '/__mock/night', { seed, speed: 3_600 }, shared);
    const status = async () => (await ask<NightStatus>('GET', '/__mock/night', undefined, shared)).body.state;
    await eventually(async () => (await status()) === 'over', 'the night is over');
    const missed = async (query: string, lastId: number | undefined, count: number) => {
      const follower = await follow(`${mock.url}/api/v1/us/fight_metrics/live_event/${query}`, lastId);
      await follower.until(count);
      follower.close();
      return follower.ids();
    };
    const ofBout = night.posts.filter(({ bout }) => bout === '6416').length;
    const all = await missed('811?fight=6416', 0, ofBout);
    // No post of another bout is between these two.
    const nth = all.findIndex((id, at) => all[at + 1] === id + 1);
    expect(await missed('811?fight=6416', all[nth], ofBout - nth - 1)).to.deep.equal(all.slice(nth + 1));
    expect(await missed('811', 0, 1_000)).to.have.length(1_000);
    expect(await missed('804', undefined, 1), 'of another event').to.deep.equal([1]);
    await ask('DELETE', '/__mock/night', undefined, shared);
  });

  const roundCount = fight?.rounds.length ?? 0;
  const speed = 'Must be a number from 0.1 to 3600.';
  const voters = 'Must be an integer from 0 to 100000.';
  const badSeed = 'Must be an integer from 0 to 4294967295.';
  const badSeek = 'Must be a number of at least 0 or a string.';
  for (const [method, body, pointer, detail] of [
    ['POST', { speed: 0.09 }, 'speed', speed],
    ['POST', { speed: 3_600.1 }, 'speed', speed],
    ['POST', { voters: -1 }, 'voters', voters],
    ['POST', { voters: 100_001 }, 'voters', voters],
    ['POST', { seed: 4_294_967_296 }, 'seed', badSeed],
    ['POST', { from: 2 }, 'from', 'Must be a string.'],
    ['POST', { from: 'round two' }, 'from', 'A round is written R2, or 6415:R2 with the FightID before it;'],
    ['POST', { from: '9999:R1' }, 'from', 'The card has no fight 9999'],
    ['POST', { seed, from: `${statid}:R${roundCount + 1}` }, 'from', roundCount < 3 ? 'ends in' : 'is scheduled for'],
    ['POST', { seed, from: '6416:R2' }, 'from', 'With seed 7 fight 6416 ends in round 1, before round 2.'],
    ['POST', { pace: 3 }, 'pace', 'Is not a known member.'],
    ['PATCH', { pause: 1 }, 'pause', 'Must be true or false.'],
    ['PATCH', { speed: 0 }, 'speed', speed],
    ['PATCH', { seek: 'x' }, 'seek', 'A round is written R2'],
    ['PATCH', { seek: -1 }, 'seek', badSeek],
    ['PATCH', { seek: true }, 'seek', badSeek],
  ] as const) {
    it(`refuses ${method} ${JSON.stringify(body)}`, async () => {
      await ask('POST', '/__mock/night', {});
      type Refusal = { type: string; errors: { detail: string; pointer: string }[] };
      const refused = await ask<Refusal>(method, '/__mock/night', body);
      expect([refused.status, refused.body.type]).to.deep.equal([422, 'urn:mock-problem-type:unknown-night']);
      expect(refused.body.errors[0]?.detail).to.contain(detail);
      expect(refused.body.errors[0]?.pointer).to.equal(`#/${pointer}`);
    });
  }

  it('plays for all clients when started without a session', async () => {
    const statusIn = async (session: string) => {
      const { headers, body } = await ask<{ event: Row }>('GET', '/api/v1/us/live_content', undefined, session);
      return [headers.get('contract-match'), body.event.event_status];
    };
    const refused = async (action: string) => {
      const { status, body } = await ask<{ errors: Row[] }>('POST', `/__mock/night/${action}`, undefined, 'without');
      return [status, body.errors[0]?.detail];
    };
    for (const action of ['play', 'seek', 'stop', 'pause']) {
      const detail = 'no fight night is running; start one with POST /__mock/night';
      expect(await refused(action), action).to.deep.equal([422, detail]);
    }
    await paused(end, 'own');
    expect((await statusIn('other'))[0]).to.equal('exact');
    const started = await ask<NightStatus>('POST', '/__mock/night', undefined, shared);
    expect(started.status).to.equal(201);
    expect(started.body).to.include({ speed: 60, seed: 1, voters: 500 });
    const ofItsOwn = 'this session has no fight night of its own; start one with POST /__mock/night';
    expect(await refused('pause')).to.deep.equal([422, ofItsOwn]);
    expect(await statusIn(shared)).to.deep.equal(['live', 'LIVE']);
    expect(await statusIn('other')).to.deep.equal(['live', 'LIVE']);
    expect(await statusIn('own'), 'a night of its own').to.deep.equal(['live', 'POST_EVENT']);
    const stopped = await ask<NightStatus>('POST', '/__mock/night/stop', undefined, shared);
    expect(stopped.body).to.include({ seed: 1, state: 'stopped' });
    expect((await ask('GET', '/__mock/night', undefined, shared)).body).to.deep.equal({ state: 'stopped' });
    expect((await statusIn(shared))[0]).to.equal('exact');
  });

  const fightsAt = async (at: number, options: object = { seed }, family: 'v3' | 'v1' = 'v3') => {
    await paused(at, undefined, options);
    const event = await read<{ event_status: string; fights: Row[] }>('event', '/events/7001', family);
    const fightOf = (id: number) => {
      const found = event.fights.find((one) => one.statid === id);
      const { Method, EndNotes, Submission, Scores = [] } = (found?.result ?? {}) as Row;
      return {
        winner: found?.fighter1_is_winner ? 1 : found?.fighter2_is_winner ? 2 : null,
        ended: [found?.ending_round_number ?? null, found?.ending_time],
        result: [Method, Submission],
        notes: EndNotes,
        scores: (Scores as Row[]).map((one) => `${one.JudgeLastName} ${one.WinnerScore}:${one.LoserScore}`),
      };
    };
    return { status: event.event_status, fight: fightOf };
  };

  it('has results from their announcement on', async () => {
    const before = await fightsAt(550);
    expect(before.status).to.equal('LIVE');
    for (const id of [6411, 6412, 6413, 6415, 6416]) {
      const { winner, ended, result } = before.fight(id);
      expect([winner, ...ended, ...result], String(id)).to.deep.equal([null, null, '', null, null]);
    }
    const first = await fightsAt(551);
    expect(first.fight(6416)).to.deep.include({ winner: 1, ended: ['1', '3:41'], scores: [] });
    expect(first.fight(6415).winner).to.equal(null);
    const second = await fightsAt(2_101, { seed }, 'v1');
    const scores = ['Jurado 29:28', 'Tarjeta 28:29', 'Puntos 29:28'];
    expect(second.fight(6415)).to.deep.include({ winner: 1, result: ['Decision - Split', null], scores });
  });

  it('has the winners of the feed at the end', async () => {
    const { status, fight: ofEvent } = await fightsAt(end);
    expect(status).to.equal('POST_EVENT');
    for (const [id, ...expected] of [
      [6416, 1, '1', '3:41', 'Submission', 'Guillotine Choke'],
      [6415, 1, '3', '5:00', 'Decision - Split', null],
      [6413, 2, '3', '5:00', 'Decision - Unanimous', null],
      [6412, 1, '2', '0:55', 'Submission', 'Arm Triangle Choke'],
      [6411, 1, '2', '1:37', 'KO/TKO', null],
    ] as const) {
      const { winner, ended, result } = ofEvent(id);
      expect([winner, ...ended, ...result], String(id)).to.deep.equal(expected);
    }
    const feed = await read<EventFeed>('fight_metrics_live_event', '/fight_metrics/live_event/811', 'v1');
    for (const { FightID, Status, EndingRoundNum, Fighters } of feed.FMLiveFeed.Fights) {
      const own = ofEvent(Number(FightID));
      expect([Status, EndingRoundNum], FightID).to.deep.equal(['closed', own.ended[0]]);
      expect(Fighters.findIndex(({ Outcome }) => Outcome === 'Win') + 1, FightID).to.equal(own.winner);
    }
    const judged = (one: ReturnType<typeof ofEvent>) => one.scores.map((score) => score.split(' ').at(-1));
    expect(judged(ofEvent(6413))).to.deep.equal(['29:28', '29:28', '29:28']);
    const draw = (await fightsAt(end, { seed: 25 })).fight(6413);
    expect(draw).to.deep.include({ winner: null, notes: 'Draw' });
    expect(judged(draw)).to.deep.equal(['28:28', '27:29', '29:28']);
  });

  it('lists its feed, and leaves other events unchanged', async () => {
    await paused(end);
    const listed = await read<MetricsEntry[]>('fight_metrics_listing', '/fight_metrics', 'v1');
    expect(listed.map((one) => [one.event_id, one.live_event_url?.split('/').at(-1)])).to.deep.equal([
      ...[[7001, '811'] as const, [7000, '804'] as const],
    ]);
    await read('fight_metrics_live_event', '/fight_metrics/live_event/804', 'v1', 'exact');
    await read('event', '/events/7000', 'v3', 'exact');
    await read('event_fights', '/events/7000/fights', 'v3', 'exact');
    expect((await ask('GET', '/api/v3/mobile/events/5')).status).to.equal(404);
    await ask('DELETE', '/__mock/night');
    expect((await read<Row>('event', '/events/7001', 'v3', 'exact')).event_status).to.equal('LIVE');
  });
});
