import type { RequestHandler } from 'express';
import { readJson } from '../../common/wire/body.ts';
import { Problem } from '../../common/wire/problem.ts';
import { wantsStream } from '../../common/wire/request-context.ts';
import { isConditional, jsonType } from '../../contracts/http/headers.ts';
import type { Operation } from '../../contracts/operations.ts';
import { checkBody } from '../../contracts/rules/checks.ts';
import { flattenHeaders } from '../cache/representation.ts';
import type { Context, Handler } from '../handlers/types.ts';
import type { Streams } from '../streams/streams.ts';
import { type CachedReplyOptions, createCachedReader } from './cached-reply.ts';
import { addressOf } from './client-address.ts';
import { openEventStream } from './event-stream.ts';
import { getRequestContext, noted } from './request-context.ts';
import { send } from './send.ts';
import { ServedOperation } from './served-operation.ts';
import type { Spans } from './spans.ts';

/** Maximum bytes of a body, for live updates and for other POSTs. */
export type BodyLimits = Readonly<Record<'feed' | 'other', number>>;

export interface OperationOptions extends CachedReplyOptions {
  context: Context;
  /** Read at every request, since a provider state lowers them. */
  bodyLimits: BodyLimits;
  streams: Streams;
  spans: Spans | undefined;
}

export function serveOperation(
  operation: Operation,
  handler: Handler<never>,
  options: OperationOptions,
): RequestHandler {
  const { context, streams, misses, metrics, governor } = options;
  const served = new ServedOperation(operation, handler, context, metrics);
  if (!isConditional(served.route.cache)) return answerUncached(served, options);
  const readCached = createCachedReader(served, options);
  const stream = { streams, served, governor, misses, metrics };
  return async (req, res) => {
    const requestContext = getRequestContext(res);
    if (wantsStream(requestContext, req.headers.accept)) return openEventStream(stream, req, res, requestContext);
    const { value, loadedMs } = await readCached(req, requestContext);
    return send(req, res, value, loadedMs);
  };
}

/** Writes, private reads, and health. */
function answerUncached(served: ServedOperation, { bodyLimits, governor }: OperationOptions): RequestHandler {
  const { operation, route, headers, context } = served;
  const kind = route.credential === 'feed' ? 'feed' : 'other';
  const isPrivate = route.cache === 'private';
  return async (req, res) => {
    const values = served.readValues(getRequestContext(res));
    let body: unknown;
    if (route.body) {
      body = await readJson(req, bodyLimits[kind]);
      const errors = checkBody(route, body, operation.family);
      if (errors.length > 0) throw new Problem('invalid-body', { errors });
    }
    // No handler here needs content of a single generation.
    const caller = { address: () => addressOf(req), socket: req.socket, feedEvents: noted(res).feedKey?.events };
    const call = () => served.call(values, body, caller, context.store.content);
    // Ballots have their own limit, and health is always answered.
    const reply = served.check(await (isPrivate ? governor.admit('live', call) : call()));
    const text = JSON.stringify(reply.body);
    const own = ['Content-Type', jsonType, 'Content-Length', String(Buffer.byteLength(text))];
    res.writeHead(reply.status, headers.concat(flattenHeaders(reply.headers), own)).end(text);
  };
}
