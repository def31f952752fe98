/**
 * The catalogue. The address names what is shown: `#v3.fighter`, `#v3.fighter/fields/wins`, `#<contract id>/try`.
 *
 * @import { CatalogueIndex } from '../listing.ts'
 * @import { Target } from './route.js'
 */
import { byId, element, languagesOf } from './elements.js';
import { clearSearch, markCurrent, setUpList } from './list.js';
import { base, load } from './request.js';

const main = byId('main');

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

/** @param {CatalogueIndex} index @param {string} unknown name in the address */
async function startPage(index, unknown) {
  const [{ startParts }, names] = await Promise.all([import('./start.js'), load('names')]);
  const parts = startParts(index, names);
  if (!unknown) return parts;
  const { nearest } = await import('./search.js');
  const ids = index.routes.flatMap(({ operations }) => operations.map(({ id }) => id));
  const links = nearest(unknown, ids, unknown.length - 1)
    .slice(0, 5)
    .flatMap((name, at) => [at > 0 ? ', ' : ' Near: ', element('a', { href: `#${name}` }, name)]);
  return [element('p', { class: 'notice', role: 'alert' }, `There is no ${unknown}.`, ...links), ...parts];
}

/** @param {CatalogueIndex} index @param {Target} target */
async function routePage(index, target) {
  const [{ routeParts }, details] = await Promise.all([import('./route.js'), load(target.operation.id)]);
  return routeParts(index, target, details);
}

/** @param {Node[]} parts @param {Target} [target] */
function show(parts, target) {
  document.body.dataset.view = target ? 'route' : 'list';
  document.title = target ? `${target.route.title} (${languagesOf([target.operation])}) · Fightcard` : 'Fightcard';
  main.replaceChildren(...parts);
  markCurrent(target?.route.name);
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
  const index = await indexed;
  const target = targetOf(index, hash);
  const isStart = /^(?:list|main|header-[a-z-]+)?$/.test(hash);
  if (!partNamed(hash)) {
    const parts = await (target ? routePage(index, target) : startPage(index, isStart ? '' : hash.slice(0, 60)));
    if (readHash() !== hash) return;
    show(parts, target);
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

/** @param {Error} error */
function showFailure({ message }) {
  const again = element('button', { type: 'button' }, 'Reload');
  again.addEventListener('click', () => location.reload());
  show([element('p', { class: 'notice', role: 'alert' }, `This page could not be loaded: ${message}. `, again)]);
}

/** @param {boolean} isFirst */
function navigate(isFirst) {
  const { hash } = location;
  follow(isFirst).catch((error) => {
    if (location.hash === hash) showFailure(error);
  });
}

async function loadIndex() {
  /** @type {CatalogueIndex} */
  const index = await load('index');
  byId('host').textContent = index.host === 'mock' ? 'The mock' : 'The server';
  byId('links').append(...index.links.map(([path, name]) => element('a', { href: path }, name)));
  for (const link of document.querySelectorAll('header a')) link.setAttribute('href', base + link.getAttribute('href'));
  setUpList(index);
  return index;
}

const indexed = loadIndex();
addEventListener('hashchange', () => navigate(false));
// The address names the opened contract, so that it can be shared.
main.addEventListener('click', (event) => {
  const contract = /** @type {Element} */ (event.target).closest('details.contract > summary')?.parentElement;
  if (contract instanceof HTMLDetailsElement && !contract.open) history.replaceState(null, '', `#${contract.id}`);
});
navigate(true);
