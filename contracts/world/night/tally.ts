import type { Count, Positions, Tally } from '../statistics.ts';
import { type Corner, corners } from './card.ts';

type Pair = [landed: number, attempted: number];
export type Place = 'misc' | 'guard' | 'half' | 'side' | 'mount' | 'back';

/** A tally with all members, which grows during a round. */
export type GrowingTally = {
  [K in keyof Tally]-?: Required<Tally>[K] extends Count
    ? Pair
    : K extends 'clinch' | 'ground'
      ? [head: Pair, body: Pair, legs: Pair]
      : Required<Required<Tally>[K]>;
};

/** The statistics of a round up to one of its seconds. */
export interface Frame {
  second: number;
  positions: Positions;
  blue: Tally;
  red: Tally;
}

const pair = (): Pair => [0, 0];

export const emptyTally = (): GrowingTally => ({
  knockDowns: 0,
  headPunches: pair(),
  bodyPunches: pair(),
  headKicks: pair(),
  bodyKicks: pair(),
  legKicks: pair(),
  clinch: [pair(), pair(), pair()],
  ground: [pair(), pair(), pair()],
  lightClinch: pair(),
  lightGround: pair(),
  takedowns: pair(),
  submissions: 0,
  reversals: 0,
  standups: 0,
  control: { clinch: 0, misc: 0, guard: 0, half: 0, side: 0, mount: 0, back: 0 },
});

const landed = (pairs: readonly (readonly [number, number])[]) => pairs.reduce((sum, [count]) => sum + count, 0);

function significantLanded(tally: Tally): number {
  const { headPunches, bodyPunches, headKicks, bodyKicks, legKicks, clinch = [], ground = [] } = tally;
  const atDistance = [headPunches, bodyPunches, headKicks, bodyKicks, legKicks].filter((pair) => pair !== undefined);
  return landed([...atDistance, ...clinch, ...ground]);
}

/** How much a fighter has done, as a spectator weighs it. */
function impression(tally: Tally): number {
  const control = Object.values(tally.control ?? {}).reduce((sum, seconds) => sum + seconds, 0);
  const [takedowns = 0] = tally.takedowns ?? [];
  return (
    significantLanded(tally) +
    8 * (tally.knockDowns ?? 0) +
    3 * takedowns +
    3 * (tally.submissions ?? 0) +
    2 * (tally.reversals ?? 0) +
    control / 12
  );
}

/** The lead of blue; negative if red leads. */
export const lead = (frame: Frame) => impression(frame.blue) - impression(frame.red);

export const other = (corner: Corner): Corner => (corner === corners[0] ? corners[1] : corners[0]);
