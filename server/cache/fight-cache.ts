import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import type { Settings } from '../../contracts/content/settings.ts';
import type { BallotFight } from '../../contracts/rules/ballot-checks.ts';
import { ballotFight } from '../../contracts/rules/joined-fight.ts';
import { findEvent } from '../queries/content.ts';
import { feedChannels, findEventOfFight, readJoinedFights, stateVersion } from '../queries/fights.ts';
import type { Store } from '../store/index.ts';
import { boutOf } from '../store/keys.ts';
import { contentTag, type Invalidatable } from './invalidation.ts';
import { TaggedCache } from './tagged-cache.ts';

/** Votes and scorecards on a fight are checked against it. */
export interface CachedFight extends BallotFight {
  /** The bout of the feed with which it is joined. */
  bout: string;
  /** Grows with every change of content and of the feed. */
  version: number;
  /** Tags of the data that it was built from; see cache/invalidation.ts. */
  tags: readonly string[];
}

/** A feed changes a few times a second; after each change the first vote waits for a reload. */
const policy = { ttlMs: 5_000, staleMs: 5_000 };

const bytes = 4_194_304;
const fightBytes = 500;

/**
 * Caches fights for checking votes. A fight and its scheduled rounds come from content and from a feed of some 50 KB; to read
 * both for each vote would cost more than the rest of the vote.
 */
export class FightCache implements Invalidatable {
  readonly #store: Store;
  readonly #settings: Settings;
  readonly #cache: TaggedCache<readonly CachedFight[]>;

  /** @param isOff reads the store for each vote, unless it is unreachable. */
  constructor(store: Store, settings: Settings, isOff = false, now = Date.now) {
    this.#store = store;
    this.#settings = settings;
    this.#cache = new TaggedCache({ bytes, isOff, now, sizeOf: (fights) => fights.length * fightBytes });
  }

  /** @throws {Problem} `fight-not-found`; {StoreUnavailable}. */
  readFight(fightId: number): CachedFight | Promise<CachedFight> {
    const key = `fight:${fightId}`;
    const cached = this.#cache.get(key);
    if (cached) return cached.value[0] as CachedFight;
    return this.#read(key, (content) => findEventOfFight(content, fightId), fightId).then(
      ([fight]) => fight as CachedFight,
    );
  }

  /**
   * @returns the fights of the event, in card order.
   * @throws {Problem} `event-not-found`; {StoreUnavailable}.
   */
  readEvent(eventId: number): Promise<readonly CachedFight[]> {
    return this.#read(`event:${eventId}`, (content) => findEvent(content, eventId));
  }

  invalidate(tag: string): void {
    this.#cache.invalidate(tag);
  }

  setConnected(isConnected: boolean): void {
    this.#cache.setConnected(isConnected);
  }

  /** Clients do not see these values, so they are never marked stale. */
  setUnreachable(): void {}

  async #read(key: string, find: (content: ContentReader) => Promise<EventRecord>, only?: number) {
    const { value } = await this.#cache.read(key, policy, async () => {
      const content = this.#store.content.snapshot();
      const event = await find(content);
      const live = event.statid === null ? undefined : await this.#store.live.event(event.statid);
      const tags = [contentTag('events'), contentTag('fighters'), ...feedChannels(event)];
      // Ids and rounds are the same in both families.
      const joined = await readJoinedFights(content, event, live, 'v3', this.#settings, only);
      const value = joined.map((joinedFight) => {
        const fight = ballotFight(joinedFight);
        const bout = boutOf(event.statid, fight.fightStatid);
        return { ...fight, bout, version: stateVersion(content.generation, joinedFight.version), tags };
      });
      return { value, tags };
    });
    return value;
  }
}
