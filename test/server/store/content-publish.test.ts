import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import promises from 'node:timers/promises';
import { expect } from 'chai';
import { diffGenerations } from '../../../server/store/content/diff.ts';
import {
  createPublisher,
  mapOutOfMemory,
  type PublisherLock,
  whilePublishing,
} from '../../../server/store/content/publish.ts';
import { type AnyRecord, anyCollection, placesOf } from '../../../server/store/content/record-encoding.ts';
import type { Entry } from '../../../server/store/index.ts';
import { StoreUnavailable } from '../../../server/store/redis/errors.ts';
import { defaultStoreSettings } from '../../../server/store/settings.ts';
import { rawFighter } from '../../support/fixtures/records.ts';
import { type Answer, recordClient } from '../../support/redis/recorded-client.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { replaceTimers, sleepFor } from '../../support/run/replace-timers.ts';

const lockKeys = ['{content}:publishing', '{content}:counter'];
const fighter = (id: number, more: object = {}): AnyRecord => anyCollection('fighters').normalise(rawFighter(id, more));
const entryOf = (record: AnyRecord) => ({ collection: 'fighters', record }) as Entry;
const stalled =
  'PublishInProgress: This publish stalled for more than 10 seconds and lost its turn; nothing was changed. Try again.';

/** Runs without the timer that extends the lock; returns what it would do, and when. */
async function withoutTimer<T>(
  work: (timer: { ms?: number | undefined; touch: () => void }) => Promise<T>,
): Promise<T> {
  const timer: { ms?: number | undefined; touch: () => void } = { touch: () => undefined };
  const restore = replaceTimers('setInterval', 'content/publish.ts', (touch, ms) => {
    Object.assign(timer, { touch, ms });
    return undefined;
  });
  try {
    return await work(timer);
  } finally {
    restore();
  }
}

describe('the lock of a publisher', () => {
  it('names the collections, and whether a generation is written, and is let go at the end', async () => {
    for (const [writes, flag] of [
      [true, '1'],
      [false, '0'],
    ] as const) {
      const { client, asked } = recordClient((name) => (name === 'lockContent' ? 'an-id 12 news media ' : 1));
      const lock = await withoutTimer(async (timer) => {
        const taken = await whilePublishing(client, ['news', 'media'], writes, async (one: PublisherLock) => one);
        expect(timer.ms).to.equal(2_500);
        return taken;
      });
      expect([lock.generation, lock.token]).to.deep.equal([12, 'an-id 12 news media ']);
      const [id] = asked[0]?.slice(2, 3) ?? [];
      expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
      expect(asked).to.deep.equal([
        ['lockContent', lockKeys, id, '10000', flag, 'news', 'media'],
        ['touchLock', ['{content}:publishing'], 'an-id 12 news media ', '0'],
      ]);
    }
  });

  it('is refused while another has it', async () => {
    const { client, asked } = recordClient();
    expect(await reasonOf(whilePublishing(client, ['news'], true, async () => undefined))).to.equal(
      'PublishInProgress: Another publish is running. Try again when it is done; if it was killed, in 10 seconds.',
    );
    expect(asked).to.have.length(1);
  });

  it('is let go after a failure, and a failure to let it go is none', async () => {
    const { client, asked } = recordClient((name) => (name === 'lockContent' ? 'id 12 news ' : new Error('no answer')));
    const failing = whilePublishing(client, ['news'], true, () => Promise.reject(new Error('broken')));
    expect(await reasonOf(failing)).to.equal('Error: broken');
    expect(asked.at(-1)?.[0]).to.equal('touchLock');
    expect(await reasonOf(whilePublishing(client, ['news'], true, async () => 1))).to.equal('done');
  });

  it('is known to be lost when it cannot be extended any more, not when Redis does not answer', async () => {
    const replies: unknown[] = [1, new Error('no answer'), 0, 1];
    const { client, asked } = recordClient((name) => (name === 'lockContent' ? 'id 12 news ' : replies.shift()));
    await withoutTimer(async (timer) => {
      await whilePublishing(client, ['news'], true, async ({ check }) => {
        const said: string[] = [];
        for (let time = 0; time < 4; time++) {
          timer.touch();
          await new Promise((turn) => setImmediate(turn));
          said.push(await reasonOf((async () => check())()));
        }
        expect(said).to.deep.equal(['done', 'done', stalled, stalled]);
      });
    });
    expect(asked[1]).to.deep.equal(['touchLock', ['{content}:publishing'], 'id 12 news ', '10000']);
  });
});

