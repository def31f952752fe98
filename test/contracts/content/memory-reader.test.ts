import { expect } from 'chai';
import { collectionNames, normaliseAll } from '../../../contracts/content/collections/index.ts';
import { memoryReader, type Page } from '../../../contracts/content/reader.ts';
import { bareRecords } from './fixtures.ts';

const alert = (id: number) => ({ ...bareRecords.alerts, id, created: `2031-01-0${id}T00:00:00Z` });
const page = (name: string) => ({ page: name });
const article = (id: number, more: object) => ({ ...bareRecords.news, id, ...more });

const empty = Object.fromEntries(collectionNames.map((name) => [name, []])) as unknown as Record<
  (typeof collectionNames)[number],
  unknown[]
>;
const records = normaliseAll({
  ...empty,
  alerts: [2, 4, 1, 3].map(alert),
  pages: ['instructions', 'chat', 'live_content', 'live'].map(page),
  news: [
    article(1, { fighter_ids: [31, 30], event_ids: [70] }),
    article(2, { fighter_ids: [30], event_ids: [71] }),
    article(3, { event_ids: [70] }),
  ],
});
const { sync } = memoryReader(records);

/** Alerts have the last first, pages the first; each by its number or name. */
const listed = (name: 'alerts' | 'pages', asked?: Page) => {
  const { records: found, ...more } = sync.list(name, undefined, asked);
  return [found.map((one) => ('page' in one ? one.page : one.id)).join(' '), ...Object.values(more)];
};
const keyOf = (id: number) => `2031-01-0${id}T00:00:00Z\u0000000000000${id}`;

describe('memoryReader', () => {
  const ofAlerts: [asked: Page | undefined, ids: string, next?: string][] = [
    [undefined, '4 3 2 1'],
    [{}, '4 3 2 1'],
    [{ limit: 4 }, '4 3 2 1'],
    [{ limit: 3 }, '4 3 2', keyOf(2)],
    [{ limit: 0 }, ''],
    [{ after: keyOf(3) }, '2 1'],
    [{ from: keyOf(3) }, '3 2 1'],
    [{ after: keyOf(3), limit: 1 }, '2', keyOf(2)],
    [{ after: '2031-01-02T12' }, '2 1'],
    [{ from: '2031-01-02T12' }, '2 1'],
    [{ after: keyOf(1) }, ''],
    [{ reversed: true }, '1 2 3 4'],
    [{ reversed: true, limit: 3 }, '1 2 3', keyOf(3)],
    [{ reversed: true, after: keyOf(2) }, '3 4'],
    [{ reversed: true, from: keyOf(2) }, '2 3 4'],
    [{ reversed: false, from: keyOf(2) }, '2 1'],
  ];
  for (const [asked, ids, next] of ofAlerts) {
    it(`lists alerts newest first with ${JSON.stringify(asked)}`, () => {
      expect(listed('alerts', asked)).to.deep.equal(next === undefined ? [ids] : [ids, next]);
    });
  }

  it('lists the records of one list', () => {
    const ids = (list: string, asked?: Page) => sync.list('news', list, asked).records.map(({ id }) => id);
    expect(['event:70', 'fighter:30', 'event:72', 'event'].map((list) => ids(list))).to.deep.equal([
      [3, 1],
      [2, 1],
      [],
      [],
    ]);
    expect(sync.list('news', 'event:70', { limit: 1 }))
      .to.have.property('next')
      .that.is.a('string');
    expect(sync.list('news', 'event:71', { limit: 1 })).to.not.have.property('next');
  });

  it('finds the first record of each list', () => {
    const found = sync.first('news', ['event:71', 'event:72', 'event:70']);
    expect(found.map((one) => one?.id)).to.deep.equal([2, undefined, 3]);
  });

  it('names the lists of a group in ascending order', () => {
    expect(['fighter', 'event', 'fight', 'e'].map((group) => sync.names('news', group))).to.deep.equal([
      ['30', '31'],
      ['70', '71'],
      [],
      [],
    ]);
  });
});
