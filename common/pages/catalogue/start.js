/**
 * The start page: where the service is, what one can do with the mock, ids to try, and the areas of the service.
 *
 * @import { CatalogueIndex, ListedNames } from '../listing.ts'
 */
import { counted } from '../shared/text.js';
import { block, copyButton, element, prose, statusBadge } from './elements.js';
import { base, baseUrl, send } from './request.js';

const events = `${base}/api/v3/mobile/events`;

/** @param {string} url @param {Record<string, string>} [headers] @param {string} [method] @param {string} [body] */
const ask = (url, headers = {}, method = 'GET', body = undefined) => send({ url, headers, method, body });

/**
 * @typedef {object} Card
 * @property {string} id
 * @property {string} title
 * @property {string} text
 * @property {string} code what an app sends
 * @property {string} button
 * @property {(button: HTMLElement) => Promise<import('./request.js').Answer | undefined>} run
 */

/** @param {string} path @param {string} [body] */
const control = (path, body = '{}') =>
  ask(`${base}/__mock${path}`, { 'Content-Type': 'application/json' }, 'POST', body);

/** @type {Card[]} */
const cards = [
  {
    id: 'error',
    title: 'Force an error',
    text: 'Any route answers with a problem that it lists.',
    code: 'Prefer: code=503',
    button: 'Answer 503',
    run: () => ask(events, { Prefer: 'code=503' }),
  },
  {
    id: 'empty',
    title: 'Empty lists',
    text: 'Every list without a row, as before the first event.',
    code: 'Prefer: state="there is no content"',
    button: 'Get no events',
    run: () => ask(events, { Prefer: 'state="there is no content"' }),
  },
  {
    id: 'night',
    title: 'A fight night',
    text: 'Rounds, votes and statistics change as on a night, sixty times as fast.',
    code: 'POST /__mock/night',
    button: 'Start a night',
    run: async (button) => {
      const isOn = button.textContent === 'Stop the night';
      const answer = await (isOn ? control('/night/stop') : control('/night', '{"speed":60}'));
      if (answer.status < 300) button.textContent = isOn ? 'Start a night' : 'Stop the night';
      return answer;
    },
  },
  {
    id: 'slow',
    title: 'Slow network',
    text: 'The reply is late, or breaks off: fault=reset, hang, truncate or drip.',
    code: 'Prefer: delay=2000',
    button: 'Wait two seconds',
    run: () => ask(events, { Prefer: 'delay=2000' }),
  },
  {
    id: 'session',
    title: 'Sessions',
    text: 'Votes and states of your own, apart from those of other people and tests.',
    code: `${location.origin}/__session/ana/api/v3/mobile`,
    button: 'Open a session',
    run: async () => {
      location.assign(`/__session/${Math.random().toString(36).slice(2, 8)}/`);
      return undefined;
    },
  },
  {
    id: 'pact',
    title: 'Your pact',
    text: 'The contracts that answered your app, as a file for the verification of the server.',
    code: 'GET /__mock/pact?consumer=corner-ios',
    button: 'Show my pact',
    run: () => ask(`${base}/__mock/pact?consumer=corner-ios`),
  },
];

const maxShown = 600;

/** @param {Card} card */
function cardElement({ id, title, text, code, button, run }) {
  const answer = element('div', { role: 'status' });
  const running = element('button', { type: 'button' }, button);
  running.addEventListener('click', async () => {
    running.disabled = true;
    try {
      const got = await run(running);
      const shown = got && (got.text.length > maxShown ? `${got.text.slice(0, maxShown)} …` : got.text);
      if (got) answer.replaceChildren(statusBadge(got.status), ` ${got.milliseconds} ms`, block(shown ?? '', 'Answer'));
    } catch (error) {
      answer.replaceChildren(`Nothing came back: ${/** @type {Error} */ (error).message}`);
    }
    running.disabled = false;
    running.focus();
  });
  return element(
    'section',
    { id: `card-${id}`, class: 'panel card', tabindex: '-1', 'aria-label': title },
    element('h4', {}, title),
    element('p', {}, text),
    element('code', {}, code),
    element('p', { class: 'buttons' }, running),
    answer,
  );
}

