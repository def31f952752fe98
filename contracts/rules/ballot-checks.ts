/** Checks votes and scorecards against their fight. */
import type { Family } from '../families.ts';
import { languageOf, type Violation } from '../problems.ts';
import type { ScoreBody } from '../schemas/scoring.ts';
import { mustBeInteger, mustBeOneOf } from '../schemas/validation/sentences.ts';
import type { VoteBody } from '../schemas/votes.ts';

/** The values of a fight that votes and scorecards are checked against. */
export interface BallotFight {
  fightId: number;
  fightStatid: number | null;
  fighter1Statid: number | null;
  fighter2Statid: number | null;
  scheduledRounds: number;
}

type Ballot = Pick<VoteBody, 'round_num'> & Partial<Pick<VoteBody, 'fighter_statid'>>;

/**
 * The errors of `invalid-body` for a ballot: a round after the last scheduled round, or a fighter of another fight.
 *
 * @param ballot fits its schema; a scorecard has no `fighter_statid`.
 * @see wire specification 8
 */
export function findBallotViolations(
  { round_num, fighter_statid }: Ballot,
  fight: BallotFight,
  family: Family,
): Violation[] {
  const { fighter1Statid, fighter2Statid, scheduledRounds } = fight;
  const language = languageOf(family);
  const statids = [fighter1Statid, fighter2Statid].filter((statid) => statid !== null);
  const violations: Violation[] = [];
  if (round_num > scheduledRounds) {
    violations.push({ pointer: '#/round_num', detail: mustBeInteger(1, scheduledRounds, language) });
  }
  if (fighter_statid !== undefined && !statids.includes(fighter_statid)) {
    violations.push({ pointer: '#/fighter_statid', detail: mustBeOneOf(statids, language) });
  }
  return violations;
}

/** The fight of an event that a scorecard names, by our id or by the supplier's. */
export function findScoredFight<F extends Pick<BallotFight, 'fightId' | 'fightStatid'>>(
  { fight_id, fight_statid }: Pick<ScoreBody, 'fight_id' | 'fight_statid'>,
  fights: readonly F[],
): F | undefined {
  return fights.find(({ fightId, fightStatid }) =>
    fight_id === undefined ? fightStatid === fight_statid : fightId === fight_id,
  );
}
