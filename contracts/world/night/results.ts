import type { EventRecord } from '../../content/collections/events.ts';
import { type FightRecord, fights as fightShape } from '../../content/collections/fights.ts';
import { FightScore } from '../../schemas/fights.ts';
import type { Night, NightFight } from './night.ts';

/** The fighters of an event by their id in content. */
export type FightersById = ReadonlyMap<number, { statid: number | null }>;

export const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const corners = { blue: 0, red: 1 } as const;

/** How a fight ended, in the words of content. */
export function describeMethod({ result: { method, decision } }: NightFight): string {
  if (method === 'SUB') return 'Submission';
  if (method !== 'DEC') return method;
  // Content has a draw as a split decision with a note.
  return `Decision - ${decision && decision.kind !== 'Draw' ? decision.kind : 'Split'}`;
}

/** The winner is on top by then. */
const submissions = ['Rear Naked Choke', 'Arm Triangle Choke', 'Kimura'];

/** What ended a fight before its last bell. */
function describeStoppage({ FightID, result: { method } }: NightFight): Record<string, string> {
  if (method === 'DEC') return {};
  if (method !== 'SUB') return { EndStrike: 'Punch' };
  return { Submission: submissions[Number(FightID) % submissions.length] as string };
}

function listScores({ result: { decision, winner } }: NightFight): object[] {
  return (decision?.judges ?? []).map(({ FirstName, LastName, blue, red }) => {
    const [WinnerScore, LoserScore] = (winner === 'red' ? [red, blue] : [blue, red]).map(String);
    const score: Record<string, unknown> = {
      JudgeFirstName: FirstName,
      JudgeLastName: LastName,
      WinnerScore,
      LoserScore,
    };
    return Object.fromEntries(Object.keys(FightScore.properties).map((name) => [name, score[name] ?? null]));
  });
}

/** The members that an editor would add to a fight once its result is announced. */
function describeEnd(record: FightRecord, fought: NightFight, fighters: FightersById): Record<string, unknown> {
  const { round, second, winner } = fought.result;
  const winnerStatid = winner && fought.card.Fighters?.[corners[winner]]?.FighterID;
  const isWinner = (fighterId: number) =>
    winnerStatid !== undefined && String(fighters.get(fighterId)?.statid) === winnerStatid;
  const EndingTime = clock(second);
  // If content has the same result, its wording stays.
  const known = record.result?.EndingRound === String(round) && record.result.EndingTime === EndingTime;
  return {
    fighter1_is_winner: isWinner(record.fighter1_id),
    fighter2_is_winner: isWinner(record.fighter2_id),
    ending_round_number: String(round),
    ending_time: EndingTime,
    result: known
      ? record.result
      : {
          Method: describeMethod(fought),
          EndingRound: String(round),
          EndingTime,
          ...describeStoppage(fought),
          ...(fought.result.decision && !winner && { EndNotes: 'Draw' }),
          Scores: listScores(fought),
        },
  };
}

/** Removes the result from a fight of content. */
function removeResult(record: FightRecord): Record<string, unknown> {
  const { result: _, fighter1_is_winner: __, fighter2_is_winner: ___, ending_round_number: ____, ...rest } = record;
  return { ...rest, ending_time: '' };
}

/**
 * Updates the event of the night as an editor would: running, then over, with its results.
 *
 * @param atMs of the night.
 */
export function updateEvent(record: EventRecord, night: Night, atMs: number, fighters: FightersById): EventRecord {
  return {
    ...record,
    event_status: atMs >= night.endMs ? 'POST_EVENT' : 'LIVE',
    fights: record.fights.map((fight) => {
      const fought = night.fights.find(({ FightID }) => FightID === String(fight.statid));
      if (!fought) return fight;
      const isOfficial = fought.officialMs <= atMs;
      return fightShape.normalise({ ...removeResult(fight), ...(isOfficial && describeEnd(fight, fought, fighters)) });
    }),
  };
}
