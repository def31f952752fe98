import {
  Count,
  closed,
  Day,
  Decimal,
  described,
  Filled,
  FilledUrl,
  Id,
  MinutesSeconds,
  nullable,
  PlainDay,
  Text,
  together,
  Url,
} from './common.ts';
import { type Static, Type } from './type.ts';
import { CareerOutcome, FighterStatus, PoundForPoundRank, Rank, WeightClass, WeightClassText } from './vocabulary.ts';

const wins = described(nullable(Count), 'Null, which is rare: the record is not known.');
const statid = described(nullable(Id), "The metrics supplier's id of the fighter.");
const beltThumbnail = described(FilledUrl, 'Past and present champions only.');

export const Fighter = closed(
  {
    id: Id,
    nickname: nullable(Type.String()),
    wins,
    losses: nullable(Count),
    draws: nullable(Count),
    statid,
    last_name: Filled,
    first_name: Filled,
    weight_class: nullable(WeightClass),
    title_holder: Type.Boolean(),
    fighter_status: FighterStatus,
    rank: nullable(Rank),
    pound_for_pound_rank: nullable(PoundForPoundRank),
    thumbnail: FilledUrl,
    profile_image: FilledUrl,
    belt_thumbnail: Type.Optional(beltThumbnail),
    left_full_body_image: Type.Optional(FilledUrl),
    right_full_body_image: Type.Optional(FilledUrl),
    link: described(FilledUrl, 'Web page of the fighter, the slug after `/fighter/`.'),
  },
  { $id: 'Fighter' },
);
export type Fighter = Static<typeof Fighter>;

export const FighterV1 = closed(
  {
    id: Id,
    wins,
    statid,
    losses: nullable(Count),
    last_name: Filled,
    weight_class: nullable(WeightClass),
    title_holder: Type.Boolean(),
    draws: nullable(Count),
    first_name: Filled,
    fighter_status: FighterStatus,
    thumbnail: FilledUrl,
    belt_thumbnail: Type.Optional(beltThumbnail),
  },
  { $id: 'FighterV1' },
);
export type FighterV1 = Static<typeof FighterV1>;

const championProperties = {
  weight_class: WeightClass,
  title_holder: Type.Literal(true),
  belt_thumbnail: FilledUrl,
};

/** A title holder's row in the list of title holders. */
export const Champion = closed(
  { ...Fighter.properties, ...championProperties, rank: Type.Literal('C'), pound_for_pound_rank: Type.Null() },
  { $id: 'Champion' },
);
export type Champion = Static<typeof Champion>;

export const ChampionV1 = closed({ ...FighterV1.properties, ...championProperties }, { $id: 'ChampionV1' });
export type ChampionV1 = Static<typeof ChampionV1>;

const vacantProperties = {
  id: Type.Null(),
  statid: Type.Null(),
  wins: Type.Literal(0),
  losses: Type.Literal(0),
  draws: Type.Literal(0),
  first_name: described(Filled, 'Words that say the holder is to be determined.'),
  last_name: Type.Null(),
  fighter_status: Type.Null(),
  ...championProperties,
};

/** Placeholder row of a division without a holder; computed, not stored, and not in the list of fighters. */
export const VacantTitle = closed(
  {
    ...vacantProperties,
    nickname: Type.Null(),
    rank: Type.Null(),
    pound_for_pound_rank: Type.Null(),
    profile_image: FilledUrl,
    link: FilledUrl,
  },
  { $id: 'VacantTitle', description: 'A division without a title holder.' },
);
export type VacantTitle = Static<typeof VacantTitle>;

export const VacantTitleV1 = closed(vacantProperties, {
  $id: 'VacantTitleV1',
  description: 'A division without a title holder.',
});
export type VacantTitleV1 = Static<typeof VacantTitleV1>;

/** A row of the list of title holders: one per division. */
export const TitleHolder = Type.Union([Champion, VacantTitle], { $id: 'TitleHolder' });
export type TitleHolder = Static<typeof TitleHolder>;

