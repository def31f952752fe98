import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type Mock, startMock } from '../../../mock/start.ts';
import { follow } from '../../support/http/follow.ts';
import { json, send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';

const news = '/api/v3/mobile/news';
const votes = '/api/v3/mobile/fights/88005/vote';
const jsonType = { 'Content-Type': 'application/json' };

describe('/__mock/requests', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  const ask = (session: string, path: string, method = 'GET', headers = {}, body?: string) =>
    send(mock.url, method, `/__session/${session}${path}`, headers, body);
  const entriesOf = async (session: string) => json(await ask(session, '/__mock/requests'));

  it('shows headers and readable bodies, also of a cached reply', async () => {
    const body = JSON.stringify({ round_num: 2, fighter_statid: 1803, client_id: 'u7Qm2x9LkT4sBv0Z' });
    const cast = await ask('shown', votes, 'POST', { ...jsonType, Authorization: 'Bearer mine' }, body);
    const traced = { 'X-Request-Id': '0af7651916cd43dd8448eb211c80319c', 'Accept-Encoding': 'gzip' };
    const zipped = await ask('shown', news, 'GET', traced);
    await ask('shown', news, 'GET', traced);
    const [posted, first, cached] = await entriesOf('shown');
    expect(posted.requestBody).to.equal(body);
    expect(posted.responseBody).to.equal(cast.body.toString());
    expect(posted.requestHeaders.authorization).to.equal('Bearer mine');
    expect(posted.ms).to.be.a('number');
    for (const entry of [first, cached]) {
      expect(entry.responseBody).to.equal(gunzipSync(zipped.body).toString());
      const { 'content-type': type } = zipped.headers;
      expect(entry.responseHeaders).to.include({
        ...{ 'content-type': type, 'content-encoding': 'gzip' },
        'x-request-id': '0af7651916cd43dd8448eb211c80319c',
      });
    }
    expect(cached.id).to.equal(first.id + 1);
  });

  it('shows malformed bodies, and names those that were not read', async () => {
    await ask('odd', votes, 'POST', jsonType, '{"round_num":');
    await ask('odd', votes, 'POST', { 'Content-Type': 'image/png' }, Buffer.alloc(70).toString());
    const bodies = (await entriesOf('odd')).map((entry: { requestBody: string }) => entry.requestBody);
    expect(bodies).to.deep.equal(['{"round_num":', '<70 bytes of image/png>']);
  });

  it('cuts a long body, and says so', async () => {
    const whole = await ask('long', '/api/v1/us/fight_metrics/live_event/811?fight=6415');
    expect(whole.body.length).to.be.greaterThan(16_384);
    const [entry] = await entriesOf('long');
    expect(entry.truncated).to.equal(true);
    expect(whole.body.toString().startsWith(entry.responseBody.slice(0, -1))).to.equal(true);
  });

  it('keeps headers and bodies out of the log', async () => {
    const logged: object[] = [];
    const other = await startMock({ port: 0, host: '127.0.0.1', log: (_, members) => logged.push(members ?? {}) });
    await send(other.url, 'GET', news, { Authorization: 'Bearer secret' });
    await eventually(() => logged.length > 0, 'a line in the log');
    await other.close();
    expect(JSON.stringify(logged)).not.to.match(/secret|headers|"ms"/i);
  });

  describe('as a stream', () => {
    const stream = async (session: string, lastId?: string, query = '') => {
      const follower = await follow(`${mock.url}/__session/${session}/__mock/requests${query}`, lastId);
      const requests = () => follower.events.filter(({ event }) => event === 'request');
      return {
        ...follower,
        requests,
        until: (count: number) => eventually(() => requests().length >= count, 'events'),
      };
    };
    const shown = ({ requests }: Awaited<ReturnType<typeof stream>>) => requests().map(({ data }) => JSON.parse(data));

    it('begins with the stored entries, then sends new ones', async () => {
      await ask('live', news);
      const follower = await stream('live');
      await follower.until(1);
      await ask('another', news);
      await ask('live', '/api/v3/mobile/chat');
      await follower.until(2);
      follower.close();
      expect(shown(follower).map(({ path }) => path)).to.deep.equal([news, '/api/v3/mobile/chat']);
    });

    it('resumes after the last event of the client', async () => {
      for (const path of [news, '/api/v3/mobile/chat']) await ask('resumed', path);
      const first = await stream('resumed');
      await first.until(2);
      first.close();
      const second = await stream('resumed', first.requests()[0]?.id);
      await second.until(1);
      second.close();
      expect(shown(second).map(({ path }) => path)).to.deep.equal(['/api/v3/mobile/chat']);
      const restarted = await stream('resumed', '999999999999999');
      await restarted.until(2);
      restarted.close();
    });

    it('tells when the session was changed or its entries deleted', async () => {
      const names = async (change?: () => Promise<unknown>) => {
        const before = follower.events.length;
        await change?.();
        await eventually(() => follower.events.length > before, 'another event');
        return follower.events.slice(before).map(({ event }) => event);
      };
      const put = (path: string, body: object) => ask('told', path, 'PUT', jsonType, JSON.stringify(body));
      await ask('told', news);
      const follower = await stream('told');
      await follower.until(1);
      expect(follower.events.map(({ event }) => event)).to.deep.equal(['session', 'request']);
      expect(await names(() => put('/__mock/state', { state: 'there is no content' }))).to.deep.equal(['session']);
      expect(await names(() => put('/__mock/faults', { delayMs: 1 }))).to.deep.equal(['session']);
      expect(await names(() => ask('told', '/__mock/night', 'POST'))).to.deep.equal(['session']);
      expect(await names(() => ask('told', '/__mock/night/pause', 'POST'))).to.deep.equal(['session']);
      expect(await names(() => ask('told', '/__mock/requests', 'DELETE'))).to.deep.equal(['cleared']);
      follower.close();

      await ask('another', news);
      const all = await stream('told', undefined, '?all=true');
      await all.until(mock.requests().length);
      all.close();
    });

    it('shows a request that waits, and then its end', async () => {
      const follower = await stream('waiting');
      const hanging = request(`${mock.url}/__session/waiting${news}`, { headers: { Prefer: 'fault=hang' } });
      hanging.on('error', () => undefined).end();
      await follower.until(1);
      hanging.destroy();
      await follower.until(2);
      follower.close();
      const [before, after] = shown(follower);
      expect(before).not.to.have.property('ms');
      expect(after).to.include({ id: before.id, faults: 'hang' });
      expect(after.ms).to.be.a('number');
    });
  });
});
