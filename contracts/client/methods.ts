import { fill } from '../http/paths.ts';
import type { ProblemDetails, ProblemKey } from '../problems.ts';
import { type ClientTable, type SenderOptions, senderOf } from './sender.ts';

/** The part of the client without the contracts; the kit bundles it as JavaScript. */

/** A page of a list: `next` of the previous reply, or the maximum number of records (1 to 500). */
export interface Page {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** A failure with problem details, or a failure of something in between, such as a proxy (`type` is `about:blank`). */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly problem: ProblemDetails;
  readonly status: number;
  readonly headers: Headers;

  constructor(problem: ProblemDetails, headers: Headers) {
    super(`${problem.status} ${problem.title}: ${problem.detail}`);
    this.problem = problem;
    this.status = problem.status;
    this.headers = headers;
  }

  /**
   * Whether this is the problem with the given key.
   *
   * A write answered with `service-unavailable` was not carried out; with `outcome-unknown` it may have been. After
   * either, or without any reply, send the same request again (same client id, same sequence number): it counts once.
   */
  is(key: ProblemKey): boolean {
    return this.problem.type === `urn:problem-type:${key}`;
  }

  /** Seconds to wait before repeating the request, if the reply says so. */
  get retryAfterSeconds(): number | undefined {
    const seconds = Number(this.headers.get('Retry-After') ?? Number.NaN);
    return Number.isFinite(seconds) ? seconds : undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A failure outside the service: a proxy's page, a captive portal. RFC 9457, 4.2.1. */
function foreignProblem(status: number, instance: string): ProblemDetails {
  const detail = 'The answer is not one of this service.';
  return { type: 'about:blank', title: `HTTP ${status}`, status, detail, instance };
}

/**
 * The problem of a reply. A proxy may send one with only a `type`; members of a wrong type are ignored: RFC 9457, 3.1.
 */
function problemOf(body: unknown, status: number, instance: string): ProblemDetails {
  const foreign = foreignProblem(status, instance);
  if (!isObject(body) || typeof body.type !== 'string') return foreign;
  const types = foreign as unknown as Record<string, unknown>;
  const fitting = Object.entries(body).filter(
    ([name, value]) => !(name in types) || typeof value === typeof types[name],
  );
  return { ...foreign, ...Object.fromEntries(fitting) };
}

/** The links of a header, which commas separate outside of targets and quotations. */
const linkValue = /(?:[^,<"]|<[^>]*>?|"(?:[^"\\]|\\.)*"?)+/gs;
const linkParameter = /;[ \t]*([^\s=;"]+)[ \t]*(?:=[ \t]*(?:"((?:[^"\\]|\\.)*)"?|([^\s;"]*)))?/gs;

/** Whether parameters make a link that of the next page. Of several relations the first counts. RFC 8288, 3.3. */
function isNext(parameters: string): boolean {
  for (const [, name = '', quoted, token = ''] of parameters.matchAll(linkParameter)) {
    if (name.toLowerCase() !== 'rel') continue;
    const relations = quoted?.replace(/\\(.)/gs, '$1') ?? token;
    return relations.toLowerCase().split(/\s+/).includes('next');
  }
  return false;
}

/** Decodes escapes; text with an invalid escape stays as it is, since a broken link must not fail the reply. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The query of the `next` relation of a Link header (RFC 8288). */
export function nextPage(link: string | null): Page | undefined {
  const links = (link?.match(linkValue) ?? []).map((value) => /^\s*<([^>]*)>(.*)$/s.exec(value));
  const url = links.find((parts) => parts && isNext(parts[2] as string))?.[1];
  if (url === undefined) return undefined;
  // The `URL` of React Native does not read queries.
  const parameterOf = (name: string) => new RegExp(`^[^#]*?[?&]${name}=([^&#]*)`).exec(url)?.[1];
  const [limit, cursor] = [parameterOf('limit'), parameterOf('cursor')];
  return {
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(cursor !== undefined && { cursor: decoded(cursor) }),
  };
}

/** A request without the types of its route. */
interface LooseRequest {
  body?: unknown;
  etag?: string;
  signal?: AbortSignal;
  [parameter: string]: unknown;
}

/** A client without the types of its routes. */
export type Methods = Record<string, (request?: LooseRequest) => Promise<unknown>>;

/** One method per route of the table, named after it. */
export function methodsOf(table: ClientTable, options: SenderOptions): Methods {
  const send = senderOf(table, options);
  const method = (name: string, { path, query }: ClientTable[string]) => {
    return async ({ body, etag, signal, ...parameters }: LooseRequest = {}) => {
      const values = parameters as Record<string, string | number | undefined>;
      const {
        status,
        headers,
        body: answer,
      } = await send(name, {
        params: values,
        query: Object.fromEntries(query.map((parameter) => [parameter, values[parameter]])),
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
      throw new ProblemError(problemOf(answer, status, fill(path, values)), headers);
    };
  };
  return Object.fromEntries(Object.entries(table).map(([name, route]) => [name, method(name, route)]));
}
