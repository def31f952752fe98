import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { FightCache } from '../../../server/cache/fight-cache.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { openMemoryStore } from '../../support/server/memory-store.ts';

const settings = { publicUrl: '', placeholderImage: 'https://img.example.org/none.png', notFoundPage: '' };

/** A cache, the events whose feed was asked for, and how often the store was read. */
function open(isOff?: boolean, now?: () => number) {
  const { store, done } = openMemoryStore();
  const feeds: unknown[] = [];
  store.live.event = async (id) => {
    feeds.push(id);
    return undefined;
  };
  const reads = () => done.filter((step) => step === 'snapshot').length;
  return { store, fights: new FightCache(store, settings, isOff, now), feeds, reads };
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

  it('have no feed where their event has none', async () => {
    const { fights, feeds } = open();
    const [fight] = await fights.readEvent(ids.upcomingEvent);
    expect([fight?.bout.split('/')[0], fight?.tags, feeds]).to.deep.equal([
      ...['null', ['content:events', 'content:fighters'], []],
    ]);
  });

  it('are read again after a lost connection, or while off', async () => {
    const { fights, reads } = open();
    await fights.readFight(ids.fightInProgress);
    fights.setAway();
    expect(fights.readFight(ids.fightInProgress)).not.to.be.instanceOf(Promise);
    fights.setConnected(false);
    expect(fights.readFight(ids.fightInProgress)).to.be.instanceOf(Promise);
    fights.setConnected(true);
    await fights.readFight(ids.fightInProgress);
    expect(reads()).to.be.within(2, 3);
    const off = open(true);
    for (let time = 1; time <= 3; time++) {
      await off.fights.readFight(ids.fightInProgress);
      expect(off.reads()).to.equal(time);
    }
  });

  it('are a problem where they do not exist', async () => {
    const { fights } = open();
    expect(await reasonOf(Promise.resolve(fights.readFight(ids.unknown)))).to.equal('Problem: fight-not-found');
    expect(await reasonOf(fights.readEvent(ids.unknown))).to.equal('Problem: event-not-found');
  });

  it('are loaded again after a change of what they show', async () => {
    const { fights } = open();
    for (const tag of inProgress.tags) {
      await fights.readFight(ids.fightInProgress);
      expect(fights.readFight(ids.fightInProgress), 'cached').not.to.be.instanceOf(Promise);
      fights.invalidate(tag);
      expect(fights.readFight(ids.fightInProgress), tag).to.be.instanceOf(Promise);
    }
  });

  for (const [ageMs, isServed, count] of [
    [4_999, true, 1],
    [5_000, true, 2],
    [9_999, true, 2],
    [10_000, false, 2],
  ] as const) {
    it(`${isServed ? 'are served' : 'make voters wait'} at an age of ${ageMs} ms`, async () => {
      let nowMs = 1_000_000;
      const { fights, reads } = open(false, () => nowMs);
      await fights.readFight(ids.fightInProgress);
      nowMs += ageMs;
      expect(!(fights.readFight(ids.fightInProgress) instanceof Promise)).to.equal(isServed);
      expect(reads()).to.equal(count);
    });
  }

  it('take 4 MiB at most', async () => {
    const { store, fights, reads } = open(false, () => 1_000_000);
    const { snapshot } = store.content;
    const event = await snapshot().get('events', ids.liveEvent);
    const card = { ...event, fights: event?.fights.slice(0, 4) };
    store.content.snapshot = () => Object.assign(snapshot(), { get: async () => card, many: async () => [] });
    // With four fights, its key and 512 bytes an event takes 2,524 bytes: 1,661 fit.
    for (let n = 1; n <= 1_662; n++) await fights.readEvent(100_000 + n);
    const before = reads();
    for (const id of [100_002, 101_662]) await fights.readEvent(id);
    expect(reads()).to.equal(before);
    await fights.readEvent(100_001);
    expect(reads()).to.equal(before + 1);
  });
});
