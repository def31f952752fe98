import { createSender } from '../../contracts/client/client.ts';
import { nextPage } from '../../contracts/client/methods.ts';
import type { RawReply, RawRequest, Send } from '../../contracts/client/sender.ts';
import { type Family, families, familyNames } from '../../contracts/families.ts';
import { fill } from '../../contracts/http/paths.ts';
import { snapshotOf } from '../../contracts/interactions/live-updates.ts';
import { type Operation, operations, problemsOf, replySchema, sampleParameters } from '../../contracts/operations.ts';
import { findEchoes } from '../../contracts/pact/expectations.ts';
import { type ProblemKey, problems, problemType } from '../../contracts/problems.ts';
import { familiesOf, type RouteName, routeOf } from '../../contracts/routes.ts';
import { ProblemDetails } from '../../contracts/schemas/problem.ts';
import { fits } from '../../contracts/schemas/validation/fits.ts';
import { findViolations } from '../../contracts/schemas/validation/violations.ts';
import { ids } from '../../contracts/world/ids.ts';
import { type Reference, referencesIn } from './references.ts';

export interface SmokeOptions {
  /** Scheme and host. */
  url: string;
  feedKey?: string | undefined;
  /** Whether the feed key must be right; otherwise its refusal counts as a documented reply. */
  feedKeyIsCertain?: boolean;
  /** Sends no body with a POST, so that nothing changes. */
  readOnly?: boolean;
  /** Most links to follow. */
  maximumLinks?: number;
}

export interface SmokeReport {
  /** How many operations reply as documented, of how many. */
  operations: { good: number; total: number };
  /** Links that were followed, and whether there were more than may be followed. */
  links: number;
  cut: boolean;
  /** One line each: the request and what is wrong with its reply. */
  broken: string[];
}

/** A request to a route. */
interface Call {
  route: RouteName;
  family: Family;
  request: RawRequest & { params: Record<string, string | number>; query?: Record<string, string | number> };
  /** Problems that count as a documented reply. */
  accepted: readonly ProblemKey[];
}

const fight = ids.fightInProgress;
const statid = ids.fightInProgressFighter1Statid;

const scorecard = { fighter1_score: 10, fighter2_score: 9, client_id: ids.clientId };
const bodies: Partial<Record<RouteName, unknown>> = {
  fight_vote_cast: { round_num: 2, fighter_statid: statid, client_id: ids.clientId },
  score_round: { event_id: ids.liveEvent, fight_id: fight, round_num: 2, ...scorecard },
  // An event that is not in the content, so no reply changes.
  fight_metrics_update_live_event: snapshotOf(820, 7),
};

/** Replies that depend on what clients and the supplier have sent, and so may be missing. */
const mayBeMissing: readonly ProblemKey[] = ['vote-not-found', 'live-event-not-found', 'live-fight-not-found'];

function toCall(operation: Operation, { readOnly, feedKeyIsCertain }: SmokeOptions): Call {
  const { name: route, family, method } = operation;
  const refusals: readonly ProblemKey[] = ['feed-key-required', 'feed-key-rejected'];
  const isPost = method === 'POST';
  const accepted = problemsOf(route).filter((key) =>
    isPost ? key !== 'internal-error' && !(feedKeyIsCertain && refusals.includes(key)) : mayBeMissing.includes(key),
  );
  const body = isPost && !readOnly ? { body: bodies[route] } : {};
  return { route, family, request: { params: sampleParameters(operation), ...body }, accepted };
}

