/**
 * A route in one language: its title and path, and tabs with its contracts, its fields, and a request to try.
 *
 * @import { CatalogueIndex, ListedContract, ListedOperation, ListedRoute, OperationDetails } from '../listing.ts'
 */
import { contractParts } from './contract.js';
import { copyRow, element, tabs } from './elements.js';
import { fieldParts } from './fields.js';
import { tryParts } from './try.js';

/**
 * @typedef {object} Target what the address names
 * @property {ListedRoute} route
 * @property {ListedOperation} operation
 * @property {ListedContract | undefined} contract
 * @property {'Contracts' | 'Fields' | 'Try'} tab
 * @property {string} field
 *
 * @typedef {object} Place of a contract or a field
 * @property {CatalogueIndex} index
 * @property {ListedRoute} route
 * @property {ListedOperation} operation
 * @property {OperationDetails} details
 * @property {string} language
 */

/** @param {string} id @param {string} tab */
const addressOf = (id, tab) => `#${id}${tab === 'Contracts' ? '' : `/${tab.toLowerCase()}`}`;

/** @param {Target} target */
const languageSwitch = ({ route, operation, tab }) =>
  element(
    'nav',
    { class: 'switch', 'aria-label': 'Language' },
    ...route.operations.map((one) =>
      element(
        'a',
        { href: addressOf(one.id, tab), ...(one === operation && { 'aria-current': 'page' }) },
        one.family === 'v3' ? 'Español' : 'English',
      ),
    ),
  );

/** @param {CatalogueIndex} index @param {Target} target @param {OperationDetails} details */
export function routeParts(index, target, details) {
  const { route, operation, contract, tab, field } = target;
  const place = { index, route, operation, details, language: index.families[operation.family].language };
  const paths = operation.forms.map(({ path, title }) =>
    copyRow(route.method, path, 'the path', operation.forms.length > 1 ? title : undefined),
  );
  const contents = {
    Contracts: () => contractParts(place, contract?.id),
    Fields: () => fieldParts(place, field),
    Try: () => tryParts(place, tab === 'Try' ? contract : undefined),
  };
  return [
    element('a', { class: 'back', href: '#list' }, 'All routes'),
    element('div', { class: 'head' }, element('h2', { tabindex: '-1' }, route.title), languageSwitch(target)),
    element('p', {}, route.summary),
    element('ul', { class: 'paths' }, ...paths),
    ...tabs('Parts of the route', 'part', contents, tab, (chosen) =>
      history.replaceState(null, '', addressOf(operation.id, chosen)),
    ),
  ];
}
