import { Problem } from '../../common/wire/problem.ts';
import type { RouteName } from '../../contracts/routes.ts';
import { findBallotViolations, findScoredFight } from '../../contracts/rules/ballot-checks.ts';
import {
  closedExtensions,
  roundScoring,
  roundVotes,
  scorecardReply,
  voteTally as tallyReply,
  voteLocation,
  voteReply,
} from '../../contracts/rules/ballot-replies.ts';
import {
  type BallotPlace,
  type Ballots,
  castScore,
  castVote,
  countVotes,
  type RefusedBallot,
  sumScores,
  voteOf,
} from '../../contracts/rules/ballots.ts';
import { ballotFight, type JoinedFight } from '../../contracts/rules/joined-fight.ts';
import type { RoundScores, RoundVotes } from '../../contracts/rules/tally.ts';
import type { RoundScoring, ScoreBody } from '../../contracts/schemas/scoring.ts';
import type { VoteBody, VoteTally } from '../../contracts/schemas/votes.ts';
import { clockMs, findEvent, findEventOfFight, joinCard } from '../night/card.ts';
import { countCrowd } from '../night/crowd.ts';
import type { StatefulContext, StatefulReply } from './reply-context.ts';

function findFight({ family, night }: StatefulContext, fightId: number) {
  const event = findEventOfFight(fightId);
  return event && joinCard(event, family, night).find(({ fight }) => fight.id === fightId);
}

/** The votes that the session's votes are added to: those of the night's crowd or, without a night, of the contract. */
function findBaseVotes({ fight }: JoinedFight, { contractBody, night }: StatefulContext): Map<number, RoundVotes> {
  const crowd = night && countCrowd(night, fight);
  if (crowd) return crowd.votes;
  const { rounds = [] } = (contractBody ?? {}) as Partial<VoteTally>;
  return new Map(
    rounds.map(({ round_num, fighter1_votes: fighter1Votes, fighter2_votes: fighter2Votes }) => [
      round_num,
      { fighter1Votes, fighter2Votes },
    ]),
  );
}

/** Adds to the sums of a round. */
function add<T extends object>(sums: Map<number, T>, round: number, more: T): void {
  const before = sums.get(round) as Record<string, number> | undefined;
  const added = Object.entries(more).map(([name, count]) => [name, count + (before?.[name] ?? 0)]);
  sums.set(round, Object.fromEntries(added) as T);
}

/** The tally of a fight, including the session's votes. */
function voteTally(context: StatefulContext): StatefulReply | undefined {
  const { values, session, night } = context;
  const fightId = Number(values.id);
  const own = countVotes(session.ballots, fightId);
  const joined = findFight(context, fightId);
  if (!joined || (own.size === 0 && !night)) return undefined;
  const fight = ballotFight(joined);
  const counts = findBaseVotes(joined, context);
  for (const [round, votes] of own) add(counts, round, roundVotes(votes, fight));
  return { status: 200, body: tallyReply(fight, counts) };
}

/** A vote of the session; the vote of the contract is read only in its state. */
function voteRead({ values, session }: StatefulContext): StatefulReply | undefined {
  const { id, round_num, fighter_statid, client_id } = values;
  const fightId = Number(id);
  if (!findEventOfFight(fightId)) return { problem: 'fight-not-found' };
  const place = { fightId, roundNumber: Number(round_num), clientId: String(client_id) };
  const vote = voteOf(session.ballots, place);
  if (!vote || vote.fighterStatid !== fighter_statid) return { problem: 'vote-not-found' };
  return { status: 200, body: voteReply(vote, vote.createdMs) };
}

/** Stores a vote or scorecard, unless its round is closed or its client has no changes left. */
function store<C extends { outcome: string; ballots: Ballots }>(
  cast: C | RefusedBallot,
  { fightId, clientId }: BallotPlace,
  { session, saveBallots }: StatefulContext,
  closed: 'voting-closed' | 'scoring-closed',
  replyTo: (stored: C) => StatefulReply,
): StatefulReply {
  const { changes } = session;
  const before = changes.read(fightId, clientId, Date.now());
  if (!('ballots' in cast)) return { problem: closed, extensions: closedExtensions(cast), headers: before.headers };
  const isChange = cast.outcome !== 'same';
  if (isChange && before.left === 0) {
    const headers = { ...before.headers, 'Retry-After': String(before.retryAfter) };
    return { problem: 'too-many-requests', headers };
  }
  if (isChange) changes.count(fightId, clientId, Date.now());
  saveBallots(cast.ballots);
  const reply = replyTo(cast);
  return { ...reply, headers: { ...changes.read(fightId, clientId, Date.now()).headers, ...reply.headers } };
}