/** What is wrong with a reply; undefined when it is as documented. */
function findError({ route, family, request, accepted }: Call, { status, body }: RawReply): string | undefined {
  const { success = [200] } = routeOf(route);
  if (!(success as readonly number[]).includes(status)) {
    const problem = fits(ProblemDetails, body) ? body : undefined;
    if (!problem) return `answers ${status} without problem details`;
    const known = accepted.some((key) => problemType(key) === problem.type && problems[key].status === status);
    return known ? undefined : `answers ${status} ${problem.type}`;
  }
  const [mismatch] = findViolations(replySchema(route, family), body, 'en');
  if (mismatch) return `does not fit its schema: #${mismatch.pointer}: ${mismatch.detail}`;
  const { params, query = {} } = request;
  const asked = findEchoes({ request: { params, query } });
  const core = (body as { FMLiveFeed?: unknown }).FMLiveFeed ?? body;
  for (const subject of [core].flat() as Record<string, unknown>[]) {
    for (const [member, value] of asked) {
      const found = subject[member];
      if (found !== undefined && value !== undefined && String(found) !== String(value)) {
        return `has ${member} ${JSON.stringify(found)}; the request has ${JSON.stringify(value)}`;
      }
    }
  }
  return undefined;
}

function formatError({ route, family, request }: Call, error: string): string {
  const query = new URLSearchParams(
    Object.entries(request.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const path = families[family].prefix + fill(routeOf(route).path, request.params);
  return `${routeOf(route).method} ${path}${query.size > 0 ? `?${query}` : ''} (${route}): ${error}`;
}

/** The call that follows a reference; a route that the family does not have is asked in the other. */
function follow(reference: Reference, family: Family): Call | undefined {
  if (reference.route) {
    const { route, id } = reference;
    const [first = family] = familiesOf(route);
    const of = familiesOf(route).includes(family) ? family : first;
    return { route, family: of, request: { params: { id } }, accepted: [] };
  }
  // Only path and query: the address may name the public host, which need not be the one under test.
  const { pathname, searchParams } = new URL(reference.url, 'http://localhost');
  const prefix = `${families.v1.prefix}/fight_metrics/live_event/`;
  if (!pathname.startsWith(prefix)) return undefined;
  const request = { params: { id: pathname.slice(prefix.length) }, query: Object.fromEntries(searchParams) };
  const accepted = reference.needed ? [] : mayBeMissing;
  return { route: 'fight_metrics_live_event', family: 'v1', request, accepted };
}

/** Small pages, so that there is a next one. */
const pageLimit = 2;

/**
 * Calls every operation with ids of the world, checks every reply against its schema, and follows every id, feed
 * address and further page in any reply until nothing new turns up.
 *
 * @throws the error of `fetch` when the server does not answer.
 */
export async function smoke(options: SmokeOptions): Promise<SmokeReport> {
  const { url, feedKey, maximumLinks = 2_000 } = options;
  const senders = Object.fromEntries(
    familyNames.map((family) => [family, createSender({ baseUrl: url, family, feedKey })]),
  ) as Record<Family, Send<RouteName>>;
  const broken: string[] = [];
  const seen = new Set<string>();
  const queue: Call[] = [];
  const keyOf = ({ route, family, request }: Call) =>
    JSON.stringify([route, family, request.params, request.query ?? {}]);

  const add = (call: Call) => {
    const key = keyOf(call);
    if (!seen.has(key)) queue.push(call);
    seen.add(key);
  };

  async function ask(call: Call): Promise<boolean> {
    const { route, family, request } = call;
    const reply = await senders[family](route, { ...request, signal: AbortSignal.timeout(10_000) });
    const error = findError(call, reply);
    if (error) broken.push(formatError(call, error));
    if (error || reply.status >= 300) return !error;
    for (const reference of referencesIn(replySchema(route, family), reply.body)) {
      const next = follow(reference, family);
      if (next) add(next);
      else broken.push(formatError(call, `${reference.url} is not the address of a feed`));
    }
    const page = nextPage(reply.headers.get('Link'));
    if (page) add({ ...call, request: { ...request, query: { ...(page as Record<string, string | number>) } } });
    return true;
  }

  let good = 0;
  for (const operation of operations) {
    const call = toCall(operation, options);
    seen.add(keyOf(call));
    if (await ask(call)) good++;
    if (routeOf(operation.name).list) add({ ...call, request: { ...call.request, query: { limit: pageLimit } } });
  }
  let links = 0;
  for (let call = queue.shift(); call && links < maximumLinks; call = queue.shift()) {
    links++;
    await ask(call);
  }
  return { operations: { good, total: operations.length }, links, cut: queue.length > 0, broken };
}
