import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The ids of a request in our logs and in the traces of other systems. */
export interface TraceContext {
  /** The id that the client sent, or a new one. */
  requestId: string;
  /** 32 hex digits: the trace of the request, or a new trace. */
  traceId: string;
  /** 16 hex digits: the span of this request. */
  spanId: string;
  /** The flags of the parent, or the decision of the tracer. */
  flags: number;
  /** The parent span; undefined for a new trace. */
  parent: TraceParent | undefined;
}

export interface TraceParent {
  traceId: string;
  spanId: string;
  /** 1: sampled; 2: the trace id is random. Other bits are dropped. */
  flags: number;
}

/** The form of `X-Request-Id`: a UUID, with or without dashes. Any other text might contain personal data. */
export const requestIdPattern = '^([0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12})$';
export const traceparentPattern = '^00-[0-9a-f]{32}-[0-9a-f]{16}-0[0-3]$';

const requestIdForm = new RegExp(requestIdPattern);
const parentForm = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const isZero = (id: string) => /^0+$/.test(id);

const readRequestId = (sent: string | string[] | undefined) =>
  typeof sent === 'string' && requestIdForm.test(sent) ? sent : undefined;

/**
 * Reads `traceparent`. A later version may have more fields at its end, which are ignored.
 *
 * @returns undefined if it is missing or invalid: a new trace begins.
 * @see W3C Trace Context 3.2, 4
 */
export function readTraceParent(sent: string | string[] | undefined): TraceParent | undefined {
  const parts = typeof sent === 'string' && sent.length <= 256 && parentForm.exec(sent);
  if (!parts) return undefined;
  const [, version, traceId, spanId, flags, more] = parts as string[] as [
    string,
    string,
    string,
    string,
    string,
    string?,
  ];
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (isZero(traceId) || isZero(spanId)) return undefined;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) & 3 };
}

/** 32 hex digits: a UUID without dashes. Its last 14 digits are random, as Trace Context requires. */
const randomId = () => randomUUID().replaceAll('-', '');

/** The ids of a request. If it has no ids, the `X-Request-Id` of the reply is also the trace id. */
export function readTraceContext(headers: IncomingHttpHeaders): TraceContext {
  const parent = readTraceParent(headers.traceparent);
  const traceId = parent?.traceId ?? randomId();
  const requestId = readRequestId(headers['x-request-id']) ?? (parent ? randomId() : traceId);
  return { requestId, traceId, spanId: randomId().slice(-16), flags: parent?.flags ?? 0, parent };
}

/**
 * Headers of a reply as alternating names and values: the request id on every problem, so that a report can name it, and
 * each of the two headers that the client sent. Other replies have neither: a shared cache would send the id of one
 * client to all clients.
 *
 * @param contextOf called only if the reply has one of the headers.
 * @returns undefined for nearly all replies.
 */
export function traceHeaders(
  headers: IncomingHttpHeaders,
  status: number,
  contextOf: () => TraceContext,
): string[] | undefined {
  const { 'x-request-id': id, traceparent } = headers;
  if (status < 400 && id === undefined && traceparent === undefined) return undefined;
  const { requestId, traceId, spanId, flags, parent } = contextOf();
  const own = status >= 400 || id === requestId ? ['X-Request-Id', requestId] : [];
  if (parent) own.push('traceparent', `00-${traceId}-${spanId}-0${flags & 3}`);
  return own;
}
