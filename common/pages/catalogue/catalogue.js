/**
 * The catalogue. The address names what is shown: `#v3.fighter`, `#v3.fighter/fields/wins`, `#<contract id>/try`.
 *
 * @import { CatalogueIndex } from '../listing.ts'
 * @import { Target } from './route.js'
 */
import { byId, element } from './elements.js';
import { markCurrent, moveByArrows, showList } from './list.js';
import { base, load } from './request.js';

const field = /** @type {HTMLInputElement} */ (byId('search'));
const main = byId('main');

/** @type {CatalogueIndex} */
let index;
/** What is shown, without the contract that is open. @type {string | undefined} */
let shown;
/** @type {string | undefined} */
let route;

const tabNames = { fields: 'Fields', try: 'Try' };

/** @param {string} hash @returns {Target | undefined} */
function targetOf(hash) {
  const [name = '', part = '', wanted = ''] = decoded(hash).split('/');
  const tab = tabNames[/** @type {keyof typeof tabNames} */ (part)] ?? 'Contracts';
  for (const one of index.routes) {
    for (const operation of one.operations) {
      const contract = operation.contracts.find(({ id }) => id === name);
      if (contract || operation.id === name || one.name === name) {
        return { route: one, operation, contract, tab, field: wanted };
      }
    }
  }
  return undefined;
}

/** @param {string} hash */
function decoded(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/**
 * Builds what the address names. Everything is loaded before, so that nothing moves afterwards.
 *
 * @param {Target} target
 */
async function routeOf(target) {
  const { languageOf, routeParts } = await import('./route.js');
  // If this fails, the page says so where the contract would be.
  await load(target.operation.id).catch(() => undefined);
  const { route, operation, contract, tab, field: wanted } = target;
  return {
    view: 'route',
    title: `${route.title} (${languageOf(operation)}) · Fightcard`,
    key: [operation.id, tab, wanted, tab === 'Try' ? contract?.id : ''].join(' '),
    parts: () => routeParts(index, target),
  };
}

/** @param {string} unknown name in the address */
async function startOf(unknown) {
  const [{ startParts }, listed] = await Promise.all([import('./start.js'), load('names')]);
  const { nearest } = unknown ? await import('./search.js') : { nearest: () => [] };
  const names = index.routes.flatMap(({ operations }) => operations.map(({ id }) => id));
  const links = nearest(unknown, names, unknown.length)
    .slice(0, 5)
    .flatMap((name, at) => [at > 0 ? ', ' : ' Near: ', element('a', { href: `#${name}` }, name)]);
  const notice = unknown && element('p', { class: 'notice', role: 'alert' }, `There is no ${unknown}.`, ...links);
  return {
    view: 'list',
    title: 'Fightcard',
    key: unknown,
    parts: () => [...(notice ? [notice] : []), ...startParts(index, listed)],
  };
}

/** Shows the target of the address, and focuses it. @param {boolean} isFirst */
async function follow(isFirst = false) {
  const hash = location.hash.slice(1);
  // The skip link leads to the main part, whatever is shown there.
  if (hash === 'main') return;
  const target = targetOf(hash);
  const isStart = /^(?:list|card-[a-z]+|header-[a-z-]+)?$/.test(hash);
  const page = target ? await routeOf(target) : await startOf(isStart ? '' : decoded(hash).slice(0, 60));
  if (location.hash.slice(1) !== hash) return;
  // On a narrow screen what was found covers the start page.
  if (isStart && hash.includes('-')) {
    field.value = '';
    showList(index, '', searchFor);
  }
  document.body.dataset.view = page.view;
  document.title = page.title;
  if (page.key !== shown) main.replaceChildren(...page.parts());
  shown = page.key;
  route = target?.route.name;
  markCurrent(route);
  const named = document.getElementById(hash);
  if (named instanceof HTMLDetailsElement) {
    named.open = true;
    named.querySelector('summary')?.focus();
  } else if (isStart && named && main.contains(named)) named.focus();
  if (named && main.contains(named)) {
    named.scrollIntoView({ block: 'start' });
    return;
  }
  if (isFirst && !target) return;
  main.querySelector('h2')?.focus({ preventScroll: true });
  if (!target?.field) scrollTo(0, 0);
}

/** @param {string} query */
function searchFor(query) {
  field.value = query;
  showList(index, query, searchFor);
  markCurrent(route);
  field.focus();
}

function listen() {
  addEventListener('hashchange', () => follow());
  field.addEventListener('input', () => {
    showList(index, field.value, searchFor);
    markCurrent(route);
  });
  moveByArrows(field);
  addEventListener('keydown', (event) => {
    const isTyping = /** @type {Element} */ (event.target).matches('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (document.body.dataset.view === 'route' && !field.checkVisibility()) location.hash = 'list';
    field.focus();
    field.select();
  });
  // The address names the opened contract, so that it can be shared.
  main.addEventListener('click', (event) => {
    const summary = /** @type {Element} */ (event.target).closest('details.contract > summary');
    const contract = summary?.parentElement;
    if (contract instanceof HTMLDetailsElement && !contract.open) history.replaceState(null, '', `#${contract.id}`);
  });
}

async function start() {
  index = await load('index');
  byId('host').textContent = index.host === 'mock' ? 'The mock' : 'The server';
  byId('links').append(...index.links.map(([path, name]) => element('a', { href: path }, name)));
  for (const link of document.querySelectorAll('header a')) link.setAttribute('href', base + link.getAttribute('href'));
  showList(index, field.value, searchFor);
  listen();
  await follow(true);
}

start().catch((error) => {
  byId('failure').textContent = `The catalogue could not be loaded: ${error.message}`;
  byId('failure').hidden = false;
});
