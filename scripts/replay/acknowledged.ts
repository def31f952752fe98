import type { RoundScores, RoundVotes } from '../../contracts/rules/tally.ts';
import type { Step } from './crowd.ts';
import type { StageFight } from './target-event.ts';

export const ledgerKey = (fightId: number, roundNumber: number) => `${fightId}:${roundNumber}`;

/** What the service has acknowledged: of each client the last vote and the last scorecard of each round. */
export class Ledger {
  readonly #votes = new Map<string, Map<number, 'blue' | 'red'>>();
  readonly #scores = new Map<string, Map<number, readonly [number, number]>>();
  /** Requests that the service refused because it held the round for closed. */
  refused = 0;

  note(key: string, client: number, what: Step['what']): void {
    if ('vote' in what) inner(this.#votes, key).set(client, what.vote);
    else inner(this.#scores, key).set(client, what.score);
  }

  votes(fight: StageFight, roundNumber: number): RoundVotes {
    const cast = [...(this.#votes.get(ledgerKey(fight.id, roundNumber))?.values() ?? [])];
    const blue = cast.filter((corner) => corner === 'blue').length;
    const red = cast.length - blue;
    return fight.fighter1 === fight.blue
      ? { fighter1Votes: blue, fighter2Votes: red }
      : { fighter1Votes: red, fighter2Votes: blue };
  }

  scores(fight: StageFight, roundNumber: number): RoundScores {
    const cards = [...(this.#scores.get(ledgerKey(fight.id, roundNumber))?.values() ?? [])];
    const blue = cards.reduce((sum, [score]) => sum + score, 0);
    const red = cards.reduce((sum, [, score]) => sum + score, 0);
    const [fighter1Sum, fighter2Sum] = fight.fighter1 === fight.blue ? [blue, red] : [red, blue];
    return { count: cards.length, fighter1Sum, fighter2Sum };
  }
}

function inner<V>(outer: Map<string, Map<number, V>>, key: string): Map<number, V> {
  const found = outer.get(key) ?? new Map<number, V>();
  outer.set(key, found);
  return found;
}
