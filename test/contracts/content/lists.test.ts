import { expect } from 'chai';
import {
  byKey,
  folded,
  isMomentKey,
  isNameKey,
  isNumber,
  sortKey,
} from '../../../contracts/content/collections/collection.ts';
import { type CollectionName, collectionNames, collections } from '../../../contracts/content/collections/index.ts';
import { bareRecords } from './fixtures.ts';

/** Parts of a sort key are joined with U+0000, and numbers have ten digits. */
const key = (...parts: string[]) => parts.join('\u0000');

const raw: Record<CollectionName, object> = {
  ...bareRecords,
  pages: { page: 'chat' },
  translations: { id: 'labels', translations: {} },
};

const placeOf = (name: CollectionName, more: object) => {
  const { normalise, sort, lists, key: nameOf } = collections[name] as (typeof collections)['alerts'];
  const record = normalise({ ...raw[name], ...more });
  return [nameOf(record), sort(record), ...lists(record)];
};

const night = '2031-04-05T22:00:00Z';
const [id, ana] = ['0000000007', { id: 7, last_name: 'Ñandú', first_name: 'Ana' }];
const anaKey = key('nandu', 'ana', 'Ñandú', 'Ana', id);
const other = '2031-04-01T00:00:00Z';

describe('the place of a record', () => {
  const rows: [name: CollectionName, more: object, key: string, sort: string, ...lists: string[]][] = [
    ['alerts', { id: 7, created: night }, '7', key(night, id)],
    ['events', { id: 7, event_date: other, event_dategmt: night }, '7', key(night, id)],
    [
      'events',
      {
        ...{ id: 7, event_dategmt: night, statid: 12 },
        fights: [6, 5].map((fight, place) => ({ ...bareRecords.fights, id: fight, fightcard_order: place + 1 })),
      },
      '7',
      key(night, id),
      ...['statid:12', 'fight:6', 'fight:5'],
    ],
    ['fighters', ana, '7', key('99', anaKey)],
    ['fighters', { ...ana, weight_class: 'Lightweight', statid: 12 }, '7', key('99', anaKey), 'statid:12'],
    ['fighters', { ...ana, weight_class: 'Lightweight', title_holder: true }, '7', key('04', anaKey), 'title_holders'],
    [
      'fighters',
      { ...ana, weight_class: 'Women_Featherweight', title_holder: true, statid: 12 },
      ...(['7', key('00', anaKey), 'title_holders', 'statid:12'] as const),
    ],
    ['fighters', { ...ana, title_holder: true }, '7', key('99', anaKey), 'title_holders'],
    ['media', { id: 7, published_start_date: night, highlight: true }, '7', key(night, id)],
    [
      'media',
      { id: 7, published_start_date: night, fighter_ids: [3, 2, 3], event_ids: [70, 71, 70] },
      ...(['7', key(night, id), 'fighter:3', 'fighter:2', 'event:70', 'event:71'] as const),
    ],
    [
      'media',
      { id: 7, published_start_date: night, highlight: true, event_ids: [70, 71] },
      ...(['7', key(night, id), 'event:70', 'highlights:70', 'event:71', 'highlights:71'] as const),
    ],
    ['news', { id: 7, article_date: night }, '7', key(night, id)],
    [
      'news',
      { id: 7, article_date: other, published_start_date: night, article_fighter_id: 3 },
      '7',
      key(night, id),
      'fighter:3',
    ],
    [
      'news',
      { id: 7, article_date: night, article_fighter_id: 3, fighter_ids: [2, 3, 1], event_ids: [71, 70, 71] },
      ...(['7', key(night, id), 'fighter:3', 'fighter:2', 'fighter:1', 'event:71', 'event:70'] as const),
    ],
    ['news', { id: 7, article_date: night, fighter_ids: [2, 2] }, '7', key(night, id), 'fighter:2'],
    ['octagon_girls', ana, '7', anaKey],
    ['pages', { page: 'live' }, 'live', 'live'],
    ['stats', {}, '9:SLpM', key('10', '0000000003', '0000000009'), 'c:PER'],
    [
      'stats',
      { statid: '12', stat: 'AvgFightTimeLong', Rank: '14', Born: 'USA', weight_class: 'Women_Bantamweight' },
      ...(['12:AvgFightTimeLong', key('00', '0000000014', '0000000012'), 'c:USA', 'w:wbw', 'w:wbw+c:USA'] as const),
    ],
    ['translations', { id: 12 }, '12', '12'],
    ['translations', { id: 'texts' }, 'texts', 'texts'],
  ];
  for (const [name, more, ...place] of rows) {
    it(`of ${name} with ${JSON.stringify(more)} is its key, its sort key and its lists`, () => {
      expect(placeOf(name, more)).to.deep.equal(place);
    });
  }

  it('is the last first in the lists of what has a moment', () => {
    expect(collectionNames.map((name) => `${name} ${collections[name].order}`)).to.deep.equal([
      ...['alerts descending', 'events descending', 'fighters ascending', 'media descending', 'news descending'],
      ...['octagon_girls ascending', 'pages ascending', 'stats ascending', 'translations ascending'],
    ]);
  });
});

