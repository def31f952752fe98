import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { feed } from '../../../contracts/world/index.ts';
import { follow } from '../../support/http/follow.ts';
import { send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const live = `/api/v1/us/fight_metrics/live_event/${ids.liveEventStatid}`;
const votes = `/api/v3/mobile/fights/${ids.fightInProgress}/votes`;

describe('streams', () => {
  let night: FightNight;
  afterEach(() => night.close());

  it('send comments, and stay open while idle', async () => {
    night = await startFightNight({ streams: { heartbeatMs: 600 }, idleMs: 200 });
    const follower = await follow(night.url + live);
    await eventually(() => (follower.text().match(/^:$/gm)?.length ?? 0) >= 3, 'three heartbeats');
    expect(follower.hasEnded()).to.equal(false);
    expect(follower.events).to.have.length(1);
  });

  it('continue when the clock is set back', async () => {
    let nowMs = Date.now();
    night = await startFightNight({ streams: { heartbeatMs: 100, pollMs: 100 }, now: () => nowMs });
    const follower = await follow(night.url + votes);
    await follower.until(1);
    nowMs -= 3_600_000;
    const ballot = { fightId: ids.fightInProgress, roundNumber: 2, clientId: 'client-0123456789' };
    await night.store.votes.cast({ ...ballot, fighterStatid: ids.fightInProgressFighter1Statid });
    await follower.until(2);
    const { length } = follower.text();
    await eventually(() => /\n:\n/.test(follower.text().slice(length)), 'a comment');
  });

  for (const [path, pollMs] of [
    [`/api/v3/mobile/events/round_scoring/${ids.liveEvent}`, 600_000],
    [votes, 200],
  ] as const) {
    it(`of ${path} send what the feed changes`, async () => {
      night = await startFightNight({ streams: { pollMs } });
      const follower = await follow(night.url + path);
      await follower.until(1);
      // The reads that follow a subscription would find the change.
      await sleep(500);
      const Fights = (feed.event.FMLiveFeed.Fights ?? []).map((fight) =>
        fight.FightID === String(ids.fightInProgressStatid) ? { ...fight, CurRd: '3', PossibleRds: '5' } : fight,
      );
      await night.store.live.update({ sequence: 800, FMLiveFeed: { ...feed.event.FMLiveFeed, Fights } });
      await follower.until(2);
    });
  }

  it('are limited in number until one closes', async () => {
    night = await startFightNight({ streams: { maxStreams: 2 } });
    const [first] = await Promise.all([follow(night.url + live), follow(night.url + votes)]);
    const refused = await follow(night.url + live);
    expect(refused.status).to.equal(503);
    expect(refused.headers['retry-after']).to.be.oneOf(['2', '3']);
    first?.close();
    await eventually(() => night.server.streams.count === 1, 'a place');
    expect((await follow(night.url + live)).status).to.equal(200);
  });

  it('are limited for each client behind a proxy', async () => {
    night = await startFightNight({ streams: { maxPerAddress: 1 }, trustedProxies: 1 });
    const followAs = (client: number, path: string) =>
      follow(night.url + path, undefined, { 'X-Forwarded-For': `203.0.113.${client}` });
    expect((await followAs(1, votes)).status).to.equal(200);
    expect((await followAs(2, votes)).status, 'of another client').to.equal(200);
    for (const [path, detail] of [
      [votes, 'Esta dirección ya sigue 1 transmisiones; consulte la ruta sin transmisión.'],
      [live, 'This address follows 1 streams already; ask the route without a stream.'],
    ] as const) {
      const refused = await followAs(1, path);
      await refused.ended;
      expect(refused.status).to.equal(429);
      expect(JSON.parse(refused.text()).detail).to.equal(detail);
      expect(Number(refused.headers['retry-after'])).to.be.within(5, 6);
    }
  });

  it('have the status of their route for HEAD', async () => {
    night = await startFightNight({ missLimit: 2 });
    const head = (path: string) => send(night.url, 'HEAD', path, { Accept: 'text/event-stream' });
    const found = await head(live);
    expect(found.status).to.equal(200);
    expect(found.headers['content-type']).to.equal('text/event-stream; charset=utf-8');
    const unknown = await head('/api/v1/us/fight_metrics/live_event/999');
    expect([unknown.status, unknown.headers['cache-control']]).to.deep.equal([404, 'no-store']);
    const limited = await head(live);
    expect(limited.status, 'each loads a reply').to.equal(429);
    expect(limited.headers['ratelimit-policy']).to.equal('"misses";q=2;w=10');
  });

  it('end with the server; clients reconnect at different times', async () => {
    night = await startFightNight();
    const followers = await Promise.all(Array.from({ length: 20 }, () => follow(night.url + live)));
    await Promise.all(followers.map((one) => one.until(1)));
    night.server.streams.close();
    await Promise.all(followers.map(({ ended }) => ended));
    const waits = followers.map((one) => Number(/\nretry: (\d+)\n\n$/.exec(one.text())?.[1]));
    for (const ms of waits) expect(ms).to.be.within(500, 2_500);
    expect(new Set(waits).size).to.be.above(10);
    expect((await follow(night.url + live)).status).to.equal(503);
  });
});
