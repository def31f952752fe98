import type { Operation } from '../../contracts/operations.ts';
import { problemDetails, problems } from '../../contracts/problems.ts';
import type { RouteName } from '../../contracts/routes.ts';
import type { Contract } from '../contracts/contract.ts';
import { chooseAny, type MatchInput } from '../contracts/matcher.ts';
import { roundScores, scoreCast, voteCast, voteRead, voteTally } from './ballot-routes.ts';
import { eventListNow, eventNow, fightsNow, metricsListNow, watchNow } from './night-results.ts';
import { alertList, eventUrl, liveContentNow, liveFeed, liveVideoNow } from './night-routes.ts';
import type { StatefulContext, StatefulReply } from './reply-context.ts';

type Handler = (context: StatefulContext) => StatefulReply | undefined | Promise<StatefulReply | undefined>;

/** Routes that depend on the session's ballots, with or without a night. */
const ballotRoutes: Partial<Record<RouteName, Handler>> = {
  fight_votes: voteTally,
  fight_vote_read: voteRead,
  fight_vote_cast: voteCast,
  round_scoring: roundScores,
  score_round: scoreCast,
};

/** Routes that depend on the time of the night. */
const nightRoutes: Partial<Record<RouteName, Handler>> = {
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

/** Builds a reply from the session's ballots or its night; undefined where the contracts answer. */
export function buildStatefulReply(route: RouteName, context: StatefulContext): ReturnType<Handler> {
  const handler = ballotRoutes[route] ?? (context.night && nightRoutes[route]);
  return handler?.(context);
}

/** Finds the contract that a stateful reply is modelled on, and gives the reply the form of a contract's. */
export function findModel(
  own: readonly Contract[],
  stateful: StatefulReply,
  input: MatchInput,
  instance: string,
  operation: Operation,
): { contract: Contract; reply: Contract['reply'] } {
  const isModel = ({ kind, reply }: Contract) => {
    if (!('problem' in stateful)) return kind === 'success' && reply.status === stateful.status;
    const extensions = Object.keys(stateful.extensions ?? {});
    return reply.problem === stateful.problem && extensions.every((name) => name in (reply.body as object));
  };
  const contract = chooseAny(own.filter(isModel), input)?.contract;
  if (!contract) throw new Error(`no contract of ${operation.id} resembles the stateful reply`);
  if (!('problem' in stateful)) {
    const { status, headers = {}, body } = stateful;
    return { contract, reply: { status, headers, body, problem: undefined } };
  }
  const { problem, extensions, headers = {} } = stateful;
  const body = problemDetails(problem, operation.family, instance, extensions);
  return { contract, reply: { status: problems[problem].status, headers, body, problem } };
}
