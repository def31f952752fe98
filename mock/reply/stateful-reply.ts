import type { Operation } from '../../contracts/operations.ts';
import { problemDetails, problems } from '../../contracts/problems.ts';
import type { RouteName } from '../../contracts/routes.ts';
import type { Contract } from '../contracts/contract.ts';
import { chooseAny, type MatchInput } from '../contracts/matcher.ts';
import { ballotRoutes } from './ballot-routes.ts';
import { nightRoutes } from './night-routes.ts';
import type { StatefulContext, StatefulReply } from './reply-context.ts';

/** Builds a reply from the session's ballots or its night; undefined where the contracts answer. */
export function buildStatefulReply(route: RouteName, context: StatefulContext) {
  const ballotRoute = ballotRoutes[route];
  if (ballotRoute) return ballotRoute(context);
  return context.night && nightRoutes[route]?.({ ...context, night: context.night });
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
