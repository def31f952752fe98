import type { CollectionName } from '../content/collections/index.ts';
import type { BoutUpdate, EventUpdate } from '../schemas/metrics.ts';
import * as all from './all.ts';
import { boutUpdates, eventUpdate, pastUpdate } from './feed.ts';
import type { Raw } from './text.ts';

/** One small promotion: the records of its content files, in Spanish and English. */
export const world: Readonly<Record<CollectionName, readonly Raw[]>> = all;

/** The bodies of the live updates that the supplier has sent so far, each the first of its row. */
export const feed: { readonly event: EventUpdate; readonly bouts: readonly BoutUpdate[]; readonly past: EventUpdate } =
  {
    event: eventUpdate,
    bouts: boutUpdates,
    /** Of the past event, which has ended. */
    past: pastUpdate,
  };

/** All of them in the order in which a server that shows the world has received them. */
export const feedReceived: readonly (EventUpdate | BoutUpdate)[] = [pastUpdate, eventUpdate, ...boutUpdates];
