import { averageMeanings, CareerBout } from './career.ts';
import {
  Count,
  common,
  Day,
  Decimal,
  described,
  FilledUrl,
  MinutesSeconds,
  nullable,
  record,
  Text,
  together,
  Url,
} from './common.ts';
import { type Static, Type } from './type.ts';
import { FighterStatus, PoundForPoundRank, Rank, WeightClass } from './vocabulary.ts';

const wins = described(nullable(Count), 'Bouts won; null when not known, which is rare.');
const losses = described(nullable(Count), 'Bouts lost; null when not known.');
const draws = described(nullable(Count), 'Draws; null when not known.');
const division = described(nullable(WeightClass), 'Division; null when not known.');
const titleHolder = described(Type.Boolean(), 'Whether the fighter holds the title of the division.');
const thumbnail = described(FilledUrl, 'Small image of the fighter.');
const beltThumbnail = described(FilledUrl, 'Small image of the belt; past and present champions only.');

export const Fighter = record('Fighter', 'A fighter as lists have it.', {
  id: common.id,
  nickname: described(nullable(Type.String()), 'Nickname; null when there is none.'),
  wins,
  losses,
  draws,
  statid: common.fighterStatid,
  last_name: common.lastName,
  first_name: common.firstName,
  weight_class: division,
  title_holder: titleHolder,
  fighter_status: FighterStatus,
  rank: described(nullable(Rank), 'Place in the division, `C` for its champion; null without a place.'),
  pound_for_pound_rank: described(
    nullable(PoundForPoundRank),
    'Place among the fighters of every division; null without a place.',
  ),
  thumbnail,
  profile_image: described(FilledUrl, 'Image of the fighter for the profile.'),
  belt_thumbnail: Type.Optional(beltThumbnail),
  left_full_body_image: Type.Optional(described(FilledUrl, 'Image from head to foot, for the left side.')),
  right_full_body_image: Type.Optional(described(FilledUrl, 'Image from head to foot, for the right side.')),
  link: described(FilledUrl, 'Web page of the fighter, the slug after `/fighter/`.'),
});
export type Fighter = Static<typeof Fighter>;

export const FighterV1 = record('FighterV1', 'A fighter as lists of version 1 have it.', {
  id: common.id,
  wins,
  statid: common.fighterStatid,
  losses,
  last_name: common.lastName,
  weight_class: division,
  title_holder: titleHolder,
  draws,
  first_name: common.firstName,
  fighter_status: FighterStatus,
  thumbnail,
  belt_thumbnail: Type.Optional(beltThumbnail),
});
export type FighterV1 = Static<typeof FighterV1>;

const championProperties = {
  weight_class: WeightClass,
  title_holder: described(Type.Literal(true), 'The row is about the title of the division.'),
  belt_thumbnail: described(FilledUrl, 'Small image of the belt.'),
};
const champion = "A title holder's row in the list of title holders.";

export const Champion = record('Champion', champion, {
  ...Fighter.properties,
  ...championProperties,
  rank: described(Type.Literal('C'), 'The champion of the division.'),
  pound_for_pound_rank: described(Type.Null(), 'Null in this list.'),
});

export const ChampionV1 = record('ChampionV1', champion, { ...FighterV1.properties, ...championProperties });

const nobody = described(Type.Null(), 'Null: nobody holds the title.');
const none = described(Type.Literal(0), '0: nobody holds the title.');

const vacantProperties = {
  id: nobody,
  statid: nobody,
  wins: none,
  losses: none,
  draws: none,
  first_name: described(common.firstName, 'Words that say the holder is to be determined.'),
  last_name: nobody,
  fighter_status: nobody,
  ...championProperties,
};

/** Placeholder row of a division without a holder; computed, not stored, and not in the list of fighters. */
export const VacantTitle = record('VacantTitle', 'A division without a title holder.', {
  ...vacantProperties,
  nickname: nobody,
  rank: nobody,
  pound_for_pound_rank: nobody,
  profile_image: described(FilledUrl, 'A placeholder image.'),
  link: described(FilledUrl, 'A page that says there is no such fighter.'),
});

