import { expect } from 'chai';
import { type Mock, startMock } from '../../../mock/start.ts';
import { json, send } from '../../support/http/send.ts';

const news = '/api/v3/mobile/news';

describe('/__mock/faults', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1', faults: { jitter: 5 } });
  });
  after(() => mock.close());

  const ask = (session: string, method: string, path: string, body?: unknown) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return send(mock.url, method, `/__session/${session}${path}`, { 'Content-Type': 'application/json' }, text);
  };
  const set = (session: string, faults: object) => ask(session, 'PUT', '/__mock/faults', faults);

  it('shows the values of the command line', async () => {
    const shown = json(await ask('none', 'GET', '/__mock/faults'));
    expect(shown).to.deep.equal({ delayMs: 0, jitterMs: 5, share: 0, fault: null });
  });

  it('takes effect on the next request of this session only', async () => {
    expect((await ask('down', 'GET', news)).status).to.equal(200);
    const shown = json(await set('down', { fault: '503', delayMs: 20 }));
    expect(shown).to.deep.equal({ delayMs: 20, jitterMs: 5, share: 1, fault: '503' });
    const start = performance.now();
    expect((await ask('down', 'GET', news)).status).to.equal(503);
    expect(performance.now() - start).to.be.greaterThan(19);
    expect((await ask('up', 'GET', news)).status).to.equal(200);
    await ask('down', 'DELETE', '/__mock/faults');
    expect((await ask('down', 'GET', news)).status).to.equal(200);
  });

  it('gives faults to a share of the requests', async () => {
    await set('some', { fault: '429', share: 0.5, jitterMs: 0 });
    const statuses = [];
    for (let nth = 0; nth < 40; nth++) statuses.push((await ask('some', 'GET', news)).status);
    expect(statuses.filter((status) => status === 429).length).to.be.within(8, 32);
    expect(new Set(statuses)).to.deep.equal(new Set([200, 429]));
  });

  it('is saved with the session', async () => {
    const faults = { share: 0.5, fault: 'drip' };
    await set('saved', faults);
    const saved = json(await ask('saved', 'GET', '/__mock/session'));
    expect(saved.faults).to.deep.equal(faults);
    await ask('loaded', 'PUT', '/__mock/session', saved);
    expect(json(await ask('loaded', 'GET', '/__mock/faults'))).to.include(faults);
  });

  for (const [body, pointer, detail] of [
    [{ fault: 'crash' }, '#/fault', /^Must be "reset", .*"503"/],
    [{ share: 2 }, '#/share', /from 0 to 1/],
    [{ delayMs: 70_000 }, '#/delayMs', /60000/],
    [{ delay: 5 }, '#/delay', /not a known member/],
  ] as const) {
    it(`refuses ${JSON.stringify(body)}`, async () => {
      const answer = await set('wrong', body);
      expect([answer.status, json(answer).type]).to.deep.equal([422, 'urn:mock-problem-type:malformed-faults']);
      const [error] = json(answer).errors;
      expect(error.pointer).to.equal(pointer);
      expect(error.detail).to.match(detail);
    });
  }
});
