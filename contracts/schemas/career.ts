import { closed, Decimal, described, Filled, nullable, PlainDay, record, Url } from './common.ts';
import { type Static, Type } from './type.ts';
import { CareerOutcome, WeightClassText } from './vocabulary.ts';

/** Descriptions of the career averages, for fighters and fights. */
export const averageMeanings = {
  fightTimeSeconds: 'Mean length of a bout in seconds',
  knockdowns: 'Mean of knockdowns',
  landed: 'Significant strikes landed per minute',
  strikingAccuracy: 'Share of significant strikes that landed, in percent',
  absorbed: 'Significant strikes absorbed per minute',
  strikingDefense: "Share of the opponents' significant strikes that missed, in percent",
  takedowns: 'Mean of takedowns',
  takedownAccuracy: 'Share of takedowns that succeeded, in percent',
  takedownDefense: "Share of the opponents' takedowns that failed, in percent",
  submissions: 'Mean of submission attempts',
} as const;

const flag = (award: string) => described(Type.Integer({ minimum: 0, maximum: 1 }), `1: the bout had the ${award}.`);
const text = (description: string) => described(nullable(Type.String()), description);
const awarded = (award: string) => text(`Whether the opponent had the ${award}, \`0\` or \`1\`.`);

const [knockOut, submission, performance] = [
  'knock-out of the night',
  'submission of the night',
  'performance of the night',
] as const;

export const CareerBout = record('CareerBout', "A bout of a fighter's career.", {
  statid: described(Filled, "The metrics supplier's id of the fight."),
  Event: described(
    closed({
      Name: described(Filled, 'Title of the event.'),
      Date: described(PlainDay, 'The day where the event took place.'),
    }),
    'The event of the bout.',
  ),
  WeighIn: described(nullable(Decimal), 'Pounds at the weigh-in; null when not known.'),
  WeightClass: described(closed({ Description: WeightClassText }), 'Division of the bout.'),
  KOOfTheNight: flag(knockOut),
  SubmissionOfTheNight: flag(submission),
  PerformanceOfTheNight: flag(performance),
  Result: described(
    closed({
      OutcomeID: text("The metrics supplier's id of the outcome."),
      Outcome: CareerOutcome,
      EndingRound: text('Number of the last round.'),
      EndingTime: text('Time of the last round, `m:ss`.'),
      Method: text('How the bout ended.'),
      FightOfTheNight: described(
        nullable(Type.Enum(['0', '1'] as const, { type: 'string' })),
        '`1`: the bout was the fight of the night.',
      ),
      Submission: text('The submission that ended the bout.'),
      EndStrike: text('The strike that ended the bout.'),
    }),
    'How the bout ended.',
  ),
  Opponent: described(
    closed({
      statid: described(Type.String(), "The metrics supplier's id of the opponent."),
      FirstName: described(Type.String(), 'First name.'),
      LastName: described(Type.String(), 'Last name.'),
      NickName: text('Nickname.'),
      Weight: text('Pounds.'),
      WeighIn: text('Pounds at the weigh-in.'),
      PerformanceOfTheNight: awarded(performance),
      SubmissionOfTheNight: awarded(submission),
      KOOfTheNight: awarded(knockOut),
      profile_image: described(nullable(Url), 'Image of the opponent.'),
    }),
    'The other fighter.',
  ),
});
export type CareerBout = Static<typeof CareerBout>;
