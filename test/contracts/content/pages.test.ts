import { expect } from 'chai';
import { collections } from '../../../contracts/content/collections/index.ts';
import * as representPages from '../../../contracts/content/represent/pages.ts';
import * as representStats from '../../../contracts/content/represent/stats.ts';
import { findViolations } from '../../../contracts/schemas/validation/violations.ts';
import { bareRecords, fighter } from './fixtures.ts';

const both = { es_US: 'es', en_US: 'en' };
const pageOf = (raw: object) => collections.pages.normalise(raw);

const fitsIn = (name: 'pages' | 'translations' | 'stats' | 'media' | 'events', raw: unknown) =>
  findViolations(collections[name].schema, raw, 'en').length === 0;

describe('content pages', () => {
  const stored: [raw: object, page: object][] = [
    [{ page: 'live' }, { page: 'live', event_id: null, title: null, mobile_stream_url: null }],
    [
      { page: 'live', event_id: 7, title: both, mobile_stream_url: both, unknown: 1 },
      { page: 'live', event_id: 7, title: both, mobile_stream_url: both },
    ],
    [
      { page: 'live_content', media_ids: null, news_ids: '' },
      { page: 'live_content', event_id: null },
    ],
    [
      { page: 'chat', enabled: null, url: '' },
      { page: 'chat', enabled: false, url: '', event_id: null },
    ],
    [
      { page: 'instructions', title: null, body: null },
      { page: 'instructions', title: '', body: '' },
    ],
  ];
  for (const [raw, page] of stored) {
    it(`store ${JSON.stringify(raw)} with defaults`, () => {
      expect(fitsIn('pages', raw)).to.equal(true);
      expect(pageOf(raw)).to.deep.equal(page);
    });
  }

  for (const raw of [
    {},
    { page: '' },
    { page: 'chat', enabled: 1 },
    { page: 'chat', url: 3 },
    { page: 'chat', event_id: 0 },
    { page: 'chat', event_id: '' },
    { page: 'live', event_id: both },
    { page: 'live', title: {} },
    { page: 'live', mobile_stream_url: 3 },
    { page: 'live_content', event_id: 0 },
    { page: 'live_content', media_ids: [0] },
    { page: 'live_content', news_ids: ['1'] },
    { page: 'instructions', title: 3 },
    { page: 'instructions', body: [] },
  ]) {
    it(`refuse ${JSON.stringify(raw)}`, () => expect(fitsIn('pages', raw)).to.equal(false));
  }
});

describe('translation bundles', () => {
  const long = 'x'.repeat(64);
  for (const id of [0, 12, 9007199254740991, 'labels', 'a-B_90', long]) {
    it(`accept the id ${id}`, () => expect(fitsIn('translations', { id, translations: {} })).to.equal(true));
  }
  for (const id of [-1, 1.5, 9007199254740992, '', 'a b', 'á', `${long}x`, 'a.', '.a', null]) {
    it(`refuse the id ${id}`, () => expect(fitsIn('translations', { id, translations: {} })).to.equal(false));
  }

  it('check the texts', () => {
    const fits = (text: unknown) => fitsIn('translations', { id: 'x', translations: { key: text } });
    expect(['a', '', both, { en_US: '' }].filter((text) => !fits(text))).to.deep.equal([]);
    expect([{}, null, 3, ['a']].filter(fits)).to.deep.equal([]);
  });

  it('send a numeric id as a number', () => {
    const sent = (id: string | number) =>
      representPages.translation(collections.translations.normalise({ id, translations: { a: both, b: 'B' } }), 'v3');
    const rest = { locale: 'es_US', translations: { a: 'es', b: 'B' } };
    expect(sent(12)).to.deep.equal({ id: 12, ...rest });
    const ids = ['7', '0', 'x7', '7x', '7e3', '-7', '9007199254740991', '9007199254740993'];
    expect(ids.map((id) => sent(id).id)).to.deep.equal([
      ...[7, 0, 'x7', '7x', '7e3', '-7', 9007199254740991, '9007199254740993'],
    ]);
  });
});

describe('statistics rows', () => {
  const row = bareRecords.stats;

  it('take ids and ranks as numbers or digits', () => {
    const fits = (more: object) => fitsIn('stats', { ...row, ...more });
    expect([1, 9_999_999_999, '1', '9999999999'].filter((Rank) => !fits({ Rank }))).to.deep.equal([]);
    expect(
      [0, 10_000_000_000, 1.5, '', '0', '01', '10000000000', 'x1', '1x', null].filter((Rank) => fits({ Rank })),
    ).to.deep.equal([]);
    expect([1, 2147483647, '1', '2147483647'].filter((statid) => !fits({ statid }))).to.deep.equal([]);
    expect([0, 2147483648, '0', '2147483648', 'x1', '1x', null].filter((statid) => fits({ statid }))).to.deep.equal([]);
  });

  it('take missing names and the division from their fighter', () => {
    const stored = collections.stats.normalise({ ...row, statid: '9', Rank: '3' });
    expect(stored).to.deep.equal(row);
    const one = fighter({ statid: 9, weight_class: 'Lightweight' });
    const none = { fighter_id: null, first_name: null, last_name: null, weight_class: null };
    const names = { fighter_id: 1, first_name: 'Uno', last_name: 'Primero', weight_class: 'Lightweight' };
    const own = { fighter_id: 2, first_name: 'Ana', last_name: 'Dos', weight_class: 'Heavyweight' };
    expect(representStats.stat(stored, undefined, 'v3')).to.deep.equal({ ...row, ...none });
    expect(representStats.stat(stored, one, 'v3')).to.deep.equal({ ...row, ...names });
    const whole = collections.stats.normalise({ ...row, ...own });
    expect(representStats.stat(whole, one, 'v3')).to.deep.equal({ ...row, ...own });
  });

  it('have filters named by the translation bundles', () => {
    const bundle = (translations: object) => collections.translations.normalise({ id: 'x', translations });
    const bundles = {
      weight_classes: bundle({ lw: both, hw: '' }),
      countries: bundle({ PER: 'Perú' }),
      labels: bundle({ SLpM: { es_US: '', en_US: 'Landed' } }),
    };
    const { weight_class, born_country, stat } = representStats.statsFilters(bundles, ['usa', 'PER', 'USA'], 'v3');
    const values = (entries: readonly { key: string; value: string }[]) =>
      entries.map(({ key, value }) => (key === value ? key : `${key}=${value}`)).join(' ');
    expect([values(weight_class), values(born_country), values(stat)]).to.deep.equal([
      'all wbw hw lhw mw ww lw=es bw ftw flw wsw wflw wftw',
      'PER=Perú USA',
      'AvgFightTimeLong AvgFightTimeShort TakedownsLanded TakedownDefense TakedownAccuracy SubmissionAttempts ' +
        'SubmissionAverage SigStrikesLanded SigStrikesAccuracy Knockdowns SLpM SApM PlusMinus SigStrikingDefense ' +
        'TotStrikesLanded',
    ]);
    expect(values(representStats.statsFilters(bundles, [], 'v1').stat)).to.include('SLpM=Landed');
    expect(representStats.statsFilters({}, ['PER'], 'v3').born_country).to.deep.equal([{ key: 'PER', value: 'PER' }]);
  });
});
