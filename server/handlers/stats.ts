import type { StatRecord } from '../../contracts/content/collections/stats.ts';
import { statsList } from '../../contracts/content/collections/stats.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import { stat as statReply, statsFilters } from '../../contracts/content/represent/stats.ts';
import { pageFrom } from '../queries/content.ts';
import { mapInSlices } from '../store/slices.ts';
import { type Handler, Reply } from './types.ts';

/** Members that a row may omit, because its fighter has them. */
const fromFighter = ['fighter_id', 'first_name', 'last_name', 'weight_class'] as const;

async function readFighters(content: ContentReader, rows: readonly StatRecord[]) {
  const incomplete = rows.filter((row) => fromFighter.some((key) => !(key in row)));
  const statids = [...new Set(incomplete.map(({ statid }) => statid))];
  const found = await content.first(
    'fighters',
    statids.map((statid) => `statid:${statid}`),
  );
  return new Map(statids.map((statid, index) => [statid, found[index]]));
}

export const fighters_stats: Handler<'fighters_stats'> = async ({ family, values, content }) => {
  const { records, next } = await content.list('stats', statsList(values), pageFrom(values));
  const fighters = await readFighters(content, records);
  const rows = await mapInSlices(records, (record) => statReply(record, fighters.get(record.statid), family));
  return new Reply(rows, { next });
};

export const fighters_stats_filter_key_values: Handler<'fighters_stats_filter_key_values'> = async ({
  family,
  content,
}) => {
  const [born, [weight_classes, countries, labels]] = await Promise.all([
    content.names('stats', 'c'),
    content.many('translations', ['weight_classes', 'countries', 'labels']),
  ]);
  return statsFilters({ weight_classes, countries, labels }, born, family);
};
