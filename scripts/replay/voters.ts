import { type Client, ProblemError } from '../../contracts/client/client.ts';
import type { NightRound } from '../../contracts/world/night/night.ts';
import { type Ledger, ledgerKey } from './acknowledged.ts';
import type { ReplayClock } from './clock.ts';
import { type Occasion, type Step, stepsOf } from './crowd.ts';
import type { Progress } from './progress.ts';
import type { Insist } from './retry.ts';
import type { Stage, StageFight } from './target-event.ts';

export interface Polling {
  /** Sets the voters to work on a round that is open now. */
  open(occasion: Occasion & { round: NightRound }): void;
  /** Waits until every voter has the answers about this round; rejects with what one of them met. */
  finished(fight: string, round: number): Promise<void>;
}

/**
 * The audience: every client votes in every round that opens, and those who keep score send it.
 *
 * @param parts.clients ids, by the number of the client.
 */
export function createPolling(parts: {
  v3: Client<'v3'>;
  v1: Client<'v1'>;
  insist: Insist;
  stage: Stage;
  clients: readonly string[];
  clock: ReplayClock;
  ledger: Ledger;
  progress: Progress;
}): Polling {
  const { v3, v1, insist, stage, clients, clock, ledger, progress } = parts;
  const polls = new Map<string, Promise<unknown>>();

  function send(fight: StageFight, roundNumber: number, client: number, { what }: Step): Promise<unknown> {
    const client_id = clients[client] ?? '';
    if ('vote' in what) {
      const { id } = fight;
      const body = { round_num: roundNumber, fighter_statid: fight[what.vote], client_id };
      return insist(() => v3.fight_vote_cast({ id, body }));
    }
    const [blue, red] = what.score;
    const [fighter1_score, fighter2_score] = fight.fighter1 === fight.blue ? [blue, red] : [red, blue];
    const common = { event_id: stage.eventId, round_num: roundNumber, fighter1_score, fighter2_score, client_id };
    // One half of the audience holds the Spanish app, the other the English one; both score the same rounds.
    if (client % 4 === 0) return insist(() => v3.score_round({ body: { ...common, fight_id: fight.id } }));
    return insist(() => v1.score_round({ body: { ...common, fight_statid: fight.statid } }));
  }

  async function take(fight: StageFight, roundNumber: number, client: number, step: Step): Promise<void> {
    await clock.until(step.atMs);
    progress.underWay += 1;
    try {
      const copies = Array.from({ length: step.copies }, () => send(fight, roundNumber, client, step));
      await Promise.all(copies);
      if (step.again) await send(fight, roundNumber, client, step);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status !== 409) throw error;
      ledger.refused += 1;
      return;
    } finally {
      progress.underWay -= 1;
    }
    ledger.note(ledgerKey(fight.id, roundNumber), client, step.what);
    progress['vote' in step.what ? 'votes' : 'scorecards'] += 1;
  }

  return {
    open(occasion) {
      const fight = stage.fights.get(occasion.fight);
      if (!fight) return;
      const roundNumber = occasion.round.round;
      const chains = clients.flatMap((_, client) =>
        stepsOf(occasion, client).map(async (steps) => {
          for (const step of steps) await take(fight, roundNumber, client, step);
        }),
      );
      const poll = Promise.all(chains);
      // Whoever waits for it hears of a failure; until then nobody is there to hear.
      poll.catch(() => undefined);
      polls.set(ledgerKey(fight.id, roundNumber), poll);
    },

    async finished(fight, round) {
      const known = stage.fights.get(fight);
      if (known) await polls.get(ledgerKey(known.id, round));
    },
  };
}
