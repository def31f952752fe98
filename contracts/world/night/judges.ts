import type { Corner } from './card.ts';
import { type Random, randomOf } from './random.ts';
import { type Frame, lead } from './tally.ts';

/** One judge's scores of every round, blue's first. */
interface JudgeCard {
  FirstName: string;
  LastName: string;
  rounds: (readonly [blue: number, red: number])[];
  blue: number;
  red: number;
}

export interface Decision {
  /** Undefined: a draw. */
  winner: Corner | undefined;
  kind: 'Unanimous' | 'Split' | 'Majority' | 'Draw';
  judges: JudgeCard[];
}

const judges = [
  ['Eva', 'Jurado'],
  ['Tomás', 'Tarjeta'],
  ['Olga', 'Puntos'],
] as const;

/** Minimum lead for a score of 10-8. */
const dominance = 32;
/** Maximum difference of a judge's view from the lead. */
const disagreement = 6;

/**
 * Scores of a round on the ten-point scale, as a judge with this bias gives them.
 *
 * @param bias added to blue's lead.
 */
export function scoreRound(frame: Frame, bias: number): readonly [blue: number, red: number] {
  const ahead = lead(frame) + bias;
  const loser = Math.abs(ahead) >= dominance ? 8 : 9;
  return ahead >= 0 ? [10, loser] : [loser, 10];
}

function scoreFight(random: Random, rounds: readonly Frame[], [FirstName, LastName]: readonly [string, string]) {
  const scores = rounds.map((frame) => scoreRound(frame, (random() * 2 - 1) * disagreement));
  const sum = (corner: 0 | 1) => scores.reduce((total, score) => total + score[corner], 0);
  return { FirstName, LastName, rounds: scores, blue: sum(0), red: sum(1) };
}

/** @param rounds each at its bell. */
export function decide(seed: number, FightID: string, rounds: readonly Frame[]): Decision {
  const cards = judges.map((judge) => scoreFight(randomOf(seed, 'judge', FightID, judge[1]), rounds, judge));
  const forBlue = cards.filter(({ blue, red }) => blue > red).length;
  const forRed = cards.filter(({ blue, red }) => red > blue).length;
  if (Math.max(forBlue, forRed) < 2) return { winner: undefined, kind: 'Draw', judges: cards };
  const kind = Math.max(forBlue, forRed) === 3 ? 'Unanimous' : forBlue > 0 && forRed > 0 ? 'Split' : 'Majority';
  return { winner: forBlue > forRed ? 'blue' : 'red', kind, judges: cards };
}
