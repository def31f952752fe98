import type { EventRecord } from '../../contracts/content/collections/events.ts';
import { type FightRecord, fights as fightShape } from '../../contracts/content/collections/fights.ts';
import { event, eventDetail, metricsEntry, watch } from '../../contracts/content/represent/events.ts';
import { fights } from '../../contracts/content/represent/fights.ts';
import { families } from '../../contracts/families.ts';
import { content, fightersById } from '../../contracts/interactions/sample.ts';
import { settings } from '../../contracts/interactions/settings.ts';
import { FightScore } from '../../contracts/schemas/fights.ts';
import type { NightFight } from '../../contracts/world/night/night.ts';
import { findReceivedFeed } from '../night/card.ts';
import type { NightPlayer } from '../night/night.ts';
import { cutPage } from './paging.ts';
import type { StatefulContext, StatefulReply } from './reply-context.ts';

type Playing = StatefulContext & { night: NightPlayer };

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const corners = { blue: 0, red: 1 } as const;

/** Describes how a fight ended, in the words of content. */
function describeMethod({ result: { method, decision } }: NightFight): string {
  if (method === 'SUB') return 'Submission';
  if (method !== 'DEC') return method;
  // Content has a draw as a split decision with a note.
  return `Decision - ${decision && decision.kind !== 'Draw' ? decision.kind : 'Split'}`;
}

/** The winner is on top by then. */
const submissions = ['Rear Naked Choke', 'Arm Triangle Choke', 'Kimura'];

/** Names what ended a fight before its last bell. */
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

/** Returns the members that an editor would add to a fight once its result is announced. */
function describeEnd(record: FightRecord, fought: NightFight): Record<string, unknown> {
  const { round, second, winner } = fought.result;
  const winnerStatid = winner && fought.card.Fighters?.[corners[winner]]?.FighterID;
  const isWinner = (fighterId: number) =>
    winnerStatid !== undefined && String(fightersById.get(fighterId)?.statid) === winnerStatid;
  const EndingTime = clock(second);
  // Where content has the same result, its wording stays.
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

/** Updates the event of the night as an editor would: running, then over, with its results. */
export function updateEvent(record: EventRecord, night: NightPlayer): EventRecord {
  if (record.statid !== night.eventStatid) return record;
  const { atMs } = night;
  return {
    ...record,
    event_status: night.isOver ? 'POST_EVENT' : 'LIVE',
    fights: record.fights.map((fight) => {
      const fought = night.night.fights.find(({ FightID }) => FightID === String(fight.statid));
      if (!fought) return fight;
      const isOfficial = fought.officialMs <= atMs;
      return fightShape.normalise({ ...removeResult(fight), ...(isOfficial && describeEnd(fight, fought)) });
    }),
  };
}

/** The night is present: these routes are used only while one plays. */
const forNight =
  (build: (record: EventRecord, playing: Playing) => unknown, id: 'id' | 'event_id' = 'id') =>
  (context: StatefulContext): StatefulReply | undefined => {
    const { night, values } = context;
    const record = content.get('events', Number(values[id]));
    if (!night || record?.statid !== night.eventStatid) return undefined;
    return { status: 200, body: build(updateEvent(record, night), { ...context, night }) };
  };

export const eventNow = forNight((record, { family }) => eventDetail(record, fightersById, family, settings));
export const watchNow = forNight((record, { family }) => watch(record, family));

/** Builds a page of rows, one for every event or for every fight of an event. */
function buildPage(
  name: 'events' | 'event_fights' | 'fight_metrics_listing',
  rows: readonly object[],
  { family, values }: Playing,
): StatefulReply | undefined {
  const rest = {
    events: '/events',
    event_fights: `/events/${values.event_id}/fights`,
    fight_metrics_listing: '/fight_metrics',
  };
  const page = cutPage(name, families[family].prefix + rest[name], rows as Record<string, unknown>[], values);
  return page && { status: 200, ...page };
}

export function fightsNow(context: StatefulContext): StatefulReply | undefined {
  const { night, values, family } = context;
  const record = content.get('events', Number(values.event_id));
  if (!night || record?.statid !== night.eventStatid) return undefined;
  const rows = fights(updateEvent(record, night), fightersById, family, settings);
  return buildPage('event_fights', rows, { ...context, night });
}

/** Every event in the order of its list, with that of the night updated. */
const eventsNow = (night: NightPlayer) => content.list('events').records.map((record) => updateEvent(record, night));

export function eventListNow(context: StatefulContext): StatefulReply | undefined {
  const { night, family } = context;
  if (!night) return undefined;
  const rows = eventsNow(night).map((record) => event(record, family, settings));
  return buildPage('events', rows, { ...context, night });
}

export function metricsListNow(context: StatefulContext): StatefulReply | undefined {
  const { night, family } = context;
  if (!night) return undefined;
  const inMetrics = eventsNow(night).filter(({ statid }) => statid !== null);
  const isReceived = ({ statid }: EventRecord) => findReceivedFeed(statid, night)?.feed !== undefined;
  const rows = inMetrics.map((record) => metricsEntry(record, isReceived(record), family, settings));
  return buildPage('fight_metrics_listing', rows, { ...context, night });
}
