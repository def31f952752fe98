import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { ids } from '../../contracts/world/ids.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { follow } from '../support/http/follow.ts';
import { sendRaw } from '../support/http/raw.ts';
import { send } from '../support/http/send.ts';
import { eventually } from '../support/run/eventually.ts';

describe('streams', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  const path = `/api/v1/us/fight_metrics/live_event/${ids.liveEventStatid}`;

  it('send the reply once and stay open', async () => {
    const follower = await follow(mock.url + path);
    expect(follower.headers).to.include({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(follower.headers['contract-id']).to.match(/^[0-9a-f]{12}$/);
    await follower.until(1);
    const plain = await send(mock.url, 'GET', path);
    expect(follower.events).to.deep.equal([{ id: '1', event: 'snapshot', data: plain.body.toString() }]);

    const again = await follow(mock.url + path, 1);
    await sleep(50);
    expect(again.events).to.have.length(0);
    expect([follower.hasEnded(), again.hasEnded()]).to.deep.equal([false, false]);
    for (const one of [follower, again]) one.close();
  });

  it('send the current state after a restart', async () => {
    const follower = await follow(mock.url + path, 57);
    await follower.until(1);
    follower.close();
    expect(follower.ids()).to.deep.equal([1]);
  });

  it('show a replaced session and night', async () => {
    const own = `${mock.url}/__session/replaced`;
    const ask = (method: string, at: string, body: unknown) => {
      const headers = { 'Content-Type': 'application/json' };
      return fetch(`${own}/__mock/${at}`, { method, headers, body: JSON.stringify(body) });
    };
    const shows = async (at: string, change: () => Promise<unknown>) => {
      const follower = await follow(own + at);
      await follower.until(1);
      await change();
      await follower.until(2);
      follower.close();
      const plain = await send(mock.url, 'GET', `/__session/replaced${at}`);
      expect(follower.events.at(-1)?.data).to.equal(plain.body.toString());
    };
    const place = { fightId: ids.fightInProgress, roundNumber: 2, clientId: 'client-000000000001' };
    const withVoteFor = (fighterStatid: number) =>
      ask('PUT', 'session', { state: null, votes: [{ ...place, fighterStatid, createdMs: 1 }], scorecards: [] });
    await withVoteFor(ids.fightInProgressFighter1Statid);
    const votes = `/api/v3/mobile/fights/${ids.fightInProgress}/votes`;
    await shows(votes, () => withVoteFor(ids.fightInProgressFighter2Statid));

    // A client that was away meanwhile comes back.
    const received = async (at: string, lastId?: string) => {
      const follower = await follow(own + at, lastId);
      await follower.until(1);
      follower.close();
      return follower.events;
    };
    const [first] = await received(votes);
    await withVoteFor(ids.fightInProgressFighter1Statid);
    const [second] = await received(votes, first?.id);
    expect(second?.data).not.to.equal(first?.data);

    const feed = await follow(own + path);
    await feed.until(1);
    feed.close();
    expect(feed.ids(), 'votes leave the feed alone').to.deep.equal([1]);

    const play = (seed: number) => ask('POST', 'night', { seed, from: 'R2', speed: 0.1 });
    const bout = `${path}?fight=${ids.fightInProgressStatid}`;
    await play(1);
    await shows(bout, () => play(2));
    const [ofSecond] = await received(bout);
    await play(1);
    const ofFirst = await received(bout, ofSecond?.id);
    expect(ofFirst.at(-1)?.data).not.to.equal(ofSecond?.data);
  });

  it('show a state that is set meanwhile', async () => {
    const own = `${mock.url}/__session/stated`;
    const follower = await follow(`${own}/api/v3/mobile/fights/88005/votes`);
    await follower.until(1);
    const set = await fetch(`${own}/__mock/state`, {
      ...{ method: 'PUT', headers: { 'Content-Type': 'application/json' } },
      body: JSON.stringify({ state: 'nobody has voted', params: { fight_id: 88005 } }),
    });
    expect(set.status).to.equal(200);
    await follower.until(2);
    follower.close();
    const totals = follower.events.map(({ data }) => JSON.parse(data).total_votes);
    expect(totals).to.deep.equal([40, 0]);
  });

  it('get the requested faults', async () => {
    const ask = (fault: string, method = 'GET') => {
      const fields = `Host: localhost\r\nAccept: text/event-stream\r\nPrefer: fault=${fault}\r\n\r\n`;
      const patienceMs = fault === 'hang' ? 300 : 10_000;
      return sendRaw(mock.url, `${method} ${path} HTTP/1.1\r\n${fields}`, { patienceMs });
    };
    const nothing = { text: '', statuses: [] };
    expect(await ask('reset')).to.deep.equal({ ...nothing, isClosed: true });
    expect(await ask('hang')).to.deep.equal({ ...nothing, isClosed: false });
    expect(await ask('truncate', 'HEAD')).to.deep.equal({ ...nothing, isClosed: true });

    const follower = await follow(mock.url + path);
    await follower.until(1);
    follower.close();
    const event = follower.text();
    const cut = await follow(mock.url + path, undefined, { Prefer: 'fault=truncate' });
    await cut.ended;
    expect(cut.failure()?.message).to.equal('aborted');
    const bytes = Buffer.from(event);
    expect(cut.text()).to.equal(bytes.subarray(0, Math.floor(bytes.length / 2)).toString());
  });

  it('end with clients that left early', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const headers = { Accept: 'text/event-stream', Prefer: 'delay=50', 'Mock-Session': 'left' };
    const before = timers();
    for (let count = 1; count <= 20; count++) {
      const left = new AbortController();
      const asked = fetch(mock.url + path, { headers, signal: left.signal }).catch(() => undefined);
      await eventually(() => mock.requests('left').length === count, 'the request has arrived');
      left.abort();
      await asked;
    }
    // Each stream has two.
    await eventually(() => timers() < before + 10, 'no stream polls any more');
  });
});
