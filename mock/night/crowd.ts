import type { RoundScores, RoundVotes } from '../../contracts/rules/tally.ts';
import { crowdForBlue, type NightRound, scoreRound } from '../../contracts/world/night/night.ts';
import type { NightPlayer } from './night.ts';

/** All scorecards of a round are in this many seconds after its end. */
const scoringSeconds = 60;

/** By how much two of the crowd see the same round apart; as `npm run replay` has it. */
const disagreement = 14;

/** Votes grow with every frame of the round, by who is ahead in it: no vote is taken back. */
function votesAt(round: NightRound, atMs: number, voters: number): { blue: number; red: number } {
  const { frames, startMs } = round;
  let blue = 0;
  let cast = 0;
  for (const [index, { second }] of frames.entries()) {
    const frameMs = startMs + second * 1000;
    if (frameMs > atMs) break;
    const upTo = Math.floor((voters * (index + 1)) / frames.length);
    blue += (upTo - cast) * crowdForBlue(round, frameMs);
    cast = upTo;
  }
  return { blue: Math.round(blue), red: cast - Math.round(blue) };
}

function scoresAt(round: NightRound, atMs: number, scorers: number) {
  const last = round.frames.at(-1);
  const share = Math.min(1, Math.max(0, (atMs - round.endMs) / (scoringSeconds * 1000)));
  const count = last ? Math.floor(scorers * share) : 0;
  let [blue, red] = [0, 0];
  for (let index = 0; last && index < count; index++) {
    const [forBlue, forRed] = scoreRound(last, (((index * 7) % scorers) / scorers - 0.5) * 2 * disagreement);
    blue += forBlue;
    red += forRed;
  }
  return { count, blue, red };
}

/** What the audience of a night has cast so far. */
export interface Crowd {
  votes: ReadonlyMap<number, RoundVotes>;
  scores: ReadonlyMap<number, RoundScores>;
}

/**
 * The audience of one fight; undefined when the night does not have it.
 *
 * @param fighter1Statid says which corner is fighter 1.
 */
export function crowdOf(player: NightPlayer, fightStatid: string, fighter1Statid: number | null): Crowd | undefined {
  const fight = player.night.fights.find(({ FightID }) => FightID === fightStatid);
  if (!fight) return undefined;
  const { atMs, options } = player;
  const isBlue = fight.card.Fighters?.[0]?.FighterID === String(fighter1Statid);
  const begun = fight.rounds.filter(({ startMs }) => startMs <= atMs);
  return {
    votes: new Map(
      begun.map((round) => {
        const { blue, red } = votesAt(round, atMs, options.voters);
        return [
          round.round,
          isBlue ? { fighter1Votes: blue, fighter2Votes: red } : { fighter1Votes: red, fighter2Votes: blue },
        ];
      }),
    ),
    scores: new Map(
      begun.map((round) => {
        const { count, blue, red } = scoresAt(round, atMs, Math.floor(options.voters / 2));
        return [round.round, { count, fighter1Sum: isBlue ? blue : red, fighter2Sum: isBlue ? red : blue }];
      }),
    ),
  };
}
