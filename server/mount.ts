import type { Request, RequestHandler, Response } from 'express';
import { readJson } from '../contracts/body.ts';
import { checkBody, checkParameters, type Values } from '../contracts/checks.ts';
import type { ContentReader } from '../contracts/content/reader.ts';
import { eventStreamHeaders, lastEventIdOf } from '../contracts/event-stream.ts';
import { commonHeaders, type Exchange, wantsStream } from '../contracts/exchange.ts';
import { cacheControl, cursorOf, isConditional, jsonType, nextLink, varyOf } from '../contracts/http.ts';
import { type Operation, queryParameters, replySchema } from '../contracts/operations.ts';
import { languageOf } from '../contracts/problems.ts';
import { type Route, routeOf } from '../contracts/routes.ts';
import { fits, mismatches } from '../contracts/validation.ts';
import type { Representations } from './cache/representations.ts';
import type { Found, Made } from './cache/tagged-cache.ts';
import { contentTag } from './cache/tags.ts';
import { addressOf } from './client-address.ts';
import { type Caller, callerOf, exchangeOf } from './exchange.ts';
import { type Call, type Context, type Handler, Reply } from './handler.ts';
import { isUnknownId, problemRepresentation } from './middleware/problems.ts';
import { Problem } from './problem.ts';
import { type FlatHeaders, flat, Representation } from './representation.ts';
import { send } from './send.ts';
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

/** The path in its one spelling: as the operation's path has it, with the parameters as they were sent. */
function canonicalPath({ path: asked, params }: Exchange, { path }: Operation): string {
  if (!asked.includes('/:')) return asked;
  // What is empty was sent as the colon that ids may begin with.
  return path.replace(/:([a-z_]+)/g, (_, name: string) => params[name] || ':');
}

/** The query that a reply depends on, in one spelling; unknown parameters make no second reply. */
function canonicalQuery({ query }: Exchange, { name }: Operation): string {
  const known = queryParameters(name).flatMap((parameter) => {
    const value = query.get(parameter);
    return value === null ? [] : [`${parameter}=${encodeURIComponent(value)}`];
  });
  return known.length > 0 ? `?${known.join('&')}` : '';
}

/** All POSTs to one URL share their exchange; see exchange.ts. */
const valuesOfPosts = new WeakMap<Exchange, Values>();

/** @throws {Problem} `invalid-request` with the parameters that do not fit. */
function checkValues(operation: Operation, route: Route, exchange: Exchange): Values {
  const known = valuesOfPosts.get(exchange);
  if (known) return known;
  const { values, faults } = checkParameters(operation, exchange.params, exchange.query);
  if (faults) throw new Problem('invalid-request', { errors: faults });
  // Lists that may grow without end have a default page; those clients read whole have none.
  if (route.list === 100) return { limit: route.list, ...values };
  if (exchange.method === 'POST') valuesOfPosts.set(exchange, values);
  return values;
}

/** Link of the next page: the same URL with the limit that applied and a cursor. */
function linkOf(publicUrl: string, path: string, values: Values, next: string): string {
  const limit = values.limit === undefined ? '' : `limit=${values.limit}&`;
  return nextLink(`${publicUrl}${path}?${limit}cursor=${cursorOf(next)}`);
}

/** Headers that every reply of an operation has, whoever asks. */
const standingHeaders = (operation: Operation, route: Route): FlatHeaders =>
  flat({
    ...commonHeaders(operation.method, operation),
    'Cache-Control': cacheControl[route.cache],
    Vary: varyOf(route),
  });

/** Replies that any process may hold are made for nobody in particular. */
const nobody: Caller = { address: () => '', feedEvents: undefined };

/**
 * One table row → one Express handler: checks the request, calls the handler, checks its reply, sends it.
 *
 * A reply that does not fit its schema is never sent: the client gets `internal-error`, the log says which part.
 */
