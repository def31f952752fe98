import { expect } from 'chai';
import { noPreferences } from '../../mock/contracts/preferences.ts';
import { createFaultInjector, noFaultSettings } from '../../mock/faults/fault-injector.ts';
import { startMock } from '../../mock/start.ts';
import { eventually } from '../support/run/eventually.ts';

describe('createFaultInjector', () => {
  it('delays by less than the jitter', () => {
    const late = createFaultInjector({ ...noFaultSettings, delay: 50, jitter: 100 });
    const delays = Array.from({ length: 500 }, (_, nth) => late(`GET /${nth}`, noPreferences).delayMs);
    expect(Math.min(...delays)).to.be.within(50, 55);
    expect(Math.max(...delays)).to.be.within(145, 149);
  });

  it('injects each kind of fault equally often', () => {
    const faulty = createFaultInjector({ ...noFaultSettings, faultRate: 1 });
    const kinds = Array.from({ length: 6_000 }, (_, nth) => faulty(`GET /${nth}`, noPreferences));
    const counts = Map.groupBy(kinds, ({ fault, rate }) => String(fault ?? rate));
    expect([...counts.keys()].sort()).to.deep.equal(['429', '503', 'drip', 'hang', 'reset', 'truncate']);
    for (const [kind, { length }] of counts) expect(length, kind).to.be.within(850, 1_150);
  });

  it('gives GET the same faults beside HEAD requests', async () => {
    const faultsOf = async (methods: readonly string[]) => {
      const mock = await startMock({ port: 0, host: '127.0.0.1', faults: { faultRate: 1, seed: 3 } });
      const headers = { 'Mock-Session': 'a' };
      for (const [nth, method] of methods.entries()) {
        const left = new AbortController();
        const asked = fetch(`${mock.url}/api/v1/us/chat`, { method, headers, signal: left.signal });
        asked.then((reply) => reply.text()).catch(() => undefined);
        await eventually(() => mock.requests('a')[nth]?.weather !== undefined, 'the request has its fault');
        left.abort();
      }
      const seen = mock.requests('a').filter(({ method }) => method === 'GET');
      await mock.close();
      return seen.map((entry) => entry.weather);
    };
    const plain = await faultsOf(['GET', 'GET', 'GET']);
    expect(plain).to.have.lengthOf(3);
    expect(await faultsOf(['HEAD', 'GET', 'HEAD', 'HEAD', 'GET', 'GET'])).to.deep.equal(plain);
  });
});
