import type { Family } from '../../families.ts';
import { Stat, type StatsFilters } from '../../schemas/stats.ts';
import { statNames, statsWeightKeys } from '../../schemas/vocabulary.ts';
import type { FighterRecord } from '../collections/fighters.ts';
import type { StatRecord } from '../collections/stats.ts';
import type { TranslationRecord } from '../collections/translations.ts';
import { inLanguage } from '../text.ts';
import { cut } from './cut.ts';

/** @param fighter the fighter with the row's `statid`, for keys that the row leaves out. */
export function stat(record: StatRecord, fighter: FighterRecord | undefined, family: Family): Stat {
  return cut(Stat, record, family, {
    fighter_id: fighter?.id ?? null,
    first_name: fighter?.first_name ?? null,
    last_name: fighter?.last_name ?? null,
    weight_class: fighter?.weight_class ?? null,
    ...record,
  });
}

export type FilterBundles = { [B in 'weight_classes' | 'countries' | 'labels']?: TranslationRecord | undefined };

/**
 * The keys that statistics can be filtered by, each with its name; a key without a name in its bundle names itself.
 *
 * @param countries `Born` of the rows, in any order and number.
 */
export function statsFilters(bundles: FilterBundles, countries: Iterable<string>, family: Family): StatsFilters {
  const named =
    (bundle: TranslationRecord | undefined) =>
    <Key extends string>(key: Key) => {
      const text = bundle?.translations[key];
      return { key, value: (text && inLanguage(text, family)) || key };
    };
  const present = new Set([...countries].map((country) => country.toUpperCase()));
  return {
    weight_class: statsWeightKeys.map(named(bundles.weight_classes)),
    born_country: [...present].sort().map(named(bundles.countries)),
    stat: statNames.map(named(bundles.labels)),
  };
}
