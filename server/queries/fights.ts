import { Problem } from '../../common/wire/problem.ts';
import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import { fight as fightReply } from '../../contracts/content/represent/fights.ts';
import type { Settings } from '../../contracts/content/settings.ts';
import type { Family } from '../../contracts/families.ts';
import { type JoinedFight, joinFight } from '../../contracts/rules/joined-fight.ts';
import { channels } from '../store/keys.ts';
import type { LiveState } from '../store/live/live.ts';
import { readCardFighters } from './content.ts';

/**
 * Finds the event that a fight belongs to.
 *
 * @throws {Problem} `fight-not-found`.
 */
export async function findEventOfFight(content: ContentReader, fightId: number): Promise<EventRecord> {
  const { records } = await content.list('events', `fight:${fightId}`, { limit: 1 });
  if (!records[0]) throw new Problem('fight-not-found');
  return records[0];
}

/** The channel that announces changes of an event's feed; empty if the event cannot have a feed. */
export const feedChannels = ({ statid }: EventRecord): string[] =>
  statid === null ? [] : [channels.live(String(statid))];

/** A fight with the version of its feed; 0 if there is no feed. */
type VersionedFight = JoinedFight & { version: number };

/**
 * Reads the fights of an event, or one of them, and joins them with its feed by `statid`.
 *
 * @param live undefined if the event has no feed.
 * @returns in card order.
 */
export async function readJoinedFights(
  content: ContentReader,
  event: EventRecord,
  live: LiveState | undefined,
  family: Family,
  settings: Settings,
  only?: number,
): Promise<VersionedFight[]> {
  const fighters = await readCardFighters(content, event);
  return event.fights
    .filter(({ id }) => only === undefined || id === only)
    .map((record) => ({
      ...joinFight(record, fightReply(record, event, fighters, family, settings), live),
      version: live?.version ?? 0,
    }));
}

/** More than a fight has votes, and small enough for a hundred million generations in the 15 digits of an event's id. */
const changesPerGeneration = 10_000_000;

/**
 * The version of a state that is built from content and counted changes. In a plain sum, a new generation and the removed
 * changes of a fight could cancel out, so a generation counts for more.
 */
export const stateVersion = (generation: number | undefined, changes: number): number =>
  (generation ?? 0) * changesPerGeneration + changes;
