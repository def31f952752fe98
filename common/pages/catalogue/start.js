/**
 * The start page: where the service is, what one can do with the mock, ids to try, and the areas of the service.
 *
 * @import { CatalogueIndex, ListedNames } from '../listing.ts'
 * @import { Answer } from './request.js'
 */
import { counted } from '../shared/text.js';
import { block, codeBlock, copyRow, element, prose, showOutcome, statusBadge } from './elements.js';
import { base, baseUrl, readHeaders, send } from './request.js';

/** @param {string} path @param {string} body */
const control = (path, body) =>
  send({ method: 'POST', url: `${base}/__mock${path}`, headers: { 'Content-Type': 'application/json' }, body });

/**
 * @typedef {object} Card
 * @property {string} title
 * @property {string} text
 * @property {string} code what an app sends
 * @property {string} button
 * @property {(button: HTMLElement) => Promise<Answer>} [run] default: reads the events with `code` as a header
 */

/** @type {Card[]} */
const cards = [
  {
    title: 'Force an error',
    text: 'Any route answers with a problem that it lists.',
    code: 'Prefer: code=503',
    button: 'Answer 503',
  },
  {
    title: 'Empty lists',
    text: 'Every list without a row, as before the first event.',
    code: 'Prefer: state="there is no content"',
    button: 'Get no events',
  },
  {
    title: 'A fight night',
    text: 'Rounds, votes and statistics change as on a night, sixty times as fast.',
    code: 'POST /__mock/night',
    button: 'Start a night',
    run: async (button) => {
      const isOn = button.textContent === 'Stop the night';
      const answer = await (isOn ? control('/night/stop', '{}') : control('/night', '{"speed":60}'));
      if (answer.status < 300) button.textContent = isOn ? 'Start a night' : 'Stop the night';
      return answer;
    },
  },
  {
    title: 'Slow network',
    text: 'The reply is late, or breaks off: fault=reset, hang, truncate or drip.',
    code: 'Prefer: delay=2000',
    button: 'Wait two seconds',
  },
  {
    title: 'Sessions',
    text: 'Votes and states of your own, apart from those of other people and tests.',
    code: `${location.origin}/__session/ana/api/v3/mobile`,
    button: 'Open a session',
    run: () => {
      location.assign(`/__session/${Math.random().toString(36).slice(2, 8)}/`);
      return new Promise(() => {});
    },
  },
  {
    title: 'Your pact',
    text: 'The contracts that answered your app, as a file for the verification of the server.',
    code: 'GET /__mock/pact?consumer=corner-ios',
    button: 'Show my pact',
    run: () => send({ url: `${base}/__mock/pact?consumer=corner-ios` }),
  },
];

const maxShown = 600;

/** @param {Card} card */
function cardElement({ title, text, code, button, run }) {
  const answer = element('div', { role: 'status' });
  const running = element('button', { type: 'button' }, button);
  const ask = run ?? (() => send({ url: `${base}/api/v3/mobile/events`, headers: readHeaders(code) }));
  running.addEventListener('click', () =>
    showOutcome(running, answer, async () => {
      const { status, milliseconds, text } = await ask(running);
      const shown = text.length > maxShown ? `${text.slice(0, maxShown)} …` : text;
      return [statusBadge(status), ` ${milliseconds} ms`, block(shown, `${title}: answer`)];
    }),
  );
  return element(
    'section',
    { class: 'panel card', 'aria-label': title },
    element('h4', {}, title),
    element('p', {}, text),
    element('code', {}, code),
    element('p', { class: 'buttons' }, running),
    answer,
  );
}

/** @param {{ url: string, size: number, path: string }} code */
function qrFigure({ url, size, path }) {
  const source = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" role="img"><path d="${path}"/></svg>`;
  const svg = new DOMParser().parseFromString(source, 'image/svg+xml').documentElement;
  svg.setAttribute('aria-label', `QR code of ${url}`);
  return element('figure', { class: 'qr' }, svg, element('figcaption', {}, element('code', {}, url)));
}

