import { CareerBout } from '../../schemas/career.ts';
import { nullable } from '../../schemas/common.ts';
import { careerAverageKeys, FighterDetail } from '../../schemas/fighters.ts';
import { type Static, Type, words } from '../../schemas/type.ts';
import { titleHolderOrder } from '../../schemas/vocabulary.ts';
import { type Localizable, shape } from '../shape.ts';
import { byKey, type Collection, isNameKey, nameSortKey, sortKey } from './collection.ts';

const localized = words(
  'thumbnail profile_image belt_thumbnail left_full_body_image right_full_body_image link city_residing',
  'state_residing country_residing store_link strengths',
);

const stored = { reach: nullable(Type.Integer()) };

/** Members that records from lists of version 1 may lack; replies take them from the settings. */
type OpenKey = 'profile_image' | 'link';
type Known = Localizable<FighterDetail, (typeof localized)[number]>;

export type FighterRecord = Omit<Known, OpenKey> &
  Partial<Pick<Known, OpenKey>> & {
    /** Inches; sent only with the fighter's fights. */
    reach: Static<(typeof stored)['reach']>;
  };

const bout = shape<CareerBout>(CareerBout.properties, {
  nested: {
    Opponent: shape(CareerBout.properties.Opponent.properties, { localized: ['profile_image'] }),
  },
});

const fighter = shape<FighterRecord>(
  {
    ...FighterDetail.properties,
    profile_image: Type.Optional(FighterDetail.properties.profile_image),
    link: Type.Optional(FighterDetail.properties.link),
    ...stored,
  },
  {
    localized,
    empty: { height: 0, ko_tko_wins: 0, submission_wins: 0, decision_wins: 0 },
    nested: { fights: bout },
  },
);

/** If some averages are known, the others are null. A career without bouts has no `fights`. */
function normalise(raw: unknown): FighterRecord {
  const { fights, ...record } = fighter.normalise(raw);
  const isKnown = careerAverageKeys.some((key) => key in record);
  return {
    ...record,
    ...(isKnown && Object.fromEntries(careerAverageKeys.map((key) => [key, record[key] ?? null]))),
    ...(fights?.length && { fights: fights.toSorted(byKey((one) => one.Event.Date)).reverse() }),
  };
}

/** Has no null, so a fighter without a division is not found. */
const divisions: readonly FighterRecord['weight_class'][] = titleHolderOrder;

export const fighters: Collection<FighterRecord> = {
  schema: fighter.schema,
  normalise,
  key: (record) => String(record.id),
  order: 'ascending',
  sort(record) {
    const division = divisions.indexOf(record.weight_class);
    const place = record.title_holder && division >= 0 ? division : 99;
    return sortKey(String(place).padStart(2, '0'), nameSortKey(record));
  },
  isSortKey(key) {
    const [place = ''] = key.split('\u0000', 1);
    return /^\d\d$/.test(place) && isNameKey(key.slice(place.length + 1));
  },
  lists: ({ title_holder, statid }) => [
    ...(title_holder ? ['title_holders'] : []),
    ...(statid === null ? [] : [`statid:${statid}`]),
  ],
};
