import { collections, type RecordOf } from '../content/collections/index.ts';
import { statsList } from '../content/collections/stats.ts';
import { stat, statsFilters } from '../content/represent/stats.ts';
import { ids } from '../world/ids.ts';
import { type Interaction, success } from './interaction.ts';
import { inPages, whenEmpty, whole } from './lists.ts';
import { invalidRequest, published } from './request.ts';
import { content } from './sample.ts';

const rows = (records: readonly RecordOf<'stats'>[]) =>
  records.map((record) => stat(record, content.list('fighters', `statid:${record.statid}`).records[0], 'v3'));

const records = content.list('stats').records;
const all = { what: 'statistics of fighters', body: rows(records) };

const weight_class = ids.statsWeightKey;
const born_country = ids.statsCountry;
const byWeight = content.list('stats', statsList({ weight_class })).records;
const byCountry = content.list('stats', statsList({ born_country })).records;
const byBoth = content.list('stats', statsList({ weight_class, born_country })).records;

const filters = (from: readonly RecordOf<'stats'>[], bundles: Parameters<typeof statsFilters>[0]) =>
  statsFilters(
    bundles,
    from.map(({ Born }) => Born),
    'v3',
  );

export const stats: Interaction[] = [
  success('fighters_stats_filter_key_values', 'v3', {
    receiving: 'the filters of statistics',
    given: published,
    body: filters(records, {
      weight_classes: content.get('translations', 'weight_classes'),
      countries: content.get('translations', 'countries'),
      labels: content.get('translations', 'labels'),
    }),
  }),
  whenEmpty('fighters_stats_filter_key_values', 'v3', 'the filters of statistics', { body: filters([], {}) }),

  whole('fighters_stats', 'v3', all),
  whole('fighters_stats', 'v3', {
    what: 'statistics of one weight class',
    request: { params: { weight_class } },
    body: rows(byWeight),
  }),
  whole('fighters_stats', 'v3', {
    what: 'statistics of fighters born in one country',
    request: { params: { born_country } },
    body: rows(byCountry),
  }),
  whole('fighters_stats', 'v3', {
    what: 'statistics of one weight class and country',
    request: { params: { weight_class, born_country } },
    body: rows(byBoth),
  }),
  whole('fighters_stats', 'v3', {
    what: 'statistics with both filters set to all',
    request: { params: { weight_class: 'all', born_country: 'ALL' } },
    body: all.body,
  }),
  whole('fighters_stats', 'v3', {
    what: 'statistics of a country without fighters',
    request: { params: { born_country: 'CYP' } },
    body: [],
  }),
  whenEmpty('fighters_stats', 'v3', all.what),
  ...inPages('fighters_stats', 'v3', all, records.map(collections.stats.sort)),
  invalidRequest('fighters_stats', 'v3', {
    receiving: 'statistics with malformed filters',
    request: { params: { weight_class: '155', born_country: 'per-' } },
  }),
];
