import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import { fight as fightReply } from '../../contracts/content/represent/index.ts';
import type { Settings } from '../../contracts/content/settings.ts';
import type { Family } from '../../contracts/families.ts';
import { Problem } from '../../contracts/requests/problem.ts';
import { type JoinedFight, joinFight } from '../../contracts/rules/joined-fight.ts';
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

/** With the version of the feed; 0 without. */
type VersionedFight = JoinedFight & { version: number };

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
): Promise<VersionedFight[]> {
  const fighters = await cardFighters(content, event);
  return event.fights
    .filter(({ id }) => only === undefined || id === only)
    .map((record) => ({
      ...joinFight(record, fightReply(record, event, fighters, family, settings), live),
      version: live?.version ?? 0,
    }));
}
