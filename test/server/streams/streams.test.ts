import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { EventUpdate } from '../../../contracts/schemas/metrics.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { feed, world } from '../../../contracts/world/index.ts';
import { randomOf } from '../../../contracts/world/night/random.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { type Follower, follow } from '../../support/http/follow.ts';
import { json, send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const metrics = '/api/v1/us/fight_metrics/live_event';
const votes = `/api/v3/mobile/fights/${ids.fightInProgress}/votes`;
const scoring = `/api/v3/mobile/events/round_scoring/${ids.liveEvent}`;

const snapshot = (eventId: number, sequence: number, more: object = {}): EventUpdate => ({
  sequence,
  FMLiveFeed: { EventID: String(eventId), Venue: `Arena ${sequence}`, ...more },
});

/** The numbers from the first to the last. */
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);

/** The last event id used: each test takes the next. */
let events = 9_000;

describe('streams', () => {
  let night: FightNight;
  const open: Follower[] = [];
  before(async () => {
    night = await startFightNight({}, { changesPerTenSeconds: 0, roundGraceSeconds: 1 });
  });
  afterEach(() => {
    for (const follower of open.splice(0)) follower.close();
  });
  after(() => night.close());

  async function followed(path: string, lastId?: string | number): Promise<Follower> {
    const follower = await follow(night.url + path, lastId);
    open.push(follower);
    return follower;
  }

  async function post(eventId: number, from: number, to: number, more: object = {}): Promise<void> {
    for (const sequence of range(from, to)) await night.store.live.update(snapshot(eventId, sequence, more));
  }

  const vote = (client: number, fighterStatid: number = ids.fightInProgressFighter1Statid) =>
    night.store.votes.cast({
      ...{ fightId: ids.fightInProgress, roundNumber: 2, fighterStatid },
      clientId: `client-of-the-stream-${client}`,
    });

  const plain = async (path: string) => (await send(night.url, 'GET', path)).body.toString();
  const states = (follower: Follower) => follower.events.map(({ data }) => data);

  describe('of /fight_metrics/live_event/:id', () => {
    it('send the current state, then every applied snapshot', async () => {
      const id = ++events;
      await post(id, 1, 1);
      const follower = await followed(`${metrics}/${id}`);
      expect(follower.status).to.equal(200);
      expect(follower.headers).to.include({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'access-control-allow-origin': '*',
        'content-language': 'en-US',
      });
      expect(follower.headers).not.to.have.any.keys('etag', 'content-length', 'content-encoding');
      await follower.until(1);
      expect(follower.events[0]).to.deep.equal({ id: '1', event: 'snapshot', data: await plain(`${metrics}/${id}`) });
      await post(id, 2, 5);
      // A duplicate and a stale snapshot send nothing.
      await post(id, 4, 5);
      await follower.until(5);
      expect(follower.ids()).to.deep.equal(range(1, 5));
      const venues = states(follower).map((data) => JSON.parse(data).FMLiveFeed.Venue);
      expect(venues).to.deep.equal(range(1, 5).map((sequence) => `Arena ${sequence}`));
    });

    it('send one bout under the versions of the event', async () => {
      const id = ++events;
      const ofBout = { EventID: String(id), FightID: '1' };
      const postBout = (sequence: number) =>
        night.store.live.update({
          ...{ sequence, Type: 'Stats' },
          FMLiveFeed: { ...ofBout, CurrentRound: String(sequence) },
        } as never);
      await post(id, 1, 1);
      await postBout(1);
      const [event, bout] = await Promise.all([followed(`${metrics}/${id}`), followed(`${metrics}/${id}?fight=1`)]);
      await post(id, 2, 2);
      await postBout(2);
      await post(id, 3, 3);
      await event.until(3);
      await bout.until(2);
      expect([event.ids(), bout.ids()]).to.deep.equal([
        [1, 3, 5],
        [2, 4],
      ]);
      const later = await followed(`${metrics}/${id}?fight=1`, 4);
      await post(id, 4, 4);
      await postBout(3);
      await later.until(1);
      expect(later.ids()).to.deep.equal([7]);
    });

    for (const [path, accept, status, type] of [
      [`${metrics}/8999`, 'text/event-stream', 404, 'application/problem+json'],
      [`${metrics}/${ids.liveEventStatid}?fight=8999`, 'text/event-stream', 404, 'application/problem+json'],
      [`${metrics}/x`, 'text/event-stream', 400, 'application/problem+json'],
      ['/api/v3/mobile/fights/8999/votes', 'text/event-stream', 404, 'application/problem+json'],
      ['/api/v3/mobile/news', 'text/event-stream', 406, 'application/problem+json'],
      [`${metrics}/${ids.liveEventStatid}`, '*/*', 200, 'application/json'],
      [`${metrics}/${ids.liveEventStatid}`, 'text/event-stream;q=0.5, application/json', 200, 'application/json'],
      [`${metrics}/${ids.liveEventStatid}`, 'text/event-stream;q=0, */*', 200, 'application/json'],
      [`${metrics}/${ids.liveEventStatid}.json`, 'text/event-stream', 200, 'application/json'],
    ] as const) {
      it(`are refused: ${path} as ${accept} is ${status}`, async () => {
        const answer = await send(night.url, 'GET', path, { Accept: accept });
        expect(answer.status).to.equal(status);
        expect(answer.headers['content-type']).to.equal(`${type}; charset=utf-8`);
        if (accept !== 'text/event-stream') expect(answer.headers.vary).to.equal('Accept, Accept-Encoding');
        if (status === 404) expect(json(answer).type).to.match(/-not-found$/);
      });
    }
  });

  describe('after Last-Event-ID', () => {
    it('resume with the missed events', async () => {
      const id = ++events;
      await post(id, 1, 70);
      const follower = await followed(`${metrics}/${id}`, 3);
      await follower.until(67);
      await post(id, 71, 72);
      await follower.until(69);
      expect(follower.ids()).to.deep.equal(range(4, 72));
    });

    it('send the current state for an unknown id', async () => {
      const id = ++events;
      await post(id, 1, 6);
      await night.writes.xtrim(`{live:${id}}:history`, 'MAXLEN', 3);
      for (const [lastId, expected] of [
        ...['x', '-1', '1e3', '7', '999999', '1', '2'].map((one) => [one, [6]] as const),
        ['3', [4, 5, 6]] as const,
      ]) {
        const follower = await followed(`${metrics}/${id}`, lastId);
        await follower.until(expected.length);
        expect(follower.ids(), lastId).to.deep.equal(expected);
      }
    });

    it('resume within the last 1,000 versions', async () => {
      const id = ++events;
      await post(id, 1, 1_010);
      const [oldest, tooOld] = await Promise.all([followed(`${metrics}/${id}`, 10), followed(`${metrics}/${id}`, 9)]);
      await oldest.until(1_000);
      await tooOld.until(1);
      expect(oldest.ids()).to.deep.equal(range(11, 1_010));
      expect(tooOld.ids()).to.deep.equal([1_010]);
    });

    it('send every version once, however often readers reconnect', async () => {
      const id = ++events;
      const last = 300;
      await post(id, 1, 1);
      const seed = Date.now() % 1_000_000;
      const random = randomOf(seed);
      const readers = Array.from({ length: 20 }, async () => {
        const received: number[] = [];
        while (received.at(-1) !== last) {
          const follower = await follow(`${night.url}${metrics}/${id}`, received.at(-1));
          const wanted = 1 + random() * 30;
          const isOver = () => follower.events.length >= wanted || follower.ids().at(-1) === last;
          await eventually(isOver, 'events');
          follower.close();
          await follower.ended;
          received.push(...follower.ids());
          await sleep(random() * 10);
        }
        return received;
      });
      await post(id, 2, last);
      for (const received of await Promise.all(readers)) {
        // A reader that joins late starts with the state at that time.
        expect(received, `seed ${seed}`).to.deep.equal(range(received[0] ?? 0, last));
      }
    });
  });

  describe('of votes and scores', () => {
    it('send the tally and its changes', async () => {
      const follower = await followed(votes);
      await follower.until(1);
      for (let client = 0; client < 150; client++) await vote(client);
      for (let client = 0; client < 50; client++) await vote(client, ids.fightInProgressFighter2Statid);
      const total = () => JSON.parse(states(follower).at(-1) ?? '{}');
      await eventually(() => total().rounds?.[1].fighter2_votes === 50, 'the last vote');
      expect(states(follower).at(-1)).to.equal(await plain(votes));
      expect(follower.events.length, 'far fewer events than votes').to.be.below(20);
      const seen = follower.ids();
      expect(seen).to.deep.equal([...new Set(seen)].sort((a, b) => a - b));

      const again = await followed(votes, seen.at(-1));
      const behind = await followed(votes, seen[0]);
      await behind.until(1);
      await vote(1_000);
      await again.until(1);
      expect(again.ids()[0], 'nothing is repeated').to.be.above(seen.at(-1) ?? 0);
      expect(behind.ids()[0]).to.equal(seen.at(-1));
    });

    it('send only what a change of content changes', async () => {
      const paths = [votes, scoring];
      const before = await Promise.all(paths.map((path) => followed(path)));
      for (const follower of before) await follower.until(1);
      const old = before.map((follower) => states(follower)[0]);
      // Another fighter steps in.
      const other = { fighter2_statid: 1_999, fighter2_last_name: 'Otro' };
      const events = world.events.map((event) => ({
        ...event,
        fights: (event.fights as { id: number }[]).map((fight) =>
          fight.id === ids.fightInProgress ? { ...fight, ...other } : fight,
        ),
      }));
      await publishRecords(night.store, { ...world, events });
      const served = async () => (await Promise.all(paths.map(plain))).every((body) => body.includes('1999'));
      await eventually(served, 'the change is served');
      const now = await Promise.all(paths.map(plain));
      for (const [index, follower] of before.entries()) {
        await follower.until(2);
        const joined = await followed(paths[index] ?? '');
        await joined.until(1);
        expect(states(joined)).to.deep.equal([now[index]]);
      }
      await publishRecords(night.store, { ...world, events, alerts: [] });
      await publishRecords(night.store, world);
      for (const [index, follower] of before.entries()) {
        await follower.until(3);
        expect(states(follower)).to.deep.equal([old[index], now[index], old[index]]);
      }
    });

    it('send scores, and the end of a round', async () => {
      const follower = await followed(scoring);
      const fight = () =>
        JSON.parse(states(follower).at(-1) ?? '{"fights":[]}').fights.find(
          (one: { fight_id: number }) => one.fight_id === ids.fightInProgress,
        );
      await follower.until(1);
      expect(fight().rounds[1]).to.include({ open: true, scores_count: 0 });
      const card = { fightId: ids.fightInProgress, roundNumber: 2, clientId: 'client-of-the-stream' };
      await night.store.scoring.cast({ ...card, fighter1Score: 10, fighter2Score: 9 });
      await eventually(() => fight().rounds[1].scores_count === 1, 'the scorecard');
      expect(fight().rounds[1]).to.include({ fighter1_score: '10.00', fighter2_score: '9.00' });

      const Fights = (feed.event.FMLiveFeed.Fights ?? []).map((one) =>
        one.FightID === String(ids.fightInProgressStatid) ? { ...one, CurRd: '3' } : one,
      );
      await night.store.live.update({ sequence: 2, FMLiveFeed: { ...feed.event.FMLiveFeed, Fights } });
      await eventually(() => fight().current_round === 3, 'round 3');
      await eventually(() => fight().rounds[1].open === false, 'the end of round 2');
      const seen = follower.ids();
      expect(seen).to.deep.equal([...new Set(seen)].sort((a, b) => a - b));
    });

    it('send the scores without a fight that content removes', async () => {
      for (let client = 0; client < 5; client++) {
        const card = { fightId: ids.fightInProgress, roundNumber: 3, clientId: `client-of-a-removed-fight-${client}` };
        await night.store.scoring.cast({ ...card, fighter1Score: 10, fighter2Score: 9 });
      }
      const follower = await followed(scoring);
      await follower.until(1);
      const events = world.events.map((event) => ({
        ...event,
        fights: (event.fights as { id: number }[]).filter(({ id }) => id !== ids.fightInProgress),
      }));
      await publishRecords(night.store, { events });
      await follower.until(2);
      const fights = JSON.parse(states(follower)[1] ?? '').fights as { fight_id: number }[];
      expect(fights.map(({ fight_id }) => fight_id)).not.to.include(ids.fightInProgress);
    });
  });

  it('disconnect a slow reader, which can resume', async () => {
    const id = ++events;
    await post(id, 1, 1);
    const [quick, slow] = await Promise.all([followed(`${metrics}/${id}`), followed(`${metrics}/${id}`)]);
    await slow.until(1);
    slow.pause();
    await post(id, 2, 120, { City: 'x'.repeat(100_000) });
    await quick.until(120);
    await eventually(() => night.server.streams.count === 1, 'the slow reader is disconnected');
    slow.resume();
    await slow.ended;
    expect(slow.events.length).to.be.below(120);
    const resumed = await followed(`${metrics}/${id}`, slow.ids().at(-1));
    await resumed.until(120 - (slow.ids().at(-1) ?? 0));
    expect([...slow.ids(), ...resumed.ids()]).to.deep.equal(quick.ids());
  });
});