export const TitleHolderV1 = Type.Union([ChampionV1, VacantTitleV1], { $id: 'TitleHolderV1' });
export type TitleHolderV1 = Static<typeof TitleHolderV1>;

const Flag = Type.Integer({ minimum: 0, maximum: 1 });
const StringOrNull = nullable(Type.String());

export const CareerBout = closed(
  {
    statid: described(Filled, "The metrics supplier's id of the bout."),
    Event: closed({ Name: Filled, Date: PlainDay }),
    WeighIn: described(nullable(Decimal), 'Pounds.'),
    WeightClass: closed({ Description: WeightClassText }),
    KOOfTheNight: Flag,
    SubmissionOfTheNight: Flag,
    PerformanceOfTheNight: Flag,
    Result: closed({
      OutcomeID: StringOrNull,
      Outcome: CareerOutcome,
      EndingRound: StringOrNull,
      EndingTime: StringOrNull,
      Method: StringOrNull,
      FightOfTheNight: nullable(Type.Enum(['0', '1'] as const, { type: 'string' })),
      Submission: StringOrNull,
      EndStrike: StringOrNull,
    }),
    Opponent: closed({
      statid: Type.String(),
      FirstName: Type.String(),
      LastName: Type.String(),
      NickName: StringOrNull,
      Weight: StringOrNull,
      WeighIn: StringOrNull,
      PerformanceOfTheNight: StringOrNull,
      SubmissionOfTheNight: StringOrNull,
      KOOfTheNight: StringOrNull,
      profile_image: nullable(Url),
    }),
  },
  { $id: 'CareerBout' },
);
export type CareerBout = Static<typeof CareerBout>;

const average = Type.Optional(nullable(Decimal));

/** Career averages: all eleven or none; inside the block an unknown value is null. */
const careerAverages = {
  AverageFightTime: Type.Optional(nullable(MinutesSeconds)),
  AverageFightTime_Seconds: average,
  KDAverage: average,
  SLpM: described(average, 'Significant strikes landed per minute.'),
  StrikingAccuracy: average,
  SApM: described(average, 'Significant strikes absorbed per minute.'),
  StrikingDefense: average,
  TakedownAverage: average,
  TakedownAccuracy: average,
  TakedownDefense: average,
  SubmissionsAverage: average,
};

/** The keys of the block of career averages, in the order of the wire specification. */
export const careerAverageKeys = Object.keys(careerAverages) as (keyof typeof careerAverages)[];

const divisionMean = described(nullable(Type.Number()), 'Mean of the division.');
const divisionMaximum = described(nullable(Type.Number()), 'Maximum of the division.');

const detailProperties = {
  city_residing: nullable(Text),
  state_residing: nullable(Text),
  country_residing: nullable(Text),
  dob: described(nullable(Day), 'Birth date.'),
  store_link: nullable(Url),
  height: described(Count, 'Inches; 0 when not known.'),
  height_ft: described(nullable(Type.String()), 'The height in feet and inches, for reading.'),
  weight: described(nullable(Count), 'Pounds.'),
  weight_kg: described(nullable(Type.Number()), 'Kilograms.'),
  strengths: nullable(Text),
  ko_tko_wins: Count,
  submission_wins: Count,
  decision_wins: Count,
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
    described(Type.Array(CareerBout, { minItems: 1 }), 'Newest first; left out when there are none.'),
  ),
};
const detailRules = { dependentRequired: together(...careerAverageKeys) };

export const FighterDetail = closed(
  { ...Fighter.properties, ...detailProperties },
  { $id: 'FighterDetail', ...detailRules },
);
export type FighterDetail = Static<typeof FighterDetail>;

export const FighterDetailV1 = closed(
  { ...FighterV1.properties, ...detailProperties },
  { $id: 'FighterDetailV1', ...detailRules },
);
export type FighterDetailV1 = Static<typeof FighterDetailV1>;
