import { expect } from 'chai';
import { type Mock, startMock } from '../../mock/start.ts';

interface Refusal {
  type: string;
  status: number;
  errors: { pointer?: string; parameter?: string; detail: string }[];
}

describe('the state of a session', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  const ask = (method: string, path: string, session?: string, body?: unknown) =>
    fetch(mock.url + path, {
      method,
      headers: {
        ...(session && { 'Mock-Session': session }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const events = async (session?: string) =>
    ((await (await ask('GET', '/api/v1/us/events', session)).json()) as unknown[]).length;

  it('applies until its reset, in that session only', async () => {
    const state = 'there is no content';
    expect(await (await ask('GET', '/__mock/state', 'one')).json()).to.deep.equal({ session: 'one', state: null });
    const put = await ask('PUT', '/__mock/state', 'one', { state });
    expect([put.status, await put.json()]).to.deep.equal([200, { session: 'one', state }]);
    expect([await events('one'), await events('two'), await events()]).to.deep.equal([0, 3, 3]);
    expect(await (await ask('GET', '/__mock/state', 'one')).json()).to.deep.equal({ session: 'one', state });
    expect((await ask('DELETE', '/__mock/state', 'one')).status).to.equal(204);
    expect(await events('one')).to.equal(3);
  });

  it('leaves other routes alone, and yields to Prefer', async () => {
    await ask('PUT', '/__mock/state', 'live', { state: 'no event is live' });
    const live = await ask('GET', '/api/v1/us/live', 'live');
    expect(((await live.json()) as { live: boolean }).live).to.equal(false);
    expect(await events('live')).to.equal(3);
    const told = async (path: string, session?: string) => {
      const { status, headers } = await ask('GET', path, session);
      return [status, ...['contract-id', 'contract-match', 'preference-applied'].map((name) => headers.get(name))];
    };
    for (const path of ['/api/v1/us/events', '/api/v3/mobile/fights/88005/votes', '/api/v3/mobile/news/999999']) {
      expect(await told(path, 'live'), path).to.deep.equal(await told(path));
    }
    const headers = { 'Mock-Session': 'live', Prefer: 'state="an event is live"' };
    const other = await fetch(`${mock.url}/api/v1/us/live`, { headers });
    expect(((await other.json()) as { live: boolean }).live).to.equal(true);
  });

  it('refuses malformed and unused session names in English', async () => {
    const misnamed = await ask('GET', '/api/v1/us/events', 'my session');
    expect([misnamed.status, misnamed.headers.get('content-language')]).to.deep.equal([422, 'en-US']);
    expect(((await misnamed.json()) as Refusal).type).to.equal('urn:mock-problem-type:malformed-session');
    const unknown = await ask('GET', '/__mock/session', 'unused');
    expect(unknown.status).to.equal(422);
    expect(((await unknown.json()) as Refusal).errors[0]?.detail).to.contain('"live"');
    expect((await ask('DELETE', '/__mock/session', 'unused')).status).to.equal(422);
  });
});

describe('a request in the log', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  it('names its contract, also for a cached reply', async () => {
    for (let time = 0; time < 2; time++) await (await fetch(`${mock.url}/api/v1/us/events`)).arrayBuffer();
    const listed = (await (await fetch(`${mock.url}/__mock/requests`)).json()) as Record<string, unknown>[];
    expect(listed).to.have.length(2);
    for (const entry of listed) {
      expect(entry).to.include({ method: 'GET', path: '/api/v1/us/events', status: 200, match: 'exact' });
      expect(entry.contract).to.match(/^[0-9a-f]{12}$/);
      expect(entry.operation).to.equal('v1.events');
    }
    expect(mock.requests()).to.deep.equal(listed);
  });

  it('is suggested as an interaction when nothing covers it', async () => {
    for (let time = 0; time < 2; time++) {
      const reply = await fetch(`${mock.url}/api/v3/mobile/fighters/4711`);
      expect(reply.status).to.equal(404);
      expect(reply.headers.get('contract-nearest')).to.contain('id: ');
    }
    const [unmatched, ...more] = mock.unmatched();
    expect(more).to.deep.equal([]);
    expect(unmatched).to.include({ operation: 'v3.fighter', request: 'GET /api/v3/mobile/fighters/4711' });
    expect(unmatched?.nearest?.differs[0]).to.equal('id: 3107 en el contrato, 4711 aquí');
    expect(unmatched?.interaction).to.match(/^success\('fighter', 'v3', \{\n {2}receiving: "fighter with id/);
    expect(unmatched?.interaction).to.include("given: given('a fighter exists', { id: 4711 }),");
    expect(await (await fetch(`${mock.url}/__mock/unmatched`)).json()).to.deep.equal(mock.unmatched());
  });

  it('is suggested once, ordered by its last request', async () => {
    const session = '/__session/unmatched';
    for (const id of [1, 2, 3, 1]) await fetch(`${mock.url}${session}/api/v1/us/fighters/${id}`);
    const listed = (await (await fetch(`${mock.url}${session}/__mock/unmatched`)).json()) as Record<string, unknown>[];
    const seen = listed.map(({ request, count }) => `${String(request).at(-1)} ${count}`);
    expect(seen).to.deep.equal(['2 1', '3 1', '1 2']);
  });
});
