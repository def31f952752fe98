/**
 * The list of operations, filtered by a search.
 *
 * @import { CatalogueIndex, ListedContract, ListedRoute } from '../listing.ts'
 *
 * @typedef {object} Hit
 * @property {ListedRoute} route
 * @property {ListedContract[]} contracts that match although their route does not
 */
import { counted } from '../shared/text.js';
import { byId, element, statusBadge } from './elements.js';

/** Maximum contracts of a route in the list: a search for a status finds hundreds. */
const maxContracts = 6;

/** @param {string} text */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** @param {ListedRoute} route */
const wordsOfRoute = ({ name, tag, summary, method, operations }) =>
  plain([name, tag, summary, method, ...operations.flatMap(({ id, paths }) => [id, ...paths])].join('\n'));

/** @param {ListedContract} contract */
const wordsOf = ({ id, receiving, status, problem = '', states, url }) =>
  plain([id, receiving, status, problem, url, ...states.map(({ name }) => name)].join('\n'));

/**
 * Every word must occur in the route or in one of its contracts.
 *
 * @param {CatalogueIndex} index
 * @param {string} query
 * @returns {Hit[]}
 */
export function search({ routes }, query) {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return routes.flatMap((route) => {
    const ofRoute = wordsOfRoute(route);
    if (words.every((word) => ofRoute.includes(word))) return [{ route, contracts: [] }];
    const contracts = route.operations
      .flatMap((operation) => operation.contracts)
      .filter((contract) => {
        const own = wordsOf(contract);
        return words.every((word) => own.includes(word) || ofRoute.includes(word));
      });
    return contracts.length > 0 ? [{ route, contracts }] : [];
  });
}

/** @param {ListedRoute} route */
const linkOf = ({ name, method, operations }) =>
  element(
    'a',
    { href: `#${operations[0]?.id}`, 'data-route': name },
    element('span', { class: 'method' }, method),
    element('span', { class: 'name' }, name),
    element('span', { class: 'soft' }, operations.map(({ family }) => (family === 'v3' ? 'es' : 'en')).join(' ')),
  );

/** @param {ListedContract[]} contracts */
function contractList(contracts) {
  if (contracts.length === 0) return undefined;
  const rest = contracts.length - maxContracts;
  return element(
    'ul',
    { class: 'hits' },
    ...contracts
      .slice(0, maxContracts)
      .map(({ id, status, receiving }) =>
        element('li', {}, element('a', { href: `#${id}` }, statusBadge(status), ' ', receiving)),
      ),
    rest > 0 && element('li', { class: 'soft' }, `and ${rest} more`),
  );
}

/** @param {CatalogueIndex} index @param {string} query */
export function showList(index, query) {
  const hits = search(index, query);
  const groups = Object.entries(index.tags).flatMap(([tag, title]) => {
    const ofTag = hits.filter(({ route }) => route.tag === tag);
    if (ofTag.length === 0) return [];
    const items = ofTag.map(({ route, contracts }) => element('li', {}, linkOf(route), contractList(contracts)));
    return [element('h2', { class: 'tag', title }, tag), element('ul', {}, ...items)];
  });
  byId('list').replaceChildren(...groups);
  const contracts = hits.reduce((sum, hit) => sum + hit.contracts.length, 0);
  const routes = counted(hits.length, 'route');
  byId('found').textContent = contracts > 0 ? `${routes}, ${counted(contracts, 'contract')}` : routes;
}

/** Marks the route that is shown. @param {string | undefined} name */
export function markCurrent(name) {
  for (const link of byId('list').querySelectorAll('a[data-route]')) {
    if (link.getAttribute('data-route') === name) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

/** Up and down through the links, out of the list's top into the search field. @param {HTMLInputElement} field */
export function moveByArrows(field) {
  const links = () => /** @type {HTMLElement[]} */ ([...byId('list').querySelectorAll('a')]);
  field.parentElement?.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const all = [field, ...links()];
    const next = all[all.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step];
    event.preventDefault();
    next?.focus();
  });
}
