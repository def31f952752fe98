import type { RecordOf } from '../content/collections/index.ts';
import { fight as fightReply } from '../content/represent/fights.ts';
import { type JoinedFight, joinFight, type ReceivedFeed } from '../rules/joined-fight.ts';
import { advance, eventFacts, noWindows } from '../rules/rounds.ts';
import { completeEventFeed, type EventFeed } from '../schemas/metrics.ts';
import { ids } from '../world/ids.ts';
import { feed } from '../world/index.ts';
import { moment } from './request.ts';
import { content, existing, fightersById } from './sample.ts';
import { settings } from './settings.ts';

export const nowMs = Date.parse(moment);

/** The recorded feed, received just now. */
export const liveFeed: EventFeed = completeEventFeed(feed.event);

// Every round is new here, and a new round that has ended closes without the grace period.
const received = (feed: EventFeed) => ({ feed, windows: advance(noWindows, eventFacts(feed), nowMs, 0) });

const receivedFeeds = new Map<number, ReceivedFeed>([
  [ids.liveEvent, received(liveFeed)],
  [ids.pastEvent, received(completeEventFeed(feed.past))],
]);

/** The fights of an event, in card order, as its recorded feed shows them. */
export const cardOf = (event: RecordOf<'events'>): JoinedFight[] =>
  event.fights.map((record) =>
    joinFight(record, fightReply(record, event, fightersById, 'v3', settings), receivedFeeds.get(event.id)),
  );

export const allFights = content
  .list('events')
  .records.flatMap(cardOf)
  .map((joined) => ({ ...joined, id: joined.fight.id }));

/** @throws {Error} when the world lacks the fight. */
export const fightNamed = (fightId: number) => existing(allFights.find(({ id }) => id === fightId));