/** @param {string} name @param {string} url */
function baseRow(name, url) {
  const code = element('code', {}, url);
  return element(
    'div',
    { class: 'base' },
    element('span', { class: 'base-name' }, name),
    code,
    copyButton(code, `the base URL of ${name}`),
  );
}

/** @param {{ url: string, size: number, path: string }} code */
function qrFigure({ url, size, path }) {
  const space = 'http://www.w3.org/2000/svg';
  const [svg, dark] = [document.createElementNS(space, 'svg'), document.createElementNS(space, 'path')];
  for (const [name, value] of Object.entries({
    viewBox: `0 0 ${size} ${size}`,
    role: 'img',
    'aria-label': `QR code of ${url}`,
  })) {
    svg.setAttribute(name, value);
  }
  dark.setAttribute('d', path);
  svg.append(dark);
  return element('figure', { class: 'qr' }, svg, element('figcaption', {}, element('code', {}, url)));
}

/** The addresses of this machine for a phone in its network, loaded when they are opened. */
function phoneParts() {
  const codes = element('div', { class: 'chips' });
  const details = element('details', {}, element('summary', {}, 'On a phone: QR codes'), codes);
  details.addEventListener('toggle', async () => {
    if (!details.open) return;
    try {
      const found = JSON.parse((await ask(`${base}/__mock/addresses`)).text);
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
  return Object.entries(tags).map(([tag, { title, about }]) =>
    element(
      'section',
      { class: 'panel card', 'aria-label': title },
      element('h4', {}, title),
      element('p', { class: 'soft' }, about),
      element(
        'ul',
        {},
        ...routes
          .filter((route) => route.tag === tag)
          .map((route) => element('li', {}, element('a', { href: `#${route.operations[0]?.id}` }, route.title))),
      ),
    ),
  );
}

/** @param {CatalogueIndex} index @param {ListedNames} names */
export function startParts(index, { headers }) {
  const { host, families, routes, samples } = index;
  const operations = routes.flatMap((route) => route.operations);
  const forms = operations.reduce((sum, operation) => sum + operation.forms.length, 0);
  const contracts = operations.reduce((sum, operation) => sum + operation.contracts.length, 0);
  const curl = element('code', {}, `curl '${baseUrl}${families.v3.prefix}/events'`);
  const streaming = routes.flatMap((route) => (route.stream ? route.operations : []));
  const purpose =
    host === 'mock'
      ? 'Every reply of this mock follows the contracts, which the real server is verified to keep.'
      : 'This server is verified to keep every contract here. A request is answered with what it holds now.';
  return [
    element('h2', { tabindex: '-1' }, 'The API and its contracts'),
    element('p', {}, `${purpose} ${counted(forms, 'operation')}, ${counted(contracts, 'contract')}.`),
    element(
      'div',
      { class: 'panel' },
      baseRow('Español', baseUrl + families.v3.prefix),
      baseRow('English', baseUrl + families.v1.prefix),
      block(curl, 'First request as curl'),
      element('p', { class: 'buttons' }, copyButton(curl, 'the first request')),
      host === 'mock' && phoneParts(),
    ),
    ...(host === 'mock'
      ? [element('h3', {}, 'What you can do'), element('div', { class: 'cards' }, ...cards.map(cardElement))]
      : []),
    element('h3', {}, 'Ids to try'),
    element(
      'ul',
      { class: 'chips' },
      ...samples.map(({ what, id, contract }) =>
        element('li', {}, element('a', { href: `#${contract}/try` }, `${what} ${id}`)),
      ),
    ),
    element('h3', {}, 'Areas'),
    element('div', { class: 'cards' }, ...areaCards(index)),
    element('h3', {}, 'Live streams'),
    element(
      'ul',
      { class: 'chips' },
      ...streaming.map(({ id, forms: [form] }) =>
        element('li', {}, element('a', { href: `#${id}/try` }, form?.path ?? id)),
      ),
    ),
    element('h3', {}, 'Headers'),
    element(
      'dl',
      { class: 'panel' },
      ...Object.entries(headers).flatMap(([name, about]) => [
        element('dt', { id: `header-${name.toLowerCase()}`, tabindex: '-1' }, name),
        element('dd', {}, ...prose(about)),
      ]),
    ),
  ];
}
