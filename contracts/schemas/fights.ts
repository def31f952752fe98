import { averageMeanings } from './career.ts';
import {
  Count,
  common,
  Decimal,
  described,
  Filled,
  FilledUrl,
  MinutesSeconds,
  maxId,
  nullable,
  record,
  Text,
  together,
} from './common.ts';
import { type Static, type TSchema, Type } from './type.ts';
import { WeightClass } from './vocabulary.ts';

const text = (description: string) => described(nullable(Type.String()), description);

export const FightScore = record(
  'FightScore',
  "One judge's scores; before the end there is one of these, with five nulls.",
  {
    WinnerScore: text('Points of the winner, in digits.'),
    LoserScore: text('Points of the loser, in digits.'),
    JudgeID: text("The metrics supplier's id of the judge."),
    JudgeFirstName: text('First name of the judge.'),
    JudgeLastName: text('Last name of the judge.'),
  },
);

export const FightResult = record('FightResult', 'How a fight ended.', {
  Method: text('How the fight ended; null before the end.'),
  EndingRound: text('Number of the last round; null before the end.'),
  EndingTime: described(Type.String(), 'Time of the last round, `m:ss`; empty before the end.'),
  Submission: text('The submission that ended the fight.'),
  EndStrike: text('The strike that ended the fight.'),
  EndTarget: text('Where the last strike hit.'),
  EndPosition: text('Position of the fighters at the end.'),
  EndNotes: text('What else is to be said about the end.'),
  FightOfTheNight: described(nullable(Type.Boolean()), 'Whether it was the fight of the night; null when not known.'),
  Scores: described(Type.Array(FightScore), 'The scores of the judges.'),
});
export type FightResult = Static<typeof FightResult>;

type Numbered<P, N extends 1 | 2> = {
  [K in keyof P as K extends `fighterN${infer Rest}` ? `fighter${N}${Rest}` : K]: P[K];
};

/** The same properties with a fighter's number instead of the N in their names. */
function numbered<P extends Record<`fighterN${string}`, TSchema>, N extends 1 | 2>(properties: P, n: N) {
  const entries = Object.entries(properties).map(([key, schema]) => [key.replace('fighterN', `fighter${n}`), schema]);
  return Object.fromEntries(entries) as Numbered<P, N>;
}

const average = (what: string) => Type.Optional(described(Decimal, `${what}.`));
const averageOrNull = (what: string) => Type.Optional(described(nullable(Decimal), `${what}; null when not known.`));

/** Career averages of one fighter: all eleven are present, or all are absent. */
const averages = {
  fighterN_averagefighttime: Type.Optional(described(MinutesSeconds, 'Mean length of a bout, `m:ss`.')),
  fighterN_averagefighttime_seconds: average(averageMeanings.fightTimeSeconds),
  fighterN_kdaverage: average(averageMeanings.knockdowns),
  fighterN_slpm: average(averageMeanings.landed),
  fighterN_strikingaccuracy: average(averageMeanings.strikingAccuracy),
  fighterN_sapm: average(averageMeanings.absorbed),
  fighterN_strikingdefense: averageOrNull(averageMeanings.strikingDefense),
  fighterN_takedownaverage: average(averageMeanings.takedowns),
  fighterN_takedownaccuracy: averageOrNull(averageMeanings.takedownAccuracy),
  fighterN_takedowndefense: averageOrNull(averageMeanings.takedownDefense),
  fighterN_submissionsaverage: average(averageMeanings.submissions),
};

const fighterProperties = {
  fighterN_id: described(
    Type.Integer({ minimum: 0, maximum: maxId }),
    'Id of the fighter; 0: the opponent is not yet known.',
  ),
  fighterNrecord: described(Type.String({ pattern: '^[0-9]+-[0-9]+-[0-9]+$' }), 'Wins, losses and draws.'),
  fighterNheight: described(Count, 'Inches; 0 when not known.'),
  fighterNweight: described(Count, 'Pounds; 0 when not known.'),
  fighterNreach: described(nullable(Count), 'Reach in inches; null when not known.'),
  fighterNodds: Type.Union([Type.String(), Type.Number(), Type.Null()], {
    description: 'Odds of a bet on the fighter; null when there are none.',
  }),
  fighterN_first_name: text('First name; null: the opponent is not yet known.'),
  fighterN_last_name: text('Last name; null: the opponent is not yet known.'),
  fighterN_nickname: text('Nickname; null when there is none.'),
  fighterN_weight_class: described(nullable(WeightClass), 'Division of the fighter; null when not known.'),
  fighterN_rank: text('Place in the division, `C` for its champion; null without a place.'),
  fighterN_wins: described(nullable(Count), 'Bouts won; null when not known.'),
  fighterN_losses: described(nullable(Count), 'Bouts lost; null when not known.'),
  fighterN_draws: described(nullable(Count), 'Draws; null when not known.'),
  fighterN_statid: common.fighterStatid,
  fighterN_full_body_image: Type.Optional(described(FilledUrl, 'Image from head to foot: left for 1, right for 2.')),
  fighterN_profile_image: Type.Optional(described(FilledUrl, 'Image of the fighter for the profile.')),
  fighterN_is_winner: described(
    Type.Optional(Type.Boolean()),
    'Whether the fighter has won; left out when not known, false before the end.',
  ),
  ...averages,
};

/** The keys of the block of averages of one fighter, in the order of the wire specification. */
function fightAverageKeys<N extends 1 | 2>(n: N) {
  const block = numbered(averages, n);
  return Object.keys(block) as (keyof typeof block & string)[];
}

export const Fight = record(
  'Fight',
  'A fight on the card of an event.',
  {
    id: common.id,
    event_id: common.eventId,
    statid: common.fightStatid,
    fightcard_order: described(Type.Integer(), 'Place on the card; 1 is the main event.'),
    fight_description: described(nullable(Text), 'Words about the fight.'),
    is_title_fight: described(Type.Boolean(), 'Whether a title is at stake.'),
    is_main_event: described(Type.Boolean(), 'Whether it is the main event.'),
    is_prelim: described(Type.Boolean(), 'Whether it is on the preliminary card.'),
    ...numbered(fighterProperties, 1),
    ...numbered(fighterProperties, 2),
    ending_time: described(Type.String(), 'Time of the last round, `m:ss`; empty before the end.'),
    ending_round_number: Type.Optional(described(Filled, 'Number of the last round; left out before the end.')),
    result: Type.Optional(FightResult),
    fm_stats_feed_url: described(Filled, 'Address of the live statistics; its ids are -1 when there are none.'),
    fm_fight_rhythm_feed_url: described(Filled, 'The same address as the statistics.'),
  },
  { dependentRequired: { ...together(...fightAverageKeys(1)), ...together(...fightAverageKeys(2)) } },
);
export type Fight = Static<typeof Fight>;
