/**
 * The contracts of an operation: provider states, the request as code, and the reply.
 *
 * @import { ContractDetails, ListedContract } from '../listing.ts'
 * @import { Place } from './route.js'
 */
import { codeTabs } from './code.js';
import { block, element, jsonBlock, statusBadge } from './elements.js';
import { headerLines, preferenceOf, wireRequest } from './request.js';

/** @param {ContractDetails['states'][number]} state */
function stateText({ name, params }) {
  const values = Object.entries(params).map(([key, value]) => `${key} ${value}`);
  return values.length > 0 ? `${name} (${values.join(', ')})` : name;
}

/** @param {ListedContract} contract @param {Place} place */
function contentOf({ id, problem, status }, { index: { host }, route, details, language }) {
  const contract = /** @type {ContractDetails} */ (details.contracts[id]);
  const { headers, body } = contract.reply;
  const request = wireRequest(contract, route.method, host === 'mock' ? preferenceOf(id) : undefined);
  return [
    element('h4', {}, 'Given'),
    element('ul', {}, ...contract.states.map((state) => element('li', {}, stateText(state)))),
    element('h4', {}, 'Request'),
    codeTabs(`code-${id}`, () => request),
    element('a', { class: 'button try', href: `#${id}/try` }, `Try it on this ${host}`),
    element('h4', {}, 'Reply in the contract'),
    element('p', { class: 'line' }, statusBadge(status), problem ? ` problem ${problem}` : ''),
    headers && block(headerLines(headers), 'Headers of the reply'),
    body === undefined ? element('p', {}, 'No body.') : jsonBlock(body, 'Reply', language),
    element('p', { class: 'soft' }, 'Contract-Id ', element('a', { href: `#${id}` }, id)),
  ];
}

/** Its content is built when it is first opened. @param {ListedContract} contract @param {Place} place @param {boolean} open */
function contractElement(contract, place, open) {
  const summary = element('summary', {}, statusBadge(contract.status), ' ', contract.receiving);
  const content = element('div', { class: 'content' });
  const created = element('details', { class: 'contract', id: contract.id, open }, summary, content);
  const build = () => {
    if (!content.hasChildNodes()) content.append(...contentOf(contract, place).filter((part) => part !== undefined));
  };
  created.addEventListener('toggle', build);
  if (open) build();
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
    const elements = contracts.map((contract) => contractElement(contract, place, contract.id === open));
    return [
      element('h3', {}, title, ' ', element('span', { class: 'soft' }, String(contracts.length))),
      element('div', { class: 'panel' }, ...elements),
    ];
  });
}
