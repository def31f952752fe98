import { families } from '../../contracts/families.ts';
import { fill } from '../../contracts/http/paths.ts';
import { type Fault, languageOf } from '../../contracts/problems.ts';
import { Problem } from '../../contracts/requests/problem.ts';
import { routes } from '../../contracts/routes.ts';
import { castScore, castVote, countVotes, sumScores, voteOf } from '../../contracts/rules/ballots.ts';
import { isOpen } from '../../contracts/rules/rounds.ts';
import { type RoundScores, type RoundVotes, scoringRounds, voteRounds } from '../../contracts/rules/tally.ts';
import type { RoundScoring, ScoreBody, Scorecard } from '../../contracts/schemas/scoring.ts';
import { mustBeInteger, mustBeOneOf } from '../../contracts/schemas/validation.ts';
import type { Vote, VoteBody, VoteTally } from '../../contracts/schemas/votes.ts';
import { cardOf, clockMs, eventOf, eventOfFight } from '../night/card.ts';
import { crowdOf } from '../night/crowd.ts';
import type { Answering, Made } from './reply-context.ts';

const isoSeconds = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

function fightOf({ family, night }: Answering, fightId: number) {
  const event = eventOfFight(fightId);
  return event && cardOf(event, family, night).find(({ fight }) => fight.id === fightId);
}

/** Votes that stand before any of the session's: the crowd of the night, else those of the contract. */
function votesBefore(fightId: number, answering: Answering): Map<number, RoundVotes> {
  const { contractBody, night } = answering;
  const joined = fightOf(answering, fightId);
  const crowd = night && joined && crowdOf(night, String(joined.fight.statid), joined.fight.fighter1_statid);
  if (crowd) return new Map(crowd.votes);
  const known = contractBody as VoteTally | undefined;
  return new Map(
    (known?.rounds ?? []).map((round) => [
      round.round_num,
      { fighter1Votes: round.fighter1_votes, fighter2Votes: round.fighter2_votes },
    ]),
  );
}

/** The tally of a fight with the session's votes in it. */
export function voteTally(answering: Answering): Made | undefined {
  const { values, session, night } = answering;
  const fightId = Number(values.id);
  const own = countVotes(session.ballots, fightId);
  const joined = fightOf(answering, fightId);
  if (!joined || (own.size === 0 && !night)) return undefined;
  const { fight, scheduledRounds } = joined;
  const counts = votesBefore(fightId, answering);
  for (const [round, votes] of own) {
    const { fighter1Votes = 0, fighter2Votes = 0 } = counts.get(round) ?? {};
    counts.set(round, {
      fighter1Votes: fighter1Votes + (votes.get(fight.fighter1_statid ?? 0) ?? 0),
      fighter2Votes: fighter2Votes + (votes.get(fight.fighter2_statid ?? 0) ?? 0),
    });
  }
  const rounds = voteRounds(counts, scheduledRounds);
  const body: VoteTally = {
    fight_id: fight.id,
    fighter1_statid: fight.fighter1_statid,
    fighter2_statid: fight.fighter2_statid,
    total_votes: rounds.reduce((sum, { fighter1_votes, fighter2_votes }) => sum + fighter1_votes + fighter2_votes, 0),
    rounds,
  };
  return { status: 200, body };
}

/** A vote of the session; the vote that a contract knows of stays, unless a night began without any. */
export function voteRead({ values, session, night, contractBody }: Answering): Made | undefined {
  const { id, round_num, fighter_statid, client_id } = values;
  const fightId = Number(id);
  if (!eventOfFight(fightId)) return { problem: 'fight-not-found' };
  const place = { fightId, roundNumber: Number(round_num), clientId: String(client_id) };
  const vote = voteOf(session.ballots, place);
  if (!vote) return contractBody === undefined || night ? { problem: 'vote-not-found' } : undefined;
  if (vote.fighterStatid !== fighter_statid) return { problem: 'vote-not-found' };
  const body: Vote = {
    fight_id: fightId,
    round_num: place.roundNumber,
    fighter_statid: vote.fighterStatid,
    client_id: place.clientId,
    voted: true,
    created: isoSeconds(vote.createdMs),
  };
  return { status: 200, body };
}

function refused(
  cast: { outcome: 'not-opened' } | { outcome: 'closed'; closesMs: number },
  problem: 'voting-closed' | 'scoring-closed',
): Made {
  const extensions = cast.outcome === 'closed' ? { closed_at: isoSeconds(cast.closesMs) } : { opens_at: null };
  return { problem, extensions };
}

