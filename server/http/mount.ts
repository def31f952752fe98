import type { Request, RequestHandler, Response } from 'express';
import type { TSchema } from 'typebox';
import type { ContentReader } from '../../contracts/content/reader.ts';
import { eventStreamHeaders, lastEventIdOf } from '../../contracts/http/event-stream.ts';
import { cacheControl, cursorOf, isConditional, jsonType, nextLink, varyOf } from '../../contracts/http/http.ts';
import type { Values } from '../../contracts/operations.ts';
import { type Operation, replySchema } from '../../contracts/operations.ts';
import { languageOf } from '../../contracts/problems.ts';
import { readJson } from '../../contracts/requests/body.ts';
import { checkBody, checkParameters } from '../../contracts/requests/checks.ts';
import { Problem } from '../../contracts/requests/problem.ts';
import { commonHeaders, type RequestContext, wantsStream } from '../../contracts/requests/request-context.ts';
import { type Route, routeOf } from '../../contracts/routes.ts';
import { fits, mismatches } from '../../contracts/schemas/validation.ts';
import { spellingOf } from '../cache/cache-key.ts';
import { type FlatHeaders, flat, Representation } from '../cache/representation.ts';
import type { Representations } from '../cache/response-cache.ts';
import type { Found, Made } from '../cache/tagged-cache.ts';
import { contentTag } from '../cache/tags.ts';
import { type Call, type Caller, type Context, type Handler, Reply } from '../handlers/types.ts';
import type { Limiter } from '../limits/limiter.ts';
import { tooMany } from '../limits/rate-limit-headers.ts';
import { positionOf } from '../queries/page-position.ts';
import { StoreUnavailable } from '../store/index.ts';
import { inSlices } from '../store/slices.ts';
import { sourceOf } from '../streams/sources.ts';
import type { Streams } from '../streams/streams.ts';
import { addressOf } from './client-address.ts';
import type { FailureLog } from './failure-log.ts';
import { isUnknownId, problemRepresentation } from './middleware/problems.ts';
import { callerOf, getRequestContext } from './request-context.ts';
import { send } from './send.ts';

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
  /** What replies each address has made for it; see `costOf`. */
  misses: Limiter;
  failures: FailureLog;
}

/**
 * What a reply that is made costs its address: one, and a page of a list, of which any number can be asked for, one for
 * each of these bytes that it begins.
 */
const costBytes = 4_096;
const costOf = ({ identity }: Representation, isPage: boolean) =>
  isPage ? Math.ceil(identity.bytes.length / costBytes) : 1;

/** All POSTs to one URL share their request context; see request-context.ts. */
const valuesOfPosts = new WeakMap<RequestContext, Values>();

/** @throws {Problem} `invalid-request` with the parameters that do not fit. */
function checkValues(operation: Operation, route: Route, requestContext: RequestContext): Values {
  const known = valuesOfPosts.get(requestContext);
  if (known) return known;
  const { values, faults } = checkParameters(operation, requestContext.params, requestContext.query);
  if (faults) throw new Problem('invalid-request', { errors: faults });
  // Lists that may grow without end have a default page; those clients read whole have none.
  if (route.list === 100) return { limit: route.list, ...values };
  if (requestContext.method === 'POST') valuesOfPosts.set(requestContext, values);
  return values;
}

/** What a request asks for. */
interface Asked {
  values: Values;
  spelling: ReturnType<typeof spellingOf>;
  /** It means the same when content changes. */
  isLasting: boolean;
}

const emptyList = '[]';

