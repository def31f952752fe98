import { setImmediate as turn } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import { expect } from 'chai';
import type { LiveUpdate } from '../../../contracts/schemas/metrics.ts';
import type { LiveBounds } from '../../../server/store/live/history.ts';
import { createLive } from '../../../server/store/live/live.ts';
import type { LiveContent } from '../../../server/store/live/update.ts';
import type { RedisClocks } from '../../../server/store/redis/clock.ts';
import { defaultStoreSettings, type StoreSettings } from '../../../server/store/settings.ts';
import { type Answer, recordClient } from '../../support/redis/recorded-client.ts';
import { useStandingTime } from '../../support/redis/standing-time.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const unavailable = (why: string) => `StoreUnavailable: The store is not available: ${why}`;
const unknown = (why: string) => `OutcomeUnknown: The store is not available: ${why}`;
const malformed = 'its reply is malformed';
const key = '{live:801}';
const historyKeys = [key, `${key}:history`, `${key}:stream`];

const update = (sequence: number, more: object = {}): LiveUpdate => ({
  sequence,
  FMLiveFeed: { EventID: '801', Fights: [{ FightID: '6411', CurRd: '2' }], ...more },
});
const windowsOf = (bouts: object, endedMs: number | null = null) => JSON.stringify({ bouts, endedMs });
const open = windowsOf({
  6411: { rounds: { 1: { openedMs: 900, closesMs: 950 }, 2: { openedMs: 980, closesMs: null } }, endedMs: null },
});
const bounds: LiveBounds = { versions: 7, historyBytes: 70, documentBytes: 700, bouts: 1 };

/** Live data of a Redis with these answers; `readLive` may depend on the fields that are asked for. */
function liveOf(
  answers: Record<string, unknown>,
  settings: Partial<StoreSettings> = {},
  fights: object[] = [{ id: 7, statid: 6411 }],
) {
  const told: unknown[][] = [];
  const answer: Answer = (name, args) => {
    told.push([name, ...args]);
    const reply = answers[`${name} ${args.slice(1).join()}`] ?? answers[name];
    return typeof reply === 'function' ? reply(args) : (reply ?? null);
  };
  const writes = recordClient(answer);
  const reads = recordClient((name, args) => answer(`reads ${name}`, args));
  const note =
    (name: string) =>
    async (...args: unknown[]) =>
      void told.push([name, ...args]);
  const clock = {
    ahead: async () => ({ least: 5_000.5 - performance.timeOrigin, most: 0 }),
    now: async () => 100_000_000,
    observe: note('observe'),
    restart: note('restart'),
  };
  const clocks = { of: (of: string) => told.push(['clock', of]) && clock } as unknown as RedisClocks;
  const content = {
    checkNotLost: note('checkNotLost'),
    list: async (...args: unknown[]) => {
      told.push(['list', ...args]);
      return { records: fights.length > 0 ? [{ fights }] : [] };
    },
  } as unknown as LiveContent;
  const parts = {
    reads: reads.client,
    writes: writes.client,
    clocks,
    settings: { ...defaultStoreSettings, buckets: 2, ...settings },
  };
  return { live: createLive(parts, content, bounds), told };
}

const stored = {
  'readLive version,windows': [1_000, '4', open],
  'readLive windows,joined': [1_000, open, null],
  updateLive: [1, 1_001, '5', 5],
  zadd: 0,
  openRounds: 2,
  hset: 0,
};

