import { expect } from 'chai';
import { createClient } from '../../../contracts/client/client.ts';

/** A call of a client without the types of its routes. */
type Calls = Readonly<Record<string, (request?: object) => Promise<{ next: object | undefined }>>>;

const vote = { round_num: 2, fighter_statid: 11, client_id: 'u7Qm2x9LkT4sBv0Z' };
const scorecard = { event_id: 7001, fight_id: 88001, round_num: 1, fighter1_score: 10, fighter2_score: 9 };
const update = { sequence: 7, FMLiveFeed: { EventID: '811' } };

/** Routes that both families have: name, request, and the path with its query, from the wire specification. */
const ofBoth = [
  ['root', {}, '/'],
  ['health', {}, '/health'],
  ['streaming_video', {}, '/live'],
  ['live_content', {}, '/live_content'],
  ['chat', {}, '/chat'],
  ['instructions', {}, '/instructions'],
  ['news', { limit: 1, cursor: 'a+b/c=&d' }, '/news?limit=1&cursor=a%2Bb%2Fc%3D%26d'],
  ['article', { id: 9001 }, '/news/9001'],
  ['media', { cursor: 'abc', limit: undefined }, '/media?cursor=abc'],
  ['media_item', { id: 5001 }, '/media/5001'],
  ['title_holders', { limit: 500 }, '/fighters/title_holders?limit=500'],
  ['fighters', { limit: 0 }, '/fighters?limit=0'],
  ['fighter', { id: 3107 }, '/fighters/3107'],
  ['events', { limit: 2 }, '/events?limit=2'],
  ['event', { id: 7001, limit: 2 }, '/events/7001'],
  ['round_scoring', { id: 7001 }, '/events/round_scoring/7001'],
  ['score_round', { body: scorecard }, '/events/score_round'],
  ['discuss_event', { id: 7001 }, '/events/7001/discuss'],
  ['event_tickets', { id: 7001 }, '/events/7001/tickets'],
  ['watch_event', { id: 7001 }, '/events/7001/watch'],
  ['alerts', { limit: 3 }, '/alerts?limit=3'],
] as const;

const ofV3 = [
  ['translations', { id: 'a/b' }, '/translations/a%2Fb'],
  ['fighters_stats_filter_key_values', {}, '/fighters/stats_filter_key_values'],
  ['fighters_stats', {}, '/fighters/stats'],
  ['fighters_stats', { weight_class: 'lw', limit: 2 }, '/fighters/stats/weight_class/lw?limit=2'],
  ['fighters_stats', { weight_class: 'lw', born_country: 'PER' }, '/fighters/stats/weight_class/lw/born_country/PER'],
  ['fighter_news', { fighter_id: 3107, limit: 2 }, '/fighters/3107/news?limit=2'],
  ['fighter_media', { fighter_id: 3107, limit: 2 }, '/fighters/3107/media?limit=2'],
  ['octagon_girls', { limit: 2 }, '/octagon_girls?limit=2'],
  ['octagon_girl', { id: 401 }, '/octagon_girls/401'],
  ['event_fights', { event_id: 7001, limit: 2 }, '/events/7001/fights?limit=2'],
  ['event_media', { event_id: 7001, limit: 2 }, '/events/7001/media?limit=2'],
  ['event_highlights', { event_id: 7001, limit: 2 }, '/events/7001/highlights?limit=2'],
  ['fight_votes', { id: 88001 }, '/fights/88001/votes'],
  [
    'fight_vote_read',
    { id: 88001, round_num: 2, fighter_statid: 11, client_id: 'u7Qm2x9LkT4sBv0Z' },
    '/fights/88001/round/2/fighter/11/vote/u7Qm2x9LkT4sBv0Z',
  ],
  ['fight_vote_cast', { id: 88001, body: vote }, '/fights/88001/vote'],
] as const;

const ofV1 = [
  ['fight_metrics_listing', { limit: 2 }, '/fight_metrics?limit=2'],
  ['fight_metrics_live_event_url', {}, '/fight_metrics/live_event_url'],
  ['fight_metrics_live_event', { id: 811 }, '/fight_metrics/live_event/811'],
  ['fight_metrics_live_event', { id: 811, fight: 6411 }, '/fight_metrics/live_event/811?fight=6411'],
  ['fight_metrics_update_live_event', { body: update }, '/fight_metrics/update_live_event'],
] as const;

