import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { follow } from '../../support/http/follow.ts';
import { send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { startFightNight } from '../../support/server/fight-night.ts';

const metrics = '/api/v1/us/fight_metrics/live_event';
const votes = `/api/v3/mobile/fights/${ids.fightInProgress}/votes`;

describe('streams: limits and the end', () => {
  it('send heartbeat comments, and are not disconnected for being idle in between', async () => {
    const night = await startFightNight({ streams: { heartbeatMs: 600 }, idleMs: 200 });
    try {
      const follower = await follow(`${night.url}${metrics}/${ids.liveEventStatid}`);
      await eventually(() => (follower.text().match(/^:$/gm)?.length ?? 0) >= 3, 'three heartbeats');
      expect(follower.hasEnded()).to.equal(false);
      expect(follower.events).to.have.length(1);
    } finally {
      await night.close();
    }
  });

  it('are limited in number; further requests are 503 with Retry-After until a stream closes', async () => {
    const night = await startFightNight({ streams: { maxStreams: 2 } });
    try {
      const path = `${night.url}${metrics}/${ids.liveEventStatid}`;
      const [first] = await Promise.all([follow(path), follow(`${night.url}${votes}`)]);
      const refused = await follow(path);
      expect(refused.status).to.equal(503);
      expect(refused.headers['retry-after']).to.be.oneOf(['2', '3']);
      first?.close();
      await eventually(() => night.server.streams.count === 1, 'a place');
      expect((await follow(path)).status).to.equal(200);
    } finally {
      await night.close();
    }
  });

  it('are limited for each address, behind a proxy that of the client, and refused in the language of the family', async () => {
    const night = await startFightNight({ streams: { maxPerAddress: 1 }, trustedProxies: 1 });
    const from = (client: number) => ({ 'X-Forwarded-For': `203.0.113.${client}` });
    const followAs = (client: number, path: string) => follow(night.url + path, undefined, from(client));
    try {
      expect((await followAs(1, votes)).status).to.equal(200);
      expect((await followAs(2, votes)).status, 'of another client').to.equal(200);
      for (const [path, detail] of [
        [votes, 'Esta dirección ya sigue 1 transmisiones; consulte la ruta sin transmisión.'],
        [
          `${metrics}/${ids.liveEventStatid}`,
          'This address follows 1 streams already; ask the route without a stream.',
        ],
      ] as const) {
        const refused = await followAs(1, path);
        await refused.ended;
        expect([refused.status, JSON.parse(refused.text()).detail]).to.deep.equal([429, detail]);
        expect(Number(refused.headers['retry-after'])).to.be.within(5, 6);
      }
    } finally {
      await night.close();
    }
  });

  it('have the status of the route for HEAD, too', async () => {
    const night = await startFightNight({ missLimit: 2 });
    const head = (path: string) => send(night.url, 'HEAD', path, { Accept: 'text/event-stream' });
    try {
      const found = await head(`${metrics}/${ids.liveEventStatid}`);
      expect([found.status, found.headers['content-type']]).to.deep.equal([200, 'text/event-stream; charset=utf-8']);
      const unknown = await head(`${metrics}/999`);
      expect([unknown.status, unknown.headers['cache-control']]).to.deep.equal([404, 'no-store']);
      const limited = await head(`${metrics}/${ids.liveEventStatid}`);
      expect([limited.status, limited.headers['ratelimit-policy']], 'each loads a reply').to.deep.equal([
        429,
        '"misses";q=2;w=10',
      ]);
    } finally {
      await night.close();
    }
  });

  it('end with the server, and ask their clients to reconnect at different times', async () => {
    const night = await startFightNight();
    const path = `${night.url}${metrics}/${ids.liveEventStatid}`;
    try {
      const followers = await Promise.all(Array.from({ length: 20 }, () => follow(path)));
      await Promise.all(followers.map((one) => one.until(1)));
      night.server.streams.close();
      await Promise.all(followers.map(({ ended }) => ended));
      const waits = followers.map((one) => Number(/\nretry: (\d+)\n\n$/.exec(one.text())?.[1]));
      expect(waits.every((ms) => ms >= 500 && ms <= 2_500)).to.equal(true);
      expect(new Set(waits).size).to.be.above(10);
      expect((await follow(path)).status).to.equal(503);
    } finally {
      await night.close();
    }
  });
});
