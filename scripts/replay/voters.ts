import type { Client } from '../../contracts/client/client.ts';
import { ProblemError } from '../../contracts/client/methods.ts';
import type { NightRound } from '../../contracts/world/night/night.ts';
import { type AcknowledgedVotes, roundKey } from './acknowledged.ts';
import type { ReplayClock } from './clock.ts';
import { planSteps, type Step, type VotingRound } from './crowd.ts';
import type { Progress } from './progress.ts';
import type { Retry } from './retry.ts';
import type { TargetEvent, TargetFight } from './target-event.ts';

export interface Voters {
  /** Lets the voters vote in a round that is open now. */
  open(votingRound: VotingRound & { round: NightRound }): void;
  /** Waits until every voter has its replies for this round; rejects with the first error. */
  finished(fight: string, round: number): Promise<void>;
}

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
  clock: ReplayClock;
  acknowledged: AcknowledgedVotes;
  progress: Progress;
}): Voters {
  const { v3, v1, retry, target, clients, clock, acknowledged, progress } = parts;
  const polls = new Map<string, Promise<unknown>>();

  function send(fight: TargetFight, roundNumber: number, client: number, { what }: Step): Promise<unknown> {
    const client_id = clients[client] ?? '';
    if ('vote' in what) {
      const { id } = fight;
      const body = { round_num: roundNumber, fighter_statid: fight[what.vote], client_id };
      return retry(() => v3.fight_vote_cast({ id, body }));
    }
    const [blue, red] = what.score;
    const [fighter1_score, fighter2_score] = fight.fighter1 === fight.blue ? [blue, red] : [red, blue];
    const common = { event_id: target.eventId, round_num: roundNumber, fighter1_score, fighter2_score, client_id };
    // Half of the scorers use the Spanish app, half the English one; both score the same rounds.
    if (client % 4 === 0) return retry(() => v3.score_round({ body: { ...common, fight_id: fight.id } }));
    return retry(() => v1.score_round({ body: { ...common, fight_statid: fight.statid } }));
  }

  async function perform(fight: TargetFight, roundNumber: number, client: number, step: Step): Promise<void> {
    await clock.until(step.atMs);
    progress.underWay += 1;
    try {
      const copies = Array.from({ length: step.copies }, () => send(fight, roundNumber, client, step));
      await Promise.all(copies);
      if (step.again) await send(fight, roundNumber, client, step);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status !== 409) throw error;
      acknowledged.refused += 1;
      return;
    } finally {
      progress.underWay -= 1;
    }
    acknowledged.note(roundKey(fight.id, roundNumber), client, step.what);
    progress['vote' in step.what ? 'votes' : 'scorecards'] += 1;
  }

  return {
    open(votingRound) {
      const fight = target.fights.get(votingRound.fight);
      if (!fight) return;
      const roundNumber = votingRound.round.round;
      const chains = clients.flatMap((_, client) =>
        planSteps(votingRound, client).map(async (steps) => {
          for (const step of steps) await perform(fight, roundNumber, client, step);
        }),
      );
      const poll = Promise.all(chains);
      // `finished` reports a failure; until then it must not count as unhandled.
      poll.catch(() => undefined);
      polls.set(roundKey(fight.id, roundNumber), poll);
    },

    async finished(fight, round) {
      const known = target.fights.get(fight);
      if (known) await polls.get(roundKey(known.id, round));
    },
  };
}
