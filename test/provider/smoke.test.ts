import { expect } from 'chai';
import { feedKey } from '../../contracts/interactions/live-updates.ts';
import { feedReceived } from '../../contracts/world/index.ts';
import { startMock } from '../../mock/start.ts';
import { type SmokeReport, smoke } from '../../scripts/smoke/smoke.ts';
import { openStore, startRedis } from '../support/redis/redis.ts';
import { startTestServer } from '../support/server/server.ts';
import { committedOperations } from '../support/suites/operations.ts';
import { publishWorld } from './states.ts';

/** The server as after `npm start`: with the world and its recorded feed. */
async function smokeServer(readOnly: boolean): Promise<SmokeReport> {
  const redis = await startRedis();
  const { store, close } = await openStore(redis.url);
  await publishWorld(store);
  for (const update of feedReceived) await store.live.update(update);
  const server = await startTestServer(store);
  try {
    return await smoke({ url: server.url, feedKey, feedKeyIsCertain: true, readOnly });
  } finally {
    await server.close();
    close();
    await redis.close();
  }
}

async function smokeMock(readOnly: boolean): Promise<SmokeReport> {
  const mock = await startMock({ port: 0, host: '127.0.0.1' });
  try {
    return await smoke({ url: mock.url, feedKey, feedKeyIsCertain: true, readOnly });
  } finally {
    await mock.close();
  }
}

describe('smoke: every operation, every id that can be followed', () => {
  for (const [target, run] of [
    ['server', smokeServer],
    ['mock', smokeMock],
  ] as const) {
    for (const readOnly of [false, true]) {
      it(`finds nothing broken on the ${target}${readOnly ? ', sending no bodies' : ''}`, async () => {
        const { operations, links, cut, broken } = await run(readOnly);
        expect(broken.join('\n')).to.equal('');
        expect(operations).to.deep.equal({
          good: committedOperations.length,
          total: committedOperations.length,
        });
        expect(links).to.be.greaterThan(100);
        expect(cut).to.equal(false);
      });
    }
  }

  it('names an answer about another record', async () => {
    const mock = await startMock({ port: 0, host: '127.0.0.1' });
    const wrong: typeof fetch = async (url, init) => {
      const reply = await fetch(url, init);
      if (!String(url).endsWith('/api/v3/mobile/events/7001/watch')) return reply;
      return new Response((await reply.text()).replace('7001', '7002'), reply);
    };
    const { operations, broken } = await smoke({ url: mock.url, fetch: wrong, maximumLinks: 0 });
    await mock.close();
    expect(operations.total - operations.good).to.equal(1);
    expect(broken).to.deep.equal([
      'GET /api/v3/mobile/events/7001/watch (watch_event): has event_id 7002, but 7001 was asked for',
    ]);
  });
});
