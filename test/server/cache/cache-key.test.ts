import { expect } from 'chai';
import { cursorOf } from '../../../contracts/http/cursors.ts';
import type { Operation, Values } from '../../../contracts/operations.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { canonicalize } from '../../../server/cache/cache-key.ts';
import { ReplySources } from '../../../server/cache/reply-sources.ts';
import { anyLive, contentTag, invalidationChannels, isContentTag, tagsOfMessage } from '../../../server/cache/tags.ts';
import type { ContentRead, Snapshot } from '../../../server/store/index.ts';

const cursor = cursorOf('2031-04-05T17:00:00Z\u00000000090211');
const sortKey = '2031-04-05T17:00:00Z\u00000000090211';

describe('what a reply depends on', () => {
  const rows: [url: string, values: Values, path: string, query: string, isPage: boolean][] = [
    ['/api/v3/mobile/news', { limit: 100 }, '/api/v3/mobile/news', '', false],
    ['/api/v3/mobile/news.json?x=1', { limit: 100 }, '/api/v3/mobile/news', '', false],
    ['/api/v3/mobile/news?limit=7', { limit: 7 }, '/api/v3/mobile/news', '?limit=7', true],
    [
      ...(['/api/v3/mobile/news?cursor=x', { cursor: sortKey, limit: 100 }] as const),
      ...(['/api/v3/mobile/news', `?limit=100&cursor=${cursor}`, true] as const),
    ],
    ['/api/v3/mobile/events', {}, '/api/v3/mobile/events', '', false],
    ['/api/v3/mobile/events?limit=5', { limit: 5 }, '/api/v3/mobile/events', '?limit=5', true],
    ['/api/v3/mobile/translations/all', { id: 'all' }, '/api/v3/mobile/translations/all', '', false],
    ['/api/v1/us/fighters/3112', { id: 3112 }, '/api/v1/us/fighters/3112', '', false],
    ['/api/v1/us/fighters/:3112/', { id: 3112 }, '/api/v1/us/fighters/3112', '', false],
    [
      ...(['/api/v1/us/fight_metrics/live_event/811?fight=6415', { id: 811, fight: 6415 }] as const),
      ...(['/api/v1/us/fight_metrics/live_event/811', '?fight=6415', false] as const),
    ],
    [
      ...(['/api/v3/mobile/fighters/stats/weight_class/lw/born_country/per'] as const),
      ...([{ weight_class: 'LW', born_country: 'PER' }] as const),
      ...(['/api/v3/mobile/fighters/stats/weight_class/LW/born_country/PER', '', false] as const),
    ],
    [
      ...(['/api/v3/mobile/fighters/stats/weight_class/all/born_country/per'] as const),
      ...([{ weight_class: 'all', born_country: 'PER' }] as const),
      ...(['/api/v3/mobile/fighters/stats/born_country/PER', '', false] as const),
    ],
  ];
  for (const [url, values, path, query, isPage] of rows) {
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

describe('what a reply was built from', () => {
  const settings = {
    publicUrl: 'https://a.example',
    placeholderImage: 'https://b.example',
    notFoundPage: 'https://c.example',
  };
  const reads = [{ what: 'get', collection: 'events', args: [1, 2], found: 'abc' }] as unknown as ContentRead[];

  it('counts its bytes, and those of the page that it links to', () => {
    expect(new ReplySources(reads, settings, undefined)).to.include({ bytes: 135, linkedPage: undefined });
    expect(new ReplySources(reads, settings, '/next')).to.include({ bytes: 140, linkedPage: '/next' });
  });

  it('is as it was if the settings are, and all that was read', async () => {
    const mutable = { ...settings };
    const sources = new ReplySources(reads, mutable, undefined);
    for (const isSame of [true, false]) {
      const asked: unknown[] = [];
      const snapshot = {
        async isAsRead(given: unknown) {
          asked.push(given);
          return isSame;
        },
      } as unknown as Snapshot;
      expect([await sources.areUnchanged(snapshot, settings), asked]).to.deep.equal([isSame, [reads]]);
      for (const name of Object.keys(settings)) {
        Object.assign(mutable, { [name]: 'https://d.example' });
        const found = await sources.areUnchanged(snapshot, { ...settings, [name]: 'https://d.example' });
        expect(found, name).to.equal(false);
      }
      expect(asked).to.have.length(1);
    }
  });
});

describe('the tags of replies', () => {
  it('are those of content, and the channels of all that changes besides', () => {
    expect([contentTag('events'), anyLive, invalidationChannels]).to.deep.equal([
      ...['content:events', 'live', ['content', 'live:*', 'tally:*']],
    ]);
    expect(['content:news', 'content', 'live:811', 'tally:content:7'].map(isContentTag)).to.deep.equal([
      ...[true, false, false, false],
    ]);
  });

  it('are named by the channel of a change, or by its message', () => {
    const all = [
      ...['news', 'media', 'title_holders', 'fighters', 'events', 'octagon_girls', 'alerts', 'translations', 'chat'],
    ];
    expect(tagsOfMessage('content', '{"generation":3,"collections":["news","events"]}')).to.deep.equal([
      ...['content:news', 'content:events'],
    ]);
    for (const message of ['', '{}', '{"collections":"news"}', 'null']) {
      expect(tagsOfMessage('content', message), message).to.include.members(['content:news', 'content:events']);
      expect(tagsOfMessage('content', message).length, message).to.be.above(all.length - 1);
    }
    expect(tagsOfMessage('live:811', '7 event')).to.deep.equal(['live:811', 'live']);
    expect(tagsOfMessage('tally:88001', '')).to.deep.equal(['tally:88001']);
  });
});
