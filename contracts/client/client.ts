import type { Static, TSchema } from 'typebox';
import { type Family, families } from '../families.ts';
import { fill } from '../http/paths.ts';
import { type ProblemDetails, type ProblemKey, problemType } from '../problems.ts';
import type { PathValues, QueryValues, Row } from '../route-types.ts';
import { type RouteName, routeOf, routesOf } from '../routes.ts';
import { type ClientOptions, createSender } from './sender.ts';

/** Names of the routes of one family. */
export type RoutesOf<F extends Family> = {
  [N in RouteName]: F extends keyof Row<N>['reply'] ? N : never;
}[RouteName];

/** A page of a list: `next` of the previous reply, or the maximum number of records (1 to 500). */
export interface Page {
  limit?: number | undefined;
  cursor?: string | undefined;
}

type ListValues<R> = R extends { list: unknown } ? Page : unknown;
type BodyValue<R> = R extends { body: infer S extends TSchema } ? { body: Static<S> } : unknown;
/** Makes a GET conditional; routes without ETag ignore it. */
type Condition<R> = R extends { method: 'POST' } ? unknown : { etag?: string | undefined };

/** The arguments of a route: path and query parameters by name, `body` of a POST, and the `etag` of a cached reply. */
export type Request<N extends RouteName> = PathValues<Row<N>> &
  ListValues<Row<N>> &
  QueryValues<Row<N>> &
  BodyValue<Row<N>> &
  Condition<Row<N>> & { signal?: AbortSignal | undefined };

type OneReply<N extends RouteName, F extends Family> = Row<N>['reply'] extends infer R
  ? F extends keyof R
    ? R[F] extends TSchema
      ? Static<R[F]>
      : never
    : never
  : never;

/** The body of a route's reply in a family. */
export type ReplyBody<N extends RouteName, F extends Family> =
  Row<N> extends { list: unknown } ? OneReply<N, F>[] : OneReply<N, F>;

interface ReplyBase {
  headers: Headers;
  /** Send it as `etag` next time; undefined for a route without ETag. */
  etag: string | undefined;
}

/** An answer with a body: 200, 201 for a first vote or scorecard, 503 only for health. */
export interface Success<B> extends ReplyBase {
  status: number;
  notModified: false;
  body: B;
  /** The next page of a list: pass it to the same method; undefined after the last. */
  next: Page | undefined;
}

/** The reply cached with this `etag` is still current. */
export interface NotModified extends ReplyBase {
  status: 304;
  notModified: true;
  body: undefined;
  next: undefined;
}

type Arguments<N extends RouteName, R> = Record<never, never> extends Request<N> ? [request?: R] : [request: R];

/** `NotModified` is only possible for a request with an `etag`. */
interface Method<N extends RouteName, F extends Family> {
  (...[request]: Arguments<N, Request<N> & { etag?: undefined }>): Promise<Success<ReplyBody<N, F>>>;
  (...[request]: Arguments<N, Request<N>>): Promise<Success<ReplyBody<N, F>> | NotModified>;
}

/** One method per route of the family, named after it. */
export type Client<F extends Family> = { readonly [N in RoutesOf<F>]: Method<N, F> };

/** A failure with problem details, or a failure of something in between, such as a proxy (`type` is `about:blank`). */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly problem: ProblemDetails;
  readonly status: number;
  readonly headers: Headers;

  constructor(problem: ProblemDetails, headers: Headers) {
    super(`${problem.status} ${problem.title}: ${problem.detail}`);
    this.problem = problem;
    this.status = problem.status;
    this.headers = headers;
  }

  /**
   * Whether this is the problem with the given key.
   *
   * A write answered with `service-unavailable` was not carried out; with `outcome-unknown` it may have been. After
   * either, or without any reply, send the same request again (same client id, same sequence number): it counts once.
   */
  is(key: ProblemKey): boolean {
    return this.problem.type === problemType(key);
  }

  /** Seconds to wait before repeating the request, if the reply says so. */
  get retryAfterSeconds(): number | undefined {
    const seconds = Number(this.headers.get('Retry-After') ?? Number.NaN);
    return Number.isFinite(seconds) ? seconds : undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isProblem = (body: unknown): body is ProblemDetails => isObject(body) && typeof body.type === 'string';

/** A failure outside the service: a proxy's page, a captive portal. RFC 9457, 4.2.1. */
function foreignProblem(status: number, instance: string): ProblemDetails {
  const detail = 'The answer is not one of this service.';
  return { type: 'about:blank', title: `HTTP ${status}`, status, detail, instance };
}

/** The query of the `next` relation of a Link header (RFC 8288). */
export function nextPage(link: string | null): Page | undefined {
  const url = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  if (url === undefined) return undefined;
  const query = new URL(url, 'http://localhost').searchParams;
  const [limit, cursor] = [query.get('limit'), query.get('cursor')];
  return { ...(limit !== null && { limit: Number(limit) }), ...(cursor !== null && { cursor }) };
}

/**
 * A typed client of one family, derived from the route table: a method per route, named after it.
 *
 * Path and query parameters are passed by name; a POST takes `body` besides. Anything but a success rejects with a
 * `ProblemError`, except the health of a service that is shutting down: a 503 with the same body.
 * Runs in browsers and in Node.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://api.example.com', family: 'v3' });
 * const { body, etag } = await client.fighter({ id: 3107 });
 * const again = await client.fighter({ id: 3107, etag: etag ?? '' });
 * const fighter = again.notModified ? body : again.body;
 *
 * for (let page: Page | undefined = { limit: 50 }; page; ) {
 *   const { body: news, next } = await client.news(page);
 *   show(news);
 *   page = next;
 * }
 */
export function createClient<F extends Family>(options: ClientOptions<F>): Client<F> {
  const { family } = options;
  const send = createSender(options);
  const method = (name: RouteName) => {
    const { path, list, query: known = [] } = routeOf(name);
    const queryNames: readonly string[] = list ? ['limit', 'cursor', ...known] : known;
    return async ({ body, etag, signal, ...parameters }: LooseRequest = {}) => {
      const values = parameters as Record<string, string | number | undefined>;
      const {
        status,
        headers,
        body: answer,
      } = await send(name, {
        params: values,
        query: Object.fromEntries(queryNames.map((query) => [query, values[query]])),
        ...(etag && { headers: { 'If-None-Match': etag } }),
        ...(body !== undefined && { body }),
        signal,
      });
      const common = { headers, etag: headers.get('ETag') ?? undefined };
      if (status === 304 && etag) return { ...common, status, notModified: true, body: undefined, next: undefined };
      const isOfHealth = name === 'health' && status === 503 && isObject(answer) && 'time' in answer;
      if ((status === 200 || status === 201 || isOfHealth) && isObject(answer)) {
        return { ...common, status, notModified: false, body: answer, next: nextPage(headers.get('Link')) };
      }
      const instance = families[family].prefix + fill(path, values);
      throw new ProblemError(isProblem(answer) ? answer : foreignProblem(status, instance), headers);
    };
  };
  // The table lists the routes of the family; the compiler cannot follow names in variables.
  return Object.fromEntries(routesOf(family).map((name) => [name, method(name)])) as unknown as Client<F>;
}

/** A request without the types of its route. */
interface LooseRequest {
  body?: unknown;
  etag?: string;
  signal?: AbortSignal;
  [parameter: string]: unknown;
}
