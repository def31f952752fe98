import { expect } from 'chai';
import { type Mock, startMock } from '../../mock/start.ts';
import { prefixes } from '../support/expected/headers.ts';
import { json, send } from '../support/http/send.ts';

/** Routes whose replies contain links to the service. */
const linking = { v3: '/events', v1: '/fight_metrics' };

/** Behaviour of the mock beyond the rules that it shares with the server (`rules.test.ts`). */
describe('the mock as HTTP server', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  for (const family of ['v3', 'v1'] as const) {
    const prefix = prefixes[family];

    it(`${family}: allows a short cache of unknown ids`, async () => {
      const answer = await send(mock.url, 'GET', `${prefix}/events/1`, { Prefer: 'code=404' });
      expect(answer.status).to.equal(404);
      expect(answer.headers['cache-control']).to.equal('public, max-age=5');
      expect(json(answer)).to.include({ instance: `${prefix}/events/1` });
    });

    it(`${family}: links to the host of the client`, async () => {
      const path = prefix + linking[family];
      const emulator = (await send(mock.url, 'GET', path, { Host: '10.0.2.2:4010' })).body.toString();
      expect(emulator).to.contain('http://10.0.2.2:4010/api/v1/us/fight_metrics/');
      expect(emulator).to.not.contain('https://api.example.com');
      expect((await send(mock.url, 'GET', path)).body.toString()).to.contain(`${mock.url}/api/v1/us/fight_metrics/`);
    });
  }

  it('lets web pages vote and read the contract', async () => {
    const path = '/api/v3/mobile/fights/88005/vote';
    const page = { Origin: 'https://app.example' };
    const preflight = {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,prefer',
    };
    const allowed = await send(mock.url, 'OPTIONS', path, { ...page, ...preflight });
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).to.deep.equal([204, '*']);
    expect(allowed.headers['access-control-allow-methods']).to.equal('POST');
    for (const name of ['Content-Type', 'Mock-Session', 'Prefer']) {
      expect(allowed.headers['access-control-allow-headers']).to.include(name);
    }
    const vote = '{"round_num":2,"fighter_statid":1803,"client_id":"aPageOfAnotherSite00"}';
    const cast = (body: string) => send(mock.url, 'POST', path, { ...page, 'Content-Type': 'application/json' }, body);
    // A problem too: without CORS the page would learn only that something failed.
    for (const [body, status] of [
      [vote, 201],
      ['{', 400],
      ['{}', 422],
    ] as const) {
      const answer = await cast(body);
      expect([answer.status, answer.headers['access-control-allow-origin']]).to.deep.equal([status, '*']);
      for (const name of ['RateLimit', 'RateLimit-Policy', 'Location', 'Contract-Id', 'Contract-Match']) {
        expect(answer.headers['access-control-expose-headers']?.split(', ')).to.include(name);
      }
    }
  });
});
