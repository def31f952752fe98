import { Problem } from '../../common/wire/problem.ts';
import { findBallotViolations } from '../../contracts/rules/ballot-checks.ts';
import { roundVotes, voteLocation, voteReply, voteTally } from '../../contracts/rules/ballot-replies.ts';
import { isRefused } from '../store/ballots/ballot-result.ts';
import { channels } from '../store/keys.ts';
import { admit, toChangesHeaders, toRefusal } from './ballot-refusals.ts';
import { type Handler, Reply } from './types.ts';

export const fight_votes: Handler<'fight_votes'> = async ({ values }, { store, fightCache }) => {
  const [fight, [tally]] = await Promise.all([fightCache.readFight(values.id), store.votes.versioned([values.id])]);
  const counts = new Map([...(tally?.counts ?? [])].map(([round, votes]) => [round, roundVotes(votes, fight)]));
  const tallyChannels = [channels.tally(fight.fightId)];
  return new Reply(voteTally(fight, counts), {
    follows: { version: fight.version + (tally?.version ?? 0), channels: tallyChannels },
    tags: [...tallyChannels, ...fight.tags],
  });
};

export const fight_vote_read: Handler<'fight_vote_read'> = async ({ values }, { store, fightCache }) => {
  await fightCache.readFight(values.id);
  const { id, round_num, fighter_statid, client_id } = values;
  const ballot = { fightId: id, roundNumber: round_num, fighterStatid: fighter_statid, clientId: client_id };
  const vote = await store.votes.find(ballot);
  if (!vote) throw new Problem('vote-not-found');
  return voteReply(ballot, vote.createdMs);
};

export const fight_vote_cast: Handler<'fight_vote_cast'> = async ({ family, values, body, caller }, context) => {
  const fight = await context.fightCache.readFight(values.id);
  const { round_num, fighter_statid, client_id } = body;
  const errors = findBallotViolations(body, fight, family);
  if (errors.length > 0) throw new Problem('invalid-body', { errors });

  admit(client_id, caller, context);
  const { fightId, bout } = fight;
  const ballot = { fightId, bout, roundNumber: round_num, fighterStatid: fighter_statid, clientId: client_id };
  const result = await context.store.votes.cast(ballot, caller.socket);
  if (isRefused(result)) throw toRefusal(result, 'voting-closed', client_id, caller, context);
  const vote = voteReply(ballot, result.createdMs);
  const headers = toChangesHeaders(result.changes);
  if (result.outcome !== 'created') return new Reply(vote, { headers });
  return new Reply(vote, { status: 201, headers: { ...headers, Location: voteLocation(family, vote) } });
};
