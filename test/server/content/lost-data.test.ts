import { expect } from 'chai';
import { fighters } from '../../../contracts/content/collections/fighters.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { feed, world } from '../../../contracts/world/index.ts';
import { audit } from '../../../server/content/audit.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { keys } from '../../../server/store/keys.ts';
import { rawFighter } from '../../support/fixtures/records.ts';
import { json, send } from '../../support/http/send.ts';
import { useFreshStore } from '../../support/redis/fresh-store.ts';
import { openStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { startTestServer } from '../../support/server/server.ts';

describe('content that Redis has damaged or lost', () => {
  const fresh = useFreshStore();

  it('F23: a damaged record fails only its own reply', async () => {
    const { store, connections } = fresh.opened;
    await publishRecords(store, { fighters: [rawFighter(1), rawFighter(2)] });
    const server = await startTestServer(store);
    await connections.writes.hset(
      (await connections.writes.hget(keys.content.generation(1), 'fighters')) ?? '',
      '1',
      '{"id":',
    );
    const status = async (id: number) => (await fetch(`${server.url}/api/v3/mobile/fighters/${id}`)).status;
    expect([await status(1), await status(2)]).to.deep.equal([500, 200]);
    await store.content.generations.put(
      [{ collection: 'fighters', record: fighters.normalise(rawFighter(1)) }],
      'test',
    );
    expect([await status(1), await status(2)]).to.deep.equal([200, 200]);
    // The figures do not contain the bytes that were damaged by hand.
    expect((await audit(store)).findings.filter(({ kind }) => kind !== 'figures')).to.deep.equal([]);
    await server.close();
  });

  it('F24: a flushed Redis is never an empty list', async () => {
    const { store, connections } = fresh.opened;
    await publishRecords(store, { fighters: [rawFighter(1)] });
    const server = await startTestServer(store);
    const get = (path: string) => fetch(`${server.url}/api/v3/mobile${path}`);
    const before = await (await get('/fighters')).text();
    await connections.writes.flushall();
    // Still cached, since no invalidation arrived.
    expect(await (await get('/fighters')).text()).to.equal(before);
    // As when a subscription is back after Redis was away: everything is reloaded.
    server.responseCache.setConnected(true);
    const stale = await get('/fighters');
    expect([stale.status, await stale.text()]).to.deep.equal([200, before]);
    expect(stale.headers.get('cache-status')).to.match(/stale/);
    const never = await get('/news');
    expect([never.status, never.headers.get('cache-control')]).to.deep.equal([503, 'no-store']);
    await server.close();
  });

  for (const [what, lose, onAir] of [
    ['the number of the live generation', keys.content.live, 503],
    ['the live generation', keys.content.generation(2), 200],
  ] as const) {
    it(`F24: a Redis without ${what} answers 503 until a rollback`, async () => {
      const { store, connections } = fresh.opened;
      for (const id of [1, 2]) await publishRecords(store, { fighters: [rawFighter(id)] });
      await connections.writes.del(lose);
      const opened = await openStore(fresh.redis.url, { buckets: 2 });
      const server = await startTestServer(opened.store);
      const statuses = () =>
        Promise.all(
          [
            ...['/fighters', '/fighters/1', '/news', '/fights/7/votes'].map((path) => `/api/v3/mobile${path}`),
            '/api/v1/us/fight_metrics/live_event_url',
          ].map(async (path) => (await send(server.url, 'GET', path)).status),
        );
      expect(await statuses()).to.deep.equal([503, 503, 503, 503, onAir]);
      const { generation } = await store.content.generations.rollBack(1, 'test');
      await eventually(async () => (await statuses()).join() === '200,200,200,404,200', 'it is served again');
      expect(generation).to.equal(3);
      await server.close();
      opened.close();
    });
  }

  it('F24: a flushed Redis is never a tally of zero', async () => {
    const { store, connections } = fresh.opened;
    await publishRecords(store, world);
    for (const update of [feed.event, ...feed.bouts]) await store.live.update(update);
    const server = await startTestServer(store);
    const { fightInProgress: id, fightInProgressFighter1Statid: statid, liveEvent, liveEventStatid } = ids;
    const ballot = { round_num: 2, client_id: 'client-before-loss' };
    const cast = { ...ballot, fighter_statid: statid };
    const card = { ...ballot, event_id: liveEvent, fight_id: id, fighter1_score: 10, fighter2_score: 9 };
    const ask = async (path: string, body?: object) => {
      const headers = { 'Content-Type': 'application/json' };
      const reply = await send(server.url, body ? 'POST' : 'GET', path, headers, body && JSON.stringify(body));
      return `${reply.status} ${reply.headers['cache-status']?.match(/stale/) ?? json(reply).type ?? ''}`.trim();
    };
    const askAll = async () => ({
      vote: await ask(`/api/v3/mobile/fights/${id}/vote`, cast),
      scorecard: await ask('/api/v1/us/events/score_round', card),
      read: await ask(`/api/v3/mobile/fights/${id}/round/2/fighter/${statid}/vote/${ballot.client_id}`),
      tally: await ask(`/api/v3/mobile/fights/${id}/votes`),
      feed: await ask(`/api/v1/us/fight_metrics/live_event/${liveEventStatid}`),
      bout: await ask(`/api/v1/us/fight_metrics/live_event/${liveEventStatid}?fight=${ids.fightInProgressStatid}`),
      live: await ask('/api/v1/us/fight_metrics/live_event_url'),
    });
    const reads = { tally: '200', feed: '200', bout: '200', live: '200' };
    expect(await askAll()).to.deep.equal({ vote: '201', scorecard: '201', read: '200', ...reads });
    await connections.writes.flushall();
    // As when Redis was away and is back: everything is read again.
    server.responseCache.setConnected(true);
    const away = '503 urn:problem-type:service-unavailable';
    const stale = { tally: '200 stale', feed: '200 stale', bout: '200 stale', live: '200 stale' };
    expect(await askAll()).to.deep.equal({ vote: away, scorecard: away, read: away, ...stale });
    const update = await store.live.update(feed.event).catch(({ name }: Error) => name);
    expect(update).to.equal('StoreUnavailable');
    expect(await connections.writes.keys('*'), 'nothing was written').to.deep.equal([]);
    // A new beginning is one for all of it.
    await publishRecords(store, { ...world, news: [] });
    const { vote, scorecard, read } = await askAll();
    expect({ vote, scorecard, read }).to.deep.equal({
      ...{ vote: '409 urn:problem-type:voting-closed', scorecard: '409 urn:problem-type:scoring-closed' },
      read: '404 urn:problem-type:vote-not-found',
    });
    await server.close();
  });
});
