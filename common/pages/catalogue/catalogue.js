/**
 * The catalogue. The address names what is shown: `#v3.fighter`, `#v3.fighter/fields/wins`, `#<contract id>/try`.
 *
 * @import { CatalogueIndex } from '../listing.ts'
 * @import { Target } from './route.js'
 *
 * @typedef {object} Page
 * @property {'list' | 'route'} view
 * @property {string} title
 * @property {string} [route] name
 * @property {Node[]} parts
 */
import { byId, element } from './elements.js';
import { clearSearch, markCurrent, setUpList } from './list.js';
import { base, load } from './request.js';

const main = byId('main');

/** @type {CatalogueIndex | undefined} */
let index;

/** @type {ReadonlyMap<string, Target['tab']>} */
const tabs = new Map([
  ['fields', 'Fields'],
  ['try', 'Try'],
]);

/** @param {CatalogueIndex} index @param {string} hash @returns {Target | undefined} */
function targetOf({ routes }, hash) {
  const [name = '', part = '', field = ''] = hash.split('/');
  const tab = tabs.get(part) ?? 'Contracts';
  for (const route of routes) {
    for (const operation of route.operations) {
      const contract = operation.contracts.find(({ id }) => id === name);
      if (contract || operation.id === name || route.name === name) return { route, operation, contract, tab, field };
    }
  }
  return undefined;
}

function readHash() {
  const hash = location.hash.slice(1);
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** @param {CatalogueIndex} index @param {string} unknown name in the address @returns {Promise<Page>} */
async function startPage(index, unknown) {
  const [{ startParts }, names] = await Promise.all([import('./start.js'), load('names')]);
  /** @type {Node[]} */
  const parts = startParts(index, names);
  if (unknown) {
    const { nearest } = await import('./search.js');
    const ids = index.routes.flatMap(({ operations }) => operations.map(({ id }) => id));
    const links = nearest(unknown, ids, unknown.length - 1)
      .slice(0, 5)
      .flatMap((name, at) => [at > 0 ? ', ' : ' Near: ', element('a', { href: `#${name}` }, name)]);
    parts.unshift(element('p', { class: 'notice', role: 'alert' }, `There is no ${unknown}.`, ...links));
  }
  return { view: 'list', title: 'Fightcard', parts };
}

/** @param {CatalogueIndex} index @param {Target} target @returns {Promise<Page>} */
async function routePage(index, target) {
  const { route, operation } = target;
  const [{ routeParts }, details] = await Promise.all([import('./route.js'), load(operation.id)]);
  const title = `${route.title} (${operation.family === 'v3' ? 'es' : 'en'}) · Fightcard`;
  return { view: 'route', title, route: route.name, parts: routeParts(index, target, details) };
}

/** @param {Error} error @returns {Page} */
function failurePage({ message }) {
  const again = element('button', { type: 'button' }, 'Reload');
  again.addEventListener('click', () => location.reload());
  const notice = element('p', { class: 'notice', role: 'alert' }, `This page could not be loaded: ${message}. `, again);
  return { view: 'route', title: 'Fightcard', parts: [notice] };
}

/** @param {Page} page */
function show({ view, title, route, parts }) {
  document.body.dataset.view = view;
  document.title = title;
  main.replaceChildren(...parts);
  markCurrent(route);
}

/** The contract or header that is shown under a name. @param {string} id */
function partNamed(id) {
  const part = document.getElementById(id);
  return part !== main && main.contains(part) ? part : null;
}

/** Shows what the address names, and focuses it. @param {boolean} isFirst */
async function follow(isFirst) {
  const hash = readHash();
  // The skip link leads to the main part, whatever is shown there.
  if (hash === 'main' && !isFirst) return;
  const isStart = /^(?:list|main|header-[a-z-]+)?$/.test(hash);
  index ??= await loadIndex();
  const target = targetOf(index, hash);
  if (!partNamed(hash)) {
    const loading = target ? routePage(index, target) : startPage(index, isStart ? '' : hash.slice(0, 60));
    const page = await loading.catch(failurePage);
    if (readHash() !== hash) return;
    show(page);
  }
  // On a narrow screen what was found covers the start page.
  if (hash.startsWith('header-')) clearSearch();
  const named = partNamed(hash);
  if (named) {
    if (named instanceof HTMLDetailsElement) named.open = true;
    (named.querySelector('summary') ?? named).focus();
    named.scrollIntoView({ block: 'start' });
  } else if (target || !isFirst) {
    main.querySelector('h2')?.focus({ preventScroll: true });
    if (!target?.field) scrollTo(0, 0);
  }
}

async function loadIndex() {
  /** @type {CatalogueIndex} */
  const loaded = await load('index');
  byId('host').textContent = loaded.host === 'mock' ? 'The mock' : 'The server';
  byId('links').append(...loaded.links.map(([path, name]) => element('a', { href: path }, name)));
  for (const link of document.querySelectorAll('header a')) link.setAttribute('href', base + link.getAttribute('href'));
  setUpList(loaded);
  return loaded;
}

const showFailure = (/** @type {Error} */ error) => show(failurePage(error));

addEventListener('hashchange', () => follow(false).catch(showFailure));
// The address names the opened contract, so that it can be shared.
main.addEventListener('click', (event) => {
  const contract = /** @type {Element} */ (event.target).closest('details.contract > summary')?.parentElement;
  if (contract instanceof HTMLDetailsElement && !contract.open) history.replaceState(null, '', `#${contract.id}`);
});
follow(true).catch(showFailure);
