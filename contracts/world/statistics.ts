import type { BoutUpdate } from '../schemas/metrics.ts';

export type Count = readonly [landed: number, attempted: number];

/** The counts of one fighter in one round. All other numbers of the statistics derive from them. */
export interface Tally {
  knockDowns?: number;
  /** Significant strikes at distance. */
  headPunches?: Count;
  bodyPunches?: Count;
  headKicks?: Count;
  bodyKicks?: Count;
  legKicks?: Count;
  /** Significant strikes to head, body and legs; those to the legs are kicks. */
  clinch?: readonly [head: Count, body: Count, legs: Count];
  ground?: readonly [head: Count, body: Count, legs: Count];
  /** Strikes that are not significant: to the body in the clinch, to the head on the ground. */
  lightClinch?: Count;
  lightGround?: Count;
  takedowns?: Count;
  submissions?: number;
  reversals?: number;
  standups?: number;
  /** Seconds in control: in the clinch and on the ground by position. */
  control?: Partial<Record<'clinch' | 'misc' | 'guard' | 'half' | 'side' | 'mount' | 'back', number>>;
}

/** Seconds of both fighters by position. */
export interface Positions {
  distance: number;
  clinch: number;
  ground: number;
}

const none: Count = [0, 0];

const sum = (counts: readonly Count[]): Count => [
  counts.reduce((total, [landed]) => total + landed, 0),
  counts.reduce((total, [, attempted]) => total + attempted, 0),
];

const sent = ([landed, attempted]: Count) => ({ Landed: String(landed), Attempts: String(attempted) });

function strikes(tally: Tally) {
  const { headPunches = none, bodyPunches = none, headKicks = none, bodyKicks = none, legKicks = none } = tally;
  const [clinchHead, clinchBody, clinchLegs] = tally.clinch ?? [none, none, none];
  const [groundHead, groundBody, groundLegs] = tally.ground ?? [none, none, none];
  const { lightClinch = none, lightGround = none } = tally;

  const distanceHead = sum([headPunches, headKicks]);
  const distanceBody = sum([bodyPunches, bodyKicks]);
  const distance = sum([distanceHead, distanceBody, legKicks]);
  const clinch = sum([clinchHead, clinchBody, clinchLegs]);
  const ground = sum([groundHead, groundBody, groundLegs]);
  const head = sum([distanceHead, clinchHead, groundHead]);
  const body = sum([distanceBody, clinchBody, groundBody]);
  const legs = sum([legKicks, clinchLegs, groundLegs]);
  const kicks = sum([headKicks, bodyKicks, legKicks, clinchLegs, groundLegs]);
  const light = [lightClinch, lightGround];
  const punches = sum([headPunches, bodyPunches, clinchHead, clinchBody, groundHead, groundBody, ...light]);
  return {
    'Knock Down': { Landed: String(tally.knockDowns ?? 0) },
    'Significant Strikes': sent(sum([distance, clinch, ground])),
    'Total Strikes': sent(sum([punches, kicks])),
    Punches: sent(punches),
    Kicks: sent(kicks),
    'Distance Strikes': sent(distance),
    'Clinch Significant Strikes': sent(clinch),
    'Ground Significant Strikes': sent(ground),
    'Clinch Total Strikes': sent(sum([clinch, lightClinch])),
    'Ground Total Strikes': sent(sum([ground, lightGround])),
    'Head Significant Strikes': sent(head),
    'Body Significant Strikes': sent(body),
    'Legs Significant Strikes': sent(legs),
    'Head Total Strikes': sent(sum([head, lightGround])),
    'Body Total Strikes': sent(sum([body, lightClinch])),
    'Legs Total Strikes': sent(legs),
    'Distance Head Strikes': sent(distanceHead),
    'Distance Body Strikes': sent(distanceBody),
    'Distance Leg Strikes': sent(legKicks),
    'Clinch Head Strikes': sent(clinchHead),
    'Clinch Body Strikes': sent(clinchBody),
    'Clinch Leg Strikes': sent(clinchLegs),
    'Ground Head Strikes': sent(groundHead),
    'Ground Body Strikes': sent(groundBody),
    'Ground Leg Strikes': sent(groundLegs),
    'Distance Head Kicks': sent(headKicks),
    'Distance Body Kicks': sent(bodyKicks),
    'Distance Leg Kicks': sent(legKicks),
    'Distance Head Punches': sent(headPunches),
    'Distance Body Punches': sent(bodyPunches),
    'Clinch Significant Kicks': sent(clinchLegs),
    'Clinch Significant Punches': sent(sum([clinchHead, clinchBody])),
    'Ground Significant Kicks': sent(groundLegs),
    'Ground Significant Punches': sent(sum([groundHead, groundBody])),
  };
}

