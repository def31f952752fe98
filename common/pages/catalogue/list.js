/**
 * The side of the page: every route by area, or what a search found.
 *
 * @import { CatalogueIndex, ListedRoute } from '../listing.ts'
 * @import { Entry } from './search.js'
 */
import { counted } from '../shared/text.js';
import { byId, element, languagesOf, statusBadge } from './elements.js';
import { load } from './request.js';

/** A search for a status finds hundreds. */
const maxHits = 40;

const field = /** @type {HTMLInputElement} */ (byId('search'));
const [list, found] = [byId('list'), byId('found')];

/** Name of the route that is shown. @type {string | undefined} */
let current;
/** @type {CatalogueIndex} */
let index;
/** @type {Promise<(query: string) => { hits: Entry[], suggestion?: string }> | undefined} */
let searching;

/** @param {ListedRoute} route */
const linkOf = ({ name, title, method, operations }) =>
  element(
    'a',
    { href: `#${operations[0]?.id}`, 'data-route': name },
    element('span', { class: 'method' }, method),
    element('span', { class: 'name' }, title),
    element('span', { class: 'soft' }, languagesOf(operations)),
  );

/** @param {Entry} entry */
function hitOf({ kind, href, label, note, badge }) {
  const mark = kind === 'contract' ? statusBadge(Number(badge)) : badge && element('span', { class: 'method' }, badge);
  const name = element(kind === 'route' || kind === 'contract' ? 'span' : 'code', { class: 'name' }, label);
  const about = element('span', { class: 'soft note' }, note);
  return element('li', {}, element('a', { href }, mark, mark && ' ', name, about));
}

async function loadSearch() {
  const [{ entriesOf, search }, names] = await Promise.all([import('./search.js'), load('names')]);
  const entries = entriesOf(index, names);
  return (/** @type {string} */ query) => search(entries, query);
}

/** @param {string} query */
async function showHits(query) {
  searching ??= loadSearch();
  const { hits, suggestion } = (await searching)(query);
  if (query !== field.value) return;
  const rest = hits.length - maxHits;
  list.replaceChildren(
    element(
      'ul',
      {},
      ...hits.slice(0, maxHits).map(hitOf),
      rest > 0 && element('li', { class: 'soft note' }, `and ${rest} more`),
    ),
  );
  const hasHits = hits.length > 0 && suggestion === undefined;
  found.textContent = hasHits ? counted(hits.length, 'result') : `Nothing for “${query.trim()}”.`;
  if (suggestion === undefined) return;
  const button = element('button', { type: 'button', class: 'suggestion' }, suggestion);
  button.addEventListener('click', () => {
    field.value = suggestion;
    showList();
    field.focus();
  });
  found.append(' Did you mean ', button, '?');
}

function showRoutes() {
  const groups = Object.entries(index.tags).flatMap(([tag, { title }]) => {
    const items = index.routes.filter((route) => route.tag === tag).map((route) => element('li', {}, linkOf(route)));
    return [element('h2', { class: 'tag' }, title), element('ul', {}, ...items)];
  });
  list.replaceChildren(...groups);
  found.textContent = counted(index.routes.length, 'route');
  markCurrent(current);
}

function showList() {
  const isSearch = field.value.trim() !== '';
  list.dataset.for = isSearch ? 'search' : 'all';
  if (!isSearch) return showRoutes();
  showHits(field.value).catch((error) => {
    searching = undefined;
    found.textContent = `The search could not be loaded: ${error.message}`;
  });
}

/** Marks the route that is shown, and brings it into sight. @param {string | undefined} name */
export function markCurrent(name) {
  current = name;
  for (const link of list.querySelectorAll('a[data-route]')) {
    if (!(link instanceof HTMLElement) || link.dataset.route !== name) {
      link.removeAttribute('aria-current');
      continue;
    }
    link.setAttribute('aria-current', 'page');
    const top = link.offsetTop - list.scrollTop;
    if (top < 0 || top > list.clientHeight - link.offsetHeight) list.scrollTop = link.offsetTop - list.clientHeight / 2;
  }
}

export function clearSearch() {
  field.value = '';
  showList();
}

/** @param {CatalogueIndex} loaded */
export function setUpList(loaded) {
  index = loaded;
  showList();
  field.addEventListener('input', showList);
  // Up and down through the links, out of the list's top into the search field.
  field.parentElement?.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const stops = /** @type {HTMLElement[]} */ ([field, ...list.querySelectorAll('a')]);
    event.preventDefault();
    stops[stops.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step]?.focus();
  });
  addEventListener('keydown', (event) => {
    const isTyping = /** @type {Element} */ (event.target).matches('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!field.checkVisibility()) location.hash = 'list';
    field.focus();
    field.select();
  });
}
