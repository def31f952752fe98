import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Span, Tracer } from '@opentelemetry/api';
import { readTraceContext } from '../../contracts/http/trace-context.ts';
import { operationOf, setTrace } from './request-context.ts';

type Api = typeof import('@opentelemetry/api');

/** The global key under which all copies of the OpenTelemetry API 1.x in a process find the registered tracer. */
const registry = Symbol.for('opentelemetry.js.api.1');

/**
 * Records a span for each request, named after the operation, as a child of the caller's. Attributes follow the semantic
 * conventions for HTTP servers, without those that identify a person: path, query, address and user agent.
 */
export class Spans {
  readonly #api: Api;
  readonly #tracer: Tracer;

  constructor(api: Api) {
    this.#api = api;
    this.#tracer = api.trace.getTracer('fightcard');
  }

  /** Handles requests inside their spans, which other instrumentation finds as the active ones. */
  wrap(listener: RequestListener): RequestListener {
    const { context, trace } = this.#api;
    return (req, res) => {
      const { span, parent } = this.#start(req);
      res.once('close', () => this.#end(span, res));
      context.with(trace.setSpan(parent, span), listener, undefined, req, res);
    };
  }

  #start(req: IncomingMessage) {
    const { ROOT_CONTEXT, SpanKind, trace } = this.#api;
    const sent = readTraceContext(req.headers);
    const parent = sent.parent
      ? trace.setSpanContext(ROOT_CONTEXT, {
          traceId: sent.parent.traceId,
          spanId: sent.parent.spanId,
          traceFlags: sent.parent.flags,
          isRemote: true,
        })
      : ROOT_CONTEXT;
    const method = req.method as string;
    const attributes = { 'http.request.method': method, 'url.scheme': 'http' };
    const span = this.#tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    const { traceId, spanId, traceFlags: flags } = span.spanContext();
    const requestId = sent.requestId === sent.traceId ? traceId : sent.requestId;
    setTrace(req, { requestId, traceId, spanId, flags, parent: sent.parent });
    return { span, parent };
  }

  #end(span: Span, res: ServerResponse): void {
    const operation = operationOf(res);
    if (operation) {
      span.updateName(operation.id);
      span.setAttribute('http.route', operation.path);
    }
    span.setAttribute('http.response.status_code', res.statusCode);
    if (res.statusCode >= 500) {
      span.setAttribute('error.type', String(res.statusCode));
      span.setStatus({ code: this.#api.SpanStatusCode.ERROR });
    }
    span.end();
  }
}

/**
 * @returns undefined, and loads nothing, unless a tracer was registered when the process started (`node --import`).
 */
export async function openSpans(): Promise<Spans | undefined> {
  const registered = (globalThis as { [registry]?: { trace?: unknown } })[registry];
  return registered?.trace ? new Spans(await import('@opentelemetry/api')) : undefined;
}
