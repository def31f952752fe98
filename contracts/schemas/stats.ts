import { closed, described, Filled, Id, nullable, record } from './common.ts';
import { type Static, Type } from './type.ts';
import { CountryKey, StatName, StatsWeightKey, statNames, statsWeightKeys, WeightClass } from './vocabulary.ts';

export const Stat = record('Stat', 'What a fighter has in one statistic.', {
  statid: described(Id, "The metrics supplier's id of the fighter, FighterID in the feed."),
  stat: StatName,
  Value: described(Filled, 'A number as a string; `m:ss` for the two fight times.'),
  Rank: described(Type.Integer({ minimum: 1 }), 'Place in this statistic; 1 is the best.'),
  Born: CountryKey,
  fighter_id: described(nullable(Id), 'Id of the fighter; null when there is no record of the fighter.'),
  first_name: described(nullable(Type.String()), 'First name; null when not known.'),
  last_name: described(nullable(Type.String()), 'Last name; null when not known.'),
  weight_class: described(nullable(WeightClass), 'Division of the fighter; null when not known.'),
});
export type Stat = Static<typeof Stat>;

const value = described(Filled, 'Words for the key, or the key itself.');

/** The filters of the statistics; keys in vocabulary order, countries ascending. */
export const StatsFilters = record(
  'StatsFilters',
  'The keys by which statistics are filtered, each with words for it.',
  {
    weight_class: Type.Array(closed({ key: StatsWeightKey, value }), {
      minItems: statsWeightKeys.length,
      maxItems: statsWeightKeys.length,
      description: 'The weight keys, `all` first.',
    }),
    born_country: described(Type.Array(closed({ key: CountryKey, value })), 'The countries that occur, ascending.'),
    stat: Type.Array(closed({ key: StatName, value }), {
      minItems: statNames.length,
      maxItems: statNames.length,
      description: 'The statistics.',
    }),
  },
);
export type StatsFilters = Static<typeof StatsFilters>;
