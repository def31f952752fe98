import { idDigitsPattern } from '../../schemas/common.ts';
import { Stat } from '../../schemas/stats.ts';
import { Type } from '../../schemas/type.ts';
import { statNames, statsWeightClasses } from '../../schemas/vocabulary.ts';
import { shape } from '../shape.ts';
import { type Collection, isNumber, sortKey } from './collection.ts';
import type { FighterRecord } from './fighters.ts';

/** Keys that are left out come from the fighter with that `statid`. */
export type StatRecord = Pick<Stat, 'statid' | 'stat' | 'Value' | 'Rank' | 'Born'> &
  Partial<Pick<Stat, 'fighter_id' | 'first_name' | 'last_name' | 'weight_class'>>;

const row = shape<StatRecord>({
  ...Stat.properties,
  fighter_id: Type.Optional(Stat.properties.fighter_id),
  first_name: Type.Optional(Stat.properties.first_name),
  last_name: Type.Optional(Stat.properties.last_name),
  weight_class: Type.Optional(Stat.properties.weight_class),
});

/** The supplier writes `statid` and `Rank` as strings. Sort keys have room for ten digits of a rank. */
const rank = Type.Union([
  Type.Integer({ minimum: 1, maximum: 9_999_999_999 }),
  Type.String({ pattern: '^[1-9][0-9]{0,9}$' }),
]);

export const stats: Collection<StatRecord> = {
  schema: Type.Object({
    ...row.schema.properties,
    statid: Type.Union([Stat.properties.statid, Type.String({ pattern: idDigitsPattern })]),
    Rank: rank,
  }),
  normalise(raw) {
    const record = row.normalise(raw);
    return { ...record, statid: Number(record.statid), Rank: Number(record.Rank) };
  },
  key: (record) => `${record.statid}:${record.stat}`,
  order: 'ascending',
  sort: (record) => sortKey(String(statNames.indexOf(record.stat)).padStart(2, '0'), record.Rank, record.statid),
  isSortKey(key) {
    const [stat = '', rank, statid, ...more] = key.split('\u0000');
    const isStat = /^\d\d$/.test(stat) && Number(stat) < statNames.length;
    return isStat && isNumber(rank) && isNumber(statid) && more.length === 0;
  },
  lists({ weight_class, Born }) {
    const weight = Object.entries(statsWeightClasses).find(([, name]) => name === weight_class)?.[0];
    const country = Born.toUpperCase();
    return [`c:${country}`, ...(weight ? [`w:${weight}`, `w:${weight}+c:${country}`] : [])];
  },
};

/** Adds the fighter's division, which decides the lists of a row, to a row without a division. */
export function completeStat(record: StatRecord, fighter: Pick<FighterRecord, 'weight_class'> | undefined): StatRecord {
  return 'weight_class' in record || !fighter ? record : { ...record, weight_class: fighter.weight_class };
}

/** Values of the two filters of `fighters_stats`; `all` means no filter, like undefined. */
export interface StatsFilter {
  weight_class?: string | undefined;
  born_country?: string | undefined;
}

/**
 * The name of the list of statistics that pass both filters.
 *
 * @returns a name that the collection's `lists` returns; undefined without a filter.
 * @see wire specification 4.1, fighters_stats
 */
export function statsList({ weight_class = 'all', born_country = 'ALL' }: StatsFilter): string | undefined {
  const filters = [
    ...(weight_class === 'all' ? [] : [`w:${weight_class}`]),
    ...(born_country === 'ALL' ? [] : [`c:${born_country}`]),
  ];
  return filters.length > 0 ? filters.join('+') : undefined;
}