describe('a sort key', () => {
  it('has a shorter part before a longer one, and numbers in ten digits', () => {
    expect([sortKey('a', 7, 'b'), sortKey(2147483647), sortKey()]).to.deep.equal([
      'a\u00000000000007\u0000b',
      '2147483647',
      '',
    ]);
    expect(['Ñandú', 'ÁVILA', "O'Brien", ''].map(folded)).to.deep.equal(['nandu', 'avila', "o'brien", '']);
  });

  it('sorts by code unit, and equal keys are equal', () => {
    const compare = byKey((one: { key: string | number }) => one.key);
    const pairs: [string | number, string | number][] = [
      [1, 2],
      [2, 1],
      [2, 2],
      ['Z', 'a'],
      ['b', 'a'],
      ['a', 'a'],
    ];
    expect(pairs.map(([a, b]) => compare({ key: a }, { key: b }))).to.deep.equal([-1, 1, 0, -1, 1, 0]);
  });

  it('of a number has ten digits', () => {
    const parts = ['0000000007', '000000007', '00000000007', '000000000x', 'x0000000007', '', undefined];
    expect(parts.map(isNumber)).to.deep.equal([true, false, false, false, false, false, false]);
  });

  it('of a moment and an id has these two parts', () => {
    const keys = [key(night, id), night, key(night, id, ''), key(night, '7'), key(id, night), key('', id), ''];
    expect(keys.map(isMomentKey)).to.deep.equal([true, false, false, false, false, false, false]);
    expect([key(other, 'x'), key(`${night}x`, id), key(`x${night}`, id)].map(isMomentKey)).to.deep.equal([
      false,
      false,
      false,
    ]);
  });

  it('of a person has the folded names, the names and an id', () => {
    const keys: [text: string, isKey: boolean][] = [
      [anaKey, true],
      [key('', '', '', '', id), true],
      [key('nandu', 'ana', 'Ñandú', 'Ana'), false],
      [key('nandu', 'ana', 'Ñandú', id), false],
      [key('nandu', 'ana', 'Ñandú', 'Ana', '7'), false],
      [key('nanda', 'ana', 'Ñandú', 'Ana', id), false],
      [key('nandu', 'eva', 'Ñandú', 'Ana', id), false],
      [key('ana', 'nandu', 'Ñandú', 'Ana', id), false],
      [key('nandu', 'ana', 'Ñan', 'dú', 'Ana', id), true],
      [key('nandu', 'ana', 'Ñan', 'dú', 'Ana', '7'), false],
      ['', false],
    ];
    expect(keys.map(([text]) => isNameKey(text))).to.deep.equal(keys.map(([, isKey]) => isKey));
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
        ...[key('15', id, id), key('99', id, id), key('1', id, id), key('010', id, id), key('x10', id, id)],
        ...[key('10', id), key('10', '7', id), key('10', id, '7'), key('10', id, id, ''), '10', ''],
        ...[key('10x', id, id), key('', id, id)],
      ],
    ],
    ['translations', ['labels', '12'], ['']],
  ];
  for (const [name, right, wrong] of cursors) {
    it(`of ${name} is known by its form`, () => {
      const { isSortKey } = collections[name];
      expect(right.filter((text) => !isSortKey(text))).to.deep.equal([]);
      expect(wrong.filter((text) => isSortKey(text))).to.deep.equal([]);
    });
  }
});
