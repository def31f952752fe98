import type { RoundScoring } from '../../../contracts/schemas/scoring.ts';
import type { VoteTally } from '../../../contracts/schemas/votes.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { scoreCount, voteCount, votedFight } from './ballots.ts';
import { type Lane, staleMsOf, timesOf } from './lane.ts';

const { fightId, fighters } = votedFight;

/** The counts of a reply by name; a sum that is not that of its rounds shows under a name that nobody counts. */
export function countsOfTally({ rounds, total_votes }: VoteTally): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { round_num, fighter1_votes, fighter2_votes } of rounds) {
    counts[voteCount(round_num, fighters[0])] = fighter1_votes;
    counts[voteCount(round_num, fighters[1])] = fighter2_votes;
  }
  const sum = Object.values(counts).reduce((all, one) => all + one, 0);
  return { ...counts, ...(sum !== total_votes && { [`the total beside the rounds of ${fightId}`]: total_votes }) };
}

/** Reads tallies of votes and scorecards. */
export async function runCounter(lane: Lane): Promise<void> {
  const { stage, random } = lane;
  while (!stage.isOver()) {
    const isTally = random() < 0.7;
    const path = isTally ? `/fights/${fightId}/votes` : `/events/round_scoring/${ids.liveEvent}`;
    const asked = await lane.ask(lane.anyServer(), 'GET', `/api/v3/mobile${path}`);
    let counts: Record<string, number> | null = null;
    if (asked.status === 200 && isTally) counts = countsOfTally(JSON.parse(asked.text));
    if (asked.status === 200 && !isTally) {
      const { fights } = JSON.parse(asked.text) as RoundScoring;
      const rounds = fights.find(({ fight_id }) => fight_id === fightId)?.rounds ?? [];
      counts = Object.fromEntries(rounds.map(({ round_num, scores_count }) => [scoreCount(round_num), scores_count]));
    }
    const kind = isTally ? 'tally' : 'scoring';
    stage.recorder.add({ ...timesOf(asked), kind, staleMs: staleMsOf(asked), counts });
    await lane.pause(20, 100);
  }
}
