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

const each = <const Name extends string, P>(names: readonly Name[], part: P) =>
  Object.fromEntries(names.map((name) => [name, part])) as Record<Name, P>;

/** `Head Total Strikes`, `Body Total Strikes`, … */
const kindsOf = <const A extends string, const B extends string>(firsts: readonly A[], seconds: readonly B[]) =>
  firsts.flatMap((first) => seconds.map((second): `${A} ${B}` => `${first} ${second}`));

const strikes = group('BoutStrikes', 'Strikes by kind, target and position.', {
  'Knock Down': landedOnly,
  ...each(['Significant Strikes', 'Total Strikes', 'Punches', 'Kicks', 'Distance Strikes'], landedOfAttempts),
  ...each(['Clinch Significant Strikes', 'Ground Significant Strikes'], landedOfAttempts),
  ...each(['Clinch Total Strikes', 'Ground Total Strikes'], landedOfAttempts),
  ...each(kindsOf(['Head', 'Body', 'Legs'], ['Significant Strikes']), landedOfAttempts),
  ...each(kindsOf(['Head', 'Body', 'Legs'], ['Total Strikes']), landedOfAttempts),
  ...each(kindsOf(['Distance', 'Clinch', 'Ground'], ['Head Strikes', 'Body Strikes', 'Leg Strikes']), landedOfAttempts),
  ...each(['Distance Head Kicks', 'Distance Body Kicks', 'Distance Leg Kicks'], landedOfAttempts),
  ...each(['Distance Head Punches', 'Distance Body Punches'], landedOfAttempts),
  ...each(kindsOf(['Clinch', 'Ground'], ['Significant Kicks', 'Significant Punches']), landedOfAttempts),
});

const grappling = group('BoutGrappling', 'Takedowns, submissions, reversals and standups.', {
  Takedowns: landedOfAttempts,
  Submissions: attemptsOnly,
  Reversals: landedOnly,
  Standups: landedOnly,
});

const time = meaning(text, 'Time in this position, `MM:SS`; empty when not tracked.');

const times = group(
  'BoutTimes',
  'Time in position.',
  each(
    [
      ...(['Standing Time', 'Ground Time', 'Control Time', 'Neutral Time', 'Ground Control Time'] as const),
      ...(['Distance Time', 'Clinch Time', 'Misc. Ground Control Time'] as const),
      ...kindsOf(['Guard', 'Half Guard', 'Side', 'Mount', 'Back'], ['Control Time']),
    ],
    time,
  ),
);

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
    ...each(['Round1', 'Round2', 'Round3', 'Round4', 'Round5'], corners),
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
