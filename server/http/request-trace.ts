import type { IncomingMessage } from 'node:http';
import { readTraceContext, type TraceContext } from '../../contracts/http/trace-context.ts';

/** Only of requests that need it: those that fail, that name a trace, and those that are logged or have a span. */
const contexts = new WeakMap<IncomingMessage, TraceContext>();

/** The ids of a request, always the same. */
export function traceOf(req: IncomingMessage): TraceContext {
  const known = contexts.get(req);
  if (known) return known;
  const context = readTraceContext(req.headers);
  contexts.set(req, context);
  return context;
}

/** The ids that the span of a request has. */
export const setTrace = (req: IncomingMessage, context: TraceContext) => {
  contexts.set(req, context);
};
