import { networkInterfaces } from 'node:os';
import { expect } from 'chai';
import { type Mock, startMock } from '../../../mock/start.ts';
import { json, send } from '../../support/http/send.ts';

let mock: Mock;
before(async () => {
  mock = await startMock({ port: 0 });
});
after(() => mock.close());

describe('the session of this machine', () => {
  const path = '/api/v3/mobile/news';
  const setState = (method: 'PUT' | 'DELETE') =>
    send(
      mock.url,
      method,
      '/__mock/state',
      { 'Content-Type': 'application/json' },
      method === 'PUT' ? JSON.stringify({ state: 'the store does not answer' }) : undefined,
    );
  before(() => setState('PUT'));
  after(() => setState('DELETE'));

  const own = Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).filter(({ scopeid }) => !scopeid).map(({ address, family }) => ({ address, family })),
  );
  for (const { address, family } of [...own, { address: '127.0.0.2', family: 'IPv4' }]) {
    it(`is the same for an app on ${address}`, async () => {
      const host = family === 'IPv6' ? `[${address}]` : address;
      expect((await fetch(`http://${host}:${new URL(mock.url).port}${path}`)).status).to.equal(503);
    });
  }

  for (const host of ['10.0.2.2:4010', '10.0.3.2:4010']) {
    it(`is the same for an emulator that uses ${host}`, async () => {
      expect((await send(mock.url, 'GET', path, { Host: host })).status).to.equal(503);
    });
  }
});

describe('GET /__mock/sessions', () => {
  const news = '/api/v3/mobile/news';
  const visit = (session: string, userAgent: string, path = news) =>
    send(mock.url, 'GET', `/__session/${session}${path}`, { 'User-Agent': userAgent });
  const find = async (name: string) =>
    json(await send(mock.url, 'GET', '/__mock/sessions')).find((one: { name: string }) => one.name === name);

  it('lists sessions with clients and requests, latest first', async () => {
    await visit('ana', 'Corner/7');
    await visit('ana', 'okhttp/5');
    await visit('ana', 'Corner/7', '/api/v3/mobile/fighters/4711');
    await visit('ben', 'Corner/8');
    const { clients, ...counts } = await find('ana');
    expect(counts).to.deep.equal({ name: 'ana', requests: 3, unmatched: 1 });
    expect(clients.map(({ userAgent }: { userAgent: string }) => userAgent)).to.deep.equal(['Corner/7', 'okhttp/5']);
    expect(clients[0]).to.include({ address: '127.0.0.1' });
    expect(new Date(clients[0].lastAt).toISOString()).to.equal(clients[0].lastAt);
    expect((await find('ben')).clients).to.have.length(1);
  });

  it('lists a session that was only set up', async () => {
    const body = JSON.stringify({ state: 'there is no content' });
    await send(mock.url, 'PUT', '/__session/prepared/__mock/state', { 'Content-Type': 'application/json' }, body);
    expect(await find('prepared')).to.deep.equal({ name: 'prepared', clients: [], requests: 0, unmatched: 0 });
  });

  it('bounds the clients of a session', async () => {
    for (let nth = 0; nth < 30; nth++) await visit('many', `${'x'.repeat(1_000)}${nth}`);
    for (let nth = 0; nth < 30; nth++) await visit('many', `${nth} ${'x'.repeat(1_000)}`);
    const { clients } = await find('many');
    expect(clients).to.have.length(20);
    expect(clients[0].userAgent).to.match(/^29 x+$/);
    expect(clients[0].userAgent).to.have.length(200);
  });
});
