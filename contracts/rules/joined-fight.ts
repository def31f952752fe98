import type { FightRecord } from '../content/collections/fights.ts';
import type { Fight } from '../schemas/fights.ts';
import type { EventFeed } from '../schemas/metrics.ts';
import type { BallotFight } from './ballot-checks.ts';
import { type BoutWindows, currentRound, feedFight, scheduledRounds, type Windows } from './rounds.ts';

/** A fight of content joined with its fight in the event's feed. */
export interface JoinedFight {
  fight: Fight;
  scheduledRounds: number;
  /** Undefined without a feed. */
  windows: BoutWindows | undefined;
  /** The latest round that has started; 0 before the first. */
  currentRound: number;
}

/** The feed received for an event, and the windows of its rounds. */
export interface ReceivedFeed {
  feed: EventFeed | undefined;
  windows: Windows;
}

/**
 * Joins a fight with the feed of its event by `statid`.
 *
 * @param received undefined before the first update of the event.
 */
export function joinFight(record: FightRecord, fight: Fight, received: ReceivedFeed | undefined): JoinedFight {
  const windows = received?.windows.bouts[String(record.statid)];
  return {
    fight,
    scheduledRounds: scheduledRounds(feedFight(received?.feed, record.statid), record),
    windows,
    currentRound: currentRound(windows),
  };
}

export const ballotFight = ({
  fight,
  scheduledRounds,
}: Pick<JoinedFight, 'fight' | 'scheduledRounds'>): BallotFight => ({
  fightId: fight.id,
  fightStatid: fight.statid,
  fighter1Statid: fight.fighter1_statid,
  fighter2Statid: fight.fighter2_statid,
  scheduledRounds,
});
