// Made by `npm run generate` from the files of this folder. Do not edit.
export { alerts } from './alerts.ts';
export { events } from './events.ts';
export { fighters } from './fighters.ts';
export { media } from './media.ts';
export { news } from './news.ts';
export { octagon_girls } from './octagon-girls.ts';
export { pages } from './pages.ts';
export { stats } from './stats.ts';
export { translations } from './translations.ts';