describe('a publish', () => {
  const scripts: Answer = (name) =>
    name === 'lockContent' ? 'id 12 fighters news ' : name === 'publishContent' ? [1] : 1;

  /** What is asked besides the lock, and how often garbage is collected. */
  async function publish(
    records: AsyncIterable<Entry> | Iterable<Entry | Entry[]>,
    {
      answer = scripts,
      batchBytes = 1 << 18,
      failures = 0,
      who,
    }: { answer?: Answer; batchBytes?: number; failures?: number; who?: string } = {},
  ) {
    const clock = mock.method(Date, 'now', () => 1_700_000_000_000);
    const { client, asked } = recordClient(answer);
    const collected: number[] = [];
    const collect = async (_: unknown, kept: number) => {
      collected.push(kept);
      if (collected.length > 1 && collected.length < 2 + failures) throw new Error('no answer');
    };
    const settings = { ...defaultStoreSettings, generationsKept: 2 };
    const run = createPublisher(client, settings, { collect, batchBytes });
    let published: number | undefined;
    const work = run(['fighters', 'news'], records, who === undefined ? {} : { who }).then((count) => {
      published = count;
    });
    const reason = await reasonOf(work);
    clock.mock.restore();
    return { published, reason, asked: asked.filter(([name]) => !/Lock|lock/.test(String(name))), collected };
  }

  const first = fighter(1, { nickname: 'é' });
  const json = JSON.stringify(first);
  const key = '{content}:12:fighters';
  const places = placesOf('fighters', first);
  const batch = [
    'multi',
    ['sadd', '{content}:written', key],
    ['hset', key, '1', json],
    ['sadd', `${key}:lists`, ...places.map(({ group }) => group)],
    ...places.map(({ group, member }) => ['zadd', `${key}:list:${group}`, 0, member]),
  ];
  const madeLive = (who: string, ...figures: string[]) => [
    'publishContent',
    ['{content}:publishing', '{content}:live', '{content}:counter', '{content}:generations'],
    ...['id 12 fighters news ', '12', who, '1700000000000', 'fighters', key, ...figures, 'news', '{content}:12:news'],
    ...['0', '0'],
  ];
  const bytes = String(Buffer.byteLength(json));

  it('writes its records with what finds them, in one transaction, and makes them live with their figures', async () => {
    const { published, asked, collected } = await publish([entryOf(first)], { who: 'Ann' });
    expect(published).to.equal(1);
    expect(asked).to.deep.equal([batch, madeLive('Ann', '1', bytes)]);
    expect(collected).to.deep.equal([2, 2]);
    const portions = await publish([[entryOf(first)], []]);
    expect(portions.asked).to.deep.equal([batch, madeLive('unknown', '1', bytes)]);
    const none = await publish([]);
    expect([none.published, none.asked]).to.deep.equal([0, [madeLive('unknown', '0', '0')]]);
  });

  it('writes several records of a list together, until a batch is full', async () => {
    const second = fighter(2);
    const both = await publish([entryOf(first), entryOf(second)]);
    expect(both.asked).to.have.length(2);
    expect(both.asked[0]?.[2]).to.deep.equal(['hset', key, '1', json, '2', JSON.stringify(second)]);
    const all = placesOf('fighters', second)[0]?.member;
    expect(both.asked[0]?.[4]).to.deep.equal(['zadd', `${key}:list:all`, 0, places[0]?.member, 0, all]);
    const size = json.length + places.reduce((sum, { member }) => sum + member.length, 0);
    for (const [batchBytes, batches] of [
      [size, 2],
      [size + 1, 1],
    ] as const) {
      const { asked, published } = await publish([entryOf(first), entryOf(second)], { batchBytes });
      expect([asked.length - 1, published]).to.deep.equal([batches, 2]);
    }
  });

  it('fails for a reason of Redis, of its records, or of another publisher', async () => {
    const replying =
      (reply: unknown): Answer =>
      (name, args) =>
        name === 'publishContent' ? reply : scripts(name, args);
    for (const [answer, said] of [
      [replying([0]), stalled],
      [replying([-1, 1, 0]), `Error: ${key} has 1 records but 0 different keys.`],
      [replying([-1, 2, 5]), 'Error: {content}:12:news has 0 records but 5 different keys.'],
      [replying([-2]), /^LiveGenerationLost: /],
      [
        replying(Object.assign(new Error('OOM command not allowed'), { name: 'ReplyError' })),
        'StoreUnavailable: The store is not available: Redis is full (maxmemory is reached)',
      ],
      [
        (name: string, args: unknown[]) => (name === 'hset' ? new Error('no answer') : scripts(name, args)),
        'StoreUnavailable: The store is not available: no answer',
      ],
    ] as [Answer, string | RegExp][]) {
      const { reason, collected } = await publish([entryOf(first)], { answer });
      if (typeof said === 'string') expect(reason).to.equal(said);
      else expect(reason).to.match(said);
      expect(collected).to.deep.equal([2, 2]);
    }
    const { reason, collected } = await publish([], { answer: () => null });
    expect([reason.slice(0, 43), collected]).to.deep.equal(['PublishInProgress: Another publish is runni', []]);
  });

  it('tries three times to remove what is left, a tenth of a second apart', async () => {
    const sleeping = mock.method(
      promises,
      'setTimeout',
      sleepFor('content/publish.ts', async (ms) => waits.push(ms)),
    );
    const waits: number[] = [];
    syncBuiltinESMExports();
    try {
      for (const [failures, expected] of [
        [0, []],
        [2, [100, 100]],
        [3, [100, 100, 100]],
      ] as const) {
        waits.length = 0;
        const { reason, collected } = await publish([entryOf(first)], { failures });
        expect([reason, collected.length - 1, waits]).to.deep.equal(['done', failures === 0 ? 1 : 3, expected]);
      }
    } finally {
      sleeping.mock.restore();
      syncBuiltinESMExports();
    }
  });

  it('names the cause where Redis is full, and no other', () => {
    const other = new StoreUnavailable('it is a LOOM');
    expect(mapOutOfMemory(other)).to.equal(other);
    const error = new Error('OOM');
    expect(mapOutOfMemory(error)).to.equal(error);
  });
});

