import { expect } from 'chai';
import { health } from '../../../server/handlers/service.ts';
import { type Context, Reply } from '../../../server/handlers/types.ts';
import { StoreUnavailable } from '../../../server/store/index.ts';
import { json, send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

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
    ['degraded while Redis is unreachable', away, false, 'degraded', 200],
    ['down while the server stops', away, true, 'down', 503],
  ] as const) {
    it(`is ${what}`, async () => {
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

  it('fails for any other error', async () => {
    const failed = await ask(() => Promise.reject(new TypeError('x')), false).catch((error: Error) => error.name);
    expect(failed).to.equal('TypeError');
  });
});

describe('GET /health', () => {
  let night: FightNight;
  before(async () => {
    night = await startFightNight();
  });
  after(() => night.close());

  const ask = () => send(night.url, 'GET', '/api/v1/us/health');
  /** Synced writes of Redis so far: a check of the store has one. */
  async function countWrites(): Promise<number> {
    const stats = await night.writes.info('commandstats');
    return Number(/^cmdstat_set:calls=(\d+)/m.exec(stats)?.[1] ?? 0);
  }

  it('checks the store once per 250 ms', async () => {
    const before = await countWrites();
    const startMs = performance.now();
    for (let round = 0; round < 10; round++) {
      const replies = await Promise.all(Array.from({ length: 30 }, ask));
      expect(replies.map((reply) => json(reply).status)).to.deep.equal(replies.map(() => 'ok'));
    }
    const maxChecks = Math.floor((performance.now() - startMs) / 250) + 1;
    expect((await countWrites()) - before).to.be.within(1, maxChecks);
  });

  it('is degraded while Redis hangs', async () => {
    night.useProductionTimeouts();
    const becomes = (status: string) => eventually(async () => json(await ask()).status === status, status);
    process.kill(night.redis.pid, 'SIGSTOP');
    try {
      await becomes('degraded');
    } finally {
      process.kill(night.redis.pid, 'SIGCONT');
    }
    await becomes('ok');
  });
});
