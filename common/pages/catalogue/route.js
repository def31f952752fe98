/**
 * A route: its operations in Spanish and in English, side by side, each with its contracts.
 *
 * @import { CatalogueIndex, ListedOperation, ListedRoute } from '../listing.ts'
 */

import { counted } from '../shared/text.js';
import { contractElement } from './contract.js';
import { element } from './elements.js';
import { base } from './request.js';

const languages = { v3: 'Español · version 3', v1: 'English · version 1' };

/** @param {CatalogueIndex} index @param {ListedRoute} route @param {ListedOperation} operation */
function column(index, route, operation) {
  const { language } = index.families[operation.family];
  const place = { host: index.host, method: route.method, operation, language };
  return element(
    'section',
    { id: operation.id, class: 'operation', 'aria-labelledby': `${operation.id}-title` },
    element('h3', { id: `${operation.id}-title` }, languages[operation.family]),
    element(
      'ul',
      { class: 'paths' },
      ...operation.paths.map((path) =>
        element('li', {}, element('span', { class: 'method' }, route.method), ' ', element('code', {}, path)),
      ),
    ),
    element('p', { class: 'soft' }, counted(operation.contracts.length, 'contract')),
    ...operation.contracts.map((contract) => contractElement(contract, place)),
  );
}

/** @param {CatalogueIndex} index @param {ListedRoute} route */
export function routeParts(index, route) {
  return [
    element('a', { class: 'back', href: '#list' }, 'All operations'),
    element('h2', { tabindex: '-1' }, route.name),
    element('p', {}, route.summary),
    element('div', { class: 'columns' }, ...route.operations.map((operation) => column(index, route, operation))),
  ];
}

/** @param {CatalogueIndex} index */
export function welcomeParts({ host, families, routes }) {
  const operations = routes.flatMap((route) => route.operations);
  /** @param {string} family */
  const count = (family) => operations.filter((operation) => operation.family === family).length;
  const forms = operations.reduce((sum, operation) => sum + operation.paths.length, 0);
  const contracts = operations.reduce((sum, operation) => sum + operation.contracts.length, 0);
  const purpose =
    host === 'mock'
      ? 'Every reply of this mock follows the contracts, which the real server is verified to keep.'
      : 'This server is verified to keep every contract here. A request is answered with what it holds now.';
  return [
    element('h2', { tabindex: '-1' }, 'Operations and their contracts'),
    element('p', {}, purpose),
    element(
      'p',
      {},
      `${counted(routes.length, 'route')}: ${count('v3')} in Spanish, ${count('v1')} in English. Each form of a path in a language is an operation: `,
      `${counted(forms, 'operation')} with ${counted(contracts, 'contract')}.`,
    ),
    element(
      'dl',
      {},
      element('dt', {}, 'Español, version 3'),
      element('dd', {}, element('code', {}, location.origin + base + families.v3.prefix)),
      element('dt', {}, 'English, version 1'),
      element('dd', {}, element('code', {}, location.origin + base + families.v1.prefix)),
    ),
    element(
      'p',
      { class: 'soft keys' },
      'Press ',
      element('kbd', {}, '/'),
      ' to search, ',
      element('kbd', {}, '↓'),
      ' and ',
      element('kbd', {}, '↑'),
      ' to move through what was found, ',
      element('kbd', {}, 'Enter'),
      ' to open it.',
    ),
  ];
}
