import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { EventUpdate } from '../../../contracts/schemas/metrics.ts';
import { feed, ids, world } from '../../../contracts/world/index.ts';
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

/** The last event id used: each test takes the next. */
let events = 9_000;

describe('streams', () => {
  let night: FightNight;
  const open: Follower[] = [];
  before(async () => {
    night = await startFightNight({}, { changesPerTenSeconds: 0 });
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
    for (let sequence = from; sequence <= to; sequence++) {
      await night.store.live.update(snapshot(eventId, sequence, more));
    }
  }

  const vote = (client: number, fighterStatid: number = ids.fightInProgressFighter1Statid) =>
    night.store.votes.cast({
      fightId: ids.fightInProgress,
      roundNumber: 2,
      fighterStatid,
      clientId: `client-of-the-stream-${client}`,
    });

  describe('GET /fight_metrics/live_event/:id as text/event-stream', () => {
    it('sends the current state, then every applied snapshot, with the version as id and the JSON of the plain reply', async () => {
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
      const plain = await send(night.url, 'GET', `${metrics}/${id}`);
      expect(follower.events[0]).to.deep.equal({ id: '1', event: 'snapshot', data: plain.body.toString() });

      await post(id, 2, 5);
      // A duplicate and a stale snapshot send nothing.
      await post(id, 4, 5);
      await follower.until(5);
      expect(follower.ids()).to.deep.equal([1, 2, 3, 4, 5]);
      expect(follower.events.map(({ data }) => JSON.parse(data).FMLiveFeed.Venue)).to.deep.equal(
        [1, 2, 3, 4, 5].map((sequence) => `Arena ${sequence}`),
      );
    });

    it('sends the snapshots of one bout under the versions of the event', async () => {
      const id = ++events;
      const bout = (sequence: number) => ({
        sequence,
        Type: 'Stats' as const,
        FMLiveFeed: { EventID: String(id), FightID: '1', CurrentRound: String(sequence) },
      });
      await post(id, 1, 1);
      await night.store.live.update(bout(1));
      const [ofEvent, ofBout] = await Promise.all([followed(`${metrics}/${id}`), followed(`${metrics}/${id}?fight=1`)]);
      await post(id, 2, 2);
      await night.store.live.update(bout(2));
      await post(id, 3, 3);
      await ofEvent.until(3);
      await ofBout.until(2);
      expect(ofEvent.ids()).to.deep.equal([1, 3, 5]);
      expect(ofBout.ids()).to.deep.equal([2, 4]);
      // No snapshot of the bout since version 4, though the event is at 5.
      const later = await followed(`${metrics}/${id}?fight=1`, 4);
      await post(id, 4, 4);
      await night.store.live.update(bout(3));
      await later.until(1);
      expect(later.ids()).to.deep.equal([7]);
    });

    it('answers like the plain route if there is nothing to follow, or another media type is accepted', async () => {
      const accept = (value: string) => ({ Accept: value });
      const get = (path: string, value: string) => send(night.url, 'GET', path, accept(value));
      const missing = await get(`${metrics}/8999`, 'text/event-stream');
      expect(json(missing).type).to.equal('urn:problem-type:live-event-not-found');
      expect(missing.headers['content-type']).to.equal('application/problem+json; charset=utf-8');
      const unknownBout = await get(`${metrics}/${ids.liveEventStatid}?fight=8999`, 'text/event-stream');
      expect(json(unknownBout).type).to.equal('urn:problem-type:live-fight-not-found');
      expect((await get(`${metrics}/x`, 'text/event-stream')).status).to.equal(400);
      expect((await get('/api/v3/mobile/fights/8999/votes', 'text/event-stream')).status).to.equal(404);
      expect((await get('/api/v3/mobile/news', 'text/event-stream')).status).to.equal(406);
      for (const value of ['*/*', 'text/event-stream;q=0.5, application/json', 'text/event-stream;q=0, */*']) {
        const answer = await get(`${metrics}/${ids.liveEventStatid}`, value);
        expect(answer.headers['content-type'], value).to.equal('application/json; charset=utf-8');
        expect(answer.headers.vary).to.equal('Accept, Accept-Encoding');
      }
      const named = await get(`${metrics}/${ids.liveEventStatid}.json`, 'text/event-stream');
      expect(named.headers['content-type']).to.equal('application/json; charset=utf-8');
      const head = await send(night.url, 'HEAD', `${metrics}/${ids.liveEventStatid}`, accept('text/event-stream'));
      expect([head.status, head.headers['content-type']]).to.deep.equal([200, 'text/event-stream; charset=utf-8']);
    });
  });

  describe('Last-Event-ID', () => {
    it('resumes with the missed events, without gap or repeat', async () => {
      const id = ++events;
      await post(id, 1, 70);
      const follower = await followed(`${metrics}/${id}`, 3);
      await follower.until(67);
      await post(id, 71, 72);
      await follower.until(69);
      expect(follower.ids()).to.deep.equal(Array.from({ length: 69 }, (_, n) => n + 4));
    });

    it('leads to the current state if it is not an id, was never sent, or is too old', async () => {
      const id = ++events;
      await post(id, 1, 6);
      await night.writes.xtrim(`{live:${id}}:history`, 'MAXLEN', 3);
      for (const lastId of ['x', '-1', '1e3', '7', '999999', '1', '2']) {
        const follower = await followed(`${metrics}/${id}`, lastId);
        await follower.until(1);
        expect(follower.ids(), lastId).to.deep.equal([6]);
      }
      const within = await followed(`${metrics}/${id}`, 3);
      await within.until(3);
      expect(within.ids()).to.deep.equal([4, 5, 6]);
    });

    it('resumes within the last 1,000 versions', async () => {
      const id = ++events;
      await post(id, 1, 1_010);
      expect(await night.writes.xlen(`{live:${id}}:history`)).to.equal(1_000);
      const [oldest, tooOld] = await Promise.all([followed(`${metrics}/${id}`, 10), followed(`${metrics}/${id}`, 9)]);
      await oldest.until(1_000);
      await tooOld.until(1);
      expect(oldest.ids()).to.deep.equal(Array.from({ length: 1_000 }, (_, n) => n + 11));
      expect(tooOld.ids()).to.deep.equal([1_010]);
    });

    it('yields every version once and in order, whenever and however often 20 readers are disconnected', async () => {
      const id = ++events;
      const last = 300;
      await post(id, 1, 1);
      let isOver = false;
      let cuts = 0;
      const seed = Date.now() % 1_000_000;
      let state = seed;
      const random = () => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        return state / 2_147_483_648;
      };
      const readers = Array.from({ length: 20 }, async () => {
        const received: number[] = [];
        for (let attempt = 0; attempt < 400 && received.at(-1) !== last; attempt++) {
          const follower = await follow(`${night.url}${metrics}/${id}`, received.at(-1));
          const mark = received.length;
          const wanted = isOver ? last : random() * 30;
          await eventually(
            () => follower.events.length >= wanted || follower.events.at(-1)?.id === String(last) || isOver,
            'events',
          );
          if (isOver)
            await eventually(() => follower.events.at(-1)?.id === String(last) || received.at(-1) === last, 'end');
          follower.close();
          await follower.ended;
          received.splice(mark, 0, ...follower.ids());
          cuts++;
          await sleep(random() * 10);
        }
        return received;
      });
      await post(id, 2, last);
      isOver = true;
      const all = Array.from({ length: last }, (_, n) => n + 1);
      for (const received of await Promise.all(readers)) {
        // A reader that joins late starts with the state at that time.
        expect(received, `seed ${seed}`).to.deep.equal(all.slice((received[0] ?? 0) - 1));
      }
      console.log(`      20 readers, ${last} versions, ${cuts} connections: gaps 0, repeats 0 (seed ${seed})`);
    });
  });

  describe('GET /fights/:id/votes and /events/round_scoring/:id as text/event-stream', () => {
    it('sends the current tally and each change, and ends with the plain reply', async () => {
      const follower = await followed(votes);
      await follower.until(1);
      for (let client = 0; client < 150; client++) await vote(client);
      for (let client = 0; client < 50; client++) await vote(client, ids.fightInProgressFighter2Statid);
      const total = () => JSON.parse(follower.events.at(-1)?.data ?? '{}');
      await eventually(() => total().rounds?.[1].fighter2_votes === 50, 'the last vote');
      const plain = await send(night.url, 'GET', votes);
      expect(follower.events.at(-1)?.data).to.equal(plain.body.toString());
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

    it('sends scores, and the end of a round when its window has closed', async () => {
      const hasty = await startFightNight({}, { roundGraceSeconds: 1, changesPerTenSeconds: 0 });
      try {
        const follower = await follow(hasty.url + scoring);
        const fight = () =>
          JSON.parse(follower.events.at(-1)?.data ?? '{"fights":[]}').fights.find(
            (one: { fight_id: number }) => one.fight_id === ids.fightInProgress,
          );
        await follower.until(1);
        expect(fight().rounds[1]).to.include({ open: true, scores_count: 0 });
        const clientId = 'client-of-the-stream';
        const card = { fightId: ids.fightInProgress, roundNumber: 2, fighter1Score: 10, fighter2Score: 9, clientId };
        await hasty.store.scoring.cast(card);
        await eventually(() => fight().rounds[1].scores_count === 1, 'the scorecard');
        expect(fight().rounds[1]).to.include({ fighter1_score: '10.00', fighter2_score: '9.00' });

        const Fights = (feed.event.FMLiveFeed.Fights ?? []).map((one) =>
          one.FightID === String(ids.fightInProgressStatid) ? { ...one, CurRd: '3' } : one,
        );
        await hasty.store.live.update({ sequence: 2, FMLiveFeed: { ...feed.event.FMLiveFeed, Fights } });
        await eventually(() => fight().current_round === 3, 'round 3');
        await eventually(() => fight().rounds[1].open === false, 'the end of round 2');
        const seen = follower.ids();
        expect(seen).to.deep.equal([...new Set(seen)].sort((a, b) => a - b));
        follower.close();
      } finally {
        await hasty.close();
      }
    });

    it('sends what a change of content changes, to open and to new streams, and nothing for any other', async () => {
      const paths = [votes, scoring];
      const before = await Promise.all(paths.map((path) => followed(path)));
      for (const follower of before) await follower.until(1);
      const states = (follower: Follower) => follower.events.map(({ data }) => data);
      const plain = async (path: string) => (await send(night.url, 'GET', path)).body.toString();
      const old = await Promise.all(paths.map(plain));
      // Another fighter steps in.
      const events = world.events.map((event) => ({
        ...event,
        fights: (event.fights as { id: number }[]).map((fight) =>
          fight.id === ids.fightInProgress ? { ...fight, fighter2_statid: 1_999, fighter2_last_name: 'Otro' } : fight,
        ),
      }));
      await publishRecords(night.store, { ...world, events });
      const served = async () => (await Promise.all(paths.map(plain))).every((body) => body.includes('1999'));
      await eventually(served, 'the change is served');
      const now = await Promise.all(paths.map(plain));
      for (const [index, follower] of before.entries()) {
        await follower.until(2);
        expect(states(follower)).to.deep.equal([old[index], now[index]]);
        const [first, second] = follower.ids();
        expect(second).to.be.above(first ?? 0);
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
  });

  it('of one topic read the store once for 500 readers, over one subscription', async () => {
    const id = ++events;
    await post(id, 1, 1);
    const followers = await Promise.all(Array.from({ length: 500 }, () => followed(`${metrics}/${id}`)));
    await Promise.all(followers.map((one) => one.until(1)));
    const { live } = night.store;
    const { follow: read } = live;
    let reads = 0;
    live.follow = (...asked) => {
      reads++;
      return read(...asked);
    };
    await post(id, 2, 11);
    await Promise.all(followers.map((one) => one.until(11)));
    for (const one of followers) expect(one.ids()).to.deep.equal(Array.from({ length: 11 }, (_, n) => n + 1));
    live.follow = read;
    expect(reads).to.be.within(1, 10);
    expect(await night.writes.pubsub('NUMSUB', `live:${id}`)).to.deep.equal([`live:${id}`, 1]);
    const clients = String(await night.writes.client('LIST'))
      .trim()
      .split('\n');
    const subscribed = clients.filter((client) => / sub=[1-9]/.test(client));
    expect(subscribed).to.have.length(1);
    console.log(`      500 readers, 10 updates: ${reads} reads, ${subscribed.length} subscription`);
    for (const one of followers) one.close();
    await eventually(() => night.server.streams.count === 0, 'readers are gone');
    const channels = async () => (await night.writes.pubsub('CHANNELS')) as string[];
    await eventually(async () => (await channels()).join() === 'content', 'only the caches are subscribed');
  });

  it('disconnect a reader that does not read, which can resume; others are not affected', async () => {
    const id = ++events;
    const filler = 'x'.repeat(100_000);
    await post(id, 1, 1);
    const [quick, slow] = await Promise.all([followed(`${metrics}/${id}`), followed(`${metrics}/${id}`)]);
    await slow.until(1);
    slow.pause();
    await post(id, 2, 120, { City: filler });
    await quick.until(120);
    await eventually(() => night.server.streams.count === 1, 'the slow reader is disconnected');
    slow.resume();
    await slow.ended;
    expect(slow.events.length).to.be.below(120);
    const resumed = await followed(`${metrics}/${id}`, slow.ids().at(-1));
    await resumed.until(120 - (slow.ids().at(-1) ?? 0));
    expect([...slow.ids(), ...resumed.ids()]).to.deep.equal(quick.ids());
    console.log(`      cut after ${slow.events.length} of 120 events, resumed with the other ${resumed.events.length}`);
  });
});
