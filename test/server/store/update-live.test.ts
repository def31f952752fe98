import { expect } from 'chai';
import { createLive } from '../../../server/store/live/live.ts';
import type { RedisClocks } from '../../../server/store/redis/clock.ts';
import { run } from '../../../server/store/redis/scripts.ts';
import { defaultStoreSettings } from '../../../server/store/settings.ts';
import { useFixedClockStore } from '../../support/redis/fixed-clock-store.ts';
import { itDecides } from '../../support/run/boundaries.ts';

const nowMs = 1_922_000_000_123;
const twelveHoursMs = 43_200_000;

describe('updateLive-2.lua', () => {
  const at = useFixedClockStore(nowMs);
  let ids = 40_000;

  interface Sent {
    deadline?: number;
    /** Default: the stored version. */
    basedOn?: number;
    feed?: string;
    sequence?: number;
    document?: string;
    onAir?: '1' | '0' | '';
  }

  /** Runs the script that stores a snapshot: its code, the clock, the sequence and the version. */
  async function store(
    id: number,
    { deadline = 0, basedOn, feed = 'event', sequence = 1, document = '{"a":1}', onAir = '1' }: Sent = {},
    bounds: { versions?: number; bytes?: number; bouts?: number; documents?: number; isCrowded?: boolean } = {},
  ): Promise<unknown[]> {
    const { versions = 1_000, bytes = 1_000_000, bouts = 100, documents = 1_000_000, isCrowded = false } = bounds;
    const version = basedOn ?? Number(await at.redis.client.hget(`{live:${id}}`, 'version'));
    const reply = await run(
      at.opened.connections.writes,
      'updateLive',
      [`{live:${id}}`, `{live:${id}}:history`],
      [
        ...[deadline, version, feed, sequence, `digest of ${document}`, document, '{}', nowMs, onAir],
        ...[`live:${id}`, versions, twelveHoursMs, document, bytes, bouts, documents, isCrowded ? 1 : 0],
      ],
    );
    return reply as unknown[];
  }

  /** The live event among some whose last change and place in the set of live events are given. */
  async function liveEvent(changedMs: number, scoreMs: number, liveHours = 12): Promise<number | undefined> {
    const id = ++ids;
    await at.redis.client.del('live:events');
    await at.redis.client.zadd('live:events', scoreMs, id);
    await at.redis.client.hset(`{live:${id}}`, { onair: '1', changed: changedMs });
    const clocks = { of: () => ({ now: async () => nowMs }) } as unknown as RedisClocks;
    const { reads, writes } = at.opened.connections;
    const settings = { ...defaultStoreSettings, liveHours };
    const found = await createLive({ reads, writes, clocks, settings }, at.opened.store.content).onAir();
    expect(found?.eventId ?? id).to.equal(id);
    return found?.changedMs;
  }
  const sinceMs = nowMs - twelveHoursMs;

  itDecides<unknown>([
    {
      title: 'a snapshot at its deadline',
      async decide(offset) {
        at.clock.set(nowMs + offset);
        return store(++ids, { deadline: nowMs });
      },
      expected: [
        [1, nowMs - 1, '1', 1],
        [-1, nowMs, '0', 0],
        [-1, nowMs + 1, '0', 0],
      ],
    },
    {
      title: 'a snapshot by the stored sequence',
      async decide(offset) {
        await store(++ids, { sequence: 7 });
        return store(ids, { sequence: 7 + offset });
      },
      expected: [
        [3, nowMs, '7', 1],
        [2, nowMs, '7', 1],
        [1, nowMs, '8', 2],
      ],
    },
    {
      title: 'a snapshot by the version of its windows',
      async decide(offset) {
        await store(++ids, { sequence: 1 });
        await store(ids, { sequence: 2 });
        return store(ids, { sequence: 3, basedOn: 2 + offset });
      },
      expected: [
        [-3, nowMs, '2', 2],
        [1, nowMs, '3', 3],
        [-3, nowMs, '2', 2],
      ],
    },
    {
      title: 'an event on air, changed 12 hours ago',
      decide: (offset) => liveEvent(sinceMs + offset, sinceMs + offset),
      expected: [undefined, sinceMs, sinceMs + 1],
    },
    {
      title: '20 bytes of documents of an event',
      async decide(offset) {
        await store(++ids, { feed: 'bout:1', document: 'replaced, and not counted' });
        await store(ids, { feed: 'bout:1', document: 'x'.repeat(10), sequence: 2 });
        const [code] = await store(ids, { document: 'x'.repeat(10 + offset) }, { documents: 20 });
        return code;
      },
      expected: [1, 1, -4],
    },
    {
      title: '3 versions in the history',
      async decide(offset) {
        ++ids;
        for (let sequence = 1; sequence <= 3 + offset; sequence++) await store(ids, { sequence }, { versions: 3 });
        return (await at.redis.client.xrange(`{live:${ids}}:history`, '-', '+')).map(([id]) => id);
      },
      expected: [
        ['1-0', '2-0'],
        ['1-0', '2-0', '3-0'],
        ['2-0', '3-0', '4-0'],
      ],
    },
    {
      title: 'bytes for two entries in the history',
      async decide(offset) {
        ++ids;
        for (const sequence of [1, 2]) await store(ids, { sequence }, { bytes: 270 + offset });
        return (await at.redis.client.xrange(`{live:${ids}}:history`, '-', '+')).map(([, fields]) => fields.join(' '));
      },
      expected: [
        ['feed event packed {"a":1} bytes 7 added 270'],
        ['feed event packed {"a":1} bytes 7 added 135', 'feed event packed {"a":1} bytes 7 added 270'],
        ['feed event packed {"a":1} bytes 7 added 135', 'feed event packed {"a":1} bytes 7 added 270'],
      ],
    },
  ]);

  it('changes nothing if the history has the wrong type', async () => {
    await store(++ids);
    await at.redis.client.set(`{live:${ids}}:history`, 'x');
    const before = await at.redis.client.hgetall(`{live:${ids}}`);
    const error = await store(ids, { sequence: 2 }).catch((thrown: Error) => thrown.message);
    expect(error).to.match(/WRONGTYPE/);
    expect(await at.redis.client.hgetall(`{live:${ids}}`)).to.deep.equal(before);
    expect(await at.redis.client.get(`{live:${ids}}:history`)).to.equal('x');
  });
});
