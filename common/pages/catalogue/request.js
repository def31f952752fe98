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
  const loading = fetch(`/catalogue/${name}.json`).then((reply) => {
    if (!reply.ok) throw new Error(`${reply.status} ${reply.statusText}`);
    return reply.json();
  });
  loading.catch(() => files.delete(name));
  files.set(name, loading);
  return loading;
}

/** What makes the mock answer with exactly this contract. @param {string} id */
export const preferenceOf = (id) => `example="${id}"`;

/**
 * @param {ContractDetails} contract
 * @param {string} method
 * @param {string} [prefer]
 * @returns {WireRequest}
 */
export const wireRequest = ({ url, headers, body }, method, prefer) => ({
  method,
  url: baseUrl + url,
  headers: { ...headers, ...(prefer && { Prefer: prefer }) },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** @param {string} url */
async function currentEtag(url) {
  const reply = await fetch(url, { headers: { Accept: 'application/json' }, cache: 'no-store' });
  return reply.headers.get('ETag') ?? placeholder;
}

/**
 * Sends a request, with the current ETag of its address in place of the placeholder.
 *
 * @param {WireRequest} request
 * @returns {Promise<Answer>}
 * @throws {Error} if no reply arrives.
 */
export async function send({ method, url, headers, body }) {
  const sent = { ...headers };
  if (sent['If-None-Match'] === placeholder) sent['If-None-Match'] = await currentEtag(url);
  const start = performance.now();
  const reply = await fetch(url, {
    method,
    headers: sent,
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
    ...(body !== undefined && { body }),
  });
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