/** Takes a vote as the server does: values against the stored fight, then whether the round is open. */
export function voteCast(answering: Answering): Made | undefined {
  const { values, session, night, family } = answering;
  const { round_num, fighter_statid, client_id } = answering.body as VoteBody;
  const joined = fightOf(answering, Number(values.id));
  if (!joined) return { problem: 'fight-not-found' };
  const { fight, scheduledRounds, windows } = joined;
  const language = languageOf(family);
  const statids = [fight.fighter1_statid, fight.fighter2_statid].filter((statid) => statid !== null);
  const errors: Fault[] = [];
  if (round_num > scheduledRounds) {
    errors.push({ pointer: '#/round_num', detail: mustBeInteger(1, scheduledRounds, language) });
  }
  if (!statids.includes(fighter_statid)) {
    errors.push({ pointer: '#/fighter_statid', detail: mustBeOneOf(statids, language) });
  }
  if (errors.length > 0) throw new Problem('invalid-body', { errors });

  const ballot = { fightId: fight.id, roundNumber: round_num, fighterStatid: fighter_statid, clientId: client_id };
  const cast = castVote(session.ballots, ballot, windows?.rounds[round_num], clockMs(night));
  if (!('ballots' in cast)) return refused(cast, 'voting-closed');
  answering.keep(cast.ballots);
  const vote = { fight_id: fight.id, round_num, fighter_statid, client_id };
  const body: Vote = { ...vote, voted: true, created: isoSeconds(cast.createdMs) };
  if (cast.outcome !== 'created') return { status: 200, body };
  const location = families[family].prefix + fill(routes.fight_vote_read.path, { ...vote, id: fight.id });
  return { status: 201, body, headers: { Location: location } };
}

/** Sums that stand before any of the session's. Means have two decimals, so sums of few cards can be had from them. */
function scoresBefore(fightId: number, answering: Answering): Map<number, RoundScores> {
  const joined = fightOf(answering, fightId);
  const { night } = answering;
  const crowd = night && joined && crowdOf(night, String(joined.fight.statid), joined.fight.fighter1_statid);
  if (crowd) return new Map(crowd.scores);
  const known = (answering.contractBody as RoundScoring | undefined)?.fights.find(
    ({ fight_id }) => fight_id === fightId,
  );
  return new Map(
    (known?.rounds ?? []).map(({ round_num, fighter1_score, fighter2_score, scores_count: count }) => {
      const sum = (mean: string) => Math.round(Number(mean) * count);
      return [round_num, { count, fighter1Sum: sum(fighter1_score), fighter2Sum: sum(fighter2_score) }];
    }),
  );
}

/** The scores of an event with the session's scorecards in them. */
export function roundScores(answering: Answering): Made | undefined {
  const { values, session, night, family } = answering;
  const event = eventOf(Number(values.id));
  if (!event) return undefined;
  const own = event.fights.map(({ id }) => sumScores(session.ballots, id));
  if (!night && own.every((rounds) => rounds.size === 0)) return undefined;
  const nowMs = clockMs(night);
  const body: RoundScoring = {
    event_id: event.id,
    statid: event.statid,
    fights: cardOf(event, family, night).map(({ fight, scheduledRounds, windows, currentRound }, index) => {
      const sums = scoresBefore(fight.id, answering);
      for (const [round, { count, fighter1Sum, fighter2Sum }] of own[index] ?? []) {
        const before = sums.get(round) ?? { count: 0, fighter1Sum: 0, fighter2Sum: 0 };
        sums.set(round, {
          count: before.count + count,
          fighter1Sum: before.fighter1Sum + fighter1Sum,
          fighter2Sum: before.fighter2Sum + fighter2Sum,
        });
      }
      return {
        fight_id: fight.id,
        fight_statid: fight.statid,
        fighter1_statid: fight.fighter1_statid,
        fighter2_statid: fight.fighter2_statid,
        fighter1_last_name: fight.fighter1_last_name,
        fighter2_last_name: fight.fighter2_last_name,
        current_round: currentRound,
        rounds: scoringRounds(sums, scheduledRounds, (round) => isOpen(windows?.rounds[round], nowMs)),
      };
    }),
  };
  return { status: 200, body };
}

/** Takes a scorecard as the server does. */
export function scoreCast(answering: Answering): Made | undefined {
  const { session, night, family } = answering;
  const { event_id, fight_id, fight_statid, round_num, ...score } = answering.body as ScoreBody;
  const event = eventOf(event_id);
  if (!event) return { problem: 'event-not-found' };
  const joined = cardOf(event, family, night).find(({ fight }) =>
    fight_id === undefined ? fight.statid === fight_statid : fight.id === fight_id,
  );
  if (!joined) return { problem: 'fight-not-found' };
  const { fight, scheduledRounds, windows } = joined;
  if (round_num > scheduledRounds) {
    const detail = mustBeInteger(1, scheduledRounds, languageOf(family));
    throw new Problem('invalid-body', { errors: [{ pointer: '#/round_num', detail }] });
  }
  const { fighter1_score, fighter2_score, client_id } = score;
  const card = { fighter1Score: fighter1_score, fighter2Score: fighter2_score, clientId: client_id };
  const ballot = { fightId: fight.id, roundNumber: round_num, ...card };
  const cast = castScore(session.ballots, ballot, windows?.rounds[round_num], clockMs(night));
  if (!('ballots' in cast)) return refused(cast, 'scoring-closed');
  answering.keep(cast.ballots);
  const scorecard = { event_id, fight_id: fight.id, round_num, fighter1_score, fighter2_score, client_id };
  const body: Scorecard = { status: 'ok', ...scorecard };
  return { status: cast.outcome === 'created' ? 201 : 200, body };
}
