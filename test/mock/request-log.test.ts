import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { RequestLog } from '../../mock/session/request-log.ts';
import { type Mock, startMock } from '../../mock/start.ts';

describe('requests of a session', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  const ask = (path: string, session?: string, method = 'GET') =>
    fetch(mock.url + path, { method, headers: session ? { 'Mock-Session': session } : {} });
  const listed = async (path: string, session?: string) => {
    const all = (await (await ask(path, session)).json()) as { path?: string; request?: string; session?: string }[];
    return all.map((one) => one.path ?? one.request);
  };

  it('lists requests by session, or all', async () => {
    const path = (id: number) => `/api/v1/us/fighters/${id}`;
    await ask(path(4711), 'one');
    await ask(path(4712), 'two');
    await ask(path(4713));
    await ask('/api/v1/us/events', 'my session');
    expect(await listed('/__mock/requests', 'one')).to.deep.equal([path(4711)]);
    expect(await listed('/__mock/requests', 'two')).to.deep.equal([path(4712)]);
    // Without a session they belong to the address, as do those with an invalid name.
    expect(await listed('/__mock/requests')).to.deep.equal([path(4713), '/api/v1/us/events']);
    const all = [path(4711), path(4712), path(4713), '/api/v1/us/events'];
    expect(await listed('/__mock/requests?all=true', 'one')).to.deep.equal(all);
    expect(mock.requests().map((one) => one.path)).to.deep.equal(all);
    expect(await listed('/__mock/unmatched', 'one')).to.deep.equal([`GET ${path(4711)}`]);
    expect(await listed('/__mock/unmatched?all=true')).to.have.length(3);

    expect((await ask('/__mock/requests', 'one', 'DELETE')).status).to.equal(204);
    expect(await listed('/__mock/requests', 'one')).to.deep.equal([]);
    expect(await listed('/__mock/unmatched', 'one')).to.deep.equal([`GET ${path(4711)}`]);
    expect(await listed('/__mock/unmatched', 'two')).to.deep.equal([`GET ${path(4712)}`]);
    expect((await ask('/__mock/requests?all=true', 'one', 'DELETE')).status).to.equal(204);
    expect(await listed('/__mock/requests?all=true')).to.deep.equal([]);
  });

  it('lists votes on unknown fights as unmatched', async () => {
    const path = '/api/v3/mobile/fights/4711/vote';
    const body = JSON.stringify({ round_num: 2, fighter_statid: 1803, client_id: 'u7Qm2x9LkT4sBv0Z' });
    const headers = { 'Content-Type': 'application/json', 'Mock-Session': 'posts' };
    const reply = await fetch(mock.url + path, { method: 'POST', headers, body });
    expect([reply.status, reply.headers.get('contract-match')]).to.deep.equal([404, 'fallback']);
    expect(reply.headers.get('contract-nearest')).to.include('4711');
    expect(await listed('/__mock/unmatched', 'posts')).to.deep.equal([`POST ${path}`]);
    const [suggested] = (await (await ask('/__mock/unmatched', 'posts')).json()) as { interaction: string }[];
    expect(suggested?.interaction)
      .to.match(/"headers": \{\s+"Content-Type"/)
      .and.include('"round_num": 2');
  });

  it('lists the last thousand of each session', async () => {
    // The second from the cache.
    for (let nth = 1; nth <= 2; nth++) await ask('/api/v1/us/chat', 'quiet');
    for (let nth = 1; nth <= 1_100; nth++) {
      await (await ask(`/api/v1/us/fighters/${nth}`, 'loud')).arrayBuffer();
    }
    expect(await listed('/__mock/requests', 'quiet')).to.deep.equal(['/api/v1/us/chat', '/api/v1/us/chat']);
    for (const path of ['/__mock/requests', '/__mock/unmatched']) {
      const paths = await listed(path, 'loud');
      expect(paths, path).to.have.length(1_000);
      expect(paths[0], path).to.match(/fighters\/101$/);
      expect(paths.at(-1), path).to.match(/fighters\/1100$/);
    }
  });

  it('names the closest contract in ASCII', async () => {
    const closest = async (path: string) => (await ask(path)).headers.get('contract-nearest') ?? '';
    expect(await closest('/api/v3/mobile/fighters/4711')).to.match(
      /^[0-9a-f]{12}; id: 3107 en el contrato, 4711 aqui$/,
    );
  });
});

describe('the log of the mock', () => {
  it('has the stack of unexpected errors only', async () => {
    const file = new URL('../../contracts/generated/openapi.json', import.meta.url);
    const document = JSON.parse(readFileSync(file, 'utf8'));
    document.paths['/api/v1/us/chat'].get.responses = {};
    const lines: string[] = [];
    const mock = await startMock({ port: 0, host: '127.0.0.1', document, log: (line) => lines.push(line) });
    try {
      expect((await fetch(`${mock.url}/api/v1/us/nothing`)).status).to.equal(404);
      expect(lines.join('\n')).to.not.contain('    at ');
      expect((await fetch(`${mock.url}/api/v1/us/chat`)).status).to.equal(500);
      expect(lines.join('\n')).to.contain('\n    at ');
    } finally {
      await mock.close();
    }
  });
});

describe('RequestLog', () => {
  const entry = (session: string, path: string) => ({ session, method: 'GET', path });
  it('bounds the bytes of old requests', () => {
    const requestLog = new RequestLog();
    const names = Array.from({ length: 30 }, (_, index) => `s${index}`);
    for (const session of names) {
      for (let kind = 0; kind < 400; kind++) {
        const added = requestLog.add(entry(session, `/${'x'.repeat(15_000)}`));
        added.contract = `contract ${kind}`;
      }
      for (let index = 0; index < 2_000; index++) requestLog.add(entry(session, '/'));
    }
    const exchange = { requestHeaders: {}, responseHeaders: {}, responseBody: 'x'.repeat(16_000) };
    const withBody = (session: string) =>
      requestLog.entries(session).filter((one) => requestLog.withExchange(one).responseBody).length;
    for (const one of [...requestLog.entries('s28').slice(-9), ...requestLog.entries('s29')])
      requestLog.complete(one, 1, exchange);
    expect(withBody('s28')).to.equal(9);
    expect(withBody('s29')).to.be.within(200, 250);
    const stored = (name: string) => [...requestLog.entries(name), ...requestLog.kinds(name)];
    const bytes = names.flatMap(stored).reduce((sum, { path }) => sum + path.length, 0);
    expect(bytes).to.be.below(16_000_000);
  });
});
