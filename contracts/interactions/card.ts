import type { FightRecord } from '../content/collections/fights.ts';
import type { RecordOf } from '../content/collections/index.ts';
import { fight as fightReply } from '../content/represent/index.ts';
import {
  advance,
  type BoutWindows,
  currentRound,
  eventFacts,
  feedFight,
  isOpen,
  noWindows,
  scheduledRounds,
} from '../rules/rounds.ts';
import { completeEventFeed, type EventFeed } from '../schemas/metrics.ts';
import { feed, ids } from '../world/index.ts';
import { moment } from './request.ts';
import { content, fightersById } from './sample.ts';
import { settings } from './settings.ts';

/** A fight as votes and scorecards know it. */
export interface CardFight {
  id: number;
  event_id: number;
  statid: number | null;
  fighter1_statid: number | null;
  fighter2_statid: number | null;
  fighter1_last_name: string | null;
  fighter2_last_name: string | null;
  scheduledRounds: number;
  /** 0 before the first. */
  currentRound: number;
  isOpen: (roundNumber: number) => boolean;
}

const nowMs = Date.parse(moment);

/** The recorded feed, received just now. */
export const liveFeed: EventFeed = completeEventFeed(feed.event);

// What had ended when it first showed is closed at once, so the grace never counts here.
const { bouts } = advance(noWindows, eventFacts(liveFeed), nowMs, 0);

function inEvent(record: FightRecord, event: RecordOf<'events'>): CardFight {
  const { statid, fighter1_statid, fighter2_statid, fighter1_last_name, fighter2_last_name } = fightReply(
    record,
    event,
    fightersById,
    'v3',
    settings,
  );
  const isLive = event.id === ids.liveEvent;
  const bout: BoutWindows | undefined = isLive ? bouts[String(statid)] : undefined;
  return {
    id: record.id,
    event_id: event.id,
    ...{ statid, fighter1_statid, fighter2_statid, fighter1_last_name, fighter2_last_name },
    scheduledRounds: scheduledRounds(isLive ? feedFight(liveFeed, statid) : undefined, record),
    currentRound: currentRound(bout),
    isOpen: (roundNumber) => isOpen(bout?.rounds[roundNumber], nowMs),
  };
}

/** The fights of an event, in card order; the live event's as its recorded feed shows them. */
export const cardOf = (event: RecordOf<'events'>): CardFight[] => event.fights.map((record) => inEvent(record, event));

/** Every fight of the world. */
export const allFights: readonly CardFight[] = content.list('events').records.flatMap(cardOf);
