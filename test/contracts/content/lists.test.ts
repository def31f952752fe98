import { expect } from 'chai';
import { byKey } from '../../../contracts/content/collections/collection.ts';
import { type CollectionName, collectionNames, collections } from '../../../contracts/content/collections/index.ts';
import { bareRecords } from './fixtures.ts';

/** Parts of a sort key are joined with U+0000, and numbers have ten digits. */
const key = (...parts: string[]) => parts.join('\u0000');

const raw: Record<CollectionName, object> = {
  ...bareRecords,
  pages: { page: 'chat' },
  translations: { id: 'labels', translations: {} },
};

const night = '2031-04-05T22:00:00Z';
const other = '2031-04-01T00:00:00Z';
const [id, ana] = ['0000000007', { id: 7, last_name: 'Ñandú', first_name: 'Ana' }];
const anaKey = key('nandu', 'ana', 'Ñandú', 'Ana', id);
const nightKey = key(night, id);
const published = { id: 7, published_start_date: night };
const bantamweight = {
  statid: '12',
  stat: 'AvgFightTimeLong',
  Rank: '14',
  Born: 'USA',
  weight_class: 'Women_Bantamweight',
};
const fights = [6, 5].map((fight, place) => ({ ...bareRecords.fights, id: fight, fightcard_order: place + 1 }));

describe('record positions', () => {
  const rows: [name: CollectionName, more: object, key: string, sort: string, lists: string][] = [
    ['alerts', { id: 7, created: night }, '7', nightKey, ''],
    ['events', { id: 7, event_date: other, event_dategmt: night }, '7', nightKey, ''],
    ['events', { id: 7, event_dategmt: night, statid: 12, fights }, '7', nightKey, 'statid:12 fight:6 fight:5'],
    ['fighters', ana, '7', key('99', anaKey), ''],
    ['fighters', { ...ana, weight_class: 'Lightweight', statid: 12 }, '7', key('99', anaKey), 'statid:12'],
    ['fighters', { ...ana, weight_class: 'Lightweight', title_holder: true }, '7', key('04', anaKey), 'title_holders'],
    ['fighters', { ...ana, title_holder: true }, '7', key('99', anaKey), 'title_holders'],
    ['media', { ...published, highlight: true }, '7', nightKey, ''],
    ['media', { ...published, fighter_ids: [3, 2, 3], event_ids: [70] }, '7', nightKey, 'fighter:3 fighter:2 event:70'],
    ['media', { ...published, highlight: true, event_ids: [70] }, '7', nightKey, 'event:70 highlights:70'],
    ['news', { id: 7, article_date: night }, '7', nightKey, ''],
    ['news', { ...published, article_date: other, article_fighter_id: 3 }, '7', nightKey, 'fighter:3'],
    ['news', { ...published, article_fighter_id: 3, fighter_ids: [2, 3] }, '7', nightKey, 'fighter:3 fighter:2'],
    ['news', { ...published, fighter_ids: [2, 2], event_ids: [71, 71] }, '7', nightKey, 'fighter:2 event:71'],
    ['octagon_girls', ana, '7', anaKey, ''],
    ['pages', { page: 'live' }, 'live', 'live', ''],
    ['stats', {}, '9:SLpM', key('10', '0000000003', '0000000009'), 'c:PER'],
    ['stats', bantamweight, '12:AvgFightTimeLong', key('00', '0000000014', '0000000012'), 'c:USA w:wbw w:wbw+c:USA'],
    ['translations', { id: 12 }, '12', '12', ''],
    ['translations', { id: 'texts' }, 'texts', 'texts', ''],
  ];
  for (const [name, more, ...place] of rows) {
    it(`place ${name} with ${JSON.stringify(more)}`, () => {
      const { normalise, sort, lists, key: nameOf } = collections[name] as (typeof collections)['alerts'];
      const record = normalise({ ...raw[name], ...more });
      expect([nameOf(record), sort(record), lists(record).join(' ')]).to.deep.equal(place);
    });
  }

  it('sort dated records newest first', () => {
    expect(collectionNames.map((name) => `${name} ${collections[name].order}`)).to.deep.equal([
      ...['alerts descending', 'events descending', 'fighters ascending', 'media descending', 'news descending'],
      ...['octagon_girls ascending', 'pages ascending', 'stats ascending', 'translations ascending'],
    ]);
  });
});

describe('sort keys', () => {
  it('compare by code unit', () => {
    const compare = byKey((one: string | number) => one);
    expect([10, 9, 9].toSorted(compare)).to.deep.equal([9, 9, 10]);
    expect(['b', 'a', 'Z', 'ñ'].toSorted(compare)).to.deep.equal(['Z', 'a', 'b', 'ñ']);
  });

  const cursors: [name: CollectionName, right: string[], wrong: string[]][] = [
    ['alerts', [key(night, id)], [night, '']],
    ['events', [key(night, id)], [night, '']],
    [
      'fighters',
      [key('99', anaKey)],
      [anaKey, key('9', anaKey), key('099', anaKey), key('99', 'nandu', 'eva', 'Ñandú', 'Ana', id), '99', ''],
    ],
    ['media', [key(night, id)], [night, '']],
    ['news', [key(night, id)], [night, '']],
    ['octagon_girls', [anaKey], [key('nandu', 'ana', id), '']],
    ['pages', ['live', 'live_content', 'chat', 'instructions'], ['home', 'Live', '']],
    [
      'stats',
      [key('00', id, id), key('14', id, id)],
      [
        ...['15', '99', '1', '010', 'x10', '10x', ''].map((stat) => key(stat, id, id)),
        key('10', id),
        key('10', id, '7'),
      ],
    ],
    ['translations', ['labels', '12'], ['']],
  ];
  for (const [name, right, wrong] of cursors) {
    it(`of ${name} are recognised by their form`, () => {
      const { isSortKey } = collections[name];
      expect(right.filter((text) => !isSortKey(text))).to.deep.equal([]);
      expect(wrong.filter((text) => isSortKey(text))).to.deep.equal([]);
    });
  }
});
