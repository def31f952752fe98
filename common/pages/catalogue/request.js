/**
 * A contract's request: as a curl command, and sent to this host.
 *
 * @import { ListedContract } from '../listing.ts'
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {[name: string, value: string][]} headers
 * @property {string} text
 * @property {number} milliseconds
 */

import { quoted } from '../shared/text.js';

/** Prefix of paths: `/__session/<name>` if the page was opened in a session of the mock, otherwise empty. */
export const base = location.pathname.replace(/\/+$/, '');

/** Placeholder for the host's current ETag. */
const placeholder = '"the-etag-of-this-representation"';

const timeoutMs = 15_000;
/** A stream does not end: the page shows its first seconds. */
const streamMs = 2_000;

/** The name that makes the mock answer with exactly this contract. @param {ListedContract} contract */
export const preferenceOf = ({ id }) => `example="${id}"`;

/** The body as text; undefined without one. @param {ListedContract} contract @returns {string | undefined} */
const bodyOf = ({ body }) => (typeof body === 'string' ? body : JSON.stringify(body));

/** @param {ListedContract} contract @param {boolean} isPreferred */
const headersOf = (contract, isPreferred) => ({
  ...contract.headers,
  ...(isPreferred && { Prefer: preferenceOf(contract) }),
});

/**
 * @param {ListedContract} contract
 * @param {string} method
 * @param {boolean} isPreferred
 */
export function curlOf(contract, method, isPreferred) {
  const body = bodyOf(contract);
  const headers = Object.entries(headersOf(contract, isPreferred)).map(([name, value]) =>
    value === placeholder ? `${name}: "<the ETag of the answer before>"` : `${name}: ${value}`,
  );
  return [
    `curl -i ${quoted(location.origin + base + contract.url)}`,
    ...(method === 'POST' && body === undefined ? ['-X POST'] : []),
    ...headers.map((header) => `-H ${quoted(header)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ');
}

/** The host's current ETag for the address. @param {string} url */
async function currentEtag(url) {
  const reply = await fetch(url, { headers: { Accept: 'application/json' }, cache: 'no-store' });
  return reply.headers.get('ETag') ?? placeholder;
}

/** @param {Response} reply */
async function textOf(reply) {
  if (!reply.headers.get('Content-Type')?.startsWith('text/event-stream') || !reply.body) return reply.text();
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  setTimeout(() => reader.cancel(), streamMs);
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  return text;
}

/**
 * Sends the request of a contract to this host.
 *
 * @param {ListedContract} contract
 * @param {string} method
 * @param {boolean} isPreferred
 * @returns {Promise<Answer>}
 * @throws {Error} if no reply arrives.
 */
export async function send(contract, method, isPreferred) {
  /** @type {Record<string, string>} */
  const headers = headersOf(contract, isPreferred);
  if (headers['If-None-Match'] === placeholder) headers['If-None-Match'] = await currentEtag(base + contract.url);
  const body = bodyOf(contract);
  const start = performance.now();
  const reply = await fetch(base + contract.url, {
    method,
    headers,
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
    ...(body !== undefined && { body }),
  });
  const text = await textOf(reply);
  const milliseconds = Math.round(performance.now() - start);
  return { status: reply.status, headers: [...reply.headers], text, milliseconds };
}
