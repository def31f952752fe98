import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import type { LiveUpdate } from '../../../contracts/schemas/metrics.ts';
import { clearEvent } from '../../../server/store/live/clear-event.ts';
import { liveBounds, pack } from '../../../server/store/live/history.ts';
import { createLive } from '../../../server/store/live/live.ts';
import { toSnapshot } from '../../../server/store/live/snapshot.ts';
import type { LiveContent } from '../../../server/store/live/update.ts';
import type { RedisClocks } from '../../../server/store/redis/clock.ts';
import { defaultStoreSettings } from '../../../server/store/settings.ts';
import { type Answer, recordClient } from '../../support/redis/recorded-client.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const unavailable = (why: string) => `StoreUnavailable: The store is not available: ${why}`;
const malformed = unavailable('its reply is malformed');
const key = '{live:801}';

/** Reads live data of a Redis with these answers, whose clock stands at a hundred thousand seconds. */
function readLive(answer: Answer) {
  const { client, asked } = recordClient(answer);
  const content = { checkNotLost: async () => asked.push(['checkNotLost']) } as unknown as LiveContent;
  const clocks = {
    of: (of: string) => ({
      async now() {
        asked.push(['now', of]);
        return 100_000_000;
      },
    }),
  } as unknown as RedisClocks;
  const writes = recordClient(() => 'WRONG').client;
  return { live: createLive({ reads: client, writes, clocks, settings: defaultStoreSettings }, content), asked };
}

describe('live data of an event', () => {
  it('are read in one call, with the clock of Redis', async () => {
    const windows = { bouts: {}, endedMs: 7 };
    for (const [values, expected] of [
      [
        ['4', '900', JSON.stringify(windows), '{"FMLiveFeed":{"EventID":801}}'],
        { feed: { FMLiveFeed: { EventID: 801 } }, windows, version: 4, changedMs: 900, nowMs: 1_000 },
      ],
      [
        ['4', '900', null, null],
        { feed: undefined, windows: { bouts: {}, endedMs: null }, version: 4, changedMs: 900, nowMs: 1_000 },
      ],
    ] as const) {
      const { live, asked } = readLive(() => [1_000, ...values]);
      expect(await live.event(801)).to.deep.equal(expected);
      expect(asked).to.deep.equal([['readLive', [key], 'version', 'changed', 'windows', 'event:document']]);
    }
    const none = readLive(() => [1_000, null, null, null, null]);
    expect(await none.live.event('801')).to.equal(undefined);
    expect(none.asked.at(-1)).to.deep.equal(['checkNotLost']);
  });

  it('are those of a bout, which may come first', async () => {
    const { live, asked } = readLive(() => [1_000, '4', '{"FMLiveFeed":{"FightID":6411}}']);
    expect(await live.bout(801, 6411)).to.deep.equal({ feed: { FMLiveFeed: { FightID: 6411 } }, version: 4 });
    expect(asked).to.deep.equal([['readLive', [key], 'version', 'bout:6411:document']]);
    expect(await readLive(() => [1_000, '4', null]).live.bout(801, 6411)).to.equal(undefined);
  });

  it('are there for the events that have a feed', async () => {
    const { live, asked } = readLive((_, [of]) => (of === key ? 1 : 0));
    expect(await live.received([801, 802])).to.deep.equal(new Set([801]));
    expect(asked).to.deep.equal([
      ['hexists', key, 'event:sequence'],
      ['hexists', '{live:802}', 'event:sequence'],
    ]);
  });
});