const rows = [
  ...[...ofBoth, ...ofV3].map(([name, request, path]) => ({ family: 'v3', name, request, path }) as const),
  ...[...ofBoth, ...ofV1].map(([name, request, path]) => ({ family: 'v1', name, request, path }) as const),
];
const prefixes = { v3: '/api/v3/mobile', v1: '/api/v1/us' };

/** A client that records its requests, each answered in turn. */
function recording(family: 'v3' | 'v1', replies: () => Response = () => new Response('{}')) {
  const sent: [url: string, init: RequestInit | undefined][] = [];
  const send: typeof fetch = async (url, init) => {
    sent.push([String(url), init]);
    return replies();
  };
  const options = { baseUrl: 'https://api.example.com', feedKey: 'feed-key-of-the-test' };
  return { sent, client: createClient({ ...options, family, fetch: send }) as unknown as Calls };
}

/** A reply of a list, with a link to the next page if there is one. */
const page = (link?: string) => new Response('[]', { headers: link === undefined ? {} : { Link: link } });

describe('client requests', () => {
  it('cover every method of both families', () => {
    for (const family of ['v3', 'v1'] as const) {
      const named = rows.filter((row) => row.family === family).map(({ name }) => name);
      const { client } = recording(family);
      expect(Object.keys(client).sort()).to.deep.equal([...new Set<string>(named)].sort());
    }
  });

  for (const { family, name, request, path } of rows) {
    it(`of ${family}.${name} go to ${path}`, async () => {
      const { sent, client } = recording(family);
      const url = `https://api.example.com${prefixes[family]}${path}`;
      const { signal } = new AbortController();
      await client[name]?.(request);
      await client[name]?.({ ...request, signal });
      if (!('body' in request)) {
        await client[name]?.({ ...request, etag: '"v1-5"' });
        await client[name]?.({ ...request, etag: '' });
        const plain = { Accept: 'application/json' };
        expect(sent).to.deep.equal([
          [url, { method: 'GET', headers: plain }],
          [url, { method: 'GET', headers: plain, signal }],
          [url, { method: 'GET', headers: { ...plain, 'If-None-Match': '"v1-5"' } }],
          [url, { method: 'GET', headers: plain }],
        ]);
        return;
      }
      const headers = {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...(name === 'fight_metrics_update_live_event' && { Authorization: 'Bearer feed-key-of-the-test' }),
      };
      const post = { method: 'POST', headers, body: JSON.stringify(request.body) };
      expect(sent).to.deep.equal([
        [url, post],
        [url, { ...post, signal }],
      ]);
    });
  }

  it('follow the links to the last page', async () => {
    const links = [
      '<https://api.example.com/api/v3/mobile/news?limit=2&cursor=b%2B2>; rel="next"',
      '</api/v3/mobile/news?limit=3&cursor=c>; rel=next',
      '<news?cursor=d>;rel="next"; title="more", <news>; rel="first"',
      '<https://api.example.com/api/v3/mobile/news?limit=4>; rel="next"',
      '<https://api.example.com/api/v3/mobile/news?limit=2>; rel="prev"',
    ];
    const replies = links.map(page);
    const { sent, client } = recording('v3', () => replies.shift() ?? page());
    const nexts: unknown[] = [];
    for (let next: object | undefined = { limit: 2 }; next && nexts.length < 9; nexts.push(next)) {
      next = (await client.news?.(next))?.next;
    }
    expect(nexts).to.deep.equal([
      { limit: 2, cursor: 'b+2' },
      { limit: 3, cursor: 'c' },
      { cursor: 'd' },
      { limit: 4 },
      undefined,
    ]);
    const base = 'https://api.example.com/api/v3/mobile/news';
    const queries = ['?limit=2', '?limit=2&cursor=b%2B2', '?limit=3&cursor=c', '?cursor=d', '?limit=4'];
    expect(sent.map(([url]) => url)).to.deep.equal(queries.map((query) => base + query));
    expect((await client.news?.())?.next).to.equal(undefined);
  });
});
