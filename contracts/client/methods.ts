import type { ClientOptions, Page } from '../generated/kit/typescript/client.d.ts';
import { fill } from '../http/paths.ts';
import { isObject, ProblemError, problemOf } from './problem-error.ts';
import { type ClientTable, openerOf, senderOf } from './sender.ts';
import { follow } from './stream.ts';

/** The part of the client without the contracts; the kit bundles it as JavaScript. */

/** The link to the next page in a Link header, and its target. The kit has it in all languages. */
export const nextLink = /<([^<>]*)>[^<>]*;\s*rel\s*=\s*(?:next|"(?:[^"]*\s)?next(?:\s[^"]*)?")\s*(?:[;,]|$)/i;

/** The query of the `next` relation of a Link header (RFC 8288). */
export function nextPage(link: string | null): Page | undefined {
  const url = nextLink.exec(link ?? '')?.[1];
  if (url === undefined) return undefined;
  // The `URL` of React Native does not read queries.
  const parameterOf = (name: string) => new RegExp(`[?&]${name}=([^&#]*)`).exec(url)?.[1];
  const [limit, cursor] = [parameterOf('limit'), parameterOf('cursor')];
  return {
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(cursor !== undefined && { cursor: decodeURIComponent(cursor) }),
  };
}

/** A request without the types of its route. */
interface LooseRequest {
  body?: unknown;
  etag?: string;
  lastEventId?: string;
  signal?: AbortSignal;
  [parameter: string]: unknown;
}

/** A client without the types of its routes. */
export type Methods = Record<string, (request?: LooseRequest) => unknown>;

/** The path and query parameters of a request to a route. */
function valuesOf(query: readonly string[], parameters: Record<string, unknown>) {
  const params = parameters as Record<string, string | number | undefined>;
  return { params, query: Object.fromEntries(query.map((parameter) => [parameter, params[parameter]])) };
}

/** One method per route of the table, named after it, and `follow_<route>` for each that can be followed. */
export function methodsOf(table: ClientTable, options: ClientOptions): Methods {
  const send = senderOf(table, options);
  const open = openerOf(table, options);
  const method = (name: string, { path, query }: ClientTable[string]) => {
    return async ({ body, etag, signal, ...parameters }: LooseRequest = {}) => {
      const values = valuesOf(query, parameters);
      const {
        status,
        headers,
        body: answer,
      } = await send(name, {
        ...values,
        ...(etag && { headers: { 'If-None-Match': etag } }),
        ...(body !== undefined && { body }),
        signal,
      });
      const common = { headers, etag: headers.get('ETag') ?? undefined };
      if (status === 304 && etag) return { ...common, status, notModified: true, body: undefined, next: undefined };
      const isOfHealth = name === 'health' && status === 503 && isObject(answer) && 'time' in answer;
      if ((status === 200 || status === 201 || isOfHealth) && isObject(answer)) {
        return { ...common, status, notModified: false, body: answer, next: nextPage(headers.get('Link')) };
      }
      throw new ProblemError(problemOf(answer, status, fill(path, values.params)), headers);
    };
  };
  const follower = (name: string, { path, query }: ClientTable[string]) => {
    return ({ lastEventId, signal, ...parameters }: LooseRequest = {}) => {
      const values = valuesOf(query, parameters);
      const ask = (headers: Record<string, string>, signal: AbortSignal) => open(name, { ...values, headers, signal });
      return follow(ask, fill(path, values.params), { lastEventId, signal }, options);
    };
  };
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, route]) => [
      [name, method(name, route)],
      ...(route.isStream ? [[`follow_${name}`, follower(name, route)]] : []),
    ]),
  );
}