export const VacantTitleV1 = record('VacantTitleV1', 'A division without a title holder.', vacantProperties);

const titleHolderRow = 'The champion of a division, or a row that says there is none.';
export const TitleHolder = Type.Union([Champion, VacantTitle], { $id: 'TitleHolder', description: titleHolderRow });
export type TitleHolder = Static<typeof TitleHolder>;

export const TitleHolderV1 = Type.Union([ChampionV1, VacantTitleV1], {
  $id: 'TitleHolderV1',
  description: titleHolderRow,
});
export type TitleHolderV1 = Static<typeof TitleHolderV1>;

const average = (what: string) => Type.Optional(described(nullable(Decimal), `${what}; null when not known.`));

/** Career averages: all eleven are present, or all are absent. An unknown value among known ones is null. */
const careerAverages = {
  AverageFightTime: Type.Optional(
    described(nullable(MinutesSeconds), 'Mean length of a bout, `m:ss`; null when not known.'),
  ),
  AverageFightTime_Seconds: average(averageMeanings.fightTimeSeconds),
  KDAverage: average(averageMeanings.knockdowns),
  SLpM: average(averageMeanings.landed),
  StrikingAccuracy: average(averageMeanings.strikingAccuracy),
  SApM: average(averageMeanings.absorbed),
  StrikingDefense: average(averageMeanings.strikingDefense),
  TakedownAverage: average(averageMeanings.takedowns),
  TakedownAccuracy: average(averageMeanings.takedownAccuracy),
  TakedownDefense: average(averageMeanings.takedownDefense),
  SubmissionsAverage: average(averageMeanings.submissions),
};

/** The keys of the block of career averages, in the order of the wire specification. */
export const careerAverageKeys = Object.keys(careerAverages) as (keyof typeof careerAverages)[];

const divisionMean = described(nullable(Type.Number()), 'Mean of the division; null when not known.');
const divisionMaximum = described(nullable(Type.Number()), 'Maximum of the division; null when not known.');
const residence = 'of residence; null when not known.';

const detailProperties = {
  city_residing: described(nullable(Text), `City ${residence}`),
  state_residing: described(nullable(Text), `State ${residence}`),
  country_residing: described(nullable(Text), `Country ${residence}`),
  dob: described(nullable(Day), 'Birth date; null when not known.'),
  store_link: described(nullable(Url), "Address of the fighter's shop."),
  height: described(Count, 'Inches; 0 when not known.'),
  height_ft: described(nullable(Type.String()), 'The height in feet and inches, for reading.'),
  weight: described(nullable(Count), 'Pounds; null when not known.'),
  weight_kg: described(nullable(Type.Number()), 'Kilograms; null when not known.'),
  strengths: described(nullable(Text), 'What the fighter is good at.'),
  ko_tko_wins: described(Count, 'Bouts won by knock-out or technical knock-out.'),
  submission_wins: described(Count, 'Bouts won by submission.'),
  decision_wins: described(Count, 'Bouts won by decision.'),
  ...careerAverages,
  avg_SLpM: divisionMean,
  max_SLpM: divisionMaximum,
  avg_SApM: divisionMean,
  max_SApM: divisionMaximum,
  avg_TD: divisionMean,
  max_TD: divisionMaximum,
  avg_submission_attempts: divisionMean,
  max_submission_attempts: divisionMaximum,
  fights: Type.Optional(
    described(
      Type.Array(CareerBout, { minItems: 1 }),
      'Bouts of the career, newest first; left out when there are none.',
    ),
  ),
};
const detail = 'A fighter with body, career and averages.';
const detailRules = { dependentRequired: together(...careerAverageKeys) };

export const FighterDetail = record(
  'FighterDetail',
  detail,
  { ...Fighter.properties, ...detailProperties },
  { ...detailRules },
);
export type FighterDetail = Static<typeof FighterDetail>;

export const FighterDetailV1 = record(
  'FighterDetailV1',
  detail,
  { ...FighterV1.properties, ...detailProperties },
  { ...detailRules },
);
export type FighterDetailV1 = Static<typeof FighterDetailV1>;
