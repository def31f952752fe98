import { expect } from 'chai';
import { normaliseAll } from '../../../contracts/content/collections/index.ts';
import { memoryReader } from '../../../contracts/content/reader.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { world } from '../../../contracts/world/index.ts';
import { FightCache } from '../../../server/cache/fight-cache.ts';
import type { Store } from '../../../server/store/index.ts';

const settings = { publicUrl: '', placeholderImage: 'https://img.example.org/none.png', notFoundPage: '' };

/** A cache over the sample world in memory, the events whose feed was read, and how often content was read. */
function open() {
  const records = memoryReader(normaliseAll(world));
  const feeds: unknown[] = [];
  let reads = 0;
  const snapshot = () => {
    reads++;
    return { ...records, generation: 7, collections: new Set(['events', 'fighters']) };
  };
  const live = { event: async (id: number) => void feeds.push(id) };
  const store = { content: { snapshot }, live } as unknown as Store;
  return { fights: new FightCache(store, settings, false), feeds, reads: () => reads };
}

const inProgress = {
  ...{ fightId: 88005, fightStatid: 6415, fighter1Statid: 1803, fighter2Statid: 1804, scheduledRounds: 3 },
  ...{ bout: '811/6415', version: 70_000_000, tags: ['content:events', 'content:fighters', 'live:811'] },
};

describe('the fights that votes are checked against', () => {
  it('are joined with their feed, and read once', async () => {
    const { fights, feeds, reads } = open();
    const fight = await fights.readFight(ids.fightInProgress);
    expect(fight).to.deep.equal(inProgress);
    expect([fights.readFight(ids.fightInProgress) === fight, feeds, reads()]).to.deep.equal([true, [811], 1]);
    const card = await fights.readEvent(ids.liveEvent);
    expect(card.find(({ fightId }) => fightId === ids.fightInProgress)).to.deep.equal(inProgress);
    expect([(await fights.readEvent(ids.liveEvent)) === card, feeds, reads()]).to.deep.equal([true, [811, 811], 2]);
  });

  it('are reloaded after a change of the fight', async () => {
    const { fights } = open();
    for (const tag of inProgress.tags) {
      await fights.readFight(ids.fightInProgress);
      expect(fights.readFight(ids.fightInProgress), 'cached').not.to.be.instanceOf(Promise);
      fights.invalidate(tag);
      expect(fights.readFight(ids.fightInProgress), tag).to.be.instanceOf(Promise);
    }
  });
});
