/**
 * Stored record → reply of a family. Pure functions; whoever calls them reads the records.
 *
 * @see wire specification 3 to 6, 9 and 10
 */
export { discussion, event, eventDetail, metricsEntry, tickets, watch } from './represent/events.ts';
export { eventFeedUrl, fightFeedUrl } from './represent/feed-urls.ts';
export { fighter, fighterDetail, titleHolder, titleHolders, vacantTitle } from './represent/fighters.ts';
export { fight, fighterIdsOf, fights, noResultYet } from './represent/fights.ts';
export { media, mediaItem, ringPresenter } from './represent/media.ts';
export { type ArticleParts, article, news } from './represent/news.ts';
export { alert, chat, instructions, live, liveContent, translation } from './represent/pages.ts';
export { type FilterBundles, stat, statsFilters } from './represent/stats.ts';
