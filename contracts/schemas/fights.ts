import {
  Count,
  closed,
  Decimal,
  described,
  Filled,
  FilledUrl,
  Id,
  MinutesSeconds,
  maximumId,
  nullable,
  Text,
  together,
} from './common.ts';
import { type Static, type TSchema, Type } from './type.ts';
import { WeightClass } from './vocabulary.ts';

const StringOrNull = nullable(Type.String());

export const FightScore = closed(
  {
    WinnerScore: StringOrNull,
    LoserScore: StringOrNull,
    JudgeID: described(StringOrNull, "The metrics supplier's id of the judge."),
    JudgeFirstName: StringOrNull,
    JudgeLastName: StringOrNull,
  },
  { $id: 'FightScore', description: "One judge's scores; before the end there is one of these, with five nulls." },
);
export type FightScore = Static<typeof FightScore>;

export const FightResult = closed(
  {
    Method: StringOrNull,
    EndingRound: StringOrNull,
    EndingTime: described(Type.String(), 'Time of the last round, `m:ss`; empty before the end.'),
    Submission: StringOrNull,
    EndStrike: StringOrNull,
    EndTarget: StringOrNull,
    EndPosition: StringOrNull,
    EndNotes: StringOrNull,
    FightOfTheNight: nullable(Type.Boolean()),
    Scores: Type.Array(FightScore),
  },
  { $id: 'FightResult' },
);
export type FightResult = Static<typeof FightResult>;

type Numbered<P, N extends 1 | 2> = {
  [K in keyof P as K extends `fighterN${infer Rest}` ? `fighter${N}${Rest}` : K]: P[K];
};

/** The same properties with a fighter's number instead of the N in their names. */
function numbered<P extends Record<`fighterN${string}`, TSchema>, N extends 1 | 2>(properties: P, n: N) {
  const entries = Object.entries(properties).map(([key, schema]) => [key.replace('fighterN', `fighter${n}`), schema]);
  return Object.fromEntries(entries) as Numbered<P, N>;
}

const average = Type.Optional(Decimal);
const averageOrNull = Type.Optional(nullable(Decimal));

/** Career averages of one fighter: all eleven or none. */
const averages = {
  fighterN_averagefighttime: Type.Optional(MinutesSeconds),
  fighterN_averagefighttime_seconds: average,
  fighterN_kdaverage: average,
  fighterN_slpm: average,
  fighterN_strikingaccuracy: average,
  fighterN_sapm: average,
  fighterN_strikingdefense: averageOrNull,
  fighterN_takedownaverage: average,
  fighterN_takedownaccuracy: averageOrNull,
  fighterN_takedowndefense: averageOrNull,
  fighterN_submissionsaverage: average,
};

const fighterProperties = {
  fighterN_id: described(Type.Integer({ minimum: 0, maximum: maximumId }), '0: the opponent is not yet known.'),
  fighterNrecord: described(Type.String({ pattern: '^[0-9]+-[0-9]+-[0-9]+$' }), 'Wins, losses and draws.'),
  fighterNheight: described(Count, 'Inches; 0 when not known.'),
  fighterNweight: described(Count, 'Pounds; 0 when not known.'),
  fighterNreach: described(nullable(Count), 'Inches.'),
  fighterNodds: Type.Union([Type.String(), Type.Number(), Type.Null()]),
  fighterN_first_name: described(nullable(Type.String()), 'Null: the opponent is not yet known.'),
  fighterN_last_name: described(nullable(Type.String()), 'Null: the opponent is not yet known.'),
  fighterN_nickname: nullable(Type.String()),
  fighterN_weight_class: nullable(WeightClass),
  fighterN_rank: nullable(Type.String()),
  fighterN_wins: nullable(Count),
  fighterN_losses: nullable(Count),
  fighterN_draws: nullable(Count),
  fighterN_statid: described(nullable(Id), "The metrics supplier's id of the fighter."),
  fighterN_full_body_image: Type.Optional(FilledUrl),
  fighterN_profile_image: Type.Optional(FilledUrl),
  fighterN_is_winner: described(Type.Optional(Type.Boolean()), 'Left out when not known; false before the end.'),
  ...averages,
};

/** The keys of the block of averages of one fighter, in the order of the wire specification. */
export function fightAverageKeys<N extends 1 | 2>(n: N) {
  const block = numbered(averages, n);
  return Object.keys(block) as (keyof typeof block & string)[];
}

export const Fight = closed(
  {
    id: Id,
    event_id: Id,
    statid: described(nullable(Id), "The metrics supplier's id of the bout."),
    fightcard_order: described(Type.Integer(), 'Place on the card; 1 is the main event.'),
    fight_description: nullable(Text),
    is_title_fight: Type.Boolean(),
    is_main_event: Type.Boolean(),
    is_prelim: Type.Boolean(),
    ...numbered(fighterProperties, 1),
    ...numbered(fighterProperties, 2),
    ending_time: described(Type.String(), 'Time of the last round, `m:ss`; empty before the end.'),
    ending_round_number: Type.Optional(Filled),
    result: Type.Optional(FightResult),
    fm_stats_feed_url: described(Filled, 'Address of the live statistics; its ids are -1 when there are none.'),
    fm_fight_rhythm_feed_url: described(Filled, 'The same address as the statistics.'),
  },
  {
    $id: 'Fight',
    dependentRequired: { ...together(...fightAverageKeys(1)), ...together(...fightAverageKeys(2)) },
  },
);
export type Fight = Static<typeof Fight>;