/** The addresses of this machine for a phone in its network, loaded when they are opened. */
function phoneParts() {
  const codes = element('div', { class: 'chips' });
  const details = element('details', {}, element('summary', {}, 'On a phone: QR codes'), codes);
  details.addEventListener('toggle', async () => {
    if (!details.open) return;
    try {
      const found = JSON.parse((await send({ url: `${base}/__mock/addresses` })).text);
      const none = 'This machine has no address that a phone could reach.';
      codes.replaceChildren(...(found.length > 0 ? found.map(qrFigure) : [none]));
    } catch (error) {
      codes.replaceChildren(`The addresses could not be loaded: ${/** @type {Error} */ (error).message}`);
    }
  });
  return details;
}

/** @param {CatalogueIndex} index */
function areaCards({ tags, routes }) {
  return Object.entries(tags).map(([tag, { title, about }]) => {
    const links = routes
      .filter((route) => route.tag === tag)
      .map((route) => element('li', {}, element('a', { href: `#${route.operations[0]?.id}` }, route.title)));
    return element(
      'section',
      { class: 'panel card', 'aria-label': title },
      element('h4', {}, title),
      about !== title && element('p', { class: 'soft' }, about),
      element('ul', {}, ...links),
    );
  });
}

/** @param {string} title @param {Node[]} links */
const chips = (title, links) => [
  element('h3', {}, title),
  element('ul', { class: 'chips' }, ...links.map((link) => element('li', {}, link))),
];

/** @param {CatalogueIndex} index @param {ListedNames} names */
export function startParts(index, { headers }) {
  const { host, families, routes, samples } = index;
  const operations = routes.flatMap((route) => route.operations);
  const forms = operations.reduce((sum, operation) => sum + operation.forms.length, 0);
  const contracts = operations.reduce((sum, operation) => sum + operation.contracts.length, 0);
  const streaming = routes.flatMap((route) => (route.stream ? route.operations : []));
  const isMock = host === 'mock';
  const purpose = isMock
    ? 'Every reply of this mock follows the contracts, which the real server is verified to keep.'
    : 'This server is verified to keep every contract here. A request is answered with what it holds now.';
  const definitions = Object.entries(headers).flatMap(([name, about]) => [
    element('dt', { id: `header-${name.toLowerCase()}`, tabindex: '-1' }, name),
    element('dd', {}, ...prose(about)),
  ]);
  return [
    element('h2', { tabindex: '-1' }, 'The API and its contracts'),
    element('p', {}, `${purpose} ${counted(forms, 'operation')}, ${counted(contracts, 'contract')}.`),
    element(
      'div',
      { class: 'panel' },
      element(
        'ul',
        { class: 'paths' },
        copyRow('Español', baseUrl + families.v3.prefix, 'the base URL of Español'),
        copyRow('English', baseUrl + families.v1.prefix, 'the base URL of English'),
      ),
      codeBlock(element('code', {}, `curl '${baseUrl}${families.v3.prefix}/events'`), 'First request as curl'),
      isMock && phoneParts(),
    ),
    ...(isMock
      ? [element('h3', {}, 'What you can do'), element('div', { class: 'cards' }, ...cards.map(cardElement))]
      : []),
    ...chips(
      'Ids to try',
      samples.map(({ what, id, contract }) =>
        element('a', { href: `#${contract}/try` }, `${what} `, element('code', {}, id)),
      ),
    ),
    element('h3', {}, 'Areas'),
    element('div', { class: 'areas' }, ...areaCards(index)),
    ...chips(
      'Live streams',
      streaming.map(({ id, forms: [form] }) => element('a', { href: `#${id}/try` }, form?.path ?? id)),
    ),
    element('h3', {}, 'Headers'),
    element('dl', { class: 'panel' }, ...definitions),
  ];
}
