import type { Family } from '../../contracts/families.ts';
import {
  type CrossOrigin,
  contentLanguage,
  corsHeaders,
  crossOriginReads,
  securityHeaders,
} from '../../contracts/http/headers.ts';
import { acceptsJson, prefersEventStream } from '../../contracts/http/negotiation.ts';
import { canonical } from '../../contracts/http/paths.ts';
import { allowedMethods, familyOfPath, type Operation, type PathEntry, pathTree } from '../../contracts/operations.ts';
import { routeOf } from '../../contracts/routes.ts';
import { Problem } from './problem.ts';

/** The meaning of a request line. */
export interface RequestContext {
  method: string | undefined;
  /** Canonical path: no trailing slash, no `.json`. */
  path: string;
  /** The path as received, without query and a second leading slash: `instance` of a problem. */
  instance: string;
  /** Read-only: requests without a query share it. */
  query: URLSearchParams;
  /** Whether the path ended in `.json`: the `Accept` header is then ignored. */
  json: boolean;
  family: Family | undefined;
  /** Undefined if no route has this path. */
  entry: PathEntry | undefined;
  /** Undefined if the path has no operation with this method. */
  operation: Operation | undefined;
  /** Raw path parameters, without one leading `:`. */
  params: Record<string, string>;
}

const tree = pathTree();

/** Shared by requests without a query, since parsing an empty query takes as long as finding the operation. */
const noQuery = new URLSearchParams();

/** Other forms of the v3 prefix, which old clients use. */
const regions = /^\/api\/v3(?:\/(?:mobile|us|\d+|iphone(?:\/\d+)?))?(?=\/|$)/;

/** HEAD is handled like GET. */
export const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD';

/**
 * The path of a request target as received, without query and a second leading slash.
 *
 * @param target of the request line: a path with its query, or an absolute URL, whose authority is ignored.
 */
export function pathOf(target: string): { path: string; query: string | undefined } {
  const own = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  // Clients may join a base with a trailing slash and a path. As a relative reference, `//…` would be another host.
  const url = own[1] === '/' && own[0] === '/' ? own.slice(1) : own;
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: undefined } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/**
 * The path for finding the route, and whether it ended in `.json`.
 *
 * @param regionSegments also accept other region segments of v3 than `mobile`.
 */
export function routedPath(instance: string, regionSegments: boolean): ReturnType<typeof canonical> {
  const { path, json } = canonical(instance);
  return { path: regionSegments ? path.replace(regions, '/api/v3/mobile') : path, json };
}

/**
 * Finds the operation of a request, for server and mock alike.
 *
 * @param regionSegments also accept other region segments of v3 than `mobile`.
 */
export function readRequest(method: string | undefined, target: string, regionSegments = false): RequestContext {
  const { path: instance, query } = pathOf(target);
  const { path, json } = routedPath(instance, regionSegments);
  const match = tree.find(path);
  const operation = isRead(method) ? match?.value.GET : method === 'POST' ? match?.value.POST : undefined;
  return {
    method,
    path,
    instance,
    query: query === undefined ? noQuery : new URLSearchParams(query),
    json,
    family: operation?.family ?? familyOfPath(path),
    entry: match?.value,
    operation,
    params: match?.params ?? {},
  };
}

/** Headers of every reply: security, language, and CORS on the methods that pages of other sites may send. */
export function commonHeaders(
  method: string | undefined,
  { family }: Pick<RequestContext, 'family'>,
  { allowsPosts, replyHeaders }: CrossOrigin = crossOriginReads,
): Record<string, string> {
  const isOpen = isRead(method) || (allowsPosts && method === 'POST');
  return {
    ...securityHeaders,
    'Content-Language': contentLanguage(family),
    ...(isOpen && replyHeaders),
  };
}

/**
 * Headers of the 204 to OPTIONS. A browser sends a preflight when a page sends `If-None-Match`, or a POST of JSON.
 */
export function optionsHeaders(
  entry: PathEntry,
  { allowsPosts, requestHeaders }: CrossOrigin = crossOriginReads,
): Record<string, string> {
  const methods = [...(entry.GET ? ['GET, HEAD'] : []), ...(entry.POST && allowsPosts ? ['POST'] : [])];
  return {
    Allow: allowedMethods(entry),
    ...(methods.length > 0 && {
      'Access-Control-Allow-Origin': corsHeaders['Access-Control-Allow-Origin'],
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': requestHeaders.join(', '),
    }),
  };
}

/** @throws {Problem} `route-not-found`. */
export function requireEntry({ entry }: RequestContext): PathEntry {
  if (!entry) throw new Problem('route-not-found');
  return entry;
}

/** @throws {Problem} `route-not-found`; `method-not-allowed` with `Allow`; `not-acceptable`, never on `.json`. */
export function requireOperation(requestContext: RequestContext, accept: string | undefined): Operation {
  const entry = requireEntry(requestContext);
  if (!requestContext.operation) throw new Problem('method-not-allowed', { headers: { Allow: allowedMethods(entry) } });
  if (!takesReply(requestContext, accept)) throw new Problem('not-acceptable');
  return requestContext.operation;
}

type Negotiated = Pick<RequestContext, 'operation' | 'json'>;

/** Whether a client accepts JSON, or the stream if the route has one. Always true for a path that ends in `.json`. */
export const takesReply = (request: Negotiated, accept: string | undefined): boolean =>
  request.json || acceptsJson(accept) || wantsStream(request, accept);

/** Whether to answer with Server-Sent Events. Never for a path that ends in `.json`. */
export const wantsStream = ({ operation, json }: Negotiated, accept: string | undefined): boolean =>
  !json && operation !== undefined && routeOf(operation.name).stream === true && prefersEventStream(accept);
