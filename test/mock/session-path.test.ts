import { expect } from 'chai';
import { type Mock, startMock } from '../../mock/start.ts';
import { type Answer, json, send } from '../support/http/send.ts';

const v3 = '/api/v3/mobile';
const votes = `${v3}/fights/88005/vote`;
const jsonHeaders = { 'Content-Type': 'application/json' };
const vote = (client: string, fighter = 1803) =>
  JSON.stringify({ round_num: 2, fighter_statid: fighter, client_id: client });
const client = (name: string) => `${name}-0123456789abcdef`.slice(0, 32);

let mock: Mock;
const get = (path: string, headers: Record<string, string> = {}) => send(mock.url, 'GET', path, headers);

const typeOf = (answer: Answer) => json(answer).type as string;

before(async () => {
  mock = await startMock({ port: 0, host: '127.0.0.1' });
});
after(() => mock.close());

describe('a session in the path', () => {
  const castIn = (session: string, body: string) =>
    send(mock.url, 'POST', `/__session/${session}${votes}`, jsonHeaders, body);
  /** A path and query as the mock is asked for it. */
  const pathOf = (address: string | undefined) => (address ?? '').replace(mock.url, '');

  it('shares votes, states and requests with the header', async () => {
    expect((await castIn('shared', vote(client('shared')))).status).to.equal(201);
    const asHeader = { 'Mock-Session': 'shared' };
    const path = `${v3}/fights/88005/round/2/fighter/1803/vote/${client('shared')}`;
    expect((await get(path, asHeader)).status).to.equal(200);
    expect((await get(`/__session/other${path}`)).status).to.equal(404);
    // The path decides, since a base URL is closer to a test than a header that the app always sends.
    expect((await get(`/__session/other${path}`, asHeader)).status).to.equal(404);
    const logged = json(await get('/__session/shared/__mock/requests')) as { path: string; session: string }[];
    expect(logged.map(({ session, path: logged }) => [session, logged])).to.deep.equal([
      ['shared', votes],
      ['shared', path],
    ]);
  });

  it('stays in Location, Link and every link', async () => {
    const cast = await castIn('links', vote(client('links')));
    expect(cast.headers.location).to.equal(
      `/__session/links/api/v3/mobile/fights/88005/round/2/fighter/1803/vote/${client('links')}`,
    );
    expect((await get(cast.headers.location as string)).status).to.equal(200);

    const page = await get(`/__session/links${v3}/news?limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.link ?? '')?.[1];
    expect(pathOf(next)).to.match(/^\/__session\/links\/api\/v3\/mobile\/news\?limit=2&cursor=/);
    expect(json(await get(pathOf(next)))).to.have.length(2);

    const events = (await get(`/__session/links${v3}/events`)).body.toString();
    const found = [...events.matchAll(/"(http:\/\/127\.0\.0\.1[^"]+)"/g)].map(([, link]) => pathOf(link));
    expect(found.length).to.be.above(0);
    for (const link of found) expect(link).to.match(/^\/__session\/links\/api\//);
    expect(events).not.to.include('api.example.com');
  });

  it('never shows in replies outside of the session', async () => {
    const path = `${v3}/events`;
    const both = async () => [await get(path), await get(`/__session/first${path}`)].map(({ body }) => body.toString());
    for (const [plain, inSession] of [await both(), await both()]) {
      expect(plain).not.to.include('__session');
      expect(inSession).to.include('/__session/first/');
    }
  });

  it('refuses invalid names', async () => {
    for (const name of ['', '/', '//api', `/${'a'.repeat(65)}/api`, '/a%20b/']) {
      const answer = await get(`/__session${name}`);
      expect(answer.status, name).to.equal(422);
      expect(typeOf(answer), name).to.equal('urn:mock-problem-type:malformed-session');
    }
  });
});

describe('a link that sets a state', () => {
  const stateOf = async (session: string) => json(await get(`/__session/${session}/__mock/state`)).state;

  it('redirects within the same session', async () => {
    const link = `/__session/deep/__state/there-is-no-content?then=${encodeURIComponent(`${v3}/news?limit=2`)}`;
    const answer = await get(link);
    expect(answer.status).to.equal(303);
    expect(answer.headers.location).to.equal('/__session/deep/api/v3/mobile/news?limit=2');
    expect(answer.headers['cache-control']).to.equal('no-store');
    expect(json(await get(answer.headers.location as string))).to.deep.equal([]);
    const other = await get('/__session/deep/__state/none?then=/__session/deep/api/v3/mobile/news');
    expect(other.headers.location).to.equal('/__session/deep/api/v3/mobile/news');
  });

  it('accepts hyphens, spaces and parameters', async () => {
    const path = '/__session/params/__state/voting%20on%20the%20round%20has%20closed?round_num=1';
    expect(json(await get(path))).to.deep.equal({
      ...{ session: 'params', state: 'voting on the round has closed', params: { round_num: '1' } },
    });
    const body = (round: number) => JSON.stringify({ ...JSON.parse(vote(client('params'))), round_num: round });
    const cast = (round: number) => send(mock.url, 'POST', `/__session/params${votes}`, jsonHeaders, body(round));
    expect(typeOf(await cast(1))).to.equal('urn:problem-type:voting-closed');
    const none = await get('/__session/params/__state/none');
    expect(none.body.toString()).to.equal('{\n  "session": "params",\n  "state": null\n}');
    expect((await cast(2)).status).to.equal(201);
  });

  it('refuses an unknown state and changes nothing', async () => {
    await get('/__session/typo/__state/there-is-no-content');
    for (const path of ['there-is-no-contnet', '', 'a%2', 'voting-on-the-round-has-closed?round_num=9']) {
      const answer = await get(`/__session/typo/__state/${path}`);
      expect([path, answer.status, typeOf(answer)]).to.deep.equal([path, 422, 'urn:mock-problem-type:unknown-state']);
    }
    expect(await stateOf('typo')).to.equal('there is no content');
  });

  it('redirects to no other site', async () => {
    for (const then of [
      ...['https://page.example/', '//page.example', '/\\page.example', '\\\\page.example', 'page.example', ''],
      ...['/\t/page.example', '/\n/page.example', '/api\r\nSet-Cookie: a=b', 'javascript:alert(1)', ' /api', '/ä'],
    ]) {
      const answer = await get(`/__session/own/__state/there-is-no-content?then=${encodeURIComponent(then)}`);
      expect([then, answer.status, answer.headers.location]).to.deep.equal([then, 400, undefined]);
      expect(json(answer).errors).to.deep.equal([
        { parameter: 'then', detail: 'Must be a path of this mock, such as /api/v3/mobile/events.' },
      ]);
    }
    expect(await stateOf('own')).to.equal(null);
  });

  it('refuses foreign pages and other methods', async () => {
    const link = '/__session/image/__state/there-is-no-content';
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { Host: 'rebound.example' },
      { Origin: 'https://page.example' },
    ]) {
      const answer = await get(link, headers as Record<string, string>);
      expect([answer.status, typeOf(answer)]).to.deep.equal([403, 'urn:mock-problem-type:foreign-caller']);
    }
    expect((await send(mock.url, 'POST', link)).status).not.to.equal(200);
    const put = await send(mock.url, 'PUT', link);
    expect([put.status, put.headers.allow]).to.deep.equal([405, 'GET']);
    expect(await stateOf('image')).to.equal(null);
    // Typed into the address bar, or opened by a page of this machine.
    for (const site of ['none', 'same-origin', 'same-site']) {
      expect((await get(link, { 'Sec-Fetch-Site': site })).status).to.equal(200);
    }
  });
});