describe('the event that is on air', () => {
  const sinceMs = 56_800_000;

  it('is the one that changed last in twelve hours, of those that a route can name', async () => {
    const events: Record<string, [onAir: string | null, changedMs: number | null]> = {
      '1': ['1', sinceMs],
      '2': ['0', 90_000_000],
      '3': [null, null],
      '4': ['1', sinceMs - 1],
      '99999999999': ['1', 99_000_000],
    };
    const rows: [ids: string[], more: typeof events, expected: unknown][] = [
      [['1', '2', '3', '4', '99999999999'], {}, { eventId: 1, changedMs: sinceMs }],
      [['1', '5', '6'], { 5: ['1', 70_000_000], 6: ['1', 60_000_000] }, { eventId: 5, changedMs: 70_000_000 }],
      [['2', '3', '4', '99999999999'], {}, undefined],
      [[], {}, undefined],
    ];
    for (const [ids, more, expected] of rows) {
      const all = { ...events, ...more };
      const { live, asked } = readLive((name, [of]) => {
        if (name === 'zrevrangebyscore') return ids;
        const [onAir, changed] = all[/\d+/.exec(String(of))?.[0] ?? ''] ?? [null, null];
        return [1_000, onAir, changed === null ? null : String(changed)];
      });
      expect(await live.onAir()).to.deep.equal(expected);
      expect(asked).to.deep.equal([
        ['now', 'live:events'],
        ['zrevrangebyscore', 'live:events', '+inf', sinceMs],
        ...ids.map((id) => ['readLive', [`{live:${id}}`], 'onair', 'changed']),
        ...(expected ? [] : [['checkNotLost']]),
      ]);
    }
  });

  it('is not known where Redis says what it cannot say', async () => {
    for (const reply of ['x', null, [1], ['1', null]]) {
      expect(await reasonOf(readLive(() => reply).live.onAir())).to.equal(malformed);
    }
    const { live } = readLive(() => []);
    expect(await reasonOf(live.joinFights()), 'on the connection that writes').to.equal(malformed);
  });
});

describe('a feed that is followed', () => {
  const document = Buffer.from('{"version":3}');

  it('is asked for by its keys, 32 versions and a mebibyte at once, and unpacked', async () => {
    const packed = deflateSync(document);
    for (const [kind, what] of [
      [0, 'nothing'],
      [1, 'missed'],
      [2, 'latest'],
      [3, 'latest'],
    ] as const) {
      const { live, asked } = readLive(() => [5, 3, kind, 4, 1, document, 2, document, 3, packed]);
      expect(await live.follow(801, undefined, 1)).to.deep.equal({
        ...{ version: 5, latest: 3, what, reached: 4 },
        snapshots: [1, 2, 3].map((version) => ({ version, document: '{"version":3}' })),
      });
      expect(await live.follow('801', 6411, undefined)).to.deep.include({ reached: 4 });
      const followKeys = [key, `${key}:history`, `${key}:stream`];
      expect(asked).to.deep.equal([
        ['followLive', followKeys, 'event', '1', '32', '1048576'],
        ['followLive', followKeys, 'bout:6411', '', '32', '1048576'],
      ]);
    }
    expect(deflateSync(document).equals(await pack('{"version":3}'))).to.equal(true);
  });

  it('is none where Redis has none, and not believed where its reply or its snapshot is broken', async () => {
    expect(await readLive(() => []).live.follow(801, undefined, 1)).to.equal(undefined);
    expect(await readLive(() => [5, 3, 0, 5]).live.follow(801, undefined, 1)).to.deep.include({ snapshots: [] });
    for (const reply of [
      ...[null, 'x', [5], [5, 3, 0], [5, 3], [5, 3, 1, 4, 2], [5, 3, 1, 4, 'x', document], [5, '3', 0, 4]],
      ...[
        [5, 3, 1, 4, 2, 3],
        [5, 3, 1, 4, 2, document, document, document],
        [5, 3, 1, document],
      ],
    ]) {
      expect(await reasonOf(readLive(() => reply).live.follow(801, undefined, 1))).to.equal(malformed);
    }
    const broken = readLive(() => [5, 3, 1, 4, 2, Buffer.from('x{')]);
    expect(await reasonOf(broken.live.follow(801, undefined, 1))).to.equal(
      unavailable('a stored snapshot is broken: incorrect header check'),
    );
  });

  it('is stored within these bounds', () => {
    expect(liveBounds).to.deep.equal({
      ...{ versions: 1_000, historyBytes: 16_777_216, documentBytes: 16_777_216, bouts: 100 },
    });
  });
});

