import type { RoundScores, RoundVotes } from '../../contracts/rules/tally.ts';
import { crowdForBlue, type NightRound, scoreRound } from '../../contracts/world/night/night.ts';
import type { Frame } from '../../contracts/world/night/tally.ts';
import type { NightPlayer } from './night.ts';

/** All scorecards of a round arrive within this many seconds after its end. */
const scoringSeconds = 60;

/** How far two members of the crowd differ on the same round; as in `npm run demo`. */
const disagreement = 14;

/** Counts votes, which grow with every frame of the round, by who is ahead in it; no vote is withdrawn. */
function countVotes(round: NightRound, atMs: number, voters: number): { blue: number; red: number } {
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

function sumScores(round: NightRound, atMs: number, scorers: number) {
  const last = round.frames.at(-1) as Frame;
  const share = Math.min(1, Math.max(0, (atMs - round.endMs) / (scoringSeconds * 1000)));
  const count = Math.floor(scorers * share);
  let [blue, red] = [0, 0];
  for (let index = 0; index < count; index++) {
    const [forBlue, forRed] = scoreRound(last, (((index * 7) % scorers) / scorers - 0.5) * 2 * disagreement);
    blue += forBlue;
    red += forRed;
  }
  return { count, blue, red };
}

/** The ballots that the crowd of a night has cast so far. */
export interface Crowd {
  votes: ReadonlyMap<number, RoundVotes>;
  scores: ReadonlyMap<number, RoundScores>;
}

/**
 * Counts the crowd's ballots on one fight; undefined when the night does not have it.
 *
 * @param fighter1Statid identifies the corner of fighter 1.
 */
export function countCrowd(player: NightPlayer, fightStatid: string, fighter1Statid: number | null): Crowd | undefined {
  const fight = player.night.fights.find(({ FightID }) => FightID === fightStatid);
  if (!fight) return undefined;
  const { atMs, options } = player;
  const isBlue = fight.card.Fighters?.[0]?.FighterID === String(fighter1Statid);
  const begun = fight.rounds.filter(({ startMs }) => startMs <= atMs);
  return {
    votes: new Map(
      begun.map((round) => {
        const { blue, red } = countVotes(round, atMs, options.voters);
        return [
          round.round,
          isBlue ? { fighter1Votes: blue, fighter2Votes: red } : { fighter1Votes: red, fighter2Votes: blue },
        ];
      }),
    ),
    scores: new Map(
      begun.map((round) => {
        const { count, blue, red } = sumScores(round, atMs, Math.floor(options.voters / 2));
        return [round.round, { count, fighter1Sum: isBlue ? blue : red, fighter2Sum: isBlue ? red : blue }];
      }),
    ),
  };
}
