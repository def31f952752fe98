import { ClientId, Count, closed, DateTime, described, Id, nullable, RoundNumber } from './common.ts';
import { type Static, Type } from './type.ts';

const Percentage = Type.String({ pattern: '^(100[.]00|(0|[1-9][0-9]?)[.][0-9]{2})$' });
const clientId = described(ClientId, 'An unguessable id the app made once; whoever knows it can move its votes.');

export const VoteRound = closed(
  {
    round_num: RoundNumber,
    fighter1_votes: Count,
    fighter2_votes: Count,
    fighter1_percentage: described(Percentage, 'Rounded half up.'),
    fighter2_percentage: described(Percentage, 'The rest to 100.00; both 0.00 without votes.'),
  },
  { $id: 'VoteRound' },
);
export type VoteRound = Static<typeof VoteRound>;

export const VoteTally = closed(
  {
    fight_id: Id,
    fighter1_statid: nullable(Id),
    fighter2_statid: nullable(Id),
    total_votes: described(Count, 'Of all rounds.'),
    rounds: described(Type.Array(VoteRound, { minItems: 1, maxItems: 5 }), 'One per scheduled round, ascending.'),
  },
  { $id: 'VoteTally' },
);
export type VoteTally = Static<typeof VoteTally>;

/** The scheduled rounds and the two fighters are checked against the fight. */
export const VoteBody = Type.Object(
  { round_num: RoundNumber, fighter_statid: described(Id, "One of the fight's two."), client_id: clientId },
  { $id: 'VoteBody' },
);
export type VoteBody = Static<typeof VoteBody>;

export const Vote = closed(
  {
    fight_id: Id,
    round_num: RoundNumber,
    fighter_statid: Id,
    client_id: clientId,
    voted: Type.Literal(true),
    created: described(DateTime, "When the client's vote went to this fighter."),
  },
  { $id: 'Vote' },
);
export type Vote = Static<typeof Vote>;