describe('an event that is cleared, as Redis is asked', () => {
  it('has its fields and buckets removed, and its readers told', async () => {
    const fields: Record<string, string[]> = {
      [key]: ['version', 'windows', 'joined'],
      '{7:05cc}:votes:1': ['ann', 'bob'],
      '{7:05cc}:scores:5': ['bob'],
      '{7:05cc}:tally': ['changes', 'announced', '1:11'],
      '{7:05cc}:scoretally': ['changes', '1:1'],
    };
    const { client, asked } = recordClient((name, [of]) => (name === 'hkeys' ? (fields[String(of)] ?? []) : 1));
    await clearEvent({ bulk: client, buckets: 1 }, 801, [7]);
    const cast = [1, 2, 3, 4, 5].flatMap((round) => [`{7:05cc}:votes:${round}`, `{7:05cc}:scores:${round}`]);
    expect(asked).to.deep.equal([
      ['zrem', 'live:events', '801'],
      ['hkeys', key],
      ['hdel', key, 'windows', 'joined'],
      ['unlink', `${key}:stream`, `${key}:history`],
      ...cast.map((one) => ['hkeys', one]),
      ['unlink', '{7:05cc}:windows', ...cast, '{7:05cc}:rate:ann', '{7:05cc}:rate:bob'],
      ['hkeys', '{7:05cc}:tally'],
      ['hdel', '{7:05cc}:tally', 'announced', '1:11'],
      ['hincrby', '{7:05cc}:tally', 'changes', 1],
      ['hkeys', '{7:05cc}:scoretally'],
      ['hdel', '{7:05cc}:scoretally', '1:1'],
      ['hincrby', '{7:05cc}:scoretally', 'changes', 1],
      ['publish', 'live:801', ''],
      ['publish', 'tally:7', ''],
    ]);
  });

  it('has at most a thousand keys removed at once', async () => {
    for (const [count, sizes] of [
      [989, [2, 1_000]],
      [990, [2, 1_000, 1]],
    ] as const) {
      const clients = Array.from({ length: count }, (_, nth) => `client-${nth}`);
      const { client, asked } = recordClient((name, [of]) => {
        if (of === '{7:05cc}:tally') return ['changes'];
        return name === 'hkeys' && of === '{7:05cc}:votes:2' ? clients : [];
      });
      await clearEvent({ bulk: client, buckets: 1 }, 801, [7]);
      expect(asked.filter(([name]) => name === 'unlink').map(({ length }) => length - 1)).to.deep.equal(sizes);
      expect(asked.filter(([name]) => name === 'hdel' || name === 'hincrby')).to.deep.equal([]);
    }
    const none = recordClient(() => []);
    await clearEvent({ bulk: none.client, buckets: 2 }, 801, []);
    expect(none.asked.map(([name]) => name)).to.deep.equal(['zrem', 'hkeys', 'unlink', 'publish']);
  });
});

describe('a snapshot of a feed', () => {
  const update = (more: object = {}): LiveUpdate => ({ sequence: 5, FMLiveFeed: { EventID: '801', ...more } });

  it('is of the event or of a bout, with what windows follow from', () => {
    const event = toSnapshot(update());
    expect([event.eventId, event.field, event.onAir, event.facts.ended]).to.deep.equal(['801', 'event', '0', false]);
    expect(toSnapshot(update({ EventStart: '22:00:00' })).onAir).to.equal('1');
    const bout = toSnapshot({
      sequence: 1,
      Type: 'Stats',
      FMLiveFeed: { EventID: '801', FightID: '6411', CurrentRound: '3' },
    } as LiveUpdate);
    expect([bout.eventId, bout.field, bout.onAir, [...bout.facts.bouts.keys()]]).to.deep.equal([
      '801',
      'bout:6411',
      '',
      ['6411'],
    ]);
    expect(bout.feed.FMLiveFeed).to.include({ EventID: '801', FightID: '6411', CurrentRound: '3' });
  });
});
