import { closed, described, Filled, Id, nullable } from './common.ts';
import { type Static, Type } from './type.ts';
import { CountryKey, StatName, StatsWeightKey, statNames, statsWeightKeys, WeightClass } from './vocabulary.ts';

/** One row per fighter and statistic. */
export const Stat = closed(
  {
    statid: described(Id, "The metrics supplier's id of the fighter."),
    stat: StatName,
    Value: described(Filled, 'A number as a string; `m:ss` for the two fight times.'),
    Rank: Type.Integer({ minimum: 1 }),
    Born: CountryKey,
    fighter_id: nullable(Id),
    first_name: nullable(Type.String()),
    last_name: nullable(Type.String()),
    weight_class: nullable(WeightClass),
  },
  { $id: 'Stat' },
);
export type Stat = Static<typeof Stat>;

const value = described(Filled, 'Words for the key, or the key itself.');

/** The filters of the statistics; keys in vocabulary order, countries ascending. */
export const StatsFilters = closed(
  {
    weight_class: Type.Array(closed({ key: StatsWeightKey, value }), {
      minItems: statsWeightKeys.length,
      maxItems: statsWeightKeys.length,
    }),
    born_country: described(Type.Array(closed({ key: CountryKey, value })), 'The countries that occur.'),
    stat: Type.Array(closed({ key: StatName, value }), { minItems: statNames.length, maxItems: statNames.length }),
  },
  { $id: 'StatsFilters' },
);
export type StatsFilters = Static<typeof StatsFilters>;
