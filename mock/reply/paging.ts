import { collections } from '../../contracts/content/collections/index.ts';
import { type StatsFilter, statsList } from '../../contracts/content/collections/stats.ts';
import { nextLink, pageQuery } from '../../contracts/http/cursors.ts';
import { content } from '../../contracts/interactions/sample.ts';
import { settings } from '../../contracts/interactions/settings.ts';
import { filteredPath, type Operation, type Values } from '../../contracts/operations.ts';
import { type RouteName, routeOf } from '../../contracts/routes.ts';
import { fightKey, pageKeyOf, titleHolderKey } from '../../contracts/rules/sort-keys.ts';
import type { Contract } from '../contracts/contract.ts';
import { distance, type MatchInput } from '../contracts/matcher.ts';

type Row = Record<string, unknown>;

/** The sort key of a row, as on the server; undefined for a row without a record in the sample. */
function findSortKey(route: RouteName, row: Row): string | undefined {
  if (route === 'event_fights') return fightKey(row as Parameters<typeof fightKey>[0]);
  if (route === 'title_holders') return titleHolderKey(row as Parameters<typeof titleHolderKey>[0]);
  const name = pageKeyOf(route).collection;
  if (!name) return undefined;
  const collection = collections[name] as unknown as { key(row: Row): string; sort(record: unknown): string };
  const record = content.get(name, route === 'fight_metrics_listing' ? Number(row.event_id) : collection.key(row));
  return record && collection.sort(record);
}

/** The rows that pass the filters of a request. */
function applyFilters(route: RouteName, whole: readonly Row[], values: Values): readonly Row[] {
  const list = route === 'fighters_stats' ? statsList(values as StatsFilter) : undefined;
  if (list === undefined) return whole;
  const { key } = collections.stats as unknown as { key(row: Row): string };
  const passing = new Set(content.list('stats', list).records.map((record) => collections.stats.key(record)));
  return whole.filter((row) => passing.has(key(row)));
}

/**
 * Cuts a page out of a whole list, as the server does.
 *
 * @param path of the canonical request.
 * @param list the body of the list's contract.
 * @param values of the request.
 * @param keyOf the sort key of a row; default: that of its record in the sample.
 * @returns undefined for a cursor if a row has no record in the sample, and so no position.
 */
export function cutPage(
  name: RouteName,
  path: string,
  list: readonly Row[],
  values: Values,
  keyOf = (row: Row) => findSortKey(name, row),
): { body: Row[]; headers: Record<string, string> } | undefined {
  const rows = applyFilters(name, list, values).map((row) => ({ row, key: keyOf(row) }));
  const defaultLimit = routeOf(name).list?.limit === 100 ? 100 : rows.length;
  const limit = values.limit === undefined ? defaultLimit : Number(values.limit);
  if (rows.some(({ key }) => key === undefined)) {
    if (values.cursor !== undefined) return undefined;
    return { body: rows.slice(0, limit).map(({ row }) => row), headers: {} };
  }
  const { collection } = pageKeyOf(name);
  const isDescending = collection !== undefined && collections[collection].order === 'descending';
  const cursor = values.cursor === undefined ? undefined : String(values.cursor);
  const isAfter = ({ key = '' }) => cursor === undefined || (isDescending ? key < cursor : key > cursor);
  // Title holders are sorted by division, which the cursor names.
  const rest =
    name === 'title_holders' ? rows.slice(rows.findIndex(({ key }) => key === cursor) + 1) : rows.filter(isAfter);
  const page = rest.slice(0, limit);
  const last = page.at(-1)?.key;
  const hasMore = last !== undefined && page.length < rest.length;
  const url = `${settings.publicUrl}${path}${pageQuery(values.limit, last ?? '')}`;
  return { body: page.map(({ row }) => row), headers: hasMore ? { Link: nextLink(url) } : {} };
}

/** Cuts a page out of a list that a contract has as a whole; undefined without such a contract. */
export function findPage(own: readonly Contract[], operation: Operation, path: string, input: MatchInput) {
  const { name } = operation;
  if (!routeOf(name).list) return undefined;
  const { limit: _, cursor: __, weight_class: ___, born_country: ____, ...values } = input.values;
  const whole = own.find((contract) => contract.kind === 'success' && distance(contract, { ...input, values }) === 0);
  const canonicalPath = routeOf(name).path.includes('(')
    ? filteredPath(operation, input.values)
    : path.replaceAll('/:', '/');
  const page = whole && cutPage(name, canonicalPath, whole.reply.body as Row[], input.values);
  return whole && page && { contract: whole, reply: { ...whole.reply, ...page } };
}
