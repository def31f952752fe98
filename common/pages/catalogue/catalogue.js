/**
 * The catalogue: a list of routes, and the route in the address: `#v3.fighter`, or the id of a contract.
 *
 * @import { CatalogueIndex, ListedRoute } from '../listing.ts'
 */
import { byId, element } from './elements.js';
import { markCurrent, moveByArrows, showList } from './list.js';
import { base } from './request.js';
import { routeParts, welcomeParts } from './route.js';

const field = /** @type {HTMLInputElement} */ (byId('search'));
const main = byId('main');

/** @type {CatalogueIndex} */
let index;
/** @type {string | undefined} name of the route that is shown */
let shown;

/** Finds the route of a deep link to an operation, a contract, or a route name. @param {string} target */
const routeOf = (target) =>
  index.routes.find(
    ({ name, operations }) =>
      name === target ||
      operations.some(({ id, contracts }) => id === target || contracts.some((contract) => contract.id === target)),
  );

/** @param {ListedRoute | undefined} route */
function show(route) {
  document.body.dataset.view = route ? 'route' : 'list';
  document.title = route ? `${route.name} · Fightcard` : 'Fightcard';
  if (route && route.name === shown) return;
  shown = route?.name;
  main.replaceChildren(...(route ? routeParts(index, route) : welcomeParts(index)));
  markCurrent(shown);
}

/** @param {Element | null | undefined} contract */
const open = (contract) => {
  if (contract instanceof HTMLDetailsElement) contract.open = true;
};

/** Shows the target of the address, and focuses it. @param {boolean} isFirst */
function follow(isFirst = false) {
  const target = location.hash.slice(1);
  // The skip link leads to the main part, whatever is shown there.
  if (target === 'main') return;
  const route = routeOf(target);
  show(route);
  const named = route && document.getElementById(target);
  if (named instanceof HTMLDetailsElement) {
    open(named);
    named.querySelector('summary')?.focus();
    named.scrollIntoView({ block: 'start' });
    return;
  }
  for (const operation of main.querySelectorAll('.operation')) open(operation.querySelector('details'));
  if (isFirst && !route) return;
  main.querySelector('h2')?.focus({ preventScroll: true });
  const position = route?.operations.findIndex(({ id }) => id === target) ?? 0;
  if (position > 0 && matchMedia('(max-width: 60rem)').matches) named?.scrollIntoView({ block: 'start' });
  else scrollTo(0, 0);
}

function listen() {
  addEventListener('hashchange', () => follow());
  field.addEventListener('input', () => {
    showList(index, field.value);
    markCurrent(shown);
  });
  moveByArrows(field);
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (document.body.dataset.view === 'route' && !field.checkVisibility()) location.hash = '';
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
  const reply = await fetch('/catalogue/index.json');
  if (!reply.ok) throw new Error(`${reply.status} ${reply.statusText}`);
  index = await reply.json();
  byId('host').textContent = index.host === 'mock' ? 'The mock' : 'The server';
  byId('links').append(...index.links.map(([path, name]) => element('a', { href: path }, name)));
  for (const link of document.querySelectorAll('header a')) link.setAttribute('href', base + link.getAttribute('href'));
  showList(index, field.value);
  listen();
  follow(true);
}

start().catch((error) => {
  byId('failure').textContent = `The catalogue could not be loaded: ${error.message}`;
  byId('failure').hidden = false;
});
