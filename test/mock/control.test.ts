import { expect } from 'chai';
import { type Mock, startMock } from '../../mock/start.ts';
import { json, send } from '../support/http/send.ts';

const jsonHeaders = { 'Content-Type': 'application/json' };
const state = JSON.stringify({ state: 'there is no content' });

/** Every control route that a page could misuse, with a valid body. */
const controls: [method: string, path: string, body?: string][] = [
  ['GET', '/__mock/requests'],
  ['HEAD', '/__mock/requests'],
  ['GET', '/__MOCK/requests/'],
  ['DELETE', '/__mock/requests'],
  ['GET', '/__mock/unmatched'],
  ['GET', '/__mock/session'],
  ['PUT', '/__mock/session', JSON.stringify({ state: null, votes: [], scorecards: [] })],
  ['PUT', '/__mock/state', state],
  ['DELETE', '/__mock/state'],
  ['GET', '/__mock/sessions'],
  ['POST', '/__mock/night', '{}'],
  ['GET', '/__mock/night'],
  ['POST', '/__mock/night/pause'],
  ['PATCH', '/__mock/night', '{"pause":true}'],
  ['DELETE', '/__mock/night'],
  ['GET', '/__mock/asked'],
  ['GET', '/__state/there-is-no-content'],
];

describe('the mock: who may control it', () => {
  let mock: Mock;
  let port: string;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
    port = new URL(mock.url).port;
  });
  after(() => mock.close());

  const ask = (method: string, path: string, headers: Record<string, string>, body?: string, url = mock.url) =>
    send(url, method, path, { ...(body !== undefined && jsonHeaders), ...headers }, body);
  const control = (headers: Record<string, string>, url = mock.url) =>
    ask('PUT', '/__mock/state', { 'Mock-Session': 'asked', ...headers }, state, url);

  const foreignHosts = ['rebound.example', 'localhost.rebound.example', '127.0.0.1.rebound.example', '192.168.1.20'];
  const foreignOrigins = [
    'https://page.example',
    'http://localhost.page.example',
    'http://192.168.1.20:3000',
    'null',
    '',
  ];

  for (const [method, path, body] of controls) {
    it(`refuses ${method} ${path} from a foreign page and by a foreign name`, async () => {
      const strangers: Record<string, string>[] = [
        ...foreignOrigins.map((Origin) => ({ Origin })),
        ...foreignHosts.map((Host) => ({ Host: `${Host}:${port}` })),
        { Host: `localhost:${port}`, Origin: 'https://page.example' },
        { Host: `rebound.example:${port}`, Origin: `http://localhost:${port}` },
      ];
      for (const headers of strangers) {
        const answer = await ask(method, path, headers, body);
        expect(answer.status, JSON.stringify(headers)).to.equal(403);
        expect(answer.headers['content-type']).to.equal('application/problem+json; charset=utf-8');
        expect(answer.headers).not.to.have.property('access-control-allow-origin');
        expect(answer.headers).to.include({ 'cross-origin-resource-policy': 'same-origin' });
        if (method === 'HEAD') continue;
        expect(json(answer)).to.include({ type: 'urn:mock-problem-type:foreign-caller', status: 403, instance: path });
        expect(json(answer).errors[0].detail).to.equal(
          'Must be localhost or another name of this machine; start the mock with --allow-host <name>, such as --allow-host 192.168.1.20, to allow another name.',
        );
        expect(json(answer).errors[0].parameter).to.equal(
          'Origin' in headers && !headers.Host?.includes('rebound') ? 'Origin' : 'Host',
        );
      }
      // No name of a host: refused before everything, as by the server.
      expect((await ask(method, path, { Host: `localhost@rebound.example:${port}` }, body)).status).to.equal(400);
    });
  }

  it('accepts loopback, the emulators, its own address, and a client without Origin', async () => {
    const hosts = [
      'localhost',
      'LOCALHOST',
      '127.0.0.1',
      '127.8.9.1',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
    ];
    for (const host of [...hosts, 'localhost.', '10.0.2.2', '10.0.3.2']) {
      expect((await control({ Host: `${host}:${port}` })).status, host).to.equal(200);
    }
    expect((await control({ Host: 'localhost' })).status).to.equal(200);
    for (const origin of [
      `http://localhost:${port}`,
      'http://localhost:5173',
      'http://127.0.0.1:3000',
      'http://[::1]:80',
    ]) {
      const answer = await control({ Origin: origin });
      expect(answer.status, origin).to.equal(200);
      expect(answer.headers).to.include({ 'access-control-allow-origin': origin, vary: 'Origin' });
    }
  });

  it('answers the preflight of a page on this machine, and of no other', async () => {
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

  it('refuses every request that a page can send without a preflight', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      for (const [method, path] of [
        ['PUT', '/__mock/state'],
        ['POST', '/__mock/night'],
        ['POST', '/__mock/night/pause'],
        ['PATCH', '/__mock/night'],
      ] as const) {
        for (const body of ['{}', '']) {
          const answer = await ask(method, path, { 'Content-Type': type }, body);
          expect([answer.status, json(answer).type], `${type} ${body}`).to.deep.equal([
            415,
            'urn:problem-type:unsupported-media-type',
          ]);
        }
      }
    }
    // A page's POST without a body has no type, but an Origin.
    const simple = await ask('POST', '/__mock/night', { Origin: `http://localhost:${port}` });
    expect(simple.status).to.equal(403);
    expect(json(simple).type).to.equal('urn:mock-problem-type:page-without-preflight');
    const needed = 'A web page must send `Mock-Session`, or a body of type application/json.';
    expect(json(simple).errors).to.deep.equal([{ parameter: 'Mock-Session', detail: needed }]);
    const named = { Origin: `http://localhost:${port}`, 'Mock-Session': 'page' };
    expect((await ask('POST', '/__mock/night', named)).status).to.equal(201);
    // curl -X POST, and fetch of Node.
    expect((await ask('POST', '/__mock/night', {})).status).to.equal(201);
    expect((await ask('POST', '/__mock/night/stop', {})).status).to.equal(200);
  });

  it('opens to the allowed names, and to every host only with *', async () => {
    const named = await startMock({ port: 0, host: '127.0.0.1', allowHosts: ['Mock.Test', '192.168.1.20'] });
    const open = await startMock({ port: 0, host: '127.0.0.1', allowHosts: ['*'] });
    try {
      for (const host of ['mock.test', '192.168.1.20', 'localhost']) {
        expect((await control({ Host: `${host}:4010`, Origin: `http://${host}` }, named.url)).status, host).to.equal(
          200,
        );
      }
      expect((await control({ Host: 'other.test' }, named.url)).status).to.equal(403);
      expect((await control({ Origin: 'https://page.example' }, named.url)).status).to.equal(403);
      expect((await control({ Host: 'other.test', Origin: 'https://page.example' }, open.url)).status).to.equal(200);
      const link = (url: string) => ask('GET', '/__state/none', { 'Sec-Fetch-Site': 'cross-site' }, undefined, url);
      expect([(await link(named.url)).status, (await link(open.url)).status]).to.deep.equal([403, 200]);
    } finally {
      await named.close();
      await open.close();
    }
  });

  it('answers HEAD as GET without the body, and no reply is stored', async () => {
    const [got, head] = await Promise.all(['GET', 'HEAD'].map((method) => ask(method, '/__mock/sessions', {})));
    expect([got?.status, head?.status, head?.body.length]).to.deep.equal([200, 200, 0]);
    for (const answer of [got, head]) expect(answer?.headers['cache-control']).to.equal('no-store');
  });

  it('takes a body of 4 MiB, and none that is larger by a byte', async () => {
    const session = JSON.stringify({ state: null, votes: [], scorecards: [] });
    const put = (bytes: number) => ask('PUT', '/__mock/session', { 'Mock-Session': 'large' }, session.padEnd(bytes));
    const taken = await put(4_194_304);
    expect(taken.status).to.equal(200);
    expect(taken.body.toString()).to.equal('{\n  "session": "large",\n  "votes": 0,\n  "scorecards": 0\n}');
    expect((await put(4_194_305)).status).to.equal(413);
  });

  it('serves the service itself to every host and page, as the server does', async () => {
    const answer = await ask('GET', '/api/v1/us/events', { Host: 'rebound.example', Origin: 'https://page.example' });
    expect([answer.status, answer.headers['access-control-allow-origin']]).to.deep.equal([200, '*']);
  });
});
