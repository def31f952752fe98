/**
 * Rules of votes and scorecards for the mock, as pure functions. The server has them in Lua scripts, next to the data; a
 * test sends the same ballots to both.
 *
 * @see wire specification 8
 */
import { isOpen, type RoundWindow } from './rounds.ts';
import type { RoundScores } from './tally.ts';

/** The fight, the round and the client of a ballot. */
export interface BallotPlace {
  fightId: number;
  roundNumber: number;
  clientId: string;
}

export interface VoteBallot extends BallotPlace {
  fighterStatid: number;
}

export interface ScoreBallot extends BallotPlace {
  fighter1Score: number;
  fighter2Score: number;
}

/** A counted vote; `createdMs` is when the client chose this fighter. */
export type StoredVote = VoteBallot & { createdMs: number };

/** Every ballot of a box, by place; immutable: a change gives a new box. */
export interface Ballots {
  readonly votes: ReadonlyMap<string, StoredVote>;
  readonly scorecards: ReadonlyMap<string, ScoreBallot>;
}

export const noBallots: Ballots = { votes: new Map(), scorecards: new Map() };

/** A ballot that was not stored: the round has not started, or closed at `closesMs`. */
export type RefusedBallot = { outcome: 'not-opened' } | { outcome: 'closed'; openedMs: number; closesMs: number };

type VoteOutcome = { outcome: 'created' | 'moved' | 'same'; createdMs: number; ballots: Ballots } | RefusedBallot;

type ScoreOutcome = { outcome: 'created' | 'replaced' | 'same'; ballots: Ballots } | RefusedBallot;

const placeOf = ({ fightId, roundNumber, clientId }: BallotPlace) => `${fightId}:${roundNumber}:${clientId}`;

function refusalOf(window: RoundWindow | undefined, nowMs: number): RefusedBallot | undefined {
  if (!window) return { outcome: 'not-opened' };
  const { openedMs, closesMs } = window;
  return closesMs === null || isOpen(window, nowMs) ? undefined : { outcome: 'closed', openedMs, closesMs };
}

/** @param window of the round; undefined before its start. After its end, even a repeated ballot is refused. */
export function castVote(
  ballots: Ballots,
  ballot: VoteBallot,
  window: RoundWindow | undefined,
  nowMs: number,
): VoteOutcome {
  const refused = refusalOf(window, nowMs);
  if (refused) return refused;
  const place = placeOf(ballot);
  const before = ballots.votes.get(place);
  if (before?.fighterStatid === ballot.fighterStatid) return { outcome: 'same', createdMs: before.createdMs, ballots };
  const { fightId, roundNumber, clientId, fighterStatid } = ballot;
  const stored = { fightId, roundNumber, clientId, fighterStatid, createdMs: nowMs };
  return {
    outcome: before ? 'moved' : 'created',
    createdMs: nowMs,
    ballots: { ...ballots, votes: new Map(ballots.votes).set(place, stored) },
  };
}

/** @param window of the round; undefined before its start. After its end, even a repeated ballot is refused. */
export function castScore(
  ballots: Ballots,
  ballot: ScoreBallot,
  window: RoundWindow | undefined,
  nowMs: number,
): ScoreOutcome {
  const refused = refusalOf(window, nowMs);
  if (refused) return refused;
  const place = placeOf(ballot);
  const before = ballots.scorecards.get(place);
  const { fightId, roundNumber, clientId, fighter1Score, fighter2Score } = ballot;
  if (before?.fighter1Score === fighter1Score && before.fighter2Score === fighter2Score) {
    return { outcome: 'same', ballots };
  }
  const stored = { fightId, roundNumber, clientId, fighter1Score, fighter2Score };
  return {
    outcome: before ? 'replaced' : 'created',
    ballots: { ...ballots, scorecards: new Map(ballots.scorecards).set(place, stored) },
  };
}

/** The client's vote in a round, for either fighter. */
export const voteOf = ({ votes }: Ballots, place: BallotPlace): StoredVote | undefined => votes.get(placeOf(place));

/** Votes of a fight by round, then by fighter statid; zeros are left out. */
export function countVotes({ votes }: Ballots, fightId: number): ReadonlyMap<number, ReadonlyMap<number, number>> {
  const rounds = new Map<number, Map<number, number>>();
  for (const vote of votes.values()) {
    if (vote.fightId !== fightId) continue;
    const counts = rounds.get(vote.roundNumber) ?? new Map<number, number>();
    rounds.set(vote.roundNumber, counts.set(vote.fighterStatid, (counts.get(vote.fighterStatid) ?? 0) + 1));
  }
  return rounds;
}

/** Scorecards of a fight by round; rounds without any are left out. */
export function sumScores({ scorecards }: Ballots, fightId: number): ReadonlyMap<number, RoundScores> {
  const rounds = new Map<number, RoundScores>();
  for (const card of scorecards.values()) {
    if (card.fightId !== fightId) continue;
    const { count, fighter1Sum, fighter2Sum } = rounds.get(card.roundNumber) ?? noScores;
    rounds.set(card.roundNumber, {
      count: count + 1,
      fighter1Sum: fighter1Sum + card.fighter1Score,
      fighter2Sum: fighter2Sum + card.fighter2Score,
    });
  }
  return rounds;
}

const noScores: RoundScores = { count: 0, fighter1Sum: 0, fighter2Sum: 0 };

/** A box with imported ballots. */
export function ballotsOf(votes: readonly StoredVote[], scorecards: readonly ScoreBallot[]): Ballots {
  return {
    votes: new Map(votes.map((vote) => [placeOf(vote), vote])),
    scorecards: new Map(scorecards.map((card) => [placeOf(card), card])),
  };
}
