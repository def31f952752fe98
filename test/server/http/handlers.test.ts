import { expect } from 'chai';
import { normaliseAll, type Records } from '../../../contracts/content/collections/index.ts';
import { type ContentReader, memoryReader } from '../../../contracts/content/reader.ts';
import { Problem } from '../../../contracts/requests/problem.ts';
import { handlers } from '../../../server/handlers/index.ts';
import { type Context, Reply } from '../../../server/handlers/types.ts';
import { findPosition } from '../../../server/queries/page-position.ts';
import { stateVersion } from '../../../server/queries/state-version.ts';
import { rawEvent, rawFight, rawFighter } from '../../support/fixtures/records.ts';

const when = { created: '2031-01-01T00:00:00Z', last_modified: '2031-01-02T00:00:00Z' };
const article = (id: number, more: object = {}) => ({
  ...{ id, title: `Article ${id}`, url_name: 'u', article_date: '2031-01-01T00:00:00Z', ...when },
  ...more,
});
const item = (id: number, more: object = {}) => ({
  ...{ id, title: `Item ${id}`, type: 'INTERNALVIDEO', url_name: 'u', media_date: '2031-01-01T00:00:00Z', ...when },
  ...more,
});
const stat = (statid: number, more: object = {}) => ({
  ...{ statid, stat: 'SLpM', Value: '1', Rank: statid, Born: 'PER' },
  ...more,
});

const raw = {
  fighters: [
    rawFighter(1, { statid: 11, title_holder: true, weight_class: 'Lightweight' }),
    rawFighter(2, { statid: 12 }),
    rawFighter(3, { statid: 13 }),
  ],
  events: [
    rawEvent(7, {
      statid: 77,
      main_event_fighter1_id: 3,
      fights: [
        rawFight(71),
        rawFight(72, { fightcard_order: 2, fighter2_id: 9 }),
        rawFight(73, { fightcard_order: 3 }),
      ],
    }),
    rawEvent(8, { statid: null, event_dategmt: '2031-03-06T02:00:00Z' }),
    rawEvent(9, { statid: 79, event_dategmt: '2031-02-06T02:00:00Z' }),
  ],
  news: [article(21, { fighter_ids: [1, 99], related_ids: [22, 98], article_media_id: 31 }), article(22)],
  media: [item(31, { fighter_ids: [1], event_ids: [7], highlight: true }), item(32)],
  octagon_girls: [{ id: 41, first_name: 'Ana', last_name: 'Vera' }],
  alerts: [
    { id: 51, title: 't', message: 'm', created: '2031-01-01T00:00:00Z', expires: '2031-01-01T00:00:09Z' },
    { id: 52, title: 't', message: 'm', created: '2031-01-01T00:00:00Z', expires: '2031-01-01T00:00:05Z' },
    { id: 53, title: 't', message: 'm', created: '2031-01-01T00:00:00Z' },
  ],
  pages: [{ page: 'instructions', title: 'How to vote', body: 'So.' }],
  stats: [stat(11), stat(12, { fighter_id: 2, first_name: 'a', last_name: 'b', weight_class: null }), stat(19)],
  translations: [{ id: 'labels', translations: { a: 'b' } }],
};
const memory = memoryReader(normaliseAll(raw as unknown as Parameters<typeof normaliseAll>[0]) as Records);

/** The content, and what of it was read. */
function watched() {
  const asked: unknown[] = [];
  const watch = (name: keyof ContentReader) => {
    return (...given: unknown[]) => {
      asked.push([name, ...given]);
      return (memory[name] as (...all: unknown[]) => Promise<unknown>)(...given);
    };
  };
  const names = ['get', 'many', 'list', 'first', 'names'] as const;
  const content = Object.fromEntries(names.map((name) => [name, watch(name)])) as unknown as ContentReader;
  return { asked, content };
}

const settings = {
  publicUrl: 'https://api.example.com',
  placeholderImage: 'https://img.example.com/none.png',
  notFoundPage: '',
};
/** What a handler answers, and what it has read for that. */
async function answer(name: keyof typeof handlers, values: object = {}, context: object = {}, family = 'v3') {
  const { asked, content } = watched();
  const handler = handlers[name] as (call: object, context: Context) => Promise<unknown>;
  const call = { family, values, content, body: undefined, caller: { address: () => 'a', feedEvents: undefined } };
  const result = await handler(call, { settings, ...context } as unknown as Context);
  const { body, status, headers, next, follows, tags, untilMs } = result instanceof Reply ? result : new Reply(result);
  return { asked, body: body as never, more: { status, headers, next, follows, tags, untilMs } };
}

