import { type Positions, type Tally, total } from '../statistics.ts';
import { type Corner, corners } from './card.ts';

/** The statistics of a round up to one of its seconds. */
export interface Frame {
  second: number;
  positions: Positions;
  blue: Tally;
  red: Tally;
}

/** How much a fighter has done, as a spectator weighs it. */
function impression(tally: Tally): number {
  const { headPunches, bodyPunches, headKicks, bodyKicks, legKicks, clinch, ground, takedowns } = tally;
  const significant = [headPunches, bodyPunches, headKicks, bodyKicks, legKicks, ...clinch, ...ground];
  return (
    significant.reduce((sum, [landed]) => sum + landed, 0) +
    8 * tally.knockDowns +
    3 * takedowns[0] +
    3 * tally.submissions +
    2 * tally.reversals +
    total(tally.control) / 12
  );
}

/** The lead of blue; negative if red leads. */
export const lead = (frame: Frame) => impression(frame.blue) - impression(frame.red);

export const other = (corner: Corner): Corner => (corner === corners[0] ? corners[1] : corners[0]);
