import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { FightRecord } from '../../contracts/content/collections/fights.ts';
import { fight as fightReply } from '../../contracts/content/represent/index.ts';
import type { Family } from '../../contracts/families.ts';
import { closedAt, moment } from '../../contracts/interactions/request.ts';
import { content, fightersById } from '../../contracts/interactions/sample.ts';
import { settings } from '../../contracts/interactions/settings.ts';
import {
  advance,
  type BoutWindows,
  currentRound,
  eventFacts,
  feedFight,
  noWindows,
  scheduledRounds,
  type Windows,
} from '../../contracts/rules/rounds.ts';
import type { Fight } from '../../contracts/schemas/fights.ts';
import { completeEventFeed, type EventFeed } from '../../contracts/schemas/metrics.ts';
import { feed as recorded } from '../../contracts/world/index.ts';
import type { NightPlayer } from './night.ts';

/** A fight of the world together with what the feed of its event says of it now. */
export interface CardFight {
  record: FightRecord;
  event: EventRecord;
  fight: Fight;
  scheduledRounds: number;
  /** Undefined without feed. */
  windows: BoutWindows | undefined;
  /** 0 before the first. */
  currentRound: number;
}

interface Received {
  feed: EventFeed | undefined;
  windows: Windows;
}

/** The recorded feeds, as the contracts have them: received just now, with the first round closed a moment ago. */
const receivedFeeds = new Map(
  [recorded.event, recorded.past].map((update): [string, Received] => {
    const feed = completeEventFeed(update);
    return [feed.FMLiveFeed.EventID, { feed, windows: advance(noWindows, eventFacts(feed), Date.parse(closedAt), 0) }];
  }),
);

function receivedOf(statid: number | null, night: NightPlayer | undefined): Received | undefined {
  if (statid === null) return undefined;
  if (night?.eventStatid === statid) return { feed: night.eventFeed(), windows: night.windows() };
  return receivedFeeds.get(String(statid));
}

const startedMs = performance.now();

/** The clock that rounds are compared with: that of the night, else the moment of the recorded feed and what passed since. */
export const clockMs = (night: NightPlayer | undefined) =>
  night ? night.nowMs : Date.parse(moment) + Math.floor(performance.now() - startedMs);

export const eventOf = (id: number | string): EventRecord | undefined => content.get('events', id);

export const eventOfFight = (fightId: number | string): EventRecord | undefined =>
  content.list('events', `fight:${fightId}`, { limit: 1 }).records[0];

/** The fights of an event in card order. */
export function cardOf(event: EventRecord, family: Family, night: NightPlayer | undefined): CardFight[] {
  const received = receivedOf(event.statid, night);
  return event.fights.map((record) => {
    const windows = record.statid === null ? undefined : received?.windows.bouts[String(record.statid)];
    return {
      record,
      event,
      fight: fightReply(record, event, fightersById, family, settings),
      scheduledRounds: scheduledRounds(feedFight(received?.feed, record.statid), record),
      windows,
      currentRound: currentRound(windows),
    };
  });
}
