import { request } from 'node:http';
import { expect } from 'chai';
import { noPreferences } from '../../mock/contracts/preferences.ts';
import { createFaultInjector, noFaultSettings } from '../../mock/http/faults.ts';
import { type Mock, startMock } from '../../mock/start.ts';

const path = '/api/v1/us/events';

/** How a request ended: what arrived, and whether the reply was complete. */
interface Ending {
  status?: number;
  headers?: Record<string, unknown>;
  body: string;
  error?: string;
  tookMs: number;
}

/** Sends a request on its own connection, and gives up after a while. */
function ask(
  url: string,
  headers: Record<string, string> = {},
  patienceMs = 5_000,
  method: 'GET' | 'HEAD' = 'GET',
): Promise<Ending> {
  const startMs = performance.now();
  const { promise, resolve } = Promise.withResolvers<Ending>();
  const { hostname, port } = new URL(url);
  const ending: Ending = { body: '', tookMs: 0 };
  const end = (error?: string) =>
    resolve({ ...ending, ...(error !== undefined && { error }), tookMs: performance.now() - startMs });
  const sent = request({ hostname, port, path, method, headers, agent: false }, (reply) => {
    ending.status = reply.statusCode ?? 0;
    ending.headers = reply.headers;
    reply.on('data', (chunk) => (ending.body += chunk));
    reply.on('error', ({ message }) => end(message));
    reply.on('end', () => end());
  });
  sent.setTimeout(patienceMs, () => sent.destroy(new Error('gave up')));
  sent.on('error', ({ message }) => end(message));
  sent.end();
  return promise;
}

describe('fault injection', () => {
  let mock: Mock;
  let whole: Ending;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
    whole = await ask(mock.url);
  });
  after(() => mock.close());

  it('delays by the requested time and jitter', async () => {
    const late = await ask(mock.url, { Prefer: 'delay=150, jitter=50' });
    expect(late.tookMs).to.be.greaterThan(149);
    expect(late.body).to.equal(whole.body);
    expect(late.headers?.['preference-applied']).to.equal('delay=150, jitter=50');
  });

  it('resets the connection', async () => {
    const reset = await ask(mock.url, { Prefer: 'fault=reset' });
    expect([reset.status, reset.error]).to.deep.equal([undefined, 'read ECONNRESET']);
  });

  it('hangs', async () => {
    const hanging = await ask(mock.url, { Prefer: 'fault=hang' }, 300);
    expect([hanging.status, hanging.error]).to.deep.equal([undefined, 'gave up']);
  });

  it('truncates the reply', async () => {
    const half = await ask(mock.url, { Prefer: 'fault=truncate' });
    expect([half.status, half.error]).to.deep.equal([200, 'aborted']);
    expect(Number(half.headers?.['content-length'])).to.be.greaterThan(half.body.length);
    expect(whole.body.startsWith(half.body)).to.equal(true);
  });

  it('drips the reply in small pieces', async () => {
    const dripping = await ask(mock.url, { Prefer: 'fault=drip' });
    expect(dripping.body).to.equal(whole.body);
    expect(dripping.tookMs).to.be.greaterThan(1_000);
  });

  it('repeats with the same seed, whatever other sessions do', async () => {
    const kinds = async (seed: number, isCrossing = false) => {
      const one = await startMock({ port: 0, host: '127.0.0.1', faults: { faultRate: 0.5, jitter: 20, seed } });
      for (let number = 0; number < 24; number++) {
        if (isCrossing) await ask(one.url, { 'Mock-Session': 'another' }, 200);
        await ask(one.url, {}, 1_500);
      }
      await one.close();
      return one.requests('127.0.0.1').map(({ faults }) => faults);
    };
    const [first, crossed, other] = await Promise.all([kinds(7), kinds(7, true), kinds(8)]);
    expect(crossed).to.deep.equal(first);
    expect(other).not.to.deep.equal(first);
    expect(new Set(first).size).to.be.greaterThan(3);
  });

  it('refuses by chance despite a preferred code', async () => {
    const busy = await startMock({ port: 0, host: '127.0.0.1', faults: { faultRate: 1, seed: 1 } });
    try {
      const statusOf = async (session: string, headers = {}) =>
        (await ask(busy.url, { 'Mock-Session': session, ...headers })).status;
      // With this seed these sessions get 429 and 503.
      expect([await statusOf('one'), await statusOf('six')]).to.deep.equal([429, 503]);
      expect(await statusOf('two', { Prefer: 'code=304' })).to.equal(429);
    } finally {
      await busy.close();
    }
  });

  it('gives GET the same faults beside HEAD requests', async () => {
    const faultsOf = async (methods: readonly ('GET' | 'HEAD')[]) => {
      const one = await startMock({ port: 0, host: '127.0.0.1', faults: { faultRate: 1, seed: 3 } });
      for (const method of methods) await ask(one.url, {}, 2_000, method);
      await one.close();
      return one.requests().flatMap(({ method, faults }) => (method === 'GET' ? [faults] : []));
    };
    const plain = await faultsOf(['GET', 'GET', 'GET']);
    expect(plain).to.have.lengthOf(3);
    expect(await faultsOf(['HEAD', 'GET', 'HEAD', 'HEAD', 'GET', 'GET'])).to.deep.equal(plain);
  });
});

describe('createFaultInjector', () => {
  it('delays by less than the jitter', () => {
    const late = createFaultInjector({ ...noFaultSettings, delay: 50, jitter: 100 });
    const delays = Array.from({ length: 500 }, (_, nth) => late(`GET /${nth}`, noPreferences).delayMs);
    expect(Math.min(...delays)).to.be.within(50, 55);
    expect(Math.max(...delays)).to.be.within(145, 149);
  });

  it('injects each kind equally often, at the fault rate', () => {
    const faulty = createFaultInjector({ ...noFaultSettings, faultRate: 0.5 });
    const kinds = Array.from({ length: 12_000 }, (_, nth) => faulty(`GET /${nth}`, noPreferences));
    const counts = Map.groupBy(kinds, ({ fault, rate }) => String(fault ?? rate ?? 'none'));
    expect(counts.get('none')?.length).to.be.within(5_700, 6_300);
    counts.delete('none');
    expect([...counts.keys()].sort()).to.deep.equal(['429', '503', 'drip', 'hang', 'reset', 'truncate']);
    for (const [kind, { length }] of counts) expect(length, kind).to.be.within(850, 1_150);
  });
});
