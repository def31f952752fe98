import { expect } from 'chai';
import { health } from '../../../server/handlers/service.ts';
import { type Context, Reply } from '../../../server/handlers/types.ts';
import { StoreUnavailable } from '../../../server/store/index.ts';

/** What the handler of health answers. */
async function ask(
  ping: () => Promise<void>,
  isDraining: boolean,
  family = 'v1',
): Promise<Reply<Record<string, string>>> {
  const context = { store: { ping }, isDraining: () => isDraining } as unknown as Context;
  const answer = (await health({ family } as never, context)) as object;
  return (answer instanceof Reply ? answer : new Reply(answer)) as Reply<Record<string, string>>;
}

const well = async () => undefined;
const away = () => Promise.reject(new StoreUnavailable('x'));

describe('health', () => {
  for (const [what, ping, isDraining, status, code] of [
    ['ok', well, false, 'ok', 200],
    ['degraded while Redis is away', away, false, 'degraded', 200],
    ['down while the server stops, whatever Redis does', away, true, 'down', 503],
  ] as const) {
    it(`is ${what}, at this second`, async () => {
      const beforeMs = Math.floor(Date.now() / 1_000) * 1_000;
      const reply = await ask(ping, isDraining);
      const { time = '', ...body } = reply.body;
      expect(body).to.deep.equal({ status, version: 'v1', locale: 'en_US' });
      expect(time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(Date.parse(time)).to.be.within(beforeMs, Date.now());
      expect(reply.status).to.equal(code);
      const wait = reply.headers['Retry-After'];
      if (code === 200) expect(wait).to.equal(undefined);
      else expect(wait).to.match(/^[12]$/);
      const { time: _, ...spanish } = (await ask(ping, isDraining, 'v3')).body;
      expect(spanish).to.deep.equal({ status, version: 'v3', locale: 'es_US' });
    });
  }

  it('fails for any other reason', async () => {
    const failed = await ask(() => Promise.reject(new TypeError('x')), false).catch((error: Error) => error.name);
    expect(failed).to.equal('TypeError');
  });
});
