/** Values of the two filters of `fighters_stats`; `all` means no filter, like undefined. */
export interface StatsFilter {
  weight_class?: string | undefined;
  born_country?: string | undefined;
}

/**
 * The name of the list of statistics that pass both filters.
 *
 * @returns one of the names that `lists` of the collection gives; undefined without a filter.
 * @see wire specification 4.1, fighters_stats
 */
export function statsList({ weight_class = 'all', born_country = 'ALL' }: StatsFilter): string | undefined {
  const filters = [
    ...(weight_class === 'all' ? [] : [`w:${weight_class}`]),
    ...(born_country === 'ALL' ? [] : [`c:${born_country}`]),
  ];
  return filters.length > 0 ? filters.join('+') : undefined;
}
