import type { FighterRecord } from '../../contracts/content/collections/fighters.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import { stat as statReply, statsFilters } from '../../contracts/content/represent.ts';
import { type Handler, Reply } from '../handler.ts';

/** The list of the rows that pass both filters; a filter that is not given, or `all`, passes everything. */
function listName(weightClass = 'all', bornCountry = 'ALL'): string | undefined {
  const filters = [
    ...(weightClass === 'all' ? [] : [`w:${weightClass}`]),
    ...(bornCountry === 'ALL' ? [] : [`c:${bornCountry}`]),
  ];
  return filters.length > 0 ? filters.join('+') : undefined;
}

async function fightersByStatid(content: ContentReader, statids: Iterable<number>) {
  const found = await Promise.all(
    [...new Set(statids)].map(async (statid) => {
      const { records } = await content.list('fighters', `statid:${statid}`, { limit: 1 });
      return [statid, records[0]] as const;
    }),
  );
  return new Map<number, FighterRecord | undefined>(found);
}

export const fighters_stats: Handler<'fighters_stats'> = async ({ family, values, content }) => {
  const { limit, cursor, weight_class, born_country } = values;
  const { records, next } = await content.list('stats', listName(weight_class, born_country), {
    ...(limit !== undefined && { limit }),
    ...(cursor !== undefined && { after: cursor }),
  });
  const fighters = await fightersByStatid(
    content,
    records.map(({ statid }) => statid),
  );
  return new Reply(
    records.map((record) => statReply(record, fighters.get(record.statid), family)),
    { next },
  );
};

export const fighters_stats_filter_key_values: Handler<'fighters_stats_filter_key_values'> = async ({
  family,
  content,
}) => {
  const [rows, [weight_classes, countries, labels]] = await Promise.all([
    content.list('stats'),
    content.many('translations', ['weight_classes', 'countries', 'labels']),
  ]);
  const born = rows.records.map(({ Born }) => Born);
  return statsFilters({ weight_classes, countries, labels }, born, family);
};
