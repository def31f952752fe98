import type { Settings } from '../../contracts/content/settings.ts';
import type { Store } from '../store/index.ts';
import { BallotPapers } from './fight-cache.ts';
import { listen } from './invalidation.ts';
import { Representations, type RepresentationsSettings } from './response-cache.ts';

/** Everything that a process holds so as not to ask Redis for it again. */
export interface Caches {
  representations: Representations;
  ballotPapers: BallotPapers;
  /** Tells them at once of a live update that is announced to them a moment later, with the same words. */
  changed(channel: string, message: string): void;
  /** When announcements are heard; not later than half a second. */
  ready: Promise<void>;
  close(): void;
}

/**
 * @param options.bytes of replies, at most.
 * @param options.isOff the store is asked at every request; what is held is for when it is away.
 */
export function openCaches(
  store: Store,
  settings: Settings,
  options: RepresentationsSettings & { isOff: boolean },
): Caches {
  const { isOff } = options;
  const representations = new Representations(options);
  const ballotPapers = new BallotPapers(store, settings, isOff);
  const caches = [representations, ballotPapers];
  return { representations, ballotPapers, ...listen(store.subscriptions, caches) };
}
