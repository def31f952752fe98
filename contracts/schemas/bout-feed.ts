/** The feed of a bout: its statistics by round and in all, by corner. */
import { group, meaning, neededGroup, pathKey, text } from './feed-parts.ts';

const landed = { Landed: meaning(text, 'How many succeeded, in digits; empty when not tracked.') };
const attempts = { Attempts: meaning(text, 'How many were tried, in digits; empty when not tracked.') };
const landedOfAttempts = group('BoutLandedOfAttempts', 'How many of these succeeded, and how many were tried.', {
  ...landed,
  ...attempts,
});
const landedOnly = group('BoutLanded', 'How many of these succeeded.', landed);
const attemptsOnly = group('BoutAttempts', 'How many of these were tried.', attempts);

const strikes = group('BoutStrikes', 'Strikes by kind, target and position.', {
  'Knock Down': landedOnly,
  'Significant Strikes': landedOfAttempts,
  'Total Strikes': landedOfAttempts,
  Punches: landedOfAttempts,
  Kicks: landedOfAttempts,
  'Distance Strikes': landedOfAttempts,
  'Clinch Significant Strikes': landedOfAttempts,
  'Ground Significant Strikes': landedOfAttempts,
  'Clinch Total Strikes': landedOfAttempts,
  'Ground Total Strikes': landedOfAttempts,
  'Head Significant Strikes': landedOfAttempts,
  'Body Significant Strikes': landedOfAttempts,
  'Legs Significant Strikes': landedOfAttempts,
  'Head Total Strikes': landedOfAttempts,
  'Body Total Strikes': landedOfAttempts,
  'Legs Total Strikes': landedOfAttempts,
  'Distance Head Strikes': landedOfAttempts,
  'Distance Body Strikes': landedOfAttempts,
  'Distance Leg Strikes': landedOfAttempts,
  'Clinch Head Strikes': landedOfAttempts,
  'Clinch Body Strikes': landedOfAttempts,
  'Clinch Leg Strikes': landedOfAttempts,
  'Ground Head Strikes': landedOfAttempts,
  'Ground Body Strikes': landedOfAttempts,
  'Ground Leg Strikes': landedOfAttempts,
  'Distance Head Kicks': landedOfAttempts,
  'Distance Body Kicks': landedOfAttempts,
  'Distance Leg Kicks': landedOfAttempts,
  'Distance Head Punches': landedOfAttempts,
  'Distance Body Punches': landedOfAttempts,
  'Clinch Significant Kicks': landedOfAttempts,
  'Clinch Significant Punches': landedOfAttempts,
  'Ground Significant Kicks': landedOfAttempts,
  'Ground Significant Punches': landedOfAttempts,
});

const grappling = group('BoutGrappling', 'Takedowns, submissions, reversals and standups.', {
  Takedowns: landedOfAttempts,
  Submissions: attemptsOnly,
  Reversals: landedOnly,
  Standups: landedOnly,
});

const time = meaning(text, 'Time in this position, `MM:SS`; empty when not tracked.');

const times = group('BoutTimes', 'Time in position.', {
  'Standing Time': time,
  'Ground Time': time,
  'Control Time': time,
  'Neutral Time': time,
  'Ground Control Time': time,
  'Distance Time': time,
  'Clinch Time': time,
  'Misc. Ground Control Time': time,
  'Guard Control Time': time,
  'Half Guard Control Time': time,
  'Side Control Time': time,
  'Mount Control Time': time,
  'Back Control Time': time,
});

const fighterId = meaning(text, "The metrics supplier's id of the fighter.");

const corner = group('BoutCorner', 'The statistics of one fighter.', {
  FighterID: fighterId,
  Strikes: strikes,
  Grappling: grappling,
  TIP: times,
});
const corners = group('BoutCorners', 'The statistics of both fighters, by corner.', { Red: corner, Blue: corner });
const fighter = group('BoutFighter', 'A fighter of the bout.', {
  Name: meaning(text, 'First and last name.'),
  FighterID: fighterId,
});

export const boutFeed = neededGroup('BoutLiveFeed', 'The statistics of a bout, by round and in all.', {
  Fighters: group('BoutFighters', 'The two fighters, by corner.', { Red: fighter, Blue: fighter }),
  RoundStats: group('BoutRounds', 'The statistics of each round.', {
    Round1: corners,
    Round2: corners,
    Round3: corners,
    Round4: corners,
    Round5: corners,
  }),
  FightStats: corners,
  EventID: meaning(pathKey, "The metrics supplier's id of the event."),
  CurrentRound: meaning(text, 'Number of the round, in digits.'),
  FightID: meaning(pathKey, "The metrics supplier's id of the fight."),
  MaxRounds: meaning(text, 'Scheduled rounds, in digits.'),
  Accolade: meaning(text, 'Text of the title; empty when none is at stake.'),
  Referee: meaning(text, 'Name of the referee.'),
  WeightClass: meaning(text, 'Division in the words of the metrics supplier.'),
  Status: meaning(text, '`official` at the end.'),
  CurrentRoundTime: meaning(text, 'Clock of the round, `MM:SS`.'),
});
