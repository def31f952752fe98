import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import type { Settings } from '../../contracts/content/settings.ts';
import type { BallotFight } from '../../contracts/rules/ballot-checks.ts';
import { ballotFight } from '../../contracts/rules/joined-fight.ts';
import { eventOf } from '../queries/content.ts';
import { eventOfFight, feedsOf, joinedFights } from '../queries/fights.ts';
import type { Store } from '../store/index.ts';
import type { Hearing } from './invalidation.ts';
import { isGone } from './is-gone.ts';
import { TaggedCache } from './tagged-cache.ts';
import { contentTag } from './tags.ts';

/** What votes and scorecards on a fight are checked against. */
export interface BallotPaper extends BallotFight {
  /** Of the feed that it was joined with; 0 without. */
  version: number;
  /** What it was made from; see cache/tags.ts. */
  tags: readonly string[];
}

/** A feed changes some times a second, and a change that is heard makes the next vote wait for a new paper. */
const keeping = { goodMs: 5_000, graceMs: 5_000 };

const bytes = 4_194_304;
const paperBytes = 500;

/**
 * The ballot papers that this process holds: a fight and its scheduled rounds come from content and a feed of some 50 KB,
 * and to read both anew for each vote cost more than all the rest of it.
 */
export class BallotPapers implements Hearing {
  readonly #store: Store;
  readonly #settings: Settings;
  readonly #papers: TaggedCache<readonly BallotPaper[]>;

  /** @param isOff reads them anew for each vote while the store answers. */
  constructor(store: Store, settings: Settings, isOff = false) {
    this.#store = store;
    this.#settings = settings;
    this.#papers = new TaggedCache({
      ...{ bytes, isOff },
      sizeOf: (papers) => papers.length * paperBytes,
      isGone,
    });
  }

  /** @throws {Problem} `fight-not-found`; {StoreUnavailable}. */
  ofFight(fightId: number): BallotPaper | Promise<BallotPaper> {
    const key = `fight:${fightId}`;
    const held = this.#papers.ready(key);
    if (held) return held.value[0] as BallotPaper;
    return this.#read(key, (content) => eventOfFight(content, fightId), fightId).then(
      ([paper]) => paper as BallotPaper,
    );
  }

  /**
   * @returns one for each fight, in card order.
   * @throws {Problem} `event-not-found`; {StoreUnavailable}.
   */
  ofEvent(eventId: number): Promise<readonly BallotPaper[]> {
    return this.#read(`event:${eventId}`, (content) => eventOf(content, eventId));
  }

  heard(tag: string): void {
    this.#papers.heard(tag);
  }

  setDeaf(isDeaf: boolean): void {
    this.#papers.setDeaf(isDeaf);
  }

  /** Nobody is shown a paper, so nobody has to be told how old it is. */
  setAway(): void {}

  async #read(key: string, find: (content: ContentReader) => Promise<EventRecord>, only?: number) {
    const { value } = await this.#papers.read(key, keeping, async () => {
      const content = this.#store.content.snapshot();
      const event = await find(content);
      const live = event.statid === null ? undefined : await this.#store.live.event(event.statid);
      const tags = [contentTag('events'), contentTag('fighters'), ...feedsOf(event)];
      // Ids and rounds are the same in both families.
      const fights = await joinedFights(content, event, live, 'v3', this.#settings, only);
      const papers = fights.map((one) => ({ ...ballotFight(one), version: one.version, tags }));
      return { value: papers, tags };
    });
    return value;
  }
}
