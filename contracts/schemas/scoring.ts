import { ClientId, Count, common, described, Id, nullable, record } from './common.ts';
import { type Static, Type } from './type.ts';

const MeanScore = described(
  Type.String({ pattern: '^(0[.]00|[7-9][.][0-9]{2}|10[.]00)$' }),
  'Mean of the scorecards, rounded half up; 0.00 without one.',
);
const Score = described(Type.Integer({ minimum: 7, maximum: 10 }), 'Points of the fighter in this round.');
const clientId = described(ClientId, 'An unguessable id the app made once; whoever knows it can change its scores.');

export const ScoringRound = record('ScoringRound', "The audience's mean scores of one round.", {
  round_num: common.roundNumber,
  fighter1_score: MeanScore,
  fighter2_score: MeanScore,
  scores_count: described(Count, 'Scorecards of this round.'),
  open: described(Type.Boolean(), 'Whether the round takes scores now.'),
});
export type ScoringRound = Static<typeof ScoringRound>;

const lastName = described(nullable(Type.String()), 'Last name; null: the opponent is not yet known.');

export const ScoringFight = record('ScoringFight', "The audience's scores of one fight.", {
  fight_id: common.fightId,
  fight_statid: common.fightStatid,
  fighter1_statid: common.fighterStatid,
  fighter2_statid: common.fighterStatid,
  fighter1_last_name: lastName,
  fighter2_last_name: lastName,
  current_round: described(
    Type.Integer({ minimum: 0, maximum: 5 }),
    'Number of the round that the feed is in; 0 before the first.',
  ),
  rounds: described(Type.Array(ScoringRound, { minItems: 1, maxItems: 5 }), 'One per scheduled round, ascending.'),
});
export type ScoringFight = Static<typeof ScoringFight>;

export const RoundScoring = record('RoundScoring', "The audience's scores of one event.", {
  event_id: common.eventId,
  statid: common.eventStatid,
  fights: described(Type.Array(ScoringFight), 'The fights in the order of the card.'),
});
export type RoundScoring = Static<typeof RoundScoring>;

const scoreProperties = {
  event_id: common.eventId,
  round_num: common.roundNumber,
  fighter1_score: Score,
  fighter2_score: Score,
  client_id: clientId,
};

/** `oneOf` rather than TypeBox's union, which is `anyOf` and would take both ids. */
const oneOf = [{ required: ['fight_id'] }, { required: ['fight_statid'] }];

/** Names the fight by exactly one of its ids. The round is checked against the fight. */
export const ScoreBody = Type.Object(
  {
    ...scoreProperties,
    fight_id: Type.Optional(common.fightId),
    fight_statid: Type.Optional(described(Id, "The metrics supplier's id of the fight, FightID in the feed.")),
  },
  {
    $id: 'ScoreBody',
    description: 'A scorecard of one round. Exactly one of `fight_id` and `fight_statid` is given.',
    oneOf,
  },
);
export type ScoreBody = Static<typeof ScoreBody>;

export const Scorecard = record('Scorecard', "A client's scores of one round.", {
  status: described(Type.Literal('ok'), 'The scorecard is counted.'),
  event_id: common.eventId,
  fight_id: common.fightId,
  round_num: common.roundNumber,
  fighter1_score: Score,
  fighter2_score: Score,
  client_id: clientId,
});
export type Scorecard = Static<typeof Scorecard>;
