import type { Client } from '../../contracts/client/client.ts';
import { ProblemError } from '../../contracts/client/problem-error.ts';
import { type AcknowledgedVotes, inContentOrder, roundKey } from './compare.ts';
import { planSteps, type Step, type VotingRound } from './crowd.ts';
import type { NightClock } from './feed.ts';
import type { Progress } from './progress.ts';
import type { Retry } from './retry.ts';
import type { TargetEvent, TargetFight } from './target.ts';

/**
 * Creates the voters: every client votes in every round that opens, and scorers send scorecards.
 *
 * @param parts.clients ids, by the number of the client.
 */
export function createVoters(parts: {
  v3: Client<'v3'>;
  v1: Client<'v1'>;
  retry: Retry;
  target: TargetEvent;
  clients: readonly string[];
  clock: NightClock;
  acknowledged: AcknowledgedVotes;
  progress: Progress;
}) {
  const { v3, v1, retry, target, clients, clock, acknowledged, progress } = parts;
  const polls = new Map<string, Promise<unknown>>();

  function send(fight: TargetFight, round_num: number, client: number, { what }: Step): Promise<unknown> {
    const client_id = clients[client] ?? '';
    if ('vote' in what) {
      const body = { round_num, fighter_statid: fight[what.vote], client_id };
      return retry(() => v3.fight_vote_cast({ id: fight.id, body }));
    }
    const [fighter1_score, fighter2_score] = inContentOrder(fight, ...what.score);
    const common = { event_id: target.eventId, round_num, fighter1_score, fighter2_score, client_id };
    // Half of the scorers use the Spanish app, half the English one; both score the same rounds.
    if (client % 4 === 0) return retry(() => v3.score_round({ body: { ...common, fight_id: fight.id } }));
    return retry(() => v1.score_round({ body: { ...common, fight_statid: fight.statid } }));
  }

  async function perform(fight: TargetFight, round: number, client: number, step: Step): Promise<void> {
    await clock.until(step.atMs);
    try {
      await Promise.all(Array.from({ length: step.copies }, () => send(fight, round, client, step)));
      if (step.again) await send(fight, round, client, step);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status !== 409) throw error;
      acknowledged.refused += 1;
      return;
    }
    acknowledged.note(roundKey(fight.id, round), client, step.what);
    progress['vote' in step.what ? 'votes' : 'scorecards'] += 1;
  }

  return {
    /** Lets the voters vote in a round that is open now. */
    open(votingRound: VotingRound): void {
      const { fight, round } = votingRound;
      const chains = clients.flatMap((_, client) =>
        planSteps(votingRound, client).map(async (steps) => {
          for (const step of steps) await perform(fight, round.round, client, step);
        }),
      );
      const poll = Promise.all(chains);
      // `finished` reports a failure; until then it must not count as unhandled.
      poll.catch(() => undefined);
      polls.set(roundKey(fight.id, round.round), poll);
    },

    /** Waits until every voter has its replies for this round; rejects with the first error. */
    async finished({ id }: TargetFight, round: number): Promise<void> {
      await polls.get(roundKey(id, round));
    },
  };
}
