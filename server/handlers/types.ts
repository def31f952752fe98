import type { Socket } from 'node:net';
import type { Static, TSchema } from 'typebox';
import type { ContentReader } from '../../contracts/content/reader.ts';
import type { Settings } from '../../contracts/content/settings.ts';
import type { Family } from '../../contracts/families.ts';
import type { PathValues, QueryValues, RouteName, Row } from '../../contracts/routes.ts';
import type { FightCache } from '../cache/fight-cache.ts';
import type { NewClientLimiter } from '../limits/limiter.ts';
import type { Store } from '../store/index.ts';

/** For an array route: how many records, and the sort key after which they start. */
interface PageValues {
  limit: number | undefined;
  cursor?: string;
}

type Body<R> = R extends { body: infer S extends TSchema } ? Static<S> : undefined;
type Replies<R> = R extends { reply: infer ByFamily } ? ByFamily[keyof ByFamily] : never;
type One<S> = S extends TSchema ? Static<S> : never;

/** The body of a route's reply, in any of its families. */
export type ReplyBody<N extends RouteName> =
  Row<N> extends { list: unknown } ? One<Replies<Row<N>>>[] : One<Replies<Row<N>>>;

/** The sender of a request, as far as handlers need it. */
export interface Caller {
  /** The client key, which limits count by. */
  address(): string;
  socket?: Socket;
  /** EventIDs that its feed key may post; undefined: all, or the route needs no key. */
  feedEvents: ReadonlySet<string> | undefined;
}

/** A checked request. */
export interface Call<N extends RouteName> {
  family: Family;
  /** Path and query parameters by name. */
  values: PathValues<Row<N>> & QueryValues<Row<N>> & (Row<N> extends { list: unknown } ? PageValues : unknown);
  body: Body<Row<N>>;
  caller: Caller;
  /** Content of one generation: everything this call reads comes from the same publish. It has its number once it was read. */
  content: ContentReader & { readonly generation?: number | undefined };
}

/** Created once per server. */
export interface Context {
  store: Store;
  settings: Settings;
  newClientLimiter: NewClientLimiter;
  fightCache: FightCache;
  invalidateNow(channel: string, message: string): void;
  isDraining(): boolean;
}

/** How a reply changes with time. */
export interface Follows {
  /** Grows whenever anything changes that the body is built from. */
  version: number;
  /** Channels of the store on which such changes are announced. */
  channels: readonly string[];
}

/** A reply with more than a body. */
export class Reply<B> {
  readonly body: B;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** For a list: sort key of the last record, if more follow. */
  readonly next: string | undefined;
  /** The source that a stream of such replies follows. */
  readonly follows: Follows | undefined;
  /**
   * Tags of the data that it was built from, except content, which is tracked automatically; see cache/invalidation.ts.
   * Default: the source that its stream follows.
   */
  readonly tags: readonly string[];
  /** The moment at which it changes without an announcement, in milliseconds since 1970. */
  readonly untilMs: number | undefined;

  constructor(
    body: B,
    more: {
      status?: number;
      headers?: Record<string, string>;
      next?: string | undefined;
      follows?: Follows | undefined;
      tags?: readonly string[];
      untilMs?: number | undefined;
    } = {},
  ) {
    this.body = body;
    this.status = more.status ?? 200;
    this.headers = more.headers ?? {};
    this.next = more.next;
    this.follows = more.follows;
    this.tags = more.tags ?? more.follows?.channels ?? [];
    this.untilMs = more.untilMs;
  }
}

type Result<N extends RouteName> = ReplyBody<N> | Reply<ReplyBody<N>>;

/**
 * Handles one route: takes values, returns the reply or throws a `Problem`. It never sees Express.
 *
 * @throws {Problem} a problem that the route's row lists.
 */
export type Handler<N extends RouteName> = (call: Call<N>, context: Context) => Promise<Result<N>>;

export type Handlers = { [N in RouteName]: Handler<N> };
