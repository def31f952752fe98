import { families, familyNames } from '../families.ts';
import type { ClientOptions } from '../generated/kit/typescript/client.d.ts';
import { fill } from '../http/paths.ts';

/** One row of the table that a client works with. */
export interface ClientRoute {
  method: 'GET' | 'POST';
  /** With the prefix of the family, `:names`, and optional parts in parentheses. */
  path: string;
  query: readonly string[];
  isForFeed: boolean;
  /** It can also be followed. */
  isStream: boolean;
}

/** The routes of one family by name: all that a client needs of the contracts while it runs. */
export type ClientTable = Readonly<Record<string, ClientRoute>>;

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

/** Sends a request to a route and returns any reply, problems too. Rejects only without a reply. */
export type Send<Name extends string> = (route: Name, request?: RawRequest) => Promise<RawReply>;

/** `limit=2&cursor=b%2B2`. `URLSearchParams` of React Native accepts no list. */
function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&');
}

/** @throws {TypeError} naming the option that is missing or wrong, since JavaScript is not compiled. */
export function checkOptions(options: { baseUrl?: unknown; family?: unknown } = {}): void {
  const { baseUrl, family } = options;
  if (typeof baseUrl !== 'string') {
    throw new TypeError('The option baseUrl is missing: pass an address such as "https://api.example.com".');
  }
  if (!familyNames.some((name) => name === family)) {
    throw new TypeError(`The option family must be "${familyNames.join('" or "')}".`);
  }
}

/** The base URL without the prefix of a family. */
function originOf(baseUrl: string): string {
  const base = baseUrl.replace(/\/+$/, '');
  const prefix = familyNames.map((name) => families[name].prefix).find((ending) => base.endsWith(ending)) ?? '';
  return base.slice(0, base.length - prefix.length);
}

/** Sends a request to a route; the body of the reply is not read yet. */
export function openerOf(
  table: ClientTable,
  { baseUrl, feedKey, fetch: send, headers: always }: ClientOptions,
): (route: string, request?: RawRequest) => Promise<Response> {
  const base = originOf(baseUrl);
  return async (name, { params = {}, query = {}, headers = {}, body, signal } = {}) => {
    const { path, method, isForFeed } = table[name] as ClientRoute;
    const search = queryOf(query);
    const url = base + fill(path, params) + (search && `?${search}`);
    return (send ?? fetch)(url, {
      method,
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(isForFeed && feedKey && { Authorization: `Bearer ${feedKey}` }),
        ...always,
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  };
}

export const defaultTimeoutMs = 30_000;

/** Runs a task whose signal ends it with that of the caller, or after a time. `AbortSignal.any` is not everywhere. */
async function withTimeout<T>(task: (signal: AbortSignal) => Promise<T>, ms: number, signal?: AbortSignal): Promise<T> {
  const end = new AbortController();
  const abort = () => end.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  let late: Error | undefined;
  const timer = setTimeout(() => {
    late = Object.assign(new Error(`no reply within ${ms} ms`), { name: 'TimeoutError' });
    end.abort(late);
  }, ms);
  try {
    return await task(end.signal);
  } catch (error) {
    throw late ?? error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** The requests of the routes of a table, without checks and without exceptions; clients are built on it. */
export function senderOf(table: ClientTable, options: ClientOptions): Send<string> {
  const open = openerOf(table, options);
  const { timeoutMs = defaultTimeoutMs } = options;
  return (name, { signal: given, ...request } = {}) =>
    withTimeout(
      async (signal) => {
        const reply = await open(name, { ...request, signal });
        const text = await reply.text();
        return { status: reply.status, headers: reply.headers, body: text === '' ? undefined : parse(text) };
      },
      timeoutMs,
      given,
    );
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
