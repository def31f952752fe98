import type { RoundScores, RoundVotes } from '../../contracts/rules/tally.ts';
import type { Step } from './crowd.ts';
import type { TargetFight } from './target-event.ts';

export const roundKey = (fightId: number, roundNumber: number) => `${fightId}:${roundNumber}`;

/** The last vote and scorecard of each client and round that the service has acknowledged. */
export class AcknowledgedVotes {
  readonly #votes = new Map<string, Map<number, 'blue' | 'red'>>();
  readonly #scores = new Map<string, Map<number, readonly [number, number]>>();
  /** Requests that the service refused because the round was closed. */
  refused = 0;

  note(key: string, client: number, what: Step['what']): void {
    if ('vote' in what) inner(this.#votes, key).set(client, what.vote);
    else inner(this.#scores, key).set(client, what.score);
  }

  votes(fight: TargetFight, roundNumber: number): RoundVotes {
    const cast = [...(this.#votes.get(roundKey(fight.id, roundNumber))?.values() ?? [])];
    const blue = cast.filter((corner) => corner === 'blue').length;
    const red = cast.length - blue;
    return fight.fighter1 === fight.blue
      ? { fighter1Votes: blue, fighter2Votes: red }
      : { fighter1Votes: red, fighter2Votes: blue };
  }

  scores(fight: TargetFight, roundNumber: number): RoundScores {
    const cards = [...(this.#scores.get(roundKey(fight.id, roundNumber))?.values() ?? [])];
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
