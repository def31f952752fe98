import type { Night } from '../../contracts/world/night/night.ts';
import { clock, describeMethod } from '../../contracts/world/night/results.ts';

const corners = ['blue', 'red'] as const;

/** The fights of a night with their rounds and ends, in milliseconds of the night. */
export function timelineOf({ endMs, fights }: Night) {
  return {
    durationMs: endMs,
    fights: fights.map((fight) => {
      const { FightID: id, card, rounds, result, introMs, completeMs } = fight;
      const fighters = corners.map((_, index) => card.Fighters?.[index]?.FullName ?? '');
      return {
        id,
        fighters,
        fromMs: introMs,
        toMs: completeMs,
        rounds: rounds.map(({ round, startMs, endMs: toMs }) => ({
          round,
          fromMs: startMs,
          toMs,
          seek: `${id}:R${round}`,
        })),
        finish: {
          /** The stoppage, or the last bell. */
          atMs: rounds.at(-1)?.endMs ?? completeMs,
          method: describeMethod(fight),
          round: result.round,
          time: clock(result.second),
          winner: result.winner ? (fighters[corners.indexOf(result.winner)] ?? null) : null,
        },
      };
    }),
  };
}
