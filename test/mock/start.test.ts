import { networkInterfaces } from 'node:os';
import { expect } from 'chai';
import { type MockSettings, startMock } from '../../mock/start.ts';
import { json, send } from '../support/http/send.ts';

const alerts = '/api/v1/us/alerts';
const empty = 'there is no content';

describe('startMock', () => {
  const withMock = async <T>(
    settings: Partial<MockSettings>,
    work: (mock: Awaited<ReturnType<typeof startMock>>, port: string) => T | Promise<T>,
  ): Promise<T> => {
    const mock = await startMock({ port: 0, ...settings });
    try {
      return await work(mock, new URL(mock.url).port);
    } finally {
      await mock.close();
    }
  };
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
  const hasIpv6 = own.includes('::1');

  it('has the URL of its host', async () => {
    const named = (host?: string, more = {}) => withMock({ host, ...more }, ({ url }, port) => url.replace(port, '1'));
    expect(await named()).to.equal('http://localhost:1');
    expect(await named('127.0.0.1', { https: {} })).to.equal('https://127.0.0.1:1');
    if (hasIpv6) expect(await named('::1')).to.equal('http://[::1]:1');
  });

  it('sets the state for this machine or a session', async () => {
    await withMock({}, async (mock, port) => {
      const lengths = async (headers: Record<string, string> = {}) => {
        const all = ['127.0.0.1', ...(hasIpv6 ? ['[::1]'] : [])].map(async (host) => {
          const reply = await fetch(`http://${host}:${port}${alerts}`, { headers });
          return ((await reply.json()) as unknown[]).length > 0;
        });
        return [...new Set(await Promise.all(all))];
      };
      expect(await lengths()).to.deep.equal([true]);
      mock.setState(empty);
      expect([await lengths(), await lengths({ 'Mock-Session': 'other' })]).to.deep.equal([[false], [true]]);
      mock.setState(undefined);
      mock.setState({ state: empty }, 'other');
      expect([await lengths(), await lengths({ 'Mock-Session': 'other' })]).to.deep.equal([[true], [false]]);
      expect(() => mock.setState('the moon is full')).to.throw('unknown-state');
    });
    await withMock({ host: '127.0.0.1' }, async (mock) => {
      mock.setState(empty);
      expect(json(await send(mock.url, 'GET', alerts))).to.deep.equal([]);
    });
  });
});
