import type { Request } from 'express';
import { Problem } from '../../common/wire/problem.ts';
import { type ProblemKey, problemDetails, problems } from '../../contracts/problems.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { StateName } from '../../contracts/states.ts';
import type { Contract } from '../contracts/contract.ts';
import {
  type Choice,
  choose,
  chooseClosest,
  chooseNotFound,
  coversPath,
  describeClosestMatch,
  distance,
  findClosestMatch,
  splitValues,
} from '../contracts/matcher.ts';
import { ballotRoutes } from './ballot-routes.ts';
import { checkRequest } from './check-request.ts';
import type { ContractSet } from './contract-set.ts';
import { nightRoutes } from './night-routes.ts';
import { hasOwnReply, takeOwnReply } from './own-reply.ts';
import { findPage } from './paging.ts';
import type { Decision, ReplyContext, StatefulContext, StatefulReply } from './reply-context.ts';
import { chooseByName, type Selection, selectContracts } from './select-contracts.ts';

type ByContract = Decision & { contract: Contract };

/** Answers with a contract, by default unchanged. */
const decideChosen = (
  { operation, input }: Selection,
  { contract, match }: Pick<ByContract, 'contract' | 'match'>,
  reply = contract.reply,
): ByContract => ({ operation, values: input.values, contract, match, reply });

const unmatchedOf = ({ operation, input }: Selection, closestMatch: Decision['closestMatch']) => ({
  operation,
  ...splitValues(operation, input.values),
  body: input.body,
  closestMatch,
});

/** Answers 404 without a contract: the detail names the closest one, and the request is listed as unmatched. */
function decideNotFound(selection: Selection, contract: Contract, reply = contract.reply): Decision {
  const closestMatch = findClosestMatch(selection.own, selection.input);
  const { detail } = reply.body as { detail: string };
  const sentence = closestMatch ? ` ${describeClosestMatch(closestMatch, selection.operation)}` : '';
  const body = { ...(reply.body as object), detail: detail + sentence };
  return {
    ...decideChosen(selection, { contract, match: 'fallback' }, { ...reply, body }),
    closestMatch,
    unmatched: unmatchedOf(selection, closestMatch),
  };
}

/** Finds the contract that a stateful reply is modelled on, and gives the reply the form of a contract's. */
function findModel({ own, input, operation }: Selection, stateful: StatefulReply, instance: string) {
  const isModel = ({ kind, reply }: Contract) => {
    if (!('problem' in stateful)) return kind === 'success' && reply.status === stateful.status;
    const extensions = Object.keys(stateful.extensions ?? {});
    return reply.problem === stateful.problem && extensions.every((name) => name in (reply.body as object));
  };
  const contract = chooseClosest(own.filter(isModel), input)?.contract;
  if (!contract) throw new Error(`no contract of ${operation.id} resembles the stateful reply`);
  const { headers = {} } = stateful;
  if (!('problem' in stateful)) {
    const { status, body } = stateful;
    return { contract, reply: { status, headers, body, problem: undefined } };
  }
  const { problem, extensions } = stateful;
  const body = problemDetails(problem, operation.family, instance, extensions);
  return { contract, reply: { status: problems[problem].status, headers, body, problem } };
}

/** Problems of an unknown id. */
const unknownIds: readonly ProblemKey[] = ['fight-not-found', 'event-not-found'];

/** Builds a reply from the session's ballots or night; undefined where the contracts answer. */
async function decideStateful(selection: Selection, { requestContext, session: before, sessions }: ReplyContext) {
  const { own, input, operation } = selection;
  // Read again: while the body arrived, other requests may have voted or reset the session.
  const session = sessions.find(before.name);
  const night = sessions.nightOf(session);
  const { changes } = session;
  const exact = choose(own, input);
  const isExact = exact?.match === 'exact';
  const context: StatefulContext = {
    family: operation.family,
    values: input.values,
    body: input.body,
    session,
    night,
    contractBody: isExact ? exact.contract.reply.body : undefined,
    saveBallots: (ballots) => void sessions.change(session.name, { ballots, changes }),
  };
  const byBallots = ballotRoutes[operation.name];
  const byNight = () => night && nightRoutes[operation.name]?.({ ...context, night });
  const stateful = byBallots ? byBallots(context) : await byNight();
  if (!stateful) return undefined;
  const { contract, reply } = findModel(selection, stateful, requestContext.instance);
  const isUnknownId = 'problem' in stateful && unknownIds.includes(stateful.problem);
  if (isUnknownId && !isExact) return decideNotFound(selection, contract, reply);
  return { ...decideChosen(selection, { contract, match: night ? 'live' : 'remembered' }, reply), isStateful: true };
}

/** Whether a state alone selects contracts: the reply must then be about the resource in the path. */
const isByState = ({ isPlain, preferences: { code, example } }: Selection) =>
  !isPlain && code === undefined && example === undefined;

/** Whether the reply of a contract contains a resource. */
const hasResource = ({ kind, reply: { body } }: Contract) =>
  kind === 'success' && !(Array.isArray(body) && body.length === 0);

/** Whether a contract is about a resource other than the one in the path. */
const isOfOther = (contract: Contract, { input }: Selection) => hasResource(contract) && !coversPath(contract, input);

