import type { Static, TSchema } from 'typebox';
import { type Family, families } from '../families.ts';
import { type PathValues, type QueryValues, type RouteName, type Row, routeOf, routesOf } from '../routes.ts';
import { methodsOf, type Page } from './methods.ts';
import { type ClientRoute, checkOptions, type Send, type SenderOptions, senderOf } from './sender.ts';
import type { FollowOptions, StreamEvent } from './stream.ts';

export interface ClientOptions<F extends Family> extends SenderOptions {
  family: F;
}

export type RoutesOf<F extends Family> = {
  [N in RouteName]: F extends keyof Row<N>['reply'] ? N : never;
}[RouteName];

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

type StreamsOf<F extends Family> = {
  [N in RoutesOf<F>]: Row<N> extends { stream: true } ? N : never;
}[RoutesOf<F>];

/** The events of a stream, across connections; `break` or the signal ends it. */
type Follow<N extends RouteName, F extends Family> = (
  request: PathValues<Row<N>> & QueryValues<Row<N>> & FollowOptions,
) => AsyncGenerator<StreamEvent<ReplyBody<N, F>>, void, undefined>;

/** One method per route of the family, named after it, and `follow_<route>` for each stream. */
export type Client<F extends Family> = { readonly [N in RoutesOf<F>]: Method<N, F> } & {
  readonly [N in StreamsOf<F> as `follow_${N}`]: Follow<N, F>;
};

/** The part of the route table that a client needs at run time. */
export function clientTable<F extends Family>(family: F): Record<RoutesOf<F>, ClientRoute> {
  const rows = routesOf(family).map((name): [string, ClientRoute] => {
    const { method, path, list, query: known = [], credential, stream } = routeOf(name);
    const query = list ? ['limit', 'cursor', ...known] : known;
    return [
      name,
      {
        method,
        path: families[family].prefix + path,
        query,
        isForFeed: credential === 'feed',
        isStream: stream === true,
      },
    ];
  });
  // The compiler cannot follow names in variables.
  return Object.fromEntries(rows) as Record<RoutesOf<F>, ClientRoute>;
}

/**
 * The requests of one family without checks and without exceptions.
 *
 * @example
 * const send = createSender({ baseUrl: 'http://localhost:8080', family: 'v1' });
 * const { status } = await send('fighter', { params: { id: 'no number' } }); // 400
 */
export function createSender<F extends Family>(given: ClientOptions<F>): Send<RouteName> {
  checkOptions(given);
  const { family, ...options } = given;
  return senderOf<RouteName>(clientTable(family) as Record<RouteName, ClientRoute>, options);
}

/**
 * A typed client of one family, derived from the route table: a method per route, named after it. Path and query
 * parameters are passed by name; a POST also takes `body`. Anything but a success rejects with a `ProblemError`, except the
 * health of a service that is shutting down: a 503 with the same body. Runs in browsers, React Native and Node.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://api.example.com', family: 'v3' });
 * const { body, etag } = await client.fighter({ id: 3107 });
 */
export function createClient<F extends Family>(given: ClientOptions<F>): Client<F> {
  checkOptions(given);
  const { family, ...options } = given;
  return methodsOf(clientTable(family), options) as unknown as Client<F>;
}