/** The query of the next page: with the limit that applied and a cursor. */
function pageQuery({ limit }: Values, next: string): string {
  return `?${limit === undefined ? '' : `limit=${limit}&`}cursor=${cursorOf(next)}`;
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
  const { context, representations, bodyLimits, streams, misses, failures } = options;
  const route = routeOf(operation.name);
  const schema = replySchema(operation.name, operation.family);
  const rowSchema = route.reply[operation.family];
  const standing = standingHeaders(operation, route);

  function ask(values: Values, body: unknown, caller: Caller, content: ContentReader) {
    // The table ties this handler to this row, which the compiler cannot see through a variable name.
    const call = { family: operation.family, values, body, caller, content } as unknown as Call<never>;
    return handler(call, context);
  }

  const replyOf = (result: unknown): Reply<unknown> => (result instanceof Reply ? result : new Reply(result));

  function checkFits(part: TSchema, value: unknown, at = ''): void {
    if (fits(part, value)) return;
    const [first] = mismatches(part, value, languageOf('v1'));
    throw new Error(`the reply of ${operation.id} does not fit its schema: #${at}${first?.pointer}: ${first?.detail}`);
  }

  function checkReply(result: unknown): Reply<unknown> {
    const reply = replyOf(result);
    checkFits(schema, reply.body);
    return reply;
  }

  /** Checks a body and writes it, the rows of a list in slices. */
  async function written(body: unknown): Promise<string> {
    if (!route.list || !rowSchema || !Array.isArray(body)) {
      checkFits(schema, body);
      return JSON.stringify(body);
    }
    let row = 0;
    const rows = await inSlices(body, (value: unknown) => {
      checkFits(rowSchema, value, `/${row++}`);
      return JSON.stringify(value);
    });
    return `[${rows.join(',')}]`;
  }

  /** The reply to a GET, for nobody in particular. */
  const answer = async (values: Values, content: ContentReader = context.store.content.snapshot()) =>
    checkReply(await ask(values, undefined, nobody, content));

  /**
   * Makes what this process then holds, unless it was made from content alone and that is still the same, which one short
   * question tells.
   */
  async function represent(
    values: Values,
    { path, key, isPage }: Asked['spelling'],
    held: Made<Representation> | undefined,
  ): Promise<Made<Representation>> {
    const { content } = context.store;
    if (held?.version !== undefined && (held.untilMs === undefined || Date.now() < held.untilMs)) {
      if (held.version === (await content.liveGeneration())) return held;
    }
    const snapshot = content.snapshot();
    const { body, headers, next, tags, untilMs } = replyOf(await ask(values, undefined, nobody, snapshot));
    const bytes = Buffer.from(await written(body));
    const isOrdinary = !isPage || representations.isLinked(key);
    const own = [...flat(headers)];
    if (next !== undefined) {
      const page = `${path}${pageQuery(values, next)}`;
      own.push('Link', nextLink(context.settings.publicUrl + page));
      if (isOrdinary) representations.link(page);
    }
    const fresh = new Representation(bytes, { type: jsonType, headers: [...standing, ...own] });
    return {
      // One with the same bytes has its compressed forms already.
      value: held?.value.isSameAs(fresh) ? held.value : fresh,
      tags: [...Array.from(snapshot.collections, contentTag), ...tags],
      untilMs,
      version: tags.length === 0 ? snapshot.generation : undefined,
      // Filters that let nothing pass can be made up without end, too.
      isEndless: !isOrdinary || (route.path.includes('(') && bytes.length === emptyList.length),
    };
  }

  /** The same; what is wrong with it is logged here where readers get what was made before. */
  async function representAgain(asked: Asked, held: Made<Representation> | undefined): Promise<Made<Representation>> {
    try {
      return await represent(asked.values, asked.spelling, held);
    } catch (error) {
      const isForeseen = error instanceof Problem || error instanceof StoreUnavailable;
      if (held && !isForeseen) {
        failures.add({ level: 'error', problem: 'internal-error', route: operation.id, error });
      }
      throw error;
    }
  }

  /**
   * What a request asks for: of a page, which row it begins behind. What there is no such row for means another page
   * after the next change, so it is asked for at each request.
   *
   * @param ask called before the store is asked; throws to refuse.
   */
  async function find(req: Request, requestContext: RequestContext, values: Values, ask: () => void): Promise<Asked> {
    const asked = { values, spelling: spellingOf(requestContext, operation, values) };
    // A page that was made for a row is the page behind it, whether or not there still is one.
    if (values.cursor === undefined || representations.peek(asked.spelling.key)) return { ...asked, isLasting: true };
    ask();
    try {
      const cursor = await representations.lanes.ordinary.run(() =>
        positionOf(operation.name, values, context.store.content.snapshot()),
      );
      if (cursor === values.cursor) return { ...asked, isLasting: true };
      const { cursor: _, ...others } = values;
      const found = cursor === undefined ? others : { ...others, cursor };
      const passing = { values: found, spelling: spellingOf(requestContext, operation, found) };
      representations.keepPassing(req.url, passing.spelling);
      return { ...passing, isLasting: false };
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return { ...asked, spelling: { ...asked.spelling, ...representations.passing(req.url) }, isLasting: false };
    }
  }

  /** Charges the address of a request for what is made for it. */
  function account(req: Request) {
    let isMade = false;
    /** @throws {Problem} `too-many-requests`. */
    const ask = () => {
      if (misses.quota.limit === 0) return;
      const waitSeconds = misses.take(addressOf(req), Date.now());
      if (waitSeconds > 0) throw tooMany(misses.quota, waitSeconds);
    };
    return {
      /** The store is asked something short. */
      ask,
      /** A reply is made. */
      admit() {
        ask();
        isMade = true;
      },
      settle(made: Representation, { isPage }: Asked['spelling']) {
        if (isMade) misses.charge(addressOf(req), Date.now(), costOf(made, isPage) - 1);
      },
    };
  }

  /** What is held for a spelling of a URL, the problem of an id that is unknown, or else what is made now. */
  async function read(req: Request, requestContext: RequestContext): Promise<Found<Representation>> {
    const values = checkValues(operation, route, requestContext);
    const { ask, admit, settle } = account(req);
    const since = representations.changes;
    try {
      const asked = await find(req, requestContext, values, ask);
      const target = asked.isLasting ? req.url : undefined;
      const again = (held: Made<Representation> | undefined) => representAgain(asked, held);
      const found = await representations.read(target, asked.spelling, again, admit);
      if (!found.isStale) settle(found.value, asked.spelling);
      return found;
    } catch (error) {
      if (!(error instanceof Problem) || !isUnknownId(error, route)) throw error;
      const problem = problemRepresentation(error, requestContext);
      representations.keepUnknown(req.url, spellingOf(requestContext, operation, values), problem, since);
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
  async function respond(req: Request, res: Response, requestContext: RequestContext): Promise<void> {
    const values = checkValues(operation, route, requestContext);
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
  async function stream(req: Request, res: Response, requestContext: RequestContext): Promise<void> {
    const values = checkValues(operation, route, requestContext);
    const again = () => answer(values);
    const headers = { ...commonHeaders(req.method, requestContext), ...eventStreamHeaders };
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

  if (!isConditional(route.cache)) return (req, res) => respond(req, res, getRequestContext(res));
  return async (req, res) => {
    const requestContext = getRequestContext(res);
    if (wantsStream(requestContext, req.headers.accept)) return stream(req, res, requestContext);
    const { value, madeMs } = await read(req, requestContext);
    return send(req, res, value, madeMs);
  };
}
