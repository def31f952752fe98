import { type Family, families } from '../../contracts/families.ts';
import { fill } from '../../contracts/http/paths.ts';
import { type Fault, languageOf } from '../../contracts/problems.ts';
import { Problem } from '../../contracts/requests/problem.ts';
import { routes } from '../../contracts/routes.ts';
import { voteRounds } from '../../contracts/rules/tally.ts';
import { mustBeInteger, mustBeOneOf } from '../../contracts/schemas/validation.ts';
import type { VoteBody } from '../../contracts/schemas/votes.ts';
import type { BallotPaper } from '../cache/fight-cache.ts';
import { channels } from '../store/index.ts';
import { admit, changesFields, isoSeconds, refusal } from './ballot-refusals.ts';
import { type Handler, Reply } from './types.ts';

export const fight_votes: Handler<'fight_votes'> = async ({ values }, { store, ballotPapers }) => {
  const [paper, [tally]] = await Promise.all([ballotPapers.ofFight(values.id), store.votes.versioned([values.id])]);
  const { fighter1Statid, fighter2Statid, scheduledRounds } = paper;
  const byRound = new Map(
    [...(tally?.counts ?? [])].map(([round, votes]) => [
      round,
      {
        fighter1Votes: votes.get(fighter1Statid ?? 0) ?? 0,
        fighter2Votes: votes.get(fighter2Statid ?? 0) ?? 0,
      },
    ]),
  );
  const rounds = voteRounds(byRound, scheduledRounds);
  const body = {
    fight_id: paper.fightId,
    fighter1_statid: fighter1Statid,
    fighter2_statid: fighter2Statid,
    total_votes: rounds.reduce((sum, { fighter1_votes, fighter2_votes }) => sum + fighter1_votes + fighter2_votes, 0),
    rounds,
  };
  const announced = [channels.tally(paper.fightId)];
  return new Reply(body, {
    follows: { version: paper.version + (tally?.version ?? 0), channels: announced },
    tags: [...announced, ...paper.tags],
  });
};

export const fight_vote_read: Handler<'fight_vote_read'> = async ({ values }, { store, ballotPapers }) => {
  await ballotPapers.ofFight(values.id);
  const { id, round_num, fighter_statid, client_id } = values;
  const ballot = { fightId: id, roundNumber: round_num, fighterStatid: fighter_statid, clientId: client_id };
  const vote = await store.votes.find(ballot);
  if (!vote) throw new Problem('vote-not-found');
  const created = isoSeconds(vote.createdMs);
  return { fight_id: id, round_num, fighter_statid, client_id, voted: true, created };
};

/** What of a vote does not fit its fight. */
function faultsOf({ round_num, fighter_statid }: VoteBody, paper: BallotPaper, family: Family): Fault[] {
  const { fighter1Statid, fighter2Statid, scheduledRounds } = paper;
  const language = languageOf(family);
  const statids = [fighter1Statid, fighter2Statid].filter((statid) => statid !== null);
  const errors: Fault[] = [];
  if (round_num > scheduledRounds) {
    errors.push({ pointer: '#/round_num', detail: mustBeInteger(1, scheduledRounds, language) });
  }
  if (!statids.includes(fighter_statid)) {
    errors.push({ pointer: '#/fighter_statid', detail: mustBeOneOf(statids, language) });
  }
  return errors;
}

export const fight_vote_cast: Handler<'fight_vote_cast'> = async (call, context) => {
  const { body, family, values, caller } = call;
  const { round_num, fighter_statid, client_id } = body;
  const paper = await context.ballotPapers.ofFight(values.id);
  const errors = faultsOf(body, paper, family);
  if (errors.length > 0) throw new Problem('invalid-body', { errors });

  admit(client_id, caller, context);
  const { fightId } = paper;
  const ballot = { fightId, roundNumber: round_num, fighterStatid: fighter_statid, clientId: client_id };
  const cast = await context.store.votes.cast(ballot, caller.socket);
  if (!('createdMs' in cast)) throw refusal(cast, 'voting-closed');
  const vote = { fight_id: fightId, round_num, fighter_statid, client_id };
  const reply = { ...vote, voted: true as const, created: isoSeconds(cast.createdMs) };
  const headers = changesFields(cast.changes);
  if (cast.outcome !== 'created') return new Reply(reply, { headers });
  const location = families[family].prefix + fill(routes.fight_vote_read.path, { ...vote, id: fightId });
  return new Reply(reply, { status: 201, headers: { ...headers, Location: location } });
};
