import type { JoinedFight } from '../../contracts/rules/joined-fight.ts';
import type { RoundScores, RoundVotes } from '../../contracts/rules/tally.ts';
import { crowdForBlue, type NightRound, scoreRound } from '../../contracts/world/night/night.ts';
import type { Frame } from '../../contracts/world/night/tally.ts';
import type { NightPlayer } from './night.ts';

/** `fighter1_statid` tells the corner of fighter 1. */
type CrowdedFight = Pick<JoinedFight['fight'], 'statid' | 'fighter1_statid'>;

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

/** Counts the ballots that the crowd of a night has cast so far on a fight; undefined when the night does not have it. */
export function countCrowd(player: NightPlayer, { statid, fighter1_statid }: CrowdedFight) {
  const fight = player.night.fights.find(({ FightID }) => FightID === String(statid));
  if (!fight) return undefined;
  const { atMs, options } = player;
  const isBlue = fight.card.Fighters?.[0]?.FighterID === String(fighter1_statid);
  const votes = new Map<number, RoundVotes>();
  const scores = new Map<number, RoundScores>();
  for (const round of fight.rounds.filter(({ startMs }) => startMs <= atMs)) {
    const { blue, red } = countVotes(round, atMs, options.voters);
    const [fighter1Votes, fighter2Votes] = isBlue ? [blue, red] : [red, blue];
    votes.set(round.round, { fighter1Votes, fighter2Votes });
    const sums = sumScores(round, atMs, Math.floor(options.voters / 2));
    const [fighter1Sum, fighter2Sum] = isBlue ? [sums.blue, sums.red] : [sums.red, sums.blue];
    scores.set(round.round, { count: sums.count, fighter1Sum, fighter2Sum });
  }
  return { votes, scores };
}