describe('the difference of two generations', () => {
  const sortOf = (record: AnyRecord) => anyCollection('fighters').sort(record);

  /** By generation, the fighters that it has; what they have in common was changed in place. */
  async function diff(
    from: number,
    to: number,
    answers: Record<string, unknown>,
    stored: Record<string, Record<string, string>>,
  ) {
    const { client, asked } = recordClient((name, args) => {
      if (name !== 'readContent') return answers[[name, ...args].join(' ')] ?? {};
      const [, what, generation, collection, ...keys] = args as string[];
      const records = (collection === 'fighters' && stored[generation ?? '']) || {};
      if (what === 'get') return [7, ...keys.map((one) => records[one] ?? null)];
      if (what === 'keyed') return [7, ...keys.map((one) => (records[one] ? 1 : 0))];
      const bound = (args[5] as Buffer).toString('latin1');
      const rest = Object.entries(records).filter(
        ([, text]) => bound.slice(1) < `\0${sortOf(JSON.parse(text)).replaceAll('\0', '\0\x01')}`,
      );
      const page = rest.slice(0, 2);
      return [7, rest.length > page.length ? 1 : 0, ...page.flat()];
    });
    const found: string[] = [];
    const reason = await reasonOf(
      (async () => {
        for await (const { collection, key: one, change } of diffGenerations(client, from, to)) {
          found.push(`${collection} ${one} ${change}`);
        }
      })(),
    );
    return { found: reason === 'done' ? found : reason, asked };
  }
  const text = (id: number, more: object = {}) => JSON.stringify(fighter(id, more));

  it('is asked of what was changed in place since the earlier one', async () => {
    const manifest = { generation: '1', fighters: '{content}:1:fighters' };
    const answers = {
      'hgetall {content}:live:3': manifest,
      'hgetall {content}:live:5': { ...manifest, generation: '5' },
      'zrangebyscore {content}:1:fighters:changes (3 5': ['4', '5'],
      'hkeys {content}:1:fighters:before:4': ['r1', 'lall\0x', 'r2'],
      'hkeys {content}:1:fighters:before:5': ['r1', 'r3', 'r4'],
    };
    const stored = {
      '3': { '1': text(1), '3': text(3), '4': text(4) },
      '5': { '1': text(1, { nickname: 'x' }), '2': text(2), '4': text(4) },
    };
    const there = await diff(3, 5, answers, stored);
    expect(there.found).to.deep.equal(['fighters 1 changed', 'fighters 2 added', 'fighters 3 removed']);
    expect(there.asked.slice(0, 5)).to.deep.equal([
      ...[
        ['hgetall', '{content}:live:3'],
        ['hgetall', '{content}:live:5'],
      ],
      ['zrangebyscore', '{content}:1:fighters:changes', '(3', 5],
      ...[
        ['hkeys', '{content}:1:fighters:before:4'],
        ['hkeys', '{content}:1:fighters:before:5'],
      ],
    ]);
    const back = await diff(5, 3, answers, stored);
    expect(back.found).to.deep.equal(['fighters 1 changed', 'fighters 2 removed', 'fighters 3 added']);
  });

  it('is read from all records where a collection was replaced, by pages', async () => {
    const answers = {
      'hgetall {content}:live:3': { generation: '3', fighters: '{content}:3:fighters' },
      'hgetall {content}:live:5': { generation: '5', fighters: '{content}:5:fighters' },
      'hgetall {content}:live:6': { generation: '6', events: '{content}:6:events' },
    };
    const stored = {
      '3': { '1': text(1), '2': text(2), '3': text(3), '5': text(5) },
      '5': { '1': text(1), '2': text(2, { nickname: 'x' }), '4': text(4), '5': text(5), '6': text(6) },
    };
    const { found, asked } = await diff(3, 5, answers, stored);
    expect(found).to.deep.equal(['fighters 2 changed', 'fighters 3 removed', 'fighters 4 added', 'fighters 6 added']);
    const lists = asked.filter((one) => one[2] === 'list');
    expect(lists.map((one) => [one[3], one[8], one[9]])).to.deep.equal(
      ['3', '3', '5', '5', '5'].map((generation) => [generation, 'ascending', '500']),
    );
    expect((await diff(3, 6, answers, stored)).found).to.deep.equal([1, 2, 3, 5].map((id) => `fighters ${id} removed`));
    expect((await diff(3, 9, answers, stored)).found).to.equal(
      'NoSuchGeneration: There is no generation 9: content list shows the generations.',
    );
  });
});
