import { createHash } from 'node:crypto';
import { type Consumer, type Family, families, feedConsumer } from '../families.ts';
import { isConditional } from '../http/headers.ts';
import { fill } from '../http/paths.ts';
import { type ProblemKey, problemDetails, problems, type Violation } from '../problems.ts';
import { type RouteName, routeOf } from '../routes.ts';
import type { State } from '../states.ts';

export interface InteractionRequest {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number>>;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
}

export interface InteractionReply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** An example; the schema of the reply determines which parts may differ. Absent for a reply without a body. */
  body?: unknown;
  problem?: ProblemKey | undefined;
}

/**
 * A request of a consumer, and the reply that it relies on. Each interaction is a consumer test, a pact, an example of the
 * mock, and a verification of mock and server.
 */
export interface Interaction {
  route: RouteName;
  family: Family;
  consumer: Consumer;
  /** "one fighter": test title, pact description and example key. Unique within its consumer. */
  receiving: string;
  given: readonly State[];
  request: InteractionRequest;
  reply: InteractionReply;
}

interface Expectation {
  receiving: string;
  given: State | readonly State[];
  request?: InteractionRequest;
}

function base(route: RouteName, family: Family, expected: Expectation): Omit<Interaction, 'reply'> {
  return {
    route,
    family,
    consumer: routeOf(route).credential ? feedConsumer : families[family].consumer,
    receiving: expected.receiving,
    given: [expected.given].flat(),
    request: expected.request ?? {},
  };
}

/** A request that succeeds; the default status is 200. */
export function success(
  route: RouteName,
  family: Family,
  expected: Expectation & { body: unknown; status?: 200 | 201; headers?: Record<string, string> },
): Interaction {
  const { body, status = 200, headers } = expected;
  return { ...base(route, family, expected), reply: { status, body, ...(headers && { headers }) } };
}

export function problem(
  route: RouteName,
  family: Family,
  key: ProblemKey,
  expected: Expectation & {
    errors?: Violation[];
    extensions?: Record<string, unknown>;
    headers?: Record<string, string>;
  },
): Interaction {
  const interaction = base(route, family, expected);
  const { errors, extensions, headers } = expected;
  const body = problemDetails(key, family, pathOf(interaction), { ...(errors && { errors }), ...extensions });
  const reply = { status: problems[key].status, problem: key, body, ...(headers && { headers }) };
  return { ...interaction, reply };
}

/** Placeholder in a request header for the provider's ETag at the time of the request. */
export const currentEtag = '"the-etag-of-this-representation"';

/** The same request by a client that has the current version: the reply is 304 without a body. */
export function notModified(of: Interaction): Interaction {
  return {
    ...of,
    receiving: `${of.receiving}, when the client has the current version`,
    given: [...of.given, { name: 'the client holds the current representation', params: { path: urlOf(of) } }],
    request: { ...of.request, headers: { ...of.request.headers, 'If-None-Match': currentEtag } },
    reply: { status: 304 },
  };
}

/** Whether a client can cache the reply and repeat the request with its ETag. */
export const isCacheable = ({ route, reply }: Interaction) =>
  reply.status === 200 && isConditional(routeOf(route).cache);

export function pathOf({ route, family, request }: Pick<Interaction, 'route' | 'family' | 'request'>): string {
  return families[family].prefix + fill(routeOf(route).path, request.params ?? {});
}

export function urlOf(interaction: Pick<Interaction, 'route' | 'family' | 'request'>): string {
  const query = new URLSearchParams(
    Object.entries(interaction.request.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return pathOf(interaction) + (query && `?${query}`);
}

/** How Pact identifies interactions: consumer, description, and the states' names without their parameters. */
export const identityOf = ({ consumer, receiving, given }: Pick<Interaction, 'consumer' | 'receiving' | 'given'>) =>
  [consumer, receiving, ...given.map(({ name }) => name)].join('\n');

/** The value of `Contract-Id`, by which the mock's tools select a contract. Changes only with the contract's identity. */
export const contractId = (interaction: Interaction): string =>
  createHash('sha256').update(identityOf(interaction)).digest('hex').slice(0, 12);