/** Accepts a vote as the server does: checks it against the fight, then checks that the round is open. */
function voteCast(context: StatefulContext): StatefulReply | undefined {
  const { values, session, night, family } = context;
  const vote = context.body as VoteBody;
  const joined = findFight(context, Number(values.id));
  if (!joined) return { problem: 'fight-not-found' };
  const fight = ballotFight(joined);
  const errors = findBallotViolations(vote, fight, family);
  if (errors.length > 0) throw new Problem('invalid-body', { errors });

  const { round_num: roundNumber, fighter_statid: fighterStatid, client_id: clientId } = vote;
  const ballot = { fightId: fight.fightId, roundNumber, fighterStatid, clientId };
  const cast = castVote(session.ballots, ballot, joined.windows?.rounds[roundNumber], clockMs(night));
  return store(cast, ballot, context, 'voting-closed', ({ outcome, createdMs }) => {
    const body = voteReply(ballot, createdMs);
    if (outcome !== 'created') return { status: 200, body };
    return { status: 201, body, headers: { Location: voteLocation(family, body) } };
  });
}

/** The sums that the session's scores are added to. Contracts have means with two decimals, enough for few cards. */
function findBaseScores({ fight }: JoinedFight, { night, contractBody }: StatefulContext): Map<number, RoundScores> {
  const crowd = night && countCrowd(night, fight);
  if (crowd) return crowd.scores;
  const known = (contractBody as RoundScoring | undefined)?.fights.find(({ fight_id }) => fight_id === fight.id);
  return new Map(
    (known?.rounds ?? []).map(({ round_num, fighter1_score, fighter2_score, scores_count: count }) => {
      const sum = (mean: string) => Math.round(Number(mean) * count);
      return [round_num, { count, fighter1Sum: sum(fighter1_score), fighter2Sum: sum(fighter2_score) }];
    }),
  );
}

/** The scores of an event, including the session's scorecards. */
function roundScores(context: StatefulContext): StatefulReply | undefined {
  const { values, session, night, family } = context;
  const event = findEvent(Number(values.id));
  if (!event) return undefined;
  const own = event.fights.map(({ id }) => sumScores(session.ballots, id));
  if (!night && own.every((rounds) => rounds.size === 0)) return undefined;
  const fights = joinCard(event, family, night).map((joined, index) => {
    const sums = findBaseScores(joined, context);
    for (const [round, scores] of own[index] ?? []) add(sums, round, scores);
    return { ...joined, sums };
  });
  return { status: 200, body: roundScoring(event, fights, clockMs(night)) };
}

/** Accepts a scorecard as the server does. */
function scoreCast(context: StatefulContext): StatefulReply | undefined {
  const { session, night, family } = context;
  const card = context.body as ScoreBody;
  const event = findEvent(card.event_id);
  if (!event) return { problem: 'event-not-found' };
  const joined = joinCard(event, family, night).map((one) => ({ ...one, ...ballotFight(one) }));
  const fight = findScoredFight(card, joined);
  if (!fight) return { problem: 'fight-not-found' };
  const errors = findBallotViolations(card, fight, family);
  if (errors.length > 0) throw new Problem('invalid-body', { errors });

  const { round_num: roundNumber, fighter1_score, fighter2_score, client_id: clientId } = card;
  const { fightId } = fight;
  const ballot = { fightId, roundNumber, clientId, fighter1Score: fighter1_score, fighter2Score: fighter2_score };
  const cast = castScore(session.ballots, ballot, fight.windows?.rounds[roundNumber], clockMs(night));
  return store(cast, ballot, context, 'scoring-closed', ({ outcome }) => ({
    status: outcome === 'created' ? 201 : 200,
    body: scorecardReply(card, fightId),
  }));
}

/** Routes that depend on the session's ballots, with or without a night. */
export const ballotRoutes: Partial<Record<RouteName, (context: StatefulContext) => StatefulReply | undefined>> = {
  fight_votes: voteTally,
  fight_vote_read: voteRead,
  fight_vote_cast: voteCast,
  round_scoring: roundScores,
  score_round: scoreCast,
};
