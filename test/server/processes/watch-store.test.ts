import { expect } from 'chai';
import type { PrimaryMetrics } from '../../../server/monitoring/primary-metrics.ts';
import { watchStore } from '../../../server/processes/watch-store.ts';
import { type Store, StoreUnavailable } from '../../../server/store/index.ts';
import { eventually } from '../../support/run/eventually.ts';
import { replaceTimers } from '../../support/run/replace-timers.ts';

const away = () => Promise.reject(new StoreUnavailable('x'));

/** What the first look at a store says. */
async function look(store: object): Promise<string[]> {
  const said: string[] = [];
  const errors: unknown[] = [];
  const metrics = {
    redis: (isUp: boolean, isWritable: boolean) => said.push(`up ${isUp}, writable ${isWritable}`),
    content: (number: number, publishedMs?: number) => said.push(`generation ${number} of ${publishedMs}`),
    feed: (changedMs?: number) => said.push(`feed of ${changedMs}`),
  } as unknown as PrimaryMetrics;
  watchStore(store as unknown as Store, metrics, (error) => errors.push(error));
  await eventually(() => said.length > 0, 'the first look');
  await new Promise(setImmediate);
  expect(errors).to.deep.equal([]);
  return said;
}

const generations = { list: async () => [7, 6].map((number) => ({ number, timeMs: number * 1_000 })) };
const content = { liveGeneration: async () => 6, generations };

describe('a look at the store', () => {
  it('says that all is well, which content is served, and when the feed on air changed', async () => {
    const store = {
      ping: async () => 'PONG',
      content,
      live: { onAir: async () => ({ eventId: 811, changedMs: 5_000 }) },
    };
    expect(await look(store)).to.deep.equal(['up true, writable true', 'feed of 5000', 'generation 6 of 6000']);
  });

  it('says that Redis answers and takes no writes', async () => {
    let pings = 0;
    const ping = () => {
      pings++;
      return away();
    };
    const [first, second] = await look({ ping, content, live: { onAir: async () => undefined } });
    expect([first, second]).to.deep.equal(['up true, writable false', 'feed of undefined']);
    expect(pings, 'a connection that was cut is asked for three times more').to.equal(4);
  });

  it('says that Redis is away, and nothing of content and feed, which stay', async () => {
    const store = { ping: away, content: { ...content, liveGeneration: away }, live: { onAir: away } };
    expect(await look(store)).to.deep.equal(['up false, writable false']);
  });

  it('reads the generations only when another one is served, and reports no store that is away', async () => {
    const due: (() => void)[] = [];
    const next = async () => {
      due.shift()?.();
      while (due.length === 0) await new Promise(setImmediate);
    };
    let [generation, lists] = [6, 0];
    let onAir: () => Promise<undefined> = async () => undefined;
    const list = () => {
      lists++;
      return generations.list();
    };
    const store = {
      ping: async () => 'PONG',
      content: { liveGeneration: async () => generation, generations: { list } },
      live: { onAir: () => onAir() },
    };
    const errors: unknown[] = [];
    const ignore = () => undefined;
    const restore = replaceTimers('setTimeout', 'processes/watch-store.ts', (again) => {
      due.push(again);
      return { unref: ignore };
    });
    try {
      const metrics = { redis: ignore, content: ignore, feed: ignore } as unknown as PrimaryMetrics;
      watchStore(store as unknown as Store, metrics, (error) => errors.push(error));
      for (let look = 0; look < 3; look++) await next();
      expect(lists).to.equal(1);
      generation = 7;
      await next();
      expect(lists).to.equal(2);
      onAir = away;
      await next();
      expect(errors).to.deep.equal([]);
      onAir = () => Promise.reject(new TypeError('x'));
      await next();
      expect(errors.map((error) => (error as Error).name)).to.deep.equal(['TypeError']);
    } finally {
      restore();
    }
  });
});
