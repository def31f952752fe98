import { ClientId, Count, closed, described, Id, nullable, RoundNumber } from './common.ts';
import { type Static, Type } from './type.ts';

const MeanScore = described(
  Type.String({ pattern: '^(0[.]00|[7-9][.][0-9]{2}|10[.]00)$' }),
  'Mean of the scorecards, rounded half up; 0.00 without one.',
);
const Score = Type.Integer({ minimum: 7, maximum: 10 });
const clientId = described(ClientId, 'An unguessable id the app made once; whoever knows it can change its scores.');

export const ScoringRound = closed(
  {
    round_num: RoundNumber,
    fighter1_score: MeanScore,
    fighter2_score: MeanScore,
    scores_count: Count,
    open: described(Type.Boolean(), 'Whether the round takes scores now.'),
  },
  { $id: 'ScoringRound' },
);
export type ScoringRound = Static<typeof ScoringRound>;

export const ScoringFight = closed(
  {
    fight_id: Id,
    fight_statid: nullable(Id),
    fighter1_statid: nullable(Id),
    fighter2_statid: nullable(Id),
    fighter1_last_name: nullable(Type.String()),
    fighter2_last_name: nullable(Type.String()),
    current_round: described(Type.Integer({ minimum: 0, maximum: 5 }), '0 before the first.'),
    rounds: described(Type.Array(ScoringRound, { minItems: 1, maxItems: 5 }), 'One per scheduled round, ascending.'),
  },
  { $id: 'ScoringFight' },
);
export type ScoringFight = Static<typeof ScoringFight>;

export const RoundScoring = closed(
  { event_id: Id, statid: nullable(Id), fights: described(Type.Array(ScoringFight), 'In the order of the card.') },
  { $id: 'RoundScoring' },
);
export type RoundScoring = Static<typeof RoundScoring>;

const scoreProperties = {
  event_id: Id,
  round_num: RoundNumber,
  fighter1_score: Score,
  fighter2_score: Score,
  client_id: clientId,
};

/** `oneOf` rather than TypeBox's union, which is `anyOf` and would take both ids. */
const oneOf = [{ required: ['fight_id'] }, { required: ['fight_statid'] }];

/** Names the fight by exactly one of its ids. The round is checked against the fight. */
export const ScoreBody = Type.Object(
  { ...scoreProperties, fight_id: Type.Optional(Id), fight_statid: Type.Optional(Id) },
  { $id: 'ScoreBody', description: 'Exactly one of `fight_id` and `fight_statid` is given.', oneOf },
);
export type ScoreBody = Static<typeof ScoreBody>;

export const Scorecard = closed(
  {
    status: Type.Literal('ok'),
    event_id: Id,
    fight_id: Id,
    round_num: RoundNumber,
    fighter1_score: Score,
    fighter2_score: Score,
    client_id: clientId,
  },
  { $id: 'Scorecard' },
);
export type Scorecard = Static<typeof Scorecard>;
