import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { FightRecord } from '../../contracts/content/collections/fights.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import { fight as fightReply } from '../../contracts/content/represent.ts';
import type { Settings } from '../../contracts/content/settings.ts';
import type { Family } from '../../contracts/families.ts';
import { type BoutWindows, currentRound, feedFight, scheduledRounds } from '../../contracts/rounds.ts';
import type { Fight } from '../../contracts/schemas/fights.ts';
import type { Caller } from '../exchange.ts';
import type { Context } from '../handler.ts';
import { Problem } from '../problem.ts';
import { rateFields, tooMany } from '../quota.ts';
import { type Changes, channels, type LiveState, type Refused } from '../store/index.ts';
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

let latest = { second: 0, text: '' };

/** A moment in whole seconds; that of many votes is the same. */
export function isoSeconds(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== latest.second) latest = { second, text: `${new Date(ms).toISOString().slice(0, 19)}Z` };
  return latest.text;
}

/** Votes and scorecards of a client on one fight draw on one quota. */
const changesQuota = 'votes';

/** What the client is told of the changes it has left; nothing when they are not limited. */
export const changesFields = (changes: Changes | undefined): Record<string, string> =>
  changes ? rateFields({ name: changesQuota, ...changes }, changes.left, changes.resetMs) : {};

/**
 * Lets a client of an address pass, unless too many others of that address are new.
 *
 * @throws {Problem} `too-many-requests`.
 */
export function admit(clientId: string, caller: Caller, { newClients }: Context): void {
  if (newClients.quota.limit === 0) return;
  const waitSeconds = newClients.take(caller.address(), clientId, Date.now());
  if (waitSeconds > 0) throw tooMany(newClients.quota, waitSeconds);
}

/**
 * What a refused vote or scorecard is answered.
 *
 * @param closed the problem of a round that is not open; it says since when, or that the round has not opened.
 */
export function refusal(refused: Refused, closed: 'voting-closed' | 'scoring-closed'): Problem {
  if (refused.outcome === 'limited') {
    const { limit, windowMs } = refused.changes ?? { limit: 0, windowMs: 0 };
    return tooMany({ name: changesQuota, limit, windowMs }, refused.retryAfterSeconds);
  }
  return new Problem(closed, {
    headers: changesFields(refused.changes),
    extensions: refused.outcome === 'closed' ? { closed_at: isoSeconds(refused.closesMs) } : { opens_at: null },
  });
}
