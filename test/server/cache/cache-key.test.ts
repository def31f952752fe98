import { expect } from 'chai';
import { readRequest } from '../../../common/wire/request-context.ts';
import { cursorOf } from '../../../contracts/http/cursors.ts';
import type { Operation, Values } from '../../../contracts/operations.ts';
import { canonicalize } from '../../../server/cache/cache-key.ts';
import {
  anyLive,
  contentTag,
  invalidationChannels,
  isContentTag,
  tagsOfMessage,
} from '../../../server/cache/invalidation.ts';

const sortKey = '2031-04-05T17:00:00Z\u00000000090211';
const cursor = cursorOf(sortKey);
const [v3, v1] = ['/api/v3/mobile', '/api/v1/us'];
const stats = `${v3}/fighters/stats`;

describe('canonicalize', () => {
  const rows: [url: string, values: Values, path: string, query?: string, isPage?: boolean][] = [
    [`${v3}/news`, { limit: 100 }, `${v3}/news`],
    [`${v3}/news.json?x=1`, { limit: 100 }, `${v3}/news`],
    [`${v3}/news?limit=7`, { limit: 7 }, `${v3}/news`, '?limit=7', true],
    [`${v3}/news?cursor=x`, { cursor: sortKey, limit: 100 }, `${v3}/news`, `?limit=100&cursor=${cursor}`, true],
    [`${v3}/events`, {}, `${v3}/events`],
    [`${v3}/events?limit=5`, { limit: 5 }, `${v3}/events`, '?limit=5', true],
    [`${v3}/translations/all`, { id: 'all' }, `${v3}/translations/all`],
    [`${v1}/fighters/:3112/`, { id: 3112 }, `${v1}/fighters/3112`],
    [
      ...([`${v1}/fight_metrics/live_event/811?fight=6415`, { id: 811, fight: 6415 }] as const),
      ...([`${v1}/fight_metrics/live_event/811`, '?fight=6415'] as const),
    ],
    [
      ...([`${stats}/weight_class/lw/born_country/per`, { weight_class: 'LW', born_country: 'PER' }] as const),
      `${stats}/weight_class/LW/born_country/PER`,
    ],
    [
      ...([`${stats}/weight_class/all/born_country/per`, { weight_class: 'all', born_country: 'PER' }] as const),
      `${stats}/born_country/PER`,
    ],
  ];
  for (const [url, values, path, query = '', isPage = false] of rows) {
    it(`of ${url} is ${path}${query}`, () => {
      const requestContext = readRequest('GET', url);
      const { params, json } = requestContext;
      const operation = requestContext.operation as Operation;
      expect(canonicalize(requestContext, operation, values)).to.deep.equal({
        ...{ operation, params, json, path, key: path + query, isPage },
      });
    });
  }
});

describe('tags of replies', () => {
  it('are collections and channels', () => {
    expect([contentTag('events'), anyLive]).to.deep.equal(['content:events', 'live']);
    expect(invalidationChannels).to.deep.equal(['content', 'live:*', 'tally:*']);
    const all = ['content:news', 'content', 'live:811', 'tally:content:7'];
    expect(all.filter(isContentTag)).to.deep.equal(['content:news']);
  });

  for (const [channel, message, tags] of [
    ['content', '{"generation":3,"collections":["news","events"]}', ['content:news', 'content:events']],
    ['live:811', '7 event', ['live:811', 'live']],
    ['tally:88001', '', ['tally:88001']],
  ] as const) {
    it(`of ${channel} are ${tags}`, () => {
      expect(tagsOfMessage(channel, message)).to.deep.equal(tags);
    });
  }

  for (const message of ['', '{}', '{"collections":"news"}', 'null']) {
    it(`of content are all collections after ${message || 'an empty message'}`, () => {
      expect(tagsOfMessage('content', message)).to.include.members(['content:news', 'content:events']);
      expect(tagsOfMessage('content', message).length).to.be.above(8);
    });
  }
});