function grappling({ takedowns = none, submissions = 0, reversals = 0, standups = 0 }: Tally) {
  return {
    Takedowns: sent(takedowns),
    Submissions: { Attempts: String(submissions) },
    Reversals: { Landed: String(reversals) },
    Standups: { Landed: String(standups) },
  };
}

/** `MM:SS` */
export const clock = (seconds: number) =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;

const total = (control: Tally['control'] = {}) => Object.values(control).reduce((sum, seconds) => sum + seconds, 0);

/** Control times of one fighter; time without control is neutral. */
function times({ distance, clinch, ground }: Positions, { control = {} }: Tally, opponent: Tally) {
  const { clinch: inClinch = 0, misc = 0, guard = 0, half = 0, side = 0, mount = 0, back = 0 } = control;
  return {
    'Standing Time': clock(distance + clinch),
    'Ground Time': clock(ground),
    'Control Time': clock(total(control)),
    'Neutral Time': clock(distance + clinch + ground - total(control) - total(opponent.control)),
    'Ground Control Time': clock(total(control) - inClinch),
    'Distance Time': clock(distance),
    'Clinch Time': clock(clinch),
    'Misc. Ground Control Time': clock(misc),
    'Guard Control Time': clock(guard),
    'Half Guard Control Time': clock(half),
    'Side Control Time': clock(side),
    'Mount Control Time': clock(mount),
    'Back Control Time': clock(back),
  };
}

const isCounts = (value: unknown): value is readonly Count[] => Array.isArray(value) && Array.isArray(value[0]);

/** Adds up two values of a tally: numbers, counts, lists of counts, or seconds by position. */
function added(a: unknown, b: unknown): unknown {
  if (a === undefined || b === undefined) return a ?? b;
  if (typeof a === 'number') return a + Number(b);
  if (isCounts(a)) return a.map((count, i) => sum([count, (b as Count[])[i] ?? none]));
  if (Array.isArray(a)) return sum([a as unknown as Count, b as Count]);
  const keys = new Set([...Object.keys(a as object), ...Object.keys(b as object)]);
  return Object.fromEntries(
    [...keys].map((key) => [key, added((a as Tally)[key as never], (b as Tally)[key as never])]),
  );
}

const wholeFight = (rounds: readonly Tally[]): Tally =>
  rounds.reduce<Tally>((all, round) => added(all, round) as Tally, {});

const wholeTime = (rounds: readonly Round[]): Positions => {
  const sumOf = (position: keyof Positions) =>
    rounds.reduce((seconds, { positions }) => seconds + positions[position], 0);
  return { distance: sumOf('distance'), clinch: sumOf('clinch'), ground: sumOf('ground') };
};

export interface Round {
  /** Seconds by position; together the length of the round so far. */
  positions: Positions;
  blue: Tally;
  red: Tally;
}

export interface Corner {
  Name: string;
  FighterID: string;
}

const corner = ({ FighterID }: Corner, positions: Positions, own: Tally, opponent: Tally) => ({
  FighterID,
  Strikes: strikes(own),
  Grappling: grappling(own),
  TIP: times(positions, own, opponent),
});

const corners = (blue: Corner, red: Corner, { positions, ...round }: Round) => ({
  Red: corner(red, positions, round.red, round.blue),
  Blue: corner(blue, positions, round.blue, round.red),
});

/** The fighters and the statistics of a bout, without rounds that were not fought: replies have empty values for them. */
export function bout(
  blue: Corner,
  red: Corner,
  rounds: readonly Round[],
): Required<Pick<BoutUpdate['FMLiveFeed'], 'Fighters' | 'RoundStats' | 'FightStats'>> {
  const all: Round = {
    positions: wholeTime(rounds),
    blue: wholeFight(rounds.map((round) => round.blue)),
    red: wholeFight(rounds.map((round) => round.red)),
  };
  return {
    Fighters: { Red: red, Blue: blue },
    RoundStats: Object.fromEntries(rounds.map((round, i) => [`Round${i + 1}`, corners(blue, red, round)])),
    FightStats: corners(blue, red, all),
  };
}