describe('an update of a live feed', () => {
  const time = useStandingTime();

  /** A result, or why there is none. */
  async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
    let found: unknown;
    const reason = await reasonOf(
      work.then((result) => {
        found = result;
      }),
    );
    return reason === 'done' ? found : reason;
  }

  it('is stored with its windows and its bounds, opens its rounds, and notes that it did', async () => {
    const { live, told } = liveOf(stored);
    expect(await live.update(update(5))).to.deep.equal({ outcome: 'applied', sequence: 5, version: 5 });
    const sent = told.find(([name]) => name === 'updateLive') ?? [];
    const document = String(sent[7]);
    expect(JSON.parse(document).FMLiveFeed.Fights[0].CurRd).to.equal('2');
    expect(sent[6]).to.match(/^[\w-]{43}$/);
    expect(inflateSync(sent[14] as Buffer).toString()).to.equal(document);
    const joined = told.at(-1)?.[3];
    expect(joined).to.match(/^[\w-]{43}$/);
    const rounds = ['801/6411', '1', '900', '950', '2', '980', ''];
    expect(told).to.deep.equal([
      ['clock', key],
      ['readLive', [key], 'version', 'windows'],
      [
        ...['updateLive', historyKeys, '5300', '4', 'event', '5', sent[6], document, open, '1000', '0'],
        ...['live:801', '7', '43200000', sent[14], '70', '1', '700', '0'],
      ],
      ['observe', 1_001, performance.timeOrigin + 100],
      ['zadd', 'live:events', 'GT', 1_000, '801'],
      ['readLive', [key], 'windows', 'joined'],
      ['list', 'events', 'statid:801', { limit: 1 }],
      ['openRounds', ['{7:05cc}:windows'], ...rounds],
      ['openRounds', ['{7:0bku}:windows'], ...rounds],
      ['hset', key, 'joined', joined],
    ]);
  });

  it('of an event without live data is stored as the first, once nothing is lost', async () => {
    const { live, told } = liveOf(
      { ...stored, 'readLive version,windows': [1_000, null, null] },
      { deadlineMs: 0, liveHours: 1, roundGraceSeconds: 3 },
    );
    await live.update(update(5, { EventStart: '22:00:00' }));
    expect(told[2]).to.deep.equal(['checkNotLost']);
    const sent = told[3] ?? [];
    const first = { openedMs: 1_000, closesMs: 1_000 };
    expect([sent[2], sent[3], sent[10], sent[13], JSON.parse(String(sent[8]))]).to.deep.equal([
      ...['0', '0', '1', '3600000'],
      {
        bouts: { 6411: { rounds: { 1: first, 2: { openedMs: 1_000, closesMs: null } }, endedMs: null } },
        endedMs: null,
      },
    ]);
    const later = liveOf(stored, { roundGraceSeconds: 3 });
    await later.live.update(update(5, { Fights: [{ FightID: '6411', CurRd: '3' }] }));
    expect(JSON.parse(String(later.told[2]?.[8])).bouts['6411'].rounds['2']).to.deep.equal({
      openedMs: 980,
      closesMs: 4_000,
    });
  });

  it('that would begin more bouts than there is room for is marked, unless they had begun', async () => {
    const both = {
      Fights: [
        { FightID: '6411', CurRd: '2' },
        { FightID: '6412', CurRd: '1' },
      ],
    };
    const two = windowsOf({
      6411: { rounds: { 1: { openedMs: 1, closesMs: 2 } }, endedMs: null },
      6412: { rounds: { 1: { openedMs: 1, closesMs: 2 } }, endedMs: null },
    });
    for (const [windows, more, mark] of [
      [open, both, '1'],
      [two, both, '0'],
      [null, {}, '0'],
      [open, {}, '0'],
    ] as const) {
      const { live, told } = liveOf({ ...stored, 'readLive version,windows': [1_000, '4', windows] });
      await live.update(update(5, more));
      expect(told[2]?.at(-1)).to.equal(mark);
    }
  });

  it('has the outcome that Redis says, and what follows only where it is stored', async () => {
    for (const [code, outcome, follows] of [
      [1, 'applied', true],
      [2, 'duplicate', true],
      [3, 'stale', false],
      [-2, 'conflict', false],
      [-4, 'full', false],
    ] as const) {
      const { live, told } = liveOf({ ...stored, updateLive: [code, 1_001, '9007199254740991', 8] });
      expect(await live.update(update(5))).to.deep.equal({ outcome, sequence: 9_007_199_254_740_991, version: 8 });
      expect(told.some(([name]) => name === 'zadd')).to.equal(follows);
    }
  });

  it('is tried twenty times while others come in between', async () => {
    for (const code of [-3, 7]) {
      let left = 19;
      const late = liveOf({ ...stored, updateLive: () => [left-- > 0 ? code : 1, 1_001, '5', 5] });
      expect((await late.live.update(update(5))).outcome).to.equal('applied');
      const never = liveOf({ ...stored, updateLive: [code, 1_001, '5', 5] });
      expect(await outcomeOf(never.live.update(update(5)))).to.equal(
        unavailable('too many updates of this event at once'),
      );
      for (const { told } of [late, never]) expect(told.filter(([name]) => name === 'updateLive')).to.have.length(20);
    }
  });

  it('fails where it took too long, and where its reply is none, with what is known of it', async () => {
    const expired = liveOf({ ...stored, updateLive: [-1, 1_001, '5', 5] });
    expect(await outcomeOf(expired.live.update(update(5)))).to.equal(unavailable('it took too long'));
    expect(expired.told.at(-1)).to.deep.equal(['restart', 1_001]);
    for (const reply of [
      null,
      [],
      [1.5, 1, '5', 5],
      ['1', 1, '5', 5],
      [1, -1, '5', 5],
      [1, 1, 'x', 5],
      [1, 1, '5', '5'],
      [1, 1, '5', 1.5],
    ]) {
      const { live } = liveOf({ ...stored, updateLive: reply });
      expect(await outcomeOf(live.update(update(5))), JSON.stringify(reply)).to.equal(unknown(malformed));
    }
    for (const reply of [null, [], [1_000, '4'], [1_000, '4', null, null], [-1, '4', null], [1_000, 4, null]]) {
      const { live } = liveOf({ ...stored, 'readLive version,windows': reply });
      expect(await outcomeOf(live.update(update(5))), JSON.stringify(reply)).to.equal(unavailable(malformed));
    }
  });

  it('is not stored when it came too late', async () => {
    for (const [nowMs, said] of [
      [1_100, unavailable('it came too late')],
      [1_099, { outcome: 'applied', sequence: 5, version: 5 }],
    ] as const) {
      const { live } = liveOf({
        ...stored,
        'readLive version,windows': () => {
          time.ms = nowMs;
          return [1_000, '4', open];
        },
      });
      expect(await outcomeOf(live.update(update(5)))).to.deep.equal(said);
    }
  });

  it('is of unknown outcome where what follows it fails', async () => {
    const away = liveOf({ ...stored, zadd: new Error('no answer') });
    expect(await outcomeOf(away.live.update(update(5)))).to.equal(
      unknown('what follows an update: The store is not available: no answer'),
    );
    const broken = liveOf({ ...stored, 'readLive windows,joined': [1_000, '{', null] });
    expect(await outcomeOf(broken.live.update(update(5)))).to.match(/^SyntaxError/);
  });

  it('waits for the one before of its event, and fails with it', async () => {
    const first = Promise.withResolvers<unknown>();
    let calls = 0;
    const { live, told } = liveOf({
      ...stored,
      updateLive: ([keys]: [string[]]) => (keys[0] === key && calls++ === 0 ? first.promise : [1, 1_001, '5', 5]),
    });
    const works = [live.update(update(5)), live.update(update(6)), live.update(update(1, { EventID: '802' }))].map(
      outcomeOf,
    );
    expect(await works[2]).to.deep.include({ outcome: 'applied' });
    while (calls < 1) await turn();
    expect(told.filter(([name]) => name === 'updateLive')).to.have.length(2);
    first.resolve(new Error('no answer'));
    const earlier = unavailable('an earlier update of the event failed');
    expect(await Promise.all(works.slice(0, 2))).to.deep.equal([unavailable('no answer'), earlier]);
    expect(await live.update(update(7))).to.deep.include({ outcome: 'applied' });
  });

  it('sends windows again only where they are others, or ten seconds later while one is open', async () => {
    const digests: string[] = [];
    const closed = windowsOf({ 6411: { rounds: { 1: { openedMs: 900, closesMs: 1_000 } }, endedMs: null } });
    for (const [windows, later, isSent] of [
      [open, 9_999, false],
      [open, 10_000, true],
      [closed, 50_000, false],
      [windowsOf({}), 50_000, false],
    ] as const) {
      const joinAt = async (nowMs: number, joined: unknown, buckets = 2) => {
        const { live, told } = liveOf(
          { 'readLive windows,joined': [nowMs, windows, joined], zrange: ['801'], openRounds: 1 },
          { buckets },
        );
        await live.joinFights();
        expect(told[0]).to.deep.equal(['zrange', 'live:events', '0', '-1']);
        return told.filter(([name]) => name === 'openRounds' || name === 'hset');
      };
      const sent = await joinAt(10_000, null);
      const digest = sent.at(-1)?.[3];
      expect(sent.filter(([name]) => name === 'openRounds')).to.have.length(windows.includes('openedMs') ? 2 : 0);
      digests.push(String(digest));
      expect((await joinAt(10_000 + later, digest)).length > 0, String(later)).to.equal(isSent);
      expect(await joinAt(10_000, digest, 3), 'with other buckets').not.to.deep.equal([]);
    }
    // Servers of several versions compare these.
    const [ofOpen, ...others] = [
      'l_bY1a8uRJhecL64n6W80JnpNCGe9u9otRUVTkG6uKo',
      'UzWEjaKcdCLFmA3avPfRq50rRjgh8JYHho5Ocn4uZZs',
      'sHDjXs0aHGC6pb55-APyuHvXXIzhEDya6plgUaBxHpA',
    ];
    expect(digests).to.deep.equal([ofOpen, ofOpen, ...others]);
  });

  it('frees the turn of its event when it ends, and keeps that of the next one', async () => {
    const replies = [new Error('no answer'), [1, 1_001, '5', 5]];
    const { live } = liveOf({ ...stored, updateLive: () => replies.shift() });
    expect(await outcomeOf(live.update(update(5)))).to.equal(unavailable('no answer'));
    expect(await live.update(update(6))).to.deep.include({ outcome: 'applied' });
    const turns = [1, 2, 3].map(() => Promise.withResolvers<unknown>());
    let begun = 0;
    const slow = liveOf({ ...stored, updateLive: () => turns[begun++]?.promise });
    const [first, second] = [slow.live.update(update(5)), slow.live.update(update(6))];
    turns[0]?.resolve([1, 1_001, '5', 5]);
    await first;
    const third = slow.live.update(update(7));
    while (begun < 2) await turn();
    for (let time = 0; time < 20; time++) await turn();
    expect(begun, 'the third waits for the second').to.equal(2);
    for (const { resolve } of turns) resolve([1, 1_001, '5', 5]);
    await Promise.all([second, third]);
    expect(begun).to.equal(3);
  });

  it('joins the fights of the newest event with that statid, each with a bout that has begun', async () => {
    const fights = [
      { id: 7, statid: 6411 },
      { id: 8, statid: 6412 },
      { id: 9, statid: null },
    ];
    const { live, told } = liveOf(stored, {}, fights);
    await live.update(update(5));
    expect(told.filter(([name]) => name === 'openRounds').map(([, keys]) => keys)).to.deep.equal([
      ['{7:05cc}:windows'],
      ['{7:0bku}:windows'],
    ]);
    const none = liveOf({ ...stored, 'readLive windows,joined': [1_000, null, null] }, {}, []);
    await none.live.update(update(5));
    expect(none.told.filter(([name]) => name === 'openRounds')).to.deep.equal([]);
    expect(none.told.at(-1)?.[0]).to.equal('hset');
  });
});
