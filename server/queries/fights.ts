import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { FightRecord } from '../../contracts/content/collections/fights.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import { fight as fightReply } from '../../contracts/content/represent/index.ts';
import type { Settings } from '../../contracts/content/settings.ts';
import type { Family } from '../../contracts/families.ts';
import { Problem } from '../../contracts/requests/problem.ts';
import { type BoutWindows, currentRound, feedFight, scheduledRounds } from '../../contracts/rules/rounds.ts';
import type { Fight } from '../../contracts/schemas/fights.ts';
import { channels, type LiveState } from '../store/index.ts';
import { cardFighters } from './content.ts';

/**
 * The event that holds a fight.
 *
 * @throws {Problem} `fight-not-found`.
 */
export async function eventOfFight(content: ContentReader, fightId: number): Promise<EventRecord> {
  const { records } = await content.list('events', `fight:${fightId}`, { limit: 1 });
  if (!records[0]) throw new Problem('fight-not-found');
  return records[0];
}

/** The channel on which changes of an event's feed are announced, if it can have one. */
export const feedsOf = ({ statid }: EventRecord): string[] => (statid === null ? [] : [channels.live(String(statid))]);

/** A fight of content together with what the feed of its event says of it. */
export interface JoinedFight {
  fight: Fight;
  scheduledRounds: number;
  /** Undefined without feed. */
  windows: BoutWindows | undefined;
  /** The latest round that has started; 0 before the first. */
  currentRound: number;
  /** Of the feed; 0 without. */
  version: number;
}

function join(record: FightRecord, fight: Fight, live: LiveState | undefined): JoinedFight {
  const windows = record.statid === null ? undefined : live?.windows.bouts[String(record.statid)];
  return {
    fight,
    scheduledRounds: scheduledRounds(feedFight(live?.feed, record.statid), record),
    windows,
    currentRound: currentRound(windows),
    version: live?.version ?? 0,
  };
}

/**
 * The fights of an event, or one of them, joined with its feed by `statid`.
 *
 * @param live undefined when nothing was received for the event.
 * @returns in card order.
 */
export async function joinedFights(
  content: ContentReader,
  event: EventRecord,
  live: LiveState | undefined,
  family: Family,
  settings: Settings,
  only?: number,
): Promise<JoinedFight[]> {
  const fighters = await cardFighters(content, event);
  return event.fights
    .filter(({ id }) => only === undefined || id === only)
    .map((record) => join(record, fightReply(record, event, fighters, family, settings), live));
}
