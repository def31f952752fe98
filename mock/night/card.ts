import type { EventRecord } from '../../contracts/content/collections/events.ts';
import { fight as fightReply } from '../../contracts/content/represent/fights.ts';
import type { Family } from '../../contracts/families.ts';
import { closedAt, moment } from '../../contracts/interactions/request.ts';
import { content, fightersById } from '../../contracts/interactions/sample.ts';
import { settings } from '../../contracts/interactions/settings.ts';
import { type JoinedFight, joinFight, type ReceivedFeed } from '../../contracts/rules/joined-fight.ts';
import { advance, eventFacts, noWindows } from '../../contracts/rules/rounds.ts';
import { completeEventFeed } from '../../contracts/schemas/metrics.ts';
import { feed as recorded } from '../../contracts/world/index.ts';
import type { NightPlayer } from './night.ts';

/** The recorded feeds as in the contracts: received just now, with the first round closed a moment ago. */
const receivedFeeds = new Map(
  [recorded.event, recorded.past].map((update): [string, ReceivedFeed] => {
    const feed = completeEventFeed(update);
    return [feed.FMLiveFeed.EventID, { feed, windows: advance(noWindows, eventFacts(feed), Date.parse(closedAt), 0) }];
  }),
);

export function findReceivedFeed(statid: number | null, night: NightPlayer | undefined): ReceivedFeed | undefined {
  if (statid === null) return undefined;
  if (night?.eventStatid === statid) return { feed: night.eventFeed(), windows: night.windows() };
  return receivedFeeds.get(String(statid));
}

const startedMs = performance.now();

/** The clock for rounds: that of the night, else the moment of the recorded feed plus the time since the start. */
export const clockMs = (night: NightPlayer | undefined) =>
  night ? night.nowMs : Date.parse(moment) + Math.floor(performance.now() - startedMs);

export const findEvent = (id: number | string): EventRecord | undefined => content.get('events', id);

export const findEventOfFight = (fightId: number | string): EventRecord | undefined =>
  content.list('events', `fight:${fightId}`, { limit: 1 }).records[0];

/** Joins the fights of an event with their feed, in card order. */
export function joinCard(event: EventRecord, family: Family, night: NightPlayer | undefined): JoinedFight[] {
  const received = findReceivedFeed(event.statid, night);
  return event.fights.map((record) =>
    joinFight(record, fightReply(record, event, fightersById, family, settings), received),
  );
}
