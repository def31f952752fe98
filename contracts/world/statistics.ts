import type { BoutUpdate } from '../schemas/metrics.ts';

export type Count = [landed: number, attempted: number];

/** The counts of one fighter in one round. All other numbers of the statistics derive from them. */
export interface Tally {
  knockDowns: number;
  /** Significant strikes at distance. */
  headPunches: Count;
  bodyPunches: Count;
  headKicks: Count;
  bodyKicks: Count;
  legKicks: Count;
  /** Significant strikes to head, body and legs; those to the legs are kicks. */
  clinch: [head: Count, body: Count, legs: Count];
  ground: [head: Count, body: Count, legs: Count];
  /** Strikes that are not significant: to the body in the clinch, to the head on the ground. */
  lightClinch: Count;
  lightGround: Count;
  takedowns: Count;
  submissions: number;
  reversals: number;
  standups: number;
  /** Seconds in control: in the clinch and on the ground by position. */
  control: Record<'clinch' | 'misc' | 'guard' | 'half' | 'side' | 'mount' | 'back', number>;
}

const none = (): Count => [0, 0];

export const emptyTally = (): Tally => ({
  knockDowns: 0,
  headPunches: none(),
  bodyPunches: none(),
  headKicks: none(),
  bodyKicks: none(),
  legKicks: none(),
  clinch: [none(), none(), none()],
  ground: [none(), none(), none()],
  lightClinch: none(),
  lightGround: none(),
  takedowns: none(),
  submissions: 0,
  reversals: 0,
  standups: 0,
  control: { clinch: 0, misc: 0, guard: 0, half: 0, side: 0, mount: 0, back: 0 },
});

type Given = Partial<Omit<Tally, 'control'>> & { control?: Partial<Tally['control']> };

/** A tally in which the counts that are left out are 0. */
export function tallyOf({ control, ...counts }: Given): Tally {
  const empty = emptyTally();
  return { ...empty, ...counts, control: { ...empty.control, ...control } };
}

/** Seconds of both fighters by position. */
export interface Positions {
  distance: number;
  clinch: number;
  ground: number;
}

const sum = (counts: readonly Count[]): Count => [
  counts.reduce((total, [landed]) => total + landed, 0),
  counts.reduce((total, [, attempted]) => total + attempted, 0),
];

const sent = ([landed, attempted]: Count) => ({ Landed: String(landed), Attempts: String(attempted) });

function strikes(tally: Tally) {
  const { headPunches, bodyPunches, headKicks, bodyKicks, legKicks, lightClinch, lightGround } = tally;
  const [clinchHead, clinchBody, clinchLegs] = tally.clinch;
  const [groundHead, groundBody, groundLegs] = tally.ground;

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
    'Knock Down': { Landed: String(tally.knockDowns) },
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

function grappling({ takedowns, submissions, reversals, standups }: Tally) {
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

export const total = (control: Tally['control']) => Object.values(control).reduce((sum, seconds) => sum + seconds, 0);

/** Control times of one fighter; time without control is neutral. */
function times({ distance, clinch, ground }: Positions, { control }: Tally, opponent: Tally) {
  const { misc, guard, half, side, mount, back } = control;
  return {
    'Standing Time': clock(distance + clinch),
    'Ground Time': clock(ground),
    'Control Time': clock(total(control)),
    'Neutral Time': clock(distance + clinch + ground - total(control) - total(opponent.control)),
    'Ground Control Time': clock(total(control) - control.clinch),
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

/** Adds up numbers, lists of numbers and objects of them, such as tallies. */
function added<T>(a: T, b: T): T {
  if (typeof a === 'number') return (a + Number(b)) as T;
  const other = b as Record<string, unknown>;
  const sums = Object.entries(a as object).map(([name, one]) => [name, added(one, other[name])] as const);
  return (Array.isArray(a) ? sums.map(([, one]) => one) : Object.fromEntries(sums)) as T;
}

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
  const none: Round = { positions: { distance: 0, clinch: 0, ground: 0 }, blue: emptyTally(), red: emptyTally() };
  return {
    Fighters: { Red: red, Blue: blue },
    RoundStats: Object.fromEntries(rounds.map((round, i) => [`Round${i + 1}`, corners(blue, red, round)])),
    FightStats: corners(blue, red, rounds.reduce(added<Round>, none)),
  };
}
