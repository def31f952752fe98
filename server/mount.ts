import type { Request, RequestHandler, Response } from 'express';
import { readJson } from '../contracts/body.ts';
import { checkBody, checkParameters, type Values } from '../contracts/checks.ts';
import { eventStreamHeaders, lastEventIdOf } from '../contracts/event-stream.ts';
import { type Exchange, isRead, wantsStream } from '../contracts/exchange.ts';
import {
  cacheControl,
  chooseCoding,
  cursorOf,
  isConditional,
  jsonType,
  matchesEtag,
  nextLink,
  varyOf,
} from '../contracts/http.ts';
import { languageOf } from '../contracts/problems.ts';
import { type Operation, queryParameters, type Route, replySchema, routeOf } from '../contracts/routes.ts';
import { fits, mismatches } from '../contracts/validation.ts';
import { type Caller, callerOf, exchangeOf } from './exchange.ts';
import { type Call, type Context, type Handler, Reply } from './handler.ts';
import { Problem } from './problem.ts';
import { Representation, type Representations } from './representation.ts';
import { StoreUnavailable } from './store/index.ts';
import { sourceOf } from './streams/sources.ts';
import type { Streams } from './streams.ts';

/** Bytes of a body, for the kinds of POST. */
export interface BodyLimits {
  feed: number;
  other: number;
}

export interface MountOptions {
  context: Context;
  representations: Representations;
  bodyLimits: BodyLimits;
  streams: Streams;
}

/** The query that a reply depends on, in one spelling; unknown parameters make no second reply. */
function canonicalUrl({ path, query }: Exchange, operation: Operation): string {
  const known = queryParameters(operation.name).flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return known.length > 0 ? `${path}?${known.join('&')}` : path;
}

/** @throws {Problem} `invalid-request` with the parameters that do not fit. */
function checkValues(operation: Operation, route: Route, { params, query }: Exchange): Values {
  const { values, faults } = checkParameters(operation, params, query);
  if (faults) throw new Problem('invalid-request', { errors: faults });
  // Lists that may grow without end have a default page; those clients read whole have none.
  return route.list === 100 ? { limit: route.list, ...values } : values;
}

/** @throws {Problem} the problems of `readJson`, and `invalid-body` with what does not fit. */
async function readBody(req: Request, operation: Operation, route: Route, limits: BodyLimits): Promise<unknown> {
  if (!route.body) return undefined;
  const body = await readJson(req, route.credential === 'feed' ? limits.feed : limits.other);
  const faults = checkBody(route, body, operation.family);
  if (faults.length > 0) throw new Problem('invalid-body', { errors: faults });
  return body;
}

/** Link of the next page: the same URL with the limit that applied and a cursor. */
function linkOf(publicUrl: string, path: string, values: Values, next: string): string {
  const limit = values.limit === undefined ? '' : `limit=${values.limit}&`;
  return nextLink(`${publicUrl}${path}?${limit}cursor=${cursorOf(next)}`);
}

/** Sends a representation, or 304 when the client holds it. */
async function send(req: Request, res: Response, route: Route, representation: Representation): Promise<void> {
  const coded = await representation.in(chooseCoding(req.headers['accept-encoding'] as string | undefined));
  for (const [name, value] of Object.entries(representation.headers)) res.setHeader(name, value);
  res.setHeader('Cache-Control', cacheControl[route.cache]);
  res.setHeader('Vary', varyOf(route));
  if (isConditional(route.cache)) {
    res.setHeader('ETag', coded.etag);
    if (matchesEtag(req.headers['if-none-match'], coded.etag)) {
      res.statusCode = 304;
      res.end();
      return;
    }
  }
  if (coded.coding !== 'identity') res.setHeader('Content-Encoding', coded.coding);
  res.setHeader('Content-Type', jsonType);
  res.setHeader('Content-Length', coded.bytes.length);
  res.end(coded.bytes);
}

/**
 * One table row → one Express handler: checks the request, calls the handler, checks its reply, sends it.
 *
 * A reply that does not fit its schema is never sent: the client gets `internal-error`, the log says which part. When
 * the store is away, a GET that was answered before is answered again from memory.
 */
export function mount(operation: Operation, handler: Handler<never>, options: MountOptions): RequestHandler {
  const { context, representations, bodyLimits, streams } = options;
  const route = routeOf(operation.name);
  const schema = replySchema(operation.name, operation.family);
  const isHeld = operation.method === 'GET' && isConditional(route.cache);

  async function answer(values: Values, body: unknown, caller: Caller): Promise<Reply<unknown>> {
    const content = context.store.content.snapshot();
    // The table ties this handler to this row, which the compiler cannot see through a variable name.
    const request = { family: operation.family, values, body, caller, content } as unknown as Call<never>;
    const result = await handler(request, context);
    const reply: Reply<unknown> = result instanceof Reply ? result : new Reply(result);
    if (!fits(schema, reply.body)) {
      const [first] = mismatches(schema, reply.body, languageOf('v1'));
      throw new Error(`the reply of ${operation.id} does not fit its schema: #${first?.pointer}: ${first?.detail}`);
    }
    return reply;
  }

  async function call(req: Request, exchange: Exchange, caller: Caller): Promise<Reply<unknown>> {
    const values = checkValues(operation, route, exchange);
    const reply = await answer(values, await readBody(req, operation, route, bodyLimits), caller);
    if (reply.next === undefined) return reply;
    const link = linkOf(context.settings.publicUrl, exchange.path, values, reply.next);
    return new Reply(reply.body, { ...reply, headers: { ...reply.headers, Link: link } });
  }

  /** @throws {Problem | StoreUnavailable} before anything was sent. */
  async function stream(req: Request, res: Response, exchange: Exchange): Promise<void> {
    const values = checkValues(operation, route, exchange);
    const caller = callerOf(req, res);
    const again = () => answer(values, undefined, caller);
    if (req.method === 'HEAD') {
      await again();
      res.writeHead(200, eventStreamHeaders).end();
      return;
    }
    await streams.open(res, {
      key: `${operation.id} ${JSON.stringify(values)}`,
      lastId: lastEventIdOf(req.headers['last-event-id']),
      source: () => sourceOf(operation, values, context.store.live, again),
    });
  }

  return async (req, res) => {
    const exchange = exchangeOf(res);
    if (wantsStream(exchange, req.headers.accept)) {
      await stream(req, res, exchange);
      return;
    }
    const url = isHeld && isRead(req.method) ? canonicalUrl(exchange, operation) : undefined;
    try {
      const reply = await call(req, exchange, callerOf(req, res));
      const fresh = new Representation(Buffer.from(JSON.stringify(reply.body)), reply.headers);
      res.statusCode = reply.status;
      await send(req, res, route, url ? representations.keep(url, fresh) : fresh);
    } catch (error) {
      const held = url && error instanceof StoreUnavailable ? representations.get(url) : undefined;
      if (!held) throw error;
      res.setHeader('Cache-Status', 'fightcard; hit; detail=stale');
      await send(req, res, route, held);
    }
  };
}
