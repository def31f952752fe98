import { networkInterfaces } from 'node:os';
import { expect } from 'chai';
import { type Mock, startMock } from '../../../mock/start.ts';
import { send } from '../../support/http/send.ts';

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
