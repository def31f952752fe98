import type { EventRecord } from '../../contracts/content/collections/events.ts';
import { fight as fightReply } from '../../contracts/content/represent/index.ts';
import type { Family } from '../../contracts/families.ts';
import { closedAt, moment } from '../../contracts/interactions/request.ts';
import { content, fightersById } from '../../contracts/interactions/sample.ts';
import { settings } from '../../contracts/interactions/settings.ts';
import { type JoinedFight, joinFight, type ReceivedFeed } from '../../contracts/rules/joined-fight.ts';
import { advance, eventFacts, noWindows } from '../../contracts/rules/rounds.ts';
import { completeEventFeed } from '../../contracts/schemas/metrics.ts';
import { feed as recorded } from '../../contracts/world/index.ts';
import type { NightPlayer } from './night.ts';

/** The recorded feeds, as the contracts have them: received just now, with the first round closed a moment ago. */
const receivedFeeds = new Map(
  [recorded.event, recorded.past].map((update): [string, ReceivedFeed] => {
    const feed = completeEventFeed(update);
    return [feed.FMLiveFeed.EventID, { feed, windows: advance(noWindows, eventFacts(feed), Date.parse(closedAt), 0) }];
  }),
);

function receivedOf(statid: number | null, night: NightPlayer | undefined): ReceivedFeed | undefined {
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
export function cardOf(event: EventRecord, family: Family, night: NightPlayer | undefined): JoinedFight[] {
  const received = receivedOf(event.statid, night);
  return event.fights.map((record) =>
    joinFight(record, fightReply(record, event, fightersById, family, settings), received),
  );
}
