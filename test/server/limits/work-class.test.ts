import { expect } from 'chai';
import { routeNames, routeOf } from '../../../contracts/routes.ts';
import { workClassOf } from '../../../server/limits/work-class.ts';

/** Every route that is not named here is a single record. */
const expected: Readonly<Record<string, 'live' | 'list' | 'page'>> = {
  ...{ streaming_video: 'live', live_content: 'live', fight_votes: 'live', round_scoring: 'live' },
  ...{ fight_vote_read: 'live', fight_metrics_live_event: 'live', fight_metrics_live_event_url: 'live' },
  ...{ fight_metrics_listing: 'live', health: 'live' },
  ...{ fight_vote_cast: 'live', score_round: 'live', fight_metrics_update_live_event: 'live' },
  ...{ news: 'list', media: 'list', title_holders: 'list', fighters: 'list', fighter_news: 'list' },
  ...{ fighter_media: 'list', octagon_girls: 'list', events: 'list', event_fights: 'list', event_media: 'list' },
  ...{ event_highlights: 'list', alerts: 'list', fighters_stats: 'page' },
};

const rows = routeNames.map((name) => routeOf(name));

describe('workClassOf', () => {
  it('ranks live routes, records, lists and filters', () => {
    const found = Object.fromEntries(rows.map((route) => [route.name, workClassOf(route, false)]));
    const names = rows.map(({ name }) => name);
    expect(found).to.deep.equal(Object.fromEntries(names.map((name) => [name, expected[name] ?? 'item'])));
  });

  it('ranks unlinked pages of lists last', () => {
    const pages = rows.filter((route) => workClassOf(route, true) === 'page').map(({ name }) => name);
    expect(pages.sort()).to.deep.equal(
      [
        ...['alerts', 'event_fights', 'event_highlights', 'event_media', 'events', 'fight_metrics_listing'],
        ...['fighter_media', 'fighter_news', 'fighters', 'fighters_stats', 'media', 'news', 'octagon_girls'],
        'title_holders',
      ].sort(),
    );
  });
});
