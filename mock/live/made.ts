import type { Ballots } from '../../contracts/ballots.ts';
import type { Values } from '../../contracts/checks.ts';
import type { Family } from '../../contracts/families.ts';
import type { ProblemKey } from '../../contracts/problems.ts';
import type { RouteName } from '../../contracts/routes.ts';
import type { Session } from '../sessions.ts';
import { roundScores, scoreCast, voteCast, voteRead, voteTally } from './audience.ts';
import type { NightPlayer } from './night.ts';
import { eventListNow, eventNow, fightsNow, metricsListNow, watchNow } from './results.ts';
import { alertList, eventUrl, liveContents, liveFeed, liveVideo } from './tonight.ts';

/** A reply that no example holds: it follows from what the session has posted, or from the moment of the night. */
export type Made =
  | { status: 200 | 201; body: unknown; headers?: Record<string, string> }
  | { problem: ProblemKey; extensions?: Record<string, unknown> };

/** A checked request, and what it is answered from. */
export interface Answering {
  family: Family;
  values: Values;
  body: unknown;
  session: Session;
  night: NightPlayer | undefined;
  /** What the contract of this very request holds, if there is one: the audience that was there before. */
  contractBody: unknown;
  keep(ballots: Ballots): void;
}

type Maker = (answering: Answering) => Made | undefined;

/** Routes that the session's ballots decide, with or without a night. */
const audience: Partial<Record<RouteName, Maker>> = {
  fight_votes: voteTally,
  fight_vote_read: voteRead,
  fight_vote_cast: voteCast,
  round_scoring: roundScores,
  score_round: scoreCast,
};

/** Routes that a night moves. */
const tonight: Partial<Record<RouteName, Maker>> = {
  streaming_video: liveVideo,
  live_content: liveContents,
  fight_metrics_live_event_url: eventUrl,
  fight_metrics_live_event: liveFeed,
  alerts: alertList,
  events: eventListNow,
  event: eventNow,
  event_fights: fightsNow,
  watch_event: watchNow,
  fight_metrics_listing: metricsListNow,
};

/** @returns undefined where the contracts answer. */
export function make(route: RouteName, answering: Answering): Made | undefined {
  const maker = audience[route] ?? (answering.night && tonight[route]);
  return maker?.(answering);
}