const plain = { status: 200, headers: {}, next: undefined, follows: undefined, tags: [], untilMs: undefined };
/** What an article has beside its own values. */
interface Whole {
  article_media: { id: number };
  fighters: { id: number }[];
  related: { id: number }[];
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

describe('what a handler reads and answers', () => {
  it('is a page of a list, and the position of the next', async () => {
    const none = undefined;
    for (const [name, values, asked, ids, next] of [
      ['news', { limit: 1 }, [['list', 'news', none, { limit: 1 }]], [22], '2031-01-01T00:00:00Z\u00000000000022'],
      ['media', { limit: 1 }, [['list', 'media', none, { limit: 1 }]], [32], '\u00000000000032'],
      [
        'events',
        { limit: 2 },
        [['list', 'events', none, { limit: 2 }]],
        [7, 8],
        '2031-03-06T02:00:00Z\u00000000000008',
      ],
      [
        ...(['events', { cursor: '2031-03-06T02:00:00Z\u00000000000008' }] as const),
        [['list', 'events', none, { after: '2031-03-06T02:00:00Z\u00000000000008' }]],
        ...[[9], none],
      ],
      ['fighters', {}, [['list', 'fighters', none, {}]], [1, 2, 3], none],
      ['octagon_girls', {}, [['list', 'octagon_girls', none, {}]], [41], none],
      [
        'fighter_news',
        { fighter_id: 1 },
        [
          ['get', 'fighters', 1],
          ['list', 'news', 'fighter:1', {}],
        ],
        [21],
        none,
      ],
      [
        'fighter_media',
        { fighter_id: 1 },
        [
          ['get', 'fighters', 1],
          ['list', 'media', 'fighter:1', {}],
        ],
        [31],
        none,
      ],
      [
        'event_media',
        { event_id: 7 },
        [
          ['get', 'events', 7],
          ['list', 'media', 'event:7', {}],
        ],
        [31],
        none,
      ],
      [
        'event_highlights',
        { event_id: 7 },
        [
          ['get', 'events', 7],
          ['list', 'media', 'highlights:7', {}],
        ],
        [31],
        none,
      ],
      ['media_item', { id: 31 }, [['get', 'media', 31]], 31, none],
      ['octagon_girl', { id: 41 }, [['get', 'octagon_girls', 41]], 41, none],
      ['fighter', { id: 2 }, [['get', 'fighters', 2]], 2, none],
      [
        'event',
        { id: 7 },
        [
          ['get', 'events', 7],
          ['many', 'fighters', [1, 2, 9]],
        ],
        7,
        none,
      ],
      ['translations', { id: 'labels' }, [['get', 'translations', 'labels']], 'labels', none],
    ] as const) {
      const reply = await answer(name as keyof typeof handlers, values as object);
      const body = reply.body as { id: number } | { id: number }[];
      const found = { asked: reply.asked, ids: Array.isArray(body) ? idsOf(body) : body.id, more: reply.more };
      expect(found, String(name)).to.deep.equal({ asked, ids, more: { ...plain, next } });
    }
  });

  it('is a problem where nothing has the id', async () => {
    for (const [name, values, code] of [
      ['media_item', { id: 1 }, 'media-item-not-found'],
      ['article', { id: 1 }, 'article-not-found'],
      ['octagon_girl', { id: 1 }, 'ring-presenter-not-found'],
      ['translations', { id: 'x' }, 'translation-not-found'],
      ['fighter', { id: 9 }, 'fighter-not-found'],
      ['fighter_news', { fighter_id: 9 }, 'fighter-not-found'],
      ['event', { id: 1 }, 'event-not-found'],
      ['event_media', { event_id: 1 }, 'event-not-found'],
    ] as const) {
      const error = await answer(name, values).catch((reason: unknown) => reason);
      expect([name, error instanceof Problem && error.key]).to.deep.equal([name, code]);
    }
  });

  it('is an article with what it refers to, as far as that is there', async () => {
    const whole = await answer('article', { id: 21 });
    expect(whole.asked).to.deep.equal([
      ...[
        ['get', 'news', 21],
        ['get', 'media', 31],
        ['many', 'fighters', [1, 99]],
        ['many', 'news', [22, 98]],
      ],
    ]);
    const { article_media, fighters, related } = whole.body as unknown as Whole;
    expect([article_media.id, idsOf(fighters), idsOf(related)]).to.deep.equal([31, [1], [22]]);
    const bare = await answer('article', { id: 22 });
    expect(bare.asked).to.deep.equal([
      ['get', 'news', 22],
      ['many', 'fighters', []],
      ['many', 'news', []],
    ]);
  });

  it('is a part of a card or of the divisions, cut where the page ends', async () => {
    const card = async (values: object) => {
      const { body, more } = await answer('event_fights', { event_id: 7, ...values });
      return [idsOf(body), more.next];
    };
    const keyOf = (order: number) => `000000000${order}\u0000000000007${order}`;
    expect(await card({})).to.deep.equal([[71, 72, 73], undefined]);
    expect(await card({ limit: 3 })).to.deep.equal([[71, 72, 73], undefined]);
    expect(await card({ limit: 2 })).to.deep.equal([[71, 72], keyOf(2)]);
    expect(await card({ limit: 1, cursor: keyOf(1) })).to.deep.equal([[72], keyOf(2)]);
    expect(await card({ limit: 2, cursor: keyOf(1) })).to.deep.equal([[72, 73], undefined]);
    expect(await card({ cursor: keyOf(3) })).to.deep.equal([[], undefined]);
    const divisions = async (values: object) => {
      const { body, more } = await answer('title_holders', values);
      return [(body as { weight_class: string }[]).map((row) => row.weight_class), more.next];
    };
    const [all] = (await divisions({})) as [string[]];
    expect(all.length).to.be.above(3);
    expect(await divisions({})).to.deep.equal([all, undefined]);
    expect(await divisions({ limit: 2 })).to.deep.equal([all.slice(0, 2), all[1]]);
    expect(await divisions({ limit: 1, cursor: all[0] })).to.deep.equal([all.slice(1, 2), all[1]]);
    expect(await divisions({ limit: all.length })).to.deep.equal([all, undefined]);
    expect(await divisions({ limit: all.length - 1, cursor: all[0] })).to.deep.equal([all.slice(1), undefined]);
    expect(await divisions({ cursor: all.at(-1) })).to.deep.equal([[], undefined]);
  });

  it('is rows of statistics, of which the incomplete ones are completed', async () => {
    const { asked, body, more } = await answer('fighters_stats', {});
    expect(asked).to.deep.equal([
      ['list', 'stats', undefined, {}],
      ['first', 'fighters', ['statid:11', 'statid:19']],
    ]);
    const rows = body as { statid: number; fighter_id: number; last_name: string; weight_class: string }[];
    expect(
      rows.map(({ statid, fighter_id, last_name, weight_class }) => [statid, fighter_id, last_name, weight_class]),
    ).to.deep.equal([
      [11, 1, 'Ejemplo1', 'Lightweight'],
      [12, 2, 'b', null],
      [19, null, null, null],
    ]);
    expect(more).to.deep.equal(plain);
    const cursor = '10\u00000000000011\u00000000000011';
    const page = await answer('fighters_stats', { limit: 1, cursor, weight_class: 'lw' });
    expect(page.asked[0]).to.deep.equal(['list', 'stats', 'w:lw', { limit: 1, after: cursor }]);
    const filters = await answer('fighters_stats_filter_key_values');
    expect(filters.asked).to.deep.equal([
      ['names', 'stats', 'c'],
      ['many', 'translations', ['weight_classes', 'countries', 'labels']],
    ]);
    expect((filters.body as { born_country: unknown }).born_country).to.deep.equal([{ key: 'PER', value: 'PER' }]);
  });

  it('changes with time where an alert expires', async () => {
    const { now } = Date;
    try {
      const shown: unknown[] = [];
      for (const second of ['00', '04', '05', '08', '09']) {
        Date.now = () => Date.parse(`2031-01-01T00:00:${second}Z`);
        const { body, more } = await answer('alerts');
        shown.push([idsOf(body), more.untilMs && new Date(more.untilMs).toISOString()]);
      }
      expect(shown).to.deep.equal([
        [[53, 52, 51], '2031-01-01T00:00:05.000Z'],
        [[53, 52, 51], '2031-01-01T00:00:05.000Z'],
        [[53, 51], '2031-01-01T00:00:09.000Z'],
        [[53, 51], '2031-01-01T00:00:09.000Z'],
        [[53], undefined],
      ]);
    } finally {
      Date.now = now;
    }
  });

  it('is a page of words', async () => {
    expect((await answer('instructions', {}, {}, 'v1')).body).to.deep.equal({
      ...{ title: 'How to vote', body: 'So.', locale: 'en_US' },
    });
    const chat = await answer('chat');
    expect([chat.asked, chat.body]).to.deep.equal([
      [['get', 'pages', 'chat']],
      { enabled: false, url: null, event_id: null },
    ]);
  });

  it('begins after the row of a cursor, or the last row before it', async () => {
    const position = async (name: Parameters<typeof findPosition>[0], values: Parameters<typeof findPosition>[1]) => {
      const { asked, content } = watched();
      return [await findPosition(name, values, content), asked];
    };
    expect(await position('event_fights', { event_id: 7, cursor: '0000000002\u00000000000079' })).to.deep.equal([
      ...['0000000002\u00000000000072', [['get', 'events', 7]]],
    ]);
    expect(await position('event_fights', { event_id: 7, cursor: '0' })).to.deep.equal([
      undefined,
      [['get', 'events', 7]],
    ]);
    const from = '2031-03-01T00:00:00Z\u00000000000001';
    expect(await position('events', { cursor: from })).to.deep.equal([
      '2031-03-06T02:00:00Z\u00000000000008',
      [['list', 'events', undefined, { from, reversed: true, limit: 1 }]],
    ]);
    const before = '2032-03-01T00:00:00Z\u00000000000001';
    expect((await position('events', { cursor: before }))[0]).to.equal(undefined);
    expect(await position('title_holders', { cursor: 'Lightweight' })).to.deep.equal(['Lightweight', []]);
    expect([stateVersion(3, 14), stateVersion(undefined, 14)]).to.deep.equal([30_000_014, 14]);
  });
});
