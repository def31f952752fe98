/**
 * The side of the page: every route by area, or what a search found.
 *
 * @import { CatalogueIndex, ListedRoute } from '../listing.ts'
 * @import { Entry } from './search.js'
 */
import { counted } from '../shared/text.js';
import { byId, element, statusBadge } from './elements.js';
import { load } from './request.js';

/** A search for a status finds hundreds. */
const maxHits = 40;

/** @param {ListedRoute} route */
const linkOf = ({ name, title, method, operations }) =>
  element(
    'a',
    { href: `#${operations[0]?.id}`, 'data-route': name },
    element('span', { class: 'method' }, method),
    element('span', { class: 'name' }, title),
    element('span', { class: 'soft' }, operations.map(({ family }) => (family === 'v3' ? 'es' : 'en')).join(' ')),
  );

/** @param {Entry} entry */
function hitOf({ kind, href, label, note, badge }) {
  const mark = kind === 'contract' ? statusBadge(Number(badge)) : badge && element('span', { class: 'method' }, badge);
  return element(
    'li',
    {},
    element(
      'a',
      { href },
      mark,
      mark && ' ',
      element(kind === 'route' || kind === 'contract' ? 'span' : 'code', { class: 'name' }, label),
      element('span', { class: 'soft note' }, note),
    ),
  );
}

/** @param {CatalogueIndex} index */
async function loadSearch(index) {
  const [{ entriesOf, search }, names] = await Promise.all([import('./search.js'), load('names')]);
  const entries = entriesOf(index, names);
  return (/** @type {string} */ query) => search(entries, query);
}

/** @type {ReturnType<typeof loadSearch> | undefined} */
let loading;
let latest = '';

/** @param {CatalogueIndex} index @param {string} query @param {(query: string) => void} use a suggestion */
async function showHits(index, query, use) {
  loading ??= loadSearch(index);
  const search = await loading;
  if (query !== latest) return;
  const { hits, suggestion } = search(query);
  const rest = hits.length - maxHits;
  byId('list').replaceChildren(
    element(
      'ul',
      {},
      ...hits.slice(0, maxHits).map(hitOf),
      rest > 0 && element('li', { class: 'soft note' }, `and ${rest} more`),
    ),
  );
  const found = byId('found');
  if (hits.length > 0 && suggestion === undefined) {
    found.textContent = counted(hits.length, 'result');
    return;
  }
  found.textContent = `Nothing for “${query.trim()}”.`;
  if (suggestion === undefined) return;
  const button = element('button', { type: 'button', class: 'suggestion' }, suggestion);
  button.addEventListener('click', () => use(suggestion));
  found.append(' Did you mean ', button, '?');
}

/** @param {CatalogueIndex} index @param {string} query @param {(query: string) => void} use a suggestion */
export function showList(index, query, use) {
  latest = query;
  byId('list').dataset.for = query.trim() ? 'search' : 'all';
  if (query.trim()) {
    showHits(index, query, use).catch((error) => {
      loading = undefined;
      byId('found').textContent = `The search could not be loaded: ${error.message}`;
    });
    return;
  }
  const groups = Object.entries(index.tags).flatMap(([tag, { title }]) => {
    const items = index.routes.filter((route) => route.tag === tag).map((route) => element('li', {}, linkOf(route)));
    return [element('h2', { class: 'tag' }, title), element('ul', {}, ...items)];
  });
  byId('list').replaceChildren(...groups);
  byId('found').textContent = counted(index.routes.length, 'route');
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
