/**
 * A route in one language: its title and path, and tabs with its contracts, its fields, and a request to try.
 *
 * @import { CatalogueIndex, ListedContract, ListedOperation, ListedRoute } from '../listing.ts'
 */
import { contractParts } from './contract.js';
import { copyButton, element, tabs } from './elements.js';
import { fieldParts } from './fields.js';
import { tryParts } from './try.js';

const languages = { v3: ['es', 'Español'], v1: ['en', 'English'] };

/** @param {ListedOperation} operation */
export const languageOf = ({ family }) => languages[family][0];

/** @param {ListedRoute} route @param {ListedOperation} operation @param {string} tab */
const languageSwitch = ({ operations }, operation, tab) =>
  element(
    'nav',
    { class: 'switch', 'aria-label': 'Language' },
    ...operations.map((one) =>
      element(
        'a',
        {
          href: `#${one.id}${tab === 'Contracts' ? '' : `/${tab.toLowerCase()}`}`,
          ...(one === operation && { 'aria-current': 'page' }),
        },
        languages[one.family][1],
      ),
    ),
  );

/**
 * @typedef {object} Target what the address names
 * @property {ListedRoute} route
 * @property {ListedOperation} operation
 * @property {ListedContract | undefined} contract
 * @property {string} tab
 * @property {string} field
 */

/** @param {CatalogueIndex} index @param {Target} target */
export function routeParts(index, { route, operation, contract, tab, field }) {
  const place = { index, route, operation, language: index.families[operation.family].language };
  const paths = operation.forms.map(({ path, title }) => {
    const code = element('code', {}, path);
    const note = operation.forms.length > 1 && element('span', { class: 'soft' }, title);
    return element(
      'li',
      {},
      element('span', { class: 'method' }, route.method),
      code,
      copyButton(code, 'the path'),
      note,
    );
  });
  const contents = {
    Contracts: () => contractParts(place, contract?.id),
    Fields: () => fieldParts(place, field),
    Try: () => tryParts(place, tab === 'Try' ? contract : undefined),
  };
  const parts = tabs('Parts of the route', 'part', contents, tab, (chosen) => {
    const part = chosen === 'Contracts' ? '' : `/${chosen.toLowerCase()}`;
    history.replaceState(null, '', `#${operation.id}${part}`);
  });
  return [
    element('a', { class: 'back', href: '#list' }, 'All routes'),
    element(
      'div',
      { class: 'head' },
      element('h2', { tabindex: '-1' }, route.title),
      languageSwitch(route, operation, tab),
    ),
    element('p', {}, route.summary),
    element('ul', { class: 'paths' }, ...paths),
    ...parts,
  ];
}
