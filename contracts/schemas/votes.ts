import { ClientId, Count, common, DateTime, described, Id, record } from './common.ts';
import { type Static, Type } from './type.ts';

const Percentage = Type.String({ pattern: '^(100[.]00|(0|[1-9][0-9]?)[.][0-9]{2})$' });
const clientId = described(ClientId, 'An unguessable id the app made once; whoever knows it can move its votes.');

export const VoteRound = record('VoteRound', 'The votes of one round.', {
  round_num: common.roundNumber,
  fighter1_votes: described(Count, 'Votes for fighter 1 in this round.'),
  fighter2_votes: described(Count, 'Votes for fighter 2 in this round.'),
  fighter1_percentage: described(Percentage, 'Share of the votes for fighter 1, rounded half up.'),
  fighter2_percentage: described(Percentage, 'The rest to 100.00; both 0.00 without votes.'),
});
export type VoteRound = Static<typeof VoteRound>;

export const VoteTally = record('VoteTally', 'The votes of the audience on one fight.', {
  fight_id: common.fightId,
  fighter1_statid: common.fighterStatid,
  fighter2_statid: common.fighterStatid,
  total_votes: described(Count, 'Votes of all rounds.'),
  rounds: described(Type.Array(VoteRound, { minItems: 1, maxItems: 5 }), 'One per scheduled round, ascending.'),
});
export type VoteTally = Static<typeof VoteTally>;

/** The scheduled rounds and the two fighters are checked against the fight. */
export const VoteBody = Type.Object(
  {
    round_num: common.roundNumber,
    fighter_statid: described(Id, "The metrics supplier's id of one of the fight's two fighters."),
    client_id: clientId,
  },
  { $id: 'VoteBody', description: 'A vote for who wins a round.' },
);
export type VoteBody = Static<typeof VoteBody>;

export const Vote = record('Vote', "A client's vote on one round.", {
  fight_id: common.fightId,
  round_num: common.roundNumber,
  fighter_statid: described(Id, "The metrics supplier's id of the fighter the vote is for."),
  client_id: clientId,
  voted: described(Type.Literal(true), 'The vote is counted.'),
  created: described(DateTime, "When the client's vote went to this fighter."),
});
export type Vote = Static<typeof Vote>;
