import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import type { MockProblem } from '../../mock/contracts/problems.ts';
import { type ControlAccess, controlAccess, parseHostName } from '../../mock/control/access.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { json, send } from '../support/http/send.ts';

const jsonHeaders = { 'Content-Type': 'application/json' };
const state = JSON.stringify({ state: 'there is no content' });

/** Every control route that a page could misuse, with a valid body. */
const controls: [method: string, path: string, body?: string][] = [
  ['GET', '/__mock/requests'],
  ['GET', '/__MOCK/requests/'],
  ['DELETE', '/__mock/requests'],
  ['PUT', '/__mock/session', JSON.stringify({ state: null, votes: [], scorecards: [] })],
  ['PUT', '/__mock/state', state],
  ['GET', '/__mock/sessions'],
  ['POST', '/__mock/night', '{}'],
  ['PATCH', '/__mock/night', '{"pause":true}'],
  ['GET', '/__mock/asked'],
  ['GET', '/__state/there-is-no-content'],
];

describe('control routes of the mock', () => {
  let mock: Mock;
  let port: string;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
    port = new URL(mock.url).port;
  });
  after(() => mock.close());

  const ask = (method: string, path: string, headers: Record<string, string>, body?: string, url = mock.url) =>
    send(url, method, path, { ...(body !== undefined && jsonHeaders), ...headers }, body);
  const setState = (headers: Record<string, string>, url = mock.url) =>
    ask('PUT', '/__mock/state', { 'Mock-Session': 'asked', ...headers }, state, url);
  for (const [method, path, body] of controls) {
    it(`refuses ${method} ${path} from foreign pages and names`, async () => {
      for (const [headers, parameter] of [
        [{ Origin: 'https://page.example' }, 'Origin'],
        [{ Origin: 'null' }, 'Origin'],
        [{ Host: `rebound.example:${port}` }, 'Host'],
        [{ Host: `rebound.example:${port}`, Origin: `http://localhost:${port}` }, 'Host'],
      ] as [Record<string, string>, string][]) {
        const answer = await ask(method, path, headers, body);
        expect(answer.status, JSON.stringify(headers)).to.equal(403);
        expect(answer.headers).not.to.have.property('access-control-allow-origin');
        expect(answer.headers).to.include({ 'cross-origin-resource-policy': 'same-origin' });
        expect(json(answer)).to.include({ type: 'urn:mock-problem-type:foreign-caller', instance: path });
        const [error] = json(answer).errors;
        expect(error.detail).to.match(/^Must be localhost or .* --allow-host 192\.168\.1\.20\.$/);
        expect(error.parameter).to.equal(parameter);
      }
    });
  }

  it('accepts pages of this machine and clients without Origin', async () => {
    expect((await setState({ Host: 'localhost' })).status).to.equal(200);
    for (const origin of [`http://localhost:${port}`, 'http://127.0.0.1:3000', 'http://[::1]:80']) {
      const answer = await setState({ Origin: origin });
      expect(answer.status, origin).to.equal(200);
      expect(answer.headers).to.include({ 'access-control-allow-origin': origin, vary: 'Origin' });
    }
  });

  it('answers the preflight of a page on this machine only', async () => {
    const preflight = (Origin: string) =>
      ask('OPTIONS', '/__mock/state', { Origin, 'Access-Control-Request-Method': 'PUT' });
    const own = await preflight('http://localhost:5173');
    expect([own.status, own.headers.allow]).to.deep.equal([204, 'DELETE, GET, PUT']);
    expect(own.headers).to.include({
      'access-control-allow-origin': 'http://localhost:5173',
      'access-control-allow-methods': 'DELETE, GET, PUT',
      'access-control-allow-headers': 'Content-Type, Mock-Session',
    });
    const other = await preflight('https://page.example');
    expect(other.status).to.equal(403);
    expect(other.headers).not.to.have.property('access-control-allow-origin');
  });

  it('refuses every request that pages send without a preflight', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      for (const [method, path] of [
        ['PUT', '/__mock/state'],
        ['POST', '/__mock/night/pause'],
        ['PATCH', '/__mock/night'],
      ] as const) {
        const answer = await ask(method, path, { 'Content-Type': type }, '{}');
        expect([answer.status, answer.headers['accept-post']], type).to.deep.equal([415, 'application/json']);
      }
    }
    const page = { Origin: `http://localhost:${port}` };
    const simple = await ask('POST', '/__mock/night', page);
    expect([simple.status, json(simple).type]).to.deep.equal([403, 'urn:mock-problem-type:page-without-preflight']);
    const detail = 'A web page must send `Mock-Session`, or a body of type application/json.';
    expect(json(simple).errors).to.deep.equal([{ parameter: 'Mock-Session', detail }]);
    expect((await ask('POST', '/__session/page/__mock/night', page)).status, 'session in the path').to.equal(403);
    expect((await ask('POST', '/__mock/night', { ...page, 'Mock-Session': 'page' })).status).to.equal(201);
    expect((await ask('POST', '/__mock/night', {}, undefined)).status, 'curl -X POST').to.equal(201);
    expect((await ask('POST', '/__mock/night/stop', {})).status).to.equal(200);
  });

  it('opens to allowed names, and to every host with *', async () => {
    const named = await startMock({ port: 0, host: '127.0.0.1', allowHosts: ['Mock.Test', '192.168.1.20'] });
    const open = await startMock({ port: 0, host: '127.0.0.1', allowHosts: ['*'] });
    try {
      const status = async (headers: Record<string, string>, url: string) => (await setState(headers, url)).status;
      for (const host of ['mock.test', '192.168.1.20', 'localhost']) {
        expect(await status({ Host: `${host}:4010`, Origin: `http://${host}` }, named.url), host).to.equal(200);
      }
      expect(await status({ Host: 'other.test' }, named.url)).to.equal(403);
      expect(await status({ Origin: 'https://page.example' }, named.url)).to.equal(403);
      expect(await status({ Host: 'other.test', Origin: 'https://page.example' }, open.url)).to.equal(200);
      const link = (url: string) => ask('GET', '/__state/none', { 'Sec-Fetch-Site': 'cross-site' }, undefined, url);
      expect([(await link(named.url)).status, (await link(open.url)).status]).to.deep.equal([403, 200]);
    } finally {
      await named.close();
      await open.close();
    }
  });

  it('answers HEAD as GET, and forbids caches', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(method, '/__mock/sessions', {});
      expect([answer.status, answer.headers['cache-control']]).to.deep.equal([200, 'no-store']);
      expect(answer.body.length > 0).to.equal(method === 'GET');
    }
  });

  it('names its routes for an unknown one, and its methods', async () => {
    for (const path of ['/stat', '/nothing']) {
      const answer = await ask('GET', `/__mock${path}`, {});
      expect(answer.status).to.equal(404);
      const [{ parameter, detail }] = json(answer).errors;
      expect(parameter).to.equal('path');
      expect(detail).to.match(/^Must be "\/__mock" or "\/__mock\/state" or .*"\/__mock\/unmatched"\.$/);
    }
    for (const [path, allow] of [
      ['/session', 'DELETE, GET, PUT'],
      ['/sessions', 'GET'],
      ['/night', 'DELETE, GET, PATCH, POST'],
      ['/night/stop', 'POST'],
      ['/asked', 'GET'],
      ['/unmatched', 'DELETE, GET'],
    ] as const) {
      const refused = await ask('TRACE', `/__mock${path}`, {});
      expect([refused.status, refused.headers.allow], path).to.deep.equal([405, allow]);
    }
  });

  const closed = 'voting on the round has closed';
  for (const [body, pointer, detail] of [
    [{ params: {} }, '#/state', 'Is required.'],
    [{ state: 1 }, '#/state', 'Must be a string.'],
    [{ state: 'a', params: { 'a b/ñ': true } }, '#/params/a%20b~1%C3%B1', 'Must be a string or a number.'],
    [{ state: closed, params: { round_num: 5 } }, '#/params', 'Must be {"fight_id":88005,"round_num":1}.'],
    [{ state: 'full moon' }, '#/state', 'Must be "'],
  ] as const) {
    it(`refuses the state ${JSON.stringify(body)}`, async () => {
      const answer = await ask('PUT', '/__mock/state', {}, JSON.stringify(body));
      expect([answer.status, json(answer).type]).to.deep.equal([422, 'urn:mock-problem-type:unknown-state']);
      const [error] = json(answer).errors;
      expect(error.pointer).to.equal(pointer);
      expect(error.detail.startsWith(detail), error.detail).to.equal(true);
    });
  }

  it('suggests the most similar state', async () => {
    const answer = await ask('PUT', '/__mock/state', {}, JSON.stringify({ state: 'there is no contnt' }));
    expect(json(answer).errors[0].detail).to.match(/Did you mean "there is no content"\?$/);
  });
});

