import type { RequestHandler } from 'express';
import { wantsStream } from '../../common/wire/request-context.ts';
import { isConditional } from '../../contracts/http/headers.ts';
import type { Operation } from '../../contracts/operations.ts';
import type { Context, Handler } from '../handlers/types.ts';
import type { Streams } from '../streams/streams.ts';
import { CachedReply, type CachedReplyOptions } from './cached-reply.ts';
import { openEventStream } from './event-stream.ts';
import { getRequestContext } from './request-context.ts';
import { send } from './send.ts';
import { ServedOperation } from './served-operation.ts';
import type { Spans } from './spans.ts';
import { answerUncached, type BodyLimits } from './uncached-reply.ts';

export interface OperationOptions extends CachedReplyOptions {
  context: Context;
  bodyLimits: BodyLimits;
  streams: Streams;
  /** Records spans; undefined where no tracer was registered. */
  spans: Spans | undefined;
}

/** Builds the Express handler of one operation, behind the checks that need no handler. */
export function serveOperation(
  operation: Operation,
  handler: Handler<never>,
  options: OperationOptions,
): RequestHandler {
  const { context, bodyLimits, streams, misses, metrics, spans, governor } = options;
  const served = new ServedOperation(operation, handler, context, metrics);
  const { cache } = served.route;
  if (!isConditional(cache)) return answerUncached(served, { bodyLimits, governor, isTraced: spans !== undefined });
  const cached = new CachedReply(served, options);
  const stream = { streams, served, governor, misses, metrics };
  return async (req, res) => {
    const requestContext = getRequestContext(res);
    if (wantsStream(requestContext, req.headers.accept)) return openEventStream(stream, req, res, requestContext);
    const { value, loadedMs } = await cached.read(req, requestContext);
    return send(req, res, value, loadedMs);
  };
}