export function mount(operation: Operation, handler: Handler<never>, options: MountOptions): RequestHandler {
  const { context, representations, bodyLimits, streams } = options;
  const route = routeOf(operation.name);
  const schema = replySchema(operation.name, operation.family);
  const standing = standingHeaders(operation, route);

  function ask(values: Values, body: unknown, caller: Caller, content: ContentReader) {
    // The table ties this handler to this row, which the compiler cannot see through a variable name.
    const call = { family: operation.family, values, body, caller, content } as unknown as Call<never>;
    return handler(call, context);
  }

  function checkReply(result: unknown): Reply<unknown> {
    const reply: Reply<unknown> = result instanceof Reply ? result : new Reply(result);
    if (!fits(schema, reply.body)) {
      const [first] = mismatches(schema, reply.body, languageOf('v1'));
      throw new Error(`the reply of ${operation.id} does not fit its schema: #${first?.pointer}: ${first?.detail}`);
    }
    return reply;
  }

  /** The reply to a GET, for nobody in particular. */
  const answer = async (values: Values, content: ContentReader = context.store.content.snapshot()) =>
    checkReply(await ask(values, undefined, nobody, content));

  /**
   * Makes what this process then holds, unless it was made from content alone and that is still the same, which one short
   * question tells.
   *
   * @param path where a next page is found.
   */
  async function represent(
    values: Values,
    path: string,
    held: Made<Representation> | undefined,
  ): Promise<Made<Representation>> {
    const { content } = context.store;
    if (held?.version !== undefined && (held.untilMs === undefined || Date.now() < held.untilMs)) {
      if (held.version === (await content.liveGeneration())) return held;
    }
    const snapshot = content.snapshot();
    const { body, headers, next, tags, untilMs } = await answer(values, snapshot);
    const link = next === undefined ? [] : ['Link', linkOf(context.settings.publicUrl, path, values, next)];
    const bytes = Buffer.from(JSON.stringify(body));
    const fresh = new Representation(bytes, { type: jsonType, headers: [...standing, ...flat(headers), ...link] });
    return {
      // One with the same bytes has its compressed forms already.
      value: held?.value.isSameAs(fresh) ? held.value : fresh,
      tags: [...Array.from(snapshot.collections, contentTag), ...tags],
      untilMs,
      version: tags.length === 0 ? snapshot.generation : undefined,
    };
  }

  /** What is held for a spelling of a URL, the problem of an id that is unknown, or else what is made now. */
  async function read(req: Request, exchange: Exchange): Promise<Found<Representation>> {
    const { params, json } = exchange;
    const values = checkValues(operation, route, exchange);
    const path = canonicalPath(exchange, operation);
    const spelling = { operation, params, json, key: path + canonicalQuery(exchange, operation) };
    const since = representations.changes;
    try {
      return await representations.read(req.url, spelling, (held) => represent(values, path, held));
    } catch (error) {
      if (!(error instanceof Problem) || !isUnknownId(error, route)) throw error;
      const problem = problemRepresentation(error, exchange);
      representations.keepUnknown(req.url, spelling, problem, since);
      return { value: problem, isStale: false };
    }
  }

  /** @throws {Problem} `invalid-body` with what does not fit. */
  function checkFit(body: unknown): unknown {
    const faults = checkBody(route, body, operation.family);
    if (faults.length > 0) throw new Problem('invalid-body', { errors: faults });
    return body;
  }

  /**
   * Answers what nobody may hold: writes, and reads of what is private or of this moment. A vote is little more than
   * this function, so it waits for three things only, and makes no more objects than it needs.
   */
  async function respond(req: Request, res: Response, exchange: Exchange): Promise<void> {
    const values = checkValues(operation, route, exchange);
    const limit = route.credential === 'feed' ? bodyLimits.feed : bodyLimits.other;
    const body = route.body ? checkFit(await readJson(req, limit)) : undefined;
    // None of them reads content of one generation.
    const reply = checkReply(await ask(values, body, callerOf(req, res), context.store.content));
    const text = JSON.stringify(reply.body);
    const own = ['Content-Type', jsonType, 'Content-Length', String(Buffer.byteLength(text))];
    res.writeHead(reply.status, standing.concat(flat(reply.headers), own));
    res.end(text);
  }

  /** @throws {Problem | StoreUnavailable} before anything was sent. */
  async function stream(req: Request, res: Response, exchange: Exchange): Promise<void> {
    const values = checkValues(operation, route, exchange);
    const again = () => answer(values);
    const headers = { ...commonHeaders(req.method, exchange), ...eventStreamHeaders };
    if (req.method === 'HEAD') {
      await again();
      res.writeHead(200, headers).end();
      return;
    }
    await streams.open(res, {
      address: addressOf(req),
      family: operation.family,
      key: `${operation.id} ${JSON.stringify(values)}`,
      lastId: lastEventIdOf(req.headers['last-event-id']),
      headers,
      source: () => sourceOf(operation, values, context.store.live, again),
    });
  }

  if (!isConditional(route.cache)) return (req, res) => respond(req, res, exchangeOf(res));
  return async (req, res) => {
    const exchange = exchangeOf(res);
    if (wantsStream(exchange, req.headers.accept)) return stream(req, res, exchange);
    const { value, isStale } = await read(req, exchange);
    return send(req, res, value, isStale);
  };
}
