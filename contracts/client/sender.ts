import { type Family, families } from '../families.ts';
import { fill } from '../http/paths.ts';
import { type RouteName, routeOf } from '../routes.ts';

export interface ClientOptions<F extends Family> {
  /** Scheme and host, with or without a trailing slash: `https://api.example.com`. */
  baseUrl: string;
  family: F;
  /** Only for clients that post live updates. */
  feedKey?: string | undefined;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
}

/** The parts of a request as sent. */
export interface RawRequest {
  params?: Readonly<Record<string, string | number | undefined>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  signal?: AbortSignal | undefined;
}

export interface RawReply {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON, else the text; undefined without a body. */
  body: unknown;
}

/** Sends a request to a route and returns any reply, problems too. Rejects only if none arrives. */
export type Send = (route: RouteName, request?: RawRequest) => Promise<RawReply>;

/**
 * The requests of one family without checks and without exceptions; `createClient` is built on it.
 *
 * @example
 * const send = createSender({ baseUrl: 'http://localhost:8080', family: 'v1' });
 * const { status } = await send('fighter', { params: { id: 'no number' } }); // 400
 */
export function createSender<F extends Family>({ baseUrl, family, feedKey, fetch: send }: ClientOptions<F>): Send {
  const base = baseUrl.replace(/\/+$/, '') + families[family].prefix;
  return async (name, { params = {}, query = {}, headers = {}, body, signal } = {}) => {
    const { path, method, credential } = routeOf(name);
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)])).toString();
    const url = base + fill(path, params) + (search && `?${search}`);
    const reply = await (send ?? fetch)(url, {
      method,
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(credential && feedKey && { Authorization: `Bearer ${feedKey}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, body: text === '' ? undefined : parse(text) };
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
