import type { CollectionName } from '../content/collections/index.ts';
import type { BoutUpdate, EventUpdate } from '../schemas/metrics.ts';
import { alerts } from './alerts.ts';
import { events } from './events.ts';
import { boutUpdates } from './feed/bouts.ts';
import { eventUpdate } from './feed/event.ts';
import { pastUpdate } from './feed/past.ts';
import { fighters } from './fighters/index.ts';
import { media } from './media.ts';
import { news } from './news.ts';
import { pages } from './pages.ts';
import { presenters } from './presenters.ts';
import { stats } from './stats.ts';
import type { Raw } from './text.ts';
import { translations } from './translations.ts';

export { ids, type WorldIds } from './ids.ts';

/** One small promotion: what its content files hold, in Spanish and English. */
export const world: Readonly<Record<CollectionName, readonly Raw[]>> = {
  fighters,
  events,
  news,
  media,
  octagon_girls: presenters,
  alerts,
  pages,
  translations,
  stats,
};

/** The bodies of the live updates that the supplier has sent so far, each the first of its row. */
export const feed: { readonly event: EventUpdate; readonly bouts: readonly BoutUpdate[]; readonly past: EventUpdate } =
  {
    event: eventUpdate,
    bouts: boutUpdates,
    /** Of the past event, which has ended. */
    past: pastUpdate,
  };

/** All of them in the order received: what a server that shows the world has received. */
export const feedReceived: readonly (EventUpdate | BoutUpdate)[] = [pastUpdate, eventUpdate, ...boutUpdates];
