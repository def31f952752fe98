import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import pino from 'pino';
import type { PrimaryMetrics } from '../../../server/monitoring/primary-metrics.ts';
import type { WatchedConnections } from '../../../server/processes/redis-log.ts';
import { watchStore } from '../../../server/processes/watch-store.ts';
import { type Store, StoreUnavailable } from '../../../server/store/index.ts';
import { eventually } from '../../support/run/eventually.ts';

const unavailable = () => Promise.reject(new StoreUnavailable('x'));

/** What the first look at a store reports. */
async function look(store: object): Promise<string[]> {
  const said: string[] = [];
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const client = new EventEmitter();
  const connections = { reads: client, writes: client, ballotConnection: client } as unknown as WatchedConnections;
  const metrics = {
    redis: (isUp: boolean, isWritable: boolean) => said.push(`up ${isUp}, writable ${isWritable}`),
    content: (number: number, publishedMs?: number) => said.push(`generation ${number} of ${publishedMs}`),
    feed: (changedMs?: number) => said.push(`feed of ${changedMs}`),
  } as unknown as PrimaryMetrics;
  watchStore(store as unknown as Store, { connections, log, metrics });
  await eventually(() => said.length > 1, 'the first look');
  await new Promise(setImmediate);
  return [...said, ...lines.map((line) => JSON.parse(line)).map(({ msg, reason }) => `${msg}: ${reason}`)];
}

const generations = { list: async () => [7, 6].map((number) => ({ number, timeMs: number * 1_000 })) };
const content = { liveGeneration: async () => 6, generations };

describe('watchStore', () => {
  it('reports the generation and the age of the feed', async () => {
    const store = {
      ping: async () => 'PONG',
      content,
      live: { onAir: async () => ({ eventId: 811, changedMs: 5_000 }) },
    };
    expect(await look(store)).to.deep.equal(['up true, writable true', 'feed of 5000', 'generation 6 of 6000']);
  });

  it('reports a Redis that takes no writes', async () => {
    expect(await look({ ping: unavailable, content, live: { onAir: async () => undefined } })).to.include.members([
      'up true, writable false',
      'Redis takes no writes: x',
    ]);
  });

  it('reports an unreachable Redis, and keeps content and feed', async () => {
    const store = {
      ping: unavailable,
      content: { ...content, liveGeneration: unavailable },
      live: { onAir: unavailable },
    };
    expect(await look(store)).to.deep.equal([
      'up false, writable false',
      'up false, writable false',
      'Redis is unreachable: x',
    ]);
  });
});
