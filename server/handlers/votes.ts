import { families } from '../../contracts/families.ts';
import { fill } from '../../contracts/paths.ts';
import { type Fault, languageOf } from '../../contracts/problems.ts';
import { routes } from '../../contracts/routes.ts';
import { voteRounds } from '../../contracts/tally.ts';
import { mustBeInteger, mustBeOneOf } from '../../contracts/validation.ts';
import { type Call, type Context, type Handler, Reply } from '../handler.ts';
import { Problem } from '../problem.ts';
import { channels } from '../store/index.ts';
import { admit, changesFields, eventOfFight, isoSeconds, type JoinedFight, joinedFights, refusal } from './fights.ts';

type VoteRoute = 'fight_votes' | 'fight_vote_read' | 'fight_vote_cast';

/** @throws {Problem} `fight-not-found`. */
async function fightOf({ content, family, values }: Call<VoteRoute>, { store, settings }: Context) {
  const event = await eventOfFight(content, values.id);
  const live = event.statid === null ? undefined : await store.live.event(event.statid);
  const [joined] = await joinedFights(content, event, live, family, settings, values.id);
  return joined as JoinedFight;
}

export const fight_votes: Handler<'fight_votes'> = async (call, context) => {
  const [{ fight, scheduledRounds, version }, [tally]] = await Promise.all([
    fightOf(call, context),
    context.store.votes.versioned([call.values.id]),
  ]);
  const byRound = new Map(
    [...(tally?.counts ?? [])].map(([round, votes]) => [
      round,
      {
        fighter1Votes: votes.get(fight.fighter1_statid ?? 0) ?? 0,
        fighter2Votes: votes.get(fight.fighter2_statid ?? 0) ?? 0,
      },
    ]),
  );
  const rounds = voteRounds(byRound, scheduledRounds);
  const body = {
    fight_id: fight.id,
    fighter1_statid: fight.fighter1_statid,
    fighter2_statid: fight.fighter2_statid,
    total_votes: rounds.reduce((sum, { fighter1_votes, fighter2_votes }) => sum + fighter1_votes + fighter2_votes, 0),
    rounds,
  };
  return new Reply(body, {
    follows: { version: version + (tally?.version ?? 0), channels: [channels.tally(fight.id)] },
  });
};

export const fight_vote_read: Handler<'fight_vote_read'> = async ({ values, content }, { store }) => {
  await eventOfFight(content, values.id);
  const { id, round_num, fighter_statid, client_id } = values;
  const ballot = { fightId: id, roundNumber: round_num, fighterStatid: fighter_statid, clientId: client_id };
  const vote = await store.votes.find(ballot);
  if (!vote) throw new Problem('vote-not-found');
  const created = isoSeconds(vote.createdMs);
  return { fight_id: id, round_num, fighter_statid, client_id, voted: true, created };
};

export const fight_vote_cast: Handler<'fight_vote_cast'> = async (call, context) => {
  const { body, family } = call;
  const { round_num, fighter_statid, client_id } = body;
  const { fight, scheduledRounds } = await fightOf(call, context);
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

  admit(client_id, call.caller, context);
  const ballot = { fightId: fight.id, roundNumber: round_num, fighterStatid: fighter_statid, clientId: client_id };
  const cast = await context.store.votes.cast(ballot);
  if (!('createdMs' in cast)) throw refusal(cast, 'voting-closed');
  const vote = { fight_id: fight.id, round_num, fighter_statid, client_id };
  const reply = { ...vote, voted: true as const, created: isoSeconds(cast.createdMs) };
  const headers = changesFields(cast.changes);
  if (cast.outcome !== 'created') return new Reply(reply, { headers });
  const location = families[family].prefix + fill(routes.fight_vote_read.path, { ...vote, id: fight.id });
  return new Reply(reply, { status: 201, headers: { ...headers, Location: location } });
};