/** Chooses among the contracts of a state; if they are all about another resource, among all contracts of this one. */
function chooseInState(selection: Selection, left: readonly Contract[]): Choice | undefined {
  const { own, input } = selection;
  const choice = choose(left, input);
  if (!choice || !isByState(selection) || !isOfOther(choice.contract, selection)) return choice;
  const ofPath = own.filter((contract) => contract.kind === 'success' && coversPath(contract, input));
  return choose(ofPath, input) ?? choice;
}

/** Chooses the contract that matches best, whether or not it was written for this request. */
function decideByMatch(selection: Selection, named: Choice | undefined): ByContract {
  const { own, left, input, operation } = selection;
  // A state may have contracts of invalid requests only, such as a POST; then all contracts of the route may answer.
  const isDescribed = left.some(({ kind }) => kind === 'success' || kind === 'data-problem');
  const choice = chooseInState(selection, isDescribed ? left : own);
  if (!choice) throw new Error(`no contract answers ${operation.id}`);
  const unchanged = own.find((contract) => contract.kind === 'not-modified' && distance(contract, input) === 0);
  const { contract = unchanged } = named ?? {};
  return { ...decideChosen(selection, choice), notModified: contract, wantsNotModified: named !== undefined };
}

/** Prism's validation is stricter than its generator, so several bodies may be needed until one is valid. */
const maxAttempts = 20;

async function generateBody({ prism }: ContractSet, { operation, contract }: ByContract, seed = '1') {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const body = await prism.generate(operation, contract, attempt > 0 ? `${seed}/${attempt}` : seed);
    const violations = await prism.checkReply(operation, { ...contract.reply, body });
    if (body !== undefined && violations.length === 0) return body;
  }
  return undefined;
}

/** Replaces a fallback with a page of a list or the 404 of an unknown id, or adds the closest match. */
function refineFallback(selection: Selection, decision: ByContract, path: string): Decision {
  const { own, left, input, operation, isPlain } = selection;
  const isPaged = isPlain || (isByState(selection) && hasResource(decision.contract));
  const page = isPaged ? findPage(isPlain ? own : [...left, ...own], operation, path, input) : undefined;
  if (page) return { ...decision, ...page, match: 'page' };
  // Elsewhere the reply depends on the state too, so a contract of another resource is better than a 404.
  const isUnknown =
    isByState(selection) && routeOf(operation.name).cache === 'content' && isOfOther(decision.contract, selection);
  const missing = isPlain || isUnknown ? chooseNotFound(own, input) : undefined;
  if (missing) return decideNotFound(selection, missing.contract);
  // The client selected this problem by name, so the request does not matter.
  const isGuess = isPlain || decision.contract.kind === 'success';
  const closestMatch = isGuess ? findClosestMatch(own, input) : undefined;
  return { ...decision, closestMatch, unmatched: isPlain ? unmatchedOf(selection, closestMatch) : undefined };
}

const isFailure = ({ kind, reply }: Contract) => kind === 'outage' || reply.problem === 'body-too-large';

/** Chooses the failure that a state causes for every valid request, such as an unreachable store. */
const chooseFailure = ({ left, input }: Selection): Choice | undefined =>
  left.every(isFailure) ? chooseClosest(left, input) : undefined;

const limitedBodies: StateName = 'bodies are limited';

/** The maximum bytes of a body in the state of a contract; undefined if the state does not limit it. */
const bodyLimitIn = ({ states }: Contract): number | undefined =>
  states.flatMap(({ name, params }) => (name === limitedBodies ? Number(params.bytes) : []))[0];

/**
 * Decides which contract answers a request that has a route, in the server's order of checks: rate limit, credential,
 * parameters, body, store.
 *
 * @throws {Problem} if the server refuses the request too; {MockProblem} for a preference that no contract fits.
 */
export async function decide(req: Request, context: ReplyContext): Promise<Decision> {
  const unchecked = selectContracts(context);
  // Beats the session's state, but not a request that selects its reply by name.
  const isOwn = hasOwnReply(context);
  const named = unchecked.isPlain || isOwn ? undefined : chooseByName(unchecked);
  if (named && named.contract.kind !== 'not-modified') return decideChosen(unchecked, named);
  const failure = chooseFailure(unchecked);
  const bodyLimit = failure && bodyLimitIn(failure.contract);
  let body: unknown;
  try {
    body = await checkRequest(req, context, unchecked, bodyLimit);
  } catch (error) {
    if (!(failure && error instanceof Problem && error.key === failure.contract.reply.problem)) throw error;
    return decideChosen(unchecked, failure);
  }
  const ownReply = isOwn ? takeOwnReply(context) : undefined;
  if (ownReply) return ownReply;
  if (failure) return decideChosen(unchecked, failure);
  const selection: Selection = { ...unchecked, input: { ...unchecked.input, body } };
  const stateful = selection.isPlain ? await decideStateful(selection, context) : undefined;
  if (stateful) return stateful;
  const decision = decideByMatch(selection, named);
  const { dynamic, seed } = selection.preferences;
  const generated = dynamic ? await generateBody(context.contractSet, decision, seed) : undefined;
  if (generated !== undefined) {
    return { ...decision, match: 'dynamic', reply: { ...decision.reply, body: generated } };
  }
  return decision.match === 'exact' ? decision : refineFallback(selection, decision, context.requestContext.path);
}
