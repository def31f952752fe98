import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { replySchema } from '../../contracts/operations.ts';
import type { RouteName } from '../../contracts/routes.ts';
import type { Alert } from '../../contracts/schemas/alerts.ts';
import type { BoutFeed, EventFeed, EventUpdate } from '../../contracts/schemas/metrics.ts';
import { completeEventFeed } from '../../contracts/schemas/metrics.ts';
import type { RoundScoring } from '../../contracts/schemas/scoring.ts';
import { findMismatches } from '../../contracts/schemas/validation/mismatches.ts';
import { ids } from '../../contracts/world/index.ts';
import { createNight, roundOf } from '../../contracts/world/night/night.ts';
import type { NightStatus } from '../../mock/night/night.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { follow } from '../support/http/follow.ts';

const fightId = ids.fightInProgress;
const statid = ids.fightInProgressStatid;
const seed = 7;
const night = createNight({ seed });
const fight = night.fights.find(({ FightID }) => FightID === String(statid));
const seconds = (round: number) =>
  Math.ceil((roundOf(night.fights, { fight: String(statid), round })?.startMs ?? 0) / 1000);

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
  async function read<T>(route: RouteName, path: string, family: 'v3' | 'v1' = 'v3'): Promise<T> {
    const { status, headers, body } = await ask<T>('GET', `/api/${family === 'v3' ? 'v3/mobile' : 'v1/us'}${path}`);
    expect([status, headers.get('contract-match')], path).to.deep.equal([200, 'live']);
    expect(findMismatches(replySchema(route, family), body, 'en'), path).to.deep.equal([]);
    return body;
  }
  const paused = async (seek: number | string, session?: string) => {
    await ask('POST', '/__mock/night', { seed, speed: 60, voters: 400 }, session);
    await ask('POST', '/__mock/night/pause', undefined, session);
    return (await ask<NightStatus>('POST', '/__mock/night/seek', { seek }, session)).body;
  };
  /** Streams are opened without a session, so they follow the shared night. */
  const shared = '';

  it('sends the feed that npm run replay sends', async () => {
    const { clock } = await paused(seconds(1) + 100);
    expect(Date.parse(clock) - Date.parse('2031-04-05T23:00:00Z')).to.equal((seconds(1) + 100) * 1_000);
    const { FMLiveFeed } = await read<EventFeed>('fight_metrics_live_event', '/fight_metrics/live_event/811', 'v1');
    const atMs = (seconds(1) + 100) * 1000;
    const post = night.posts.findLast((one) => one.bout === undefined && one.atMs <= atMs);
    expect(FMLiveFeed).to.deep.equal(completeEventFeed(post?.update as EventUpdate).FMLiveFeed);
    const bout = await read<BoutFeed>(
      'fight_metrics_live_event',
      `/fight_metrics/live_event/811?fight=${statid}`,
      'v1',
    );
    expect(bout.FMLiveFeed).to.include({ FightID: String(statid), CurrentRound: '1' });
    expect((await ask('GET', '/api/v1/us/fight_metrics/live_event/811?fight=6411')).status).to.equal(404);
  });

  it('opens rounds at the bell and closes them later', async () => {
    const vote = (round_num: number) =>
      ask<{ opens_at?: null; closed_at?: string }>('POST', `/api/v3/mobile/fights/${fightId}/vote`, {
        ...{ round_num, fighter_statid: ids.fightInProgressFighter1Statid, client_id: 'night-client-000001' },
      });
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

  it('updates the live pages and the alerts', async () => {
    await paused(seconds(1));
    expect((await read<{ live: boolean }>('streaming_video', '/live')).live).to.equal(true);
    const shownEvent = async () => {
      const { event } = await read<{ event: { id: number; event_status: string } }>('live_content', '/live_content');
      return [event.id, event.event_status];
    };
    expect(await shownEvent()).to.deep.equal([ids.liveEvent, 'LIVE']);
    const during = await read<Alert[]>('alerts', '/alerts');
    expect(during[0]?.title).to.match(/^Empieza: /);
    await paused(night.endMs / 1000);
    expect((await read<{ live: boolean }>('streaming_video', '/live')).live).to.equal(false);
    expect(await shownEvent(), 'it is over, as in the list of events').to.deep.equal([ids.liveEvent, 'POST_EVENT']);
    const done = await read<Alert[]>('alerts', '/alerts', 'v1');
    expect(done.length).to.be.greaterThan(during.length);
    expect(done[0]?.title).to.match(/^Result: /);
    const page = await ask<Alert[]>('GET', '/api/v1/us/alerts?limit=1');
    expect(page.body).to.have.length(1);
    expect(page.headers.get('link')).to.match(/limit=1&cursor=.*rel="next"/);
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
    expect((await ask<NightStatus>('PATCH', '/__mock/night', { pause: false, seek: 'R2' })).body.at).to.be.within(
      seconds(2),
      seconds(2) + 600,
    );
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
    const live = await ask('GET', '/api/v1/us/fight_metrics/live_event/811');
    expect(live.headers.get('contract-match')).to.equal('exact');
  });

  it('streams every snapshot once, in order, across a reconnect', async () => {
    await paused(seconds(1), shared);
    const path = `/api/v1/us/fight_metrics/live_event/811?fight=${statid}`;
    const follower = await follow(mock.url + path);
    await follower.until(1);
    await ask('PATCH', '/__mock/night', { speed: 200, pause: false }, shared);
    await follower.until(10);
    await ask('POST', '/__mock/night/pause', undefined, shared);
    await sleep(250);
    follower.close();
    const { events } = follower;
    const versions = events.map(({ id }) => Number(id));
    expect(versions).to.deep.equal([...new Set(versions)].toSorted((a, b) => a - b));
    const times = events.map(({ data }) => (JSON.parse(data) as BoutFeed).FMLiveFeed.CurrentRoundTime);
    expect(times).to.deep.equal(times.toSorted());
    const again = await follow(mock.url + path, versions[3]);
    await again.until(events.length - 4);
    again.close();
    expect(again.events.slice(0, events.length - 4)).to.deep.equal(events.slice(4));
  });

  const rounds = fight?.rounds.length ?? 0;
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
    ['POST', { from: 'round two' }, 'from', 'A round is written R2'],
    ['POST', { from: '9999:R1' }, 'from', 'The card has no fight 9999'],
    ['POST', { seed, from: `${statid}:R${rounds + 1}` }, 'from', rounds < 3 ? 'ends in' : 'is scheduled for'],
    ['POST', { pace: 3 }, 'pace', 'Is not a known member.'],
    ['PATCH', { pause: 1 }, 'pause', 'Must be true or false.'],
    ['PATCH', { speed: 0 }, 'speed', speed],
    ['PATCH', { seek: 'x' }, 'seek', 'A round is written R2'],
    ['PATCH', { seek: -1 }, 'seek', badSeek],
    ['PATCH', { seek: true }, 'seek', badSeek],
  ] as const) {
    it(`refuses ${method} ${JSON.stringify(body)}`, async () => {
      await ask('POST', '/__mock/night', {});
      const refused = await ask<{ type: string; errors: { detail: string; pointer: string }[] }>(
        method,
        '/__mock/night',
        body,
      );
      expect([refused.status, refused.body.type]).to.deep.equal([422, 'urn:mock-problem-type:unknown-night']);
      expect(refused.body.errors[0]?.detail).to.contain(detail);
      expect(refused.body.errors[0]?.pointer).to.equal(`#/${pointer}`);
    });
  }

  it('plays for all clients when started without a session', async () => {
    await ask('DELETE', '/__mock/night').catch(() => undefined);
    for (const action of ['play', 'seek', 'stop']) {
      expect((await ask('POST', `/__mock/night/${action}`)).status, action).to.equal(422);
    }
    const none = await ask<{ errors: object[] }>('POST', '/__mock/night/pause', undefined, 'without');
    const detail = 'This session has no fight night of its own; start one with POST /__mock/night.';
    expect([none.status, none.body.errors]).to.deep.equal([422, [{ pointer: '#', detail }]]);
    const post = await fetch(`${mock.url}/__mock/night`, { method: 'POST' });
    expect(post.status).to.equal(201);
    expect(await post.json()).to.include({ speed: 60, seed: 1, voters: 500 });
    const live = await fetch(`${mock.url}/api/v1/us/live`);
    expect(live.headers.get('contract-match')).to.equal('live');
    expect((await ask('GET', '/api/v1/us/live', undefined, 'other')).headers.get('contract-match')).to.equal('live');
    const stopped = await fetch(`${mock.url}/__mock/night/stop`, { method: 'POST' });
    expect(await stopped.json()).to.include({ seed: 1, state: 'stopped' });
    const after = await fetch(`${mock.url}/__mock/night`);
    expect([after.status, await after.json()]).to.deep.equal([200, { state: 'stopped' }]);
    expect((await fetch(`${mock.url}/api/v1/us/live`)).headers.get('contract-match')).to.equal('exact');
  });
});
