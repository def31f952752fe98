/**
 * A contract: its provider states, the request as code, and the reply.
 *
 * @import { CatalogueIndex, ContractDetails, ListedContract, ListedOperation, ListedRoute, OperationDetails } from '../listing.ts'
 */
import { codeTabs } from './code.js';
import { block, element, headerLines, jsonBlock, statusBadge } from './elements.js';
import { load, preferenceOf, wireRequest } from './request.js';

/** @typedef {{ index: CatalogueIndex, route: ListedRoute, operation: ListedOperation, language: string }} Place */

/** Contracts and fields of an operation. @param {string} id @returns {Promise<OperationDetails>} */
export const detailsOf = (id) => load(id);

/**
 * A part of the page whose content is loaded.
 *
 * @param {Promise<(Node | undefined)[]>} loading
 */
export function whenLoaded(loading) {
  const part = element('div', {}, element('p', {}, 'Loading …'));
  loading
    .then((parts) => part.replaceChildren(...parts.filter((one) => one !== undefined)))
    .catch((error) => part.replaceChildren(element('p', {}, `This could not be loaded: ${error.message}`)));
  return part;
}

/** @param {ContractDetails['states'][number]} state */
function stateText({ name, params }) {
  const values = Object.entries(params).map(([key, value]) => `${key} ${value}`);
  return values.length > 0 ? `${name} (${values.join(', ')})` : name;
}

/** @param {ListedContract} contract @param {ContractDetails} details @param {Place} place */
function fill({ id, problem, status }, details, { index: { host }, route, language }) {
  const { states, reply } = details;
  const prefer = host === 'mock' ? preferenceOf(id) : undefined;
  return [
    element('h4', {}, 'Given'),
    element('ul', {}, ...states.map((state) => element('li', {}, stateText(state)))),
    element('h4', {}, 'Request'),
    codeTabs(`code-${id}`, () => wireRequest(details, route.method, prefer)),
    element(
      'p',
      { class: 'buttons' },
      element('a', { class: 'button try', href: `#${id}/try` }, `Try it on this ${host}`),
    ),
    element('h4', {}, 'Reply in the contract'),
    element('p', { class: 'line' }, statusBadge(status), problem ? ` problem ${problem}` : ''),
    reply.headers && block(headerLines(reply.headers), 'Headers of the reply'),
    reply.body === undefined ? element('p', {}, 'No body.') : jsonBlock(reply.body, 'Reply', language),
    element('p', { class: 'soft' }, 'Contract-Id ', element('a', { href: `#${id}` }, id)),
  ];
}

/**
 * Its content is built when it is first opened.
 *
 * @param {ListedContract} contract
 * @param {Place} place
 * @param {boolean} isOpen
 */
function contractElement(contract, place, isOpen) {
  const created = element(
    'details',
    { class: 'contract', id: contract.id },
    element('summary', {}, statusBadge(contract.status), ' ', contract.receiving),
  );
  const content = element('div', { class: 'content' });
  created.append(content);
  const build = () => {
    if (content.hasChildNodes()) return;
    const loading = detailsOf(place.operation.id).then(({ contracts }) => contracts[contract.id]);
    content.append(whenLoaded(loading.then((details) => (details ? fill(contract, details, place) : []))));
  };
  created.addEventListener('toggle', () => {
    if (created.open) build();
  });
  if (isOpen) {
    created.open = true;
    build();
  }
  return created;
}

/** @type {[title: string, has: (status: number) => boolean][]} */
const groups = [
  ['Success', (status) => status < 300],
  ['Errors', (status) => status >= 400],
  ['Cache', (status) => status === 304],
];

/** The contracts of an operation, by what their reply means. @param {Place} place @param {string | undefined} open id */
export function contractParts(place, open = place.operation.contracts[0]?.id) {
  return groups.flatMap(([title, has]) => {
    const contracts = place.operation.contracts.filter(({ status }) => has(status));
    if (contracts.length === 0) return [];
    return [
      element('h3', {}, title, ' ', element('span', { class: 'soft' }, String(contracts.length))),
      element(
        'div',
        { class: 'panel' },
        ...contracts.map((contract) => contractElement(contract, place, contract.id === open)),
      ),
    ];
  });
}
