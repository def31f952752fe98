/**
 * Stored record → reply of a family. Pure functions; the caller reads the records.
 *
 * @see wire specification 3 to 6, 9 and 10
 */
export { discussion, event, eventDetail, metricsEntry, tickets, watch } from './events.ts';
export { eventFeedUrl, fightFeedUrl } from './feed-urls.ts';
export { fighter, fighterDetail, titleHolder, titleHolders, vacantTitle } from './fighters.ts';
export { fight, fighterIdsOf, fights, noResultYet } from './fights.ts';
export { media, mediaItem, ringPresenter } from './media.ts';
export { type ArticleParts, article, news } from './news.ts';
export { alert, chat, instructions, live, liveContent, translation } from './pages.ts';
export { type FilterBundles, stat, statsFilters } from './stats.ts';
