import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import type { Operation } from '../../../contracts/operations.ts';
import { ids } from '../../../contracts/world/index.ts';
import { samplePath } from '../suites/rules.ts';
import { checked } from './checked-feed.ts';

/** An event that only these posts send a feed of. */
export const postedEvent = 9_801;

const bodies: Record<string, (number: number) => object> = {
  fight_vote_cast: (number) => ({
    round_num: 2,
    fighter_statid: ids.fightInProgressFighter1Statid,
    client_id: `poster-${String(number).padStart(10, '0')}`,
  }),
  score_round: (number) => ({
    event_id: ids.liveEvent,
    fight_id: ids.fightInProgress,
    round_num: 2,
    fighter1_score: 10,
    fighter2_score: 9,
    client_id: `poster-${String(number).padStart(10, '0')}`,
  }),
  fight_metrics_update_live_event: (number) => checked(postedEvent, number),
};

/** A POST that the server takes while the recorded night is on. */
export interface Post {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** @param number each makes another client, or another snapshot; from 1. */
export function postOf(operation: Operation, number: number): Post {
  const body = bodies[operation.name]?.(number);
  if (!body) throw new Error(`no body for ${operation.id}`);
  const isFeed = operation.name === 'fight_metrics_update_live_event';
  return {
    path: samplePath(operation),
    headers: { 'Content-Type': 'application/json', ...(isFeed && { Authorization: `Bearer ${feedKey}` }) },
    body: JSON.stringify(body),
  };
}
