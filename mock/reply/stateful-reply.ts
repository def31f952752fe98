import type { RouteName } from '../../contracts/routes.ts';
import { roundScores, scoreCast, voteCast, voteRead, voteTally } from './ballot-routes.ts';
import { eventListNow, eventNow, fightsNow, metricsListNow, watchNow } from './night-results.ts';
import { alertList, eventUrl, liveContentNow, liveFeed, liveVideoNow } from './night-routes.ts';
import type { Answering, Made } from './reply-context.ts';

type Maker = (answering: Answering) => Made | undefined | Promise<Made | undefined>;

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
  streaming_video: liveVideoNow,
  live_content: liveContentNow,
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
export function make(route: RouteName, answering: Answering): ReturnType<Maker> {
  const maker = audience[route] ?? (answering.night && tonight[route]);
  return maker?.(answering);
}
