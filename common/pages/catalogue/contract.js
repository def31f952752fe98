/**
 * A contract: its provider states, the request, the reply, and the current answer of this host.
 *
 * @import { ListedContract, ListedOperation, Host } from '../listing.ts'
 * @import { Answer } from './request.js'
 */
import { copyFrom } from '../shared/text.js';
import { block, element, jsonBlock, statusBadge } from './elements.js';
import { curlOf, preferenceOf, send } from './request.js';

/** @typedef {{ host: Host, method: string, operation: ListedOperation, language: string }} Place */

/** @type {Map<string, Promise<Record<string, { headers?: Record<string, string>, body?: unknown }>>>} */
const replies = new Map();

/** Replies of an operation. Loaded once, and again after a failure. @param {string} id */
function repliesOf(id) {
  const known = replies.get(id);
  if (known) return known;
  const loading = fetch(`/catalogue/${id}.json`).then((reply) => {
    if (!reply.ok) throw new Error(`${reply.status} ${reply.statusText}`);
    return reply.json();
  });
  loading.catch(() => replies.delete(id));
  replies.set(id, loading);
  return loading;
}

/** @param {ListedContract['states'][number]} state */
function stateText({ name, params }) {
  const values = Object.entries(params).map(([key, value]) => `${key} ${value}`);
  return values.length > 0 ? `${name} (${values.join(', ')})` : name;
}

/** @param {Record<string, string>} headers */
const headerLines = (headers) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** @param {string} text */
function parsed(text) {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** How an answer relates to the contract. @param {ListedContract} contract @param {Answer} answer */
function verdict(contract, answer) {
  const by = answer.headers.find(([name]) => name === 'contract-id')?.[1];
  if (by === contract.id) return element('p', {}, 'This contract answered.');
  if (by) return element('p', {}, 'Another contract answered: ', element('a', { href: `#${by}` }, by));
  if (answer.status === contract.status) return element('p', {}, 'The status is that of the contract.');
  const states = contract.states.map(stateText).join('; ');
  return element('p', {}, `The contract says ${contract.status}, given: ${states}.`);
}

/** @param {ListedContract} contract @param {Answer} answer @param {string} language */
function answerParts(contract, answer, language) {
  const { status, headers, text, milliseconds } = answer;
  const json = parsed(text);
  const size = new Blob([text]).size.toLocaleString('en');
  return [
    element('p', { class: 'line' }, statusBadge(status), ` ${milliseconds} ms, ${size} bytes`),
    verdict(contract, answer),
    element(
      'details',
      {},
      element('summary', {}, 'Headers'),
      block(headerLines(Object.fromEntries(headers)), 'Headers'),
    ),
    json ? jsonBlock(json.value, 'Answer', language) : text !== '' && block(text, 'Answer'),
  ].filter((part) => part !== false);
}

/** The request with its buttons. @param {ListedContract} contract @param {Place} place */
function requestParts(contract, { host, method, language }) {
  const isAskable = host === 'mock';
  const curl = element('code', {});
  const prefer = element('input', { type: 'checkbox', checked: isAskable });
  const show = () => {
    curl.textContent = curlOf(contract, method, prefer.checked);
  };
  prefer.addEventListener('change', show);
  show();

  const copying = element('button', { type: 'button' }, 'Copy');
  copying.addEventListener('click', async () => {
    copying.textContent = await copyFrom(curl).catch(() => 'Not copied');
    setTimeout(() => {
      copying.textContent = 'Copy';
    }, 1_500);
  });

  const answer = element('div', { class: 'answer', role: 'status' });
  const trying = element('button', { type: 'button', class: 'try' }, `Try it on this ${host}`);
  trying.addEventListener('click', async () => {
    trying.disabled = true;
    try {
      answer.replaceChildren(...answerParts(contract, await send(contract, method, prefer.checked), language));
    } catch (error) {
      answer.replaceChildren(element('p', {}, `Nothing came back: ${/** @type {Error} */ (error).message}`));
    }
    trying.disabled = false;
    trying.focus();
  });

  const choice = element(
    'label',
    {},
    prefer,
    ' Ask for this very contract: ',
    element('code', {}, `Prefer: ${preferenceOf(contract)}`),
  );
  return [
    block(curl, 'Request as curl'),
    isAskable && choice,
    element('p', { class: 'buttons' }, trying, copying),
    answer,
  ];
}

/** @param {ListedContract} contract @param {Place} place */
async function replyParts(contract, { operation, language }) {
  const reply = (await repliesOf(operation.id))[contract.id] ?? {};
  return [
    reply.headers && block(headerLines(reply.headers), 'Headers of the reply'),
    reply.body === undefined ? element('p', {}, 'No body.') : jsonBlock(reply.body, 'Reply', language),
  ];
}

/** @param {ListedContract} contract @param {Place} place */
function fill(contract, place) {
  const { problem, status, states } = contract;
  const reply = element('div', {}, element('p', {}, 'Loading …'));
  replyParts(contract, place)
    .then((parts) => reply.replaceChildren(...parts.filter((part) => part !== undefined)))
    .catch((error) => reply.replaceChildren(element('p', {}, `The reply could not be loaded: ${error.message}`)));
  return [
    element('h4', {}, 'Given'),
    element('ul', {}, ...states.map((state) => element('li', {}, stateText(state)))),
    element('h4', {}, 'Request'),
    ...requestParts(contract, place),
    element('h4', {}, 'Reply in the contract'),
    element('p', { class: 'line' }, statusBadge(status), problem ? ` problem ${problem}` : ''),
    reply,
    element('p', { class: 'soft' }, 'Contract-Id ', element('a', { href: `#${contract.id}` }, contract.id)),
  ];
}

/**
 * Initially closed; its content is built when it is first opened.
 *
 * @param {ListedContract} contract
 * @param {Place} place
 */
export function contractElement(contract, place) {
  const details = element(
    'details',
    { class: 'contract', id: contract.id },
    element('summary', {}, statusBadge(contract.status), ' ', contract.receiving),
  );
  const content = element('div', { class: 'content' });
  details.append(content);
  details.addEventListener('toggle', () => {
    if (!details.open) return;
    if (!content.hasChildNodes()) content.append(...fill(contract, place).filter((part) => part !== false));
  });
  return details;
}
