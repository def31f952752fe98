import type { Family } from '../families.ts';
import { type Operation, pathTree } from '../operations.ts';
import type { Violation } from '../problems.ts';
import { type RouteName, routeOf } from '../routes.ts';
import { checkBody, checkParameters } from '../rules/checks.ts';
import { given, type State } from '../states.ts';
import { ids } from '../world/ids.ts';
import { type Interaction, type InteractionRequest, pathOf, problem, urlOf } from './interaction.ts';

/** The clock of the examples: when the recorded feed was received. */
export const moment = '2031-04-05T23:38:10Z';

/** When the first round of the fight in progress closed: 120 seconds after its second began. */
export const closedAt = '2031-04-05T23:38:00Z';

/** States that many contracts share. */
export const published = given('the sample content is published');
export const eventIsLive = given('an event is live', { statid: ids.liveEventStatid });
export const pastFeed = given('the feed of a past event was received', { statid: ids.pastEventStatid });

/** Seconds; an example, since the provider spreads them. */
export const retryAfter = { 'Retry-After': '2' };

export const jsonHeaders = { 'Content-Type': 'application/json' };

const tree = pathTree();

/** Finds the operation of a request, and its path parameters as sent. */
export function operationOf(interaction: Pick<Interaction, 'route' | 'family' | 'request'>): {
  operation: Operation;
  params: Record<string, string>;
} {
  // Only the root ends in a slash, and it has no parameters.
  const path = pathOf(interaction).replace(/\/$/, '');
  const match = tree.find(path);
  const operation = match?.value[routeOf(interaction.route).method];
  if (!match || operation?.name !== interaction.route)
    throw new Error(`${path} does not match the route "${interaction.route}"`);
  return { operation, params: match.params };
}

/** The violations in the parameters of a request, with the same sentences as in replies. */
function findParameterViolations(route: RouteName, family: Family, request: InteractionRequest): Violation[] {
  const { operation, params } = operationOf({ route, family, request });
  const query = new URL(urlOf({ route, family, request }), 'http://localhost').searchParams;
  const { violations } = checkParameters(operation, params, query);
  if (!violations)
    throw new Error(
      `the parameters of ${route} are valid, but the contract expects errors: ${JSON.stringify(request)}`,
    );
  return violations;
}

/** A request with invalid parameters: 400 with one error for each. */
export function invalidRequest(
  route: RouteName,
  family: Family,
  expected: { receiving: string; request: InteractionRequest },
): Interaction {
  return problem(route, family, 'invalid-request', {
    ...expected,
    given: published,
    errors: findParameterViolations(route, family, expected.request),
  });
}

/**
 * The four problems that a body can cause, independent of the stored data.
 *
 * @param what the name of the body in descriptions: "a vote".
 * @param request a request that would succeed.
 * @param unfit a body that lacks one member and has an invalid value in another.
 */
export function bodyProblemsOf(
  route: RouteName,
  family: Family,
  { what, request, unfit }: { what: string; request: InteractionRequest; unfit: unknown },
): Interaction[] {
  const errors = checkBody(routeOf(route), unfit, family);
  if (errors.length === 0)
    throw new Error(`the body of ${route} is valid, but the contract expects errors: ${JSON.stringify(unfit)}`);
  return [
    problem(route, family, 'malformed-json', {
      receiving: `${what} with incomplete JSON`,
      given: published,
      request: { ...request, body: '{"round_num":' },
    }),
    problem(route, family, 'body-too-large', {
      receiving: `${what} beyond the size limit`,
      // The state lowers the limit so that no contract contains a huge body.
      given: given('bodies are limited', { bytes: 8 }),
      request,
    }),
    problem(route, family, 'unsupported-media-type', {
      receiving: `${what} as text/plain`,
      given: published,
      request: { ...request, headers: { ...request.headers, 'Content-Type': 'text/plain' }, body: what },
      headers: { 'Accept-Post': 'application/json', 'Accept-Encoding': 'identity' },
    }),
    problem(route, family, 'invalid-body', {
      receiving: `${what} that violates its schema`,
      given: published,
      request: { ...request, body: unfit },
      errors,
    }),
  ];
}

/**
 * The two ways in which a write can fail in the store: it was not carried out, or this is unknown.
 *
 * @param what the name of the body, as for `bodyProblemsOf`.
 * @param possible a state in which the request would succeed.
 * @param request a request that would succeed.
 */
export function storeFailures(
  route: RouteName,
  family: Family,
  { what, possible, request }: { what: string; possible: State; request: InteractionRequest },
): Interaction[] {
  return [
    problem(route, family, 'service-unavailable', {
      receiving: `${what} when the store is unreachable`,
      given: given('the store does not answer'),
      request,
      headers: retryAfter,
    }),
    problem(route, family, 'outcome-unknown', {
      receiving: `${what} when the store times out`,
      given: [possible, given('the store does not reply in time')],
      request,
      headers: retryAfter,
    }),
  ];
}
