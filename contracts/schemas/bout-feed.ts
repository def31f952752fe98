/** The feed of a bout: its statistics by round and in all, by corner. */
import { group, neededGroup, pathKey, text } from './feed-parts.ts';

const landed = { Landed: text };
const attempts = { Attempts: text };
const landedOfAttempts = group('BoutLandedOfAttempts', { ...landed, ...attempts });
const landedOnly = group('BoutLanded', landed);
const attemptsOnly = group('BoutAttempts', attempts);

const strikes = group('BoutStrikes', {
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

const grappling = group('BoutGrappling', {
  Takedowns: landedOfAttempts,
  Submissions: attemptsOnly,
  Reversals: landedOnly,
  Standups: landedOnly,
});

/** Time in position. */
const times = group('BoutTimes', {
  'Standing Time': text,
  'Ground Time': text,
  'Control Time': text,
  'Neutral Time': text,
  'Ground Control Time': text,
  'Distance Time': text,
  'Clinch Time': text,
  'Misc. Ground Control Time': text,
  'Guard Control Time': text,
  'Half Guard Control Time': text,
  'Side Control Time': text,
  'Mount Control Time': text,
  'Back Control Time': text,
});

const corner = group('BoutCorner', { FighterID: text, Strikes: strikes, Grappling: grappling, TIP: times });
const corners = group('BoutCorners', { Red: corner, Blue: corner });
const fighter = group('BoutFighter', { Name: text, FighterID: text });

export const boutFeed = neededGroup('BoutLiveFeed', {
  Fighters: group('BoutFighters', { Red: fighter, Blue: fighter }),
  RoundStats: group('BoutRounds', {
    Round1: corners,
    Round2: corners,
    Round3: corners,
    Round4: corners,
    Round5: corners,
  }),
  FightStats: corners,
  EventID: pathKey,
  CurrentRound: text,
  FightID: pathKey,
  MaxRounds: text,
  Accolade: text,
  Referee: text,
  WeightClass: text,
  Status: text,
  CurrentRoundTime: text,
});
