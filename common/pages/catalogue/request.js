/**
 * Requests to this host: those of contracts, and what came back.
 *
 * @import { ContractDetails } from '../listing.ts'
 * @import { WireRequest } from './code.js'
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {Record<string, string>} headers
 * @property {string} text
 * @property {number} milliseconds
 */

/** Prefix of paths: `/__session/<name>` if the page was opened in a session of the mock, otherwise empty. */
export const base = location.pathname.replace(/\/+$/, '');

/** Where the service is, for clients. */
export const baseUrl = location.origin + base;

/** Placeholder for the host's current ETag. */
const placeholder = '"the-etag-of-this-representation"';

const timeoutMs = 15_000;

/** @type {Map<string, Promise<any>>} */
const files = new Map();

/** A file of the catalogue. Loaded once, and again after a failure. @param {string} name */
export function load(name) {
  const known = files.get(name);
  if (known) return known;
  const signal = AbortSignal.timeout(timeoutMs);
  const loading = fetch(`/catalogue/${name}.json`, { signal }).then((reply) => {
    if (!reply.ok) throw new Error(`${reply.status} ${reply.statusText}`);
    return reply.json();
  });
  loading.catch(() => files.delete(name));
  files.set(name, loading);
  return loading;
}

/** What makes the mock answer with exactly this contract. @param {string} id */
export const preferenceOf = (id) => `example="${id}"`;

/** The whole address; queries without a value are left out. @param {Pick<ContractDetails, 'path' | 'params' | 'query'>} request */
export function urlOf({ path, params, query }) {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name]).toWellFormed()));
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return baseUrl + filled + (search && `?${search}`);
}

/**
 * @param {ContractDetails} contract
 * @param {string} method
 * @param {string} [prefer]
 * @returns {WireRequest}
 */
export const wireRequest = (contract, method, prefer) => ({
  method,
  url: urlOf(contract),
  headers: { ...contract.headers, ...(prefer && { Prefer: prefer }) },
  body: typeof contract.body === 'string' ? contract.body : JSON.stringify(contract.body),
});

/** @param {string} url */
async function currentEtag(url) {
  const reply = await fetch(url, { headers: { Accept: 'application/json' }, cache: 'no-store' });
  return reply.headers.get('ETag') ?? placeholder;
}

/**
 * Sends a request, with the current ETag of its address in place of the placeholder.
 *
 * @param {Pick<WireRequest, 'url'> & Partial<WireRequest>} request
 * @returns {Promise<Answer>}
 * @throws {Error} if no reply arrives, or one that does not end.
 */
export async function send({ method = 'GET', url, headers = {}, body }) {
  const sent = { ...headers };
  if (sent['If-None-Match'] === placeholder) sent['If-None-Match'] = await currentEtag(url);
  const start = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  const reply = await fetch(url, { method, headers: sent, cache: 'no-store', signal, body: body ?? null });
  if (reply.headers.get('Content-Type')?.startsWith('text/event-stream')) {
    await reply.body?.cancel();
    throw new Error('this reply is a stream; “Watch live” shows its events');
  }
  const text = await reply.text();
  const milliseconds = Math.round(performance.now() - start);
  return { status: reply.status, headers: Object.fromEntries(reply.headers), text, milliseconds };
}

/** @param {string} text @returns {unknown} undefined for what is no JSON */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {Record<string, string>} headers */
export const headerLines = (headers) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** @param {string} text lines of `Name: value` @returns {Record<string, string>} */
export const readHeaders = (text) =>
  Object.fromEntries(
    [...text.matchAll(/^[ \t]*([^:\s]+)[ \t]*:[ \t]*(.*?)[ \t]*$/gm)].map(([, name, value]) => [name, value]),
  );