describe('controlAccess', () => {
  /** The header that a request is refused for. */
  const refusedOf = (access: ControlAccess, headers: Record<string, string | undefined>) => {
    const asked = { method: 'GET', url: '/', headers: { host: 'localhost:4010', ...headers } };
    try {
      access.check(asked as unknown as IncomingMessage);
    } catch (error) {
      const [first] = (error as MockProblem).errors;
      return first && 'parameter' in first ? first.parameter : undefined;
    }
    return undefined;
  };

  it('reads the name of a host', () => {
    for (const [host, name] of [
      ['localhost:4010', 'localhost'],
      ['[0:0::1]:4010', '[::1]'],
      ['127.1', '127.0.0.1'],
      ['Mock.Test.', 'mock.test'],
      ...['', 'a b', 'a/b', 'a\\b', 'a@b', 'a?b', 'a#b', 'a:99999', ' a', 'a '].map((wrong) => [wrong, undefined]),
    ] as [string, string | undefined][]) {
      expect(parseHostName(host), host).to.equal(name);
    }
  });

  it('accepts this machine, emulators and allowed names', () => {
    const access = controlAccess(['Mock.Test:4010', 'a b', '192.168.1.20']);
    for (const host of [
      ...['localhost', 'LOCALHOST', 'localhost.', '127.0.0.1', '127.255.1.9:80', '[::1]:1', '[::ffff:127.0.0.1]'],
      ...['10.0.2.2', '10.0.3.2', 'mock.test:1', '192.168.1.20'],
    ]) {
      expect(refusedOf(access, { host }), host).to.equal(undefined);
      expect(refusedOf(access, { origin: `https://${host}` }), host).to.equal(undefined);
    }
    for (const host of [
      ...['', 'mock', 'localhost.a', 'a.localhost', '1127.0.0.1.a', '127.0.0.1.a', '[::1:1]', '10.0.2.3'],
      ...['192.168.1.21', 'localhost.page.example'],
    ]) {
      expect(refusedOf(access, { host }), host).to.equal('Host');
      expect(refusedOf(access, { origin: `http://${host}` }), host).to.equal('Origin');
    }
    expect(refusedOf(access, { host: undefined })).to.equal('Host');
    expect(refusedOf(controlAccess(['*']), { host: undefined })).to.equal(undefined);
  });
});
