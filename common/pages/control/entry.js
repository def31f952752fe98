/**
 * An opened request of the journal: what was sent and answered, why, and what to do with it.
 *
 * @import { Entry } from '../control-wire.ts'
 */
import { h } from '/shared/preact.js';
import { copyFrom, quoted } from '../shared/text.js';
import { block, button, buttons, check, form, input, soft } from './elements.js';
import { act, base, call, change, data, parseJson, update } from './store.js';

/** What each match says about the source of a reply. @type {Record<string, string>} */
const sources = {
  exact: 'A contract has exactly this request.',
  page: 'A part of a list that a contract has as a whole.',
  remembered: 'From the votes and scorecards of the session.',
  live: 'From the fight night.',
  dynamic: 'Generated from the schema.',
  fallback: 'No contract has this request.',
  own: 'Your own reply.',
};

/** Headers that the app chose; the connection and the client set the others. */
const chosen = /^(?:accept|accept-language|authorization|content-type|if-none-match|last-event-id|prefer)$/;

/** @param {Entry} entry */
const chosenHeaders = ({ requestHeaders = {} }) =>
  Object.entries(requestHeaders)
    .filter(([name, value]) => chosen.test(name) && !(name === 'accept' && value === '*/*'))
    .map(([name, value]) => [name, String(value)]);

/** An ETag is that of one coding. @param {Entry} entry */
function codingOf({ requestHeaders = {} }) {
  const codings = requestHeaders['accept-encoding'];
  return codings && requestHeaders['if-none-match'] ? [`--compressed -H ${quoted(`accept-encoding: ${codings}`)}`] : [];
}

/** @param {Entry} entry */
const curlOf = (entry) =>
  [
    `curl ${entry.method === 'HEAD' ? '-I' : '-i'} ${quoted(location.origin + base + entry.path)}`,
    ...(/GET|HEAD/.test(entry.method) || (entry.method === 'POST' && entry.requestBody) ? [] : [`-X ${entry.method}`]),
    ...codingOf(entry),
    ...chosenHeaders(entry).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(entry.requestBody ? [`--data-raw ${quoted(entry.requestBody)}`] : []),
  ].join(' \\\n  ');

/** Whether the mock has the request as it was sent: its body may be cut, no text, or replaced by its size. @param {Entry} entry */
const isWhole = ({ requestHeaders, requestBody = '', truncated }) =>
  requestHeaders !== undefined && (requestBody === '' || !(truncated || /^<\d+ bytes of |\uFFFD/.test(requestBody)));

/** @param {Entry} entry */
async function sendAgain(entry) {
  const { method, path, requestBody } = entry;
  const reply = await fetch(base + path, {
    method,
    headers: Object.fromEntries(chosenHeaders(entry)),
    cache: 'no-store',
    ...(requestBody && { body: requestBody }),
  }).catch(() => undefined);
  // A stream does not end.
  await reply?.body?.cancel();
  return `Sent again: ${reply?.status ?? 'no reply'}.`;
}

/** The interaction of a request: new source if no contract has it, otherwise that of a pact. @param {Entry} entry */
async function interactionOf({ match, method, path }) {
  if (match === 'fallback') {
    /** @type {{ request: string, interaction: string }[]} */
    const unmatched = await call('GET', '/unmatched');
    return unmatched.find(({ request }) => request === `${method} ${path}`)?.interaction;
  }
  const { interactions } = await call('GET', '/pact?consumer=my-app');
  const plain = path.replace(/\?.*/, '');
  const found = interactions.find(
    (/** @type {{ request: { method: string, path: string } }} */ { request }) =>
      request.method.toUpperCase() === method && request.path === plain,
  );
  return found && JSON.stringify(found, null, 2);
}

/** @param {string} [text] */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text ?? ''), null, 2);
  } catch {
    return text ?? '';
  }
}

/** @param {string} title @param {string} line @param {Entry['requestHeaders']} [headers] @param {string} [body] */
function side(title, line, headers = {}, body = '') {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const of = title.toLowerCase();
  return h(
    'section',
    { 'aria-label': title },
    h('h3', {}, title),
    h('p', {}, h('code', {}, line)),
    h('details', {}, h('summary', {}, 'Headers'), block(`Headers of the ${of}`, lines.join('\n'))),
    body ? block(`Body of the ${of}`, pretty(body)) : soft('No body.'),
  );
}

/** @param {Entry} entry */
function why({ match, contract, nearest, faults, responseHeaders = {} }) {
  const state = responseHeaders['contract-state'];
  /** @param {string} id @param {string} text */
  const link = (id, text) => h('a', { href: `${base}/#${id}` }, text);
  return h(
    'div',
    { class: 'why' },
    h(
      'p',
      {},
      sources[match ?? ''] ?? 'It follows from the rules alone.',
      contract && [' Contract ', link(contract, contract), state ? `, given: ${state}.` : '.'],
      faults && ` Injected: ${faults}.`,
    ),
    nearest && [
      h('p', {}, 'The closest one: ', link(nearest.contract, nearest.receiving), '. What differs:'),
      h(
        'ul',
        {},
        nearest.differs.map((text) => h('li', {}, text)),
      ),
    ],
  );
}

/** The form of an own reply, filled with the one that came. @param {Entry} entry */
function answerForm({ path, operation, status = 200, responseBody }) {
  /** @param {Record<string, string>} fields */
  const send = (fields) =>
    act(async () => {
      const times = Number(fields['own-times']);
      await call('POST', '/replies', {
        ...(fields.every ? { operation } : { path }),
        status: Number(fields['own-status']),
        ...(fields['own-body'] && { body: parseJson(fields['own-body']) }),
        ...(times && { times }),
        ...(fields.unchecked && { unchecked: true }),
      });
      update({ isAnswering: false });
      return 'The next request gets your reply.';
    });
  const many = { type: 'number', min: 1, placeholder: 'until removed' };
  return form(
    'Own reply',
    send,
    h(
      'div',
      { class: 'fields' },
      input('own-status', 'Status', {
        type: 'number',
        min: 200,
        max: 599,
        required: true,
        defaultValue: String(status),
      }),
      input('own-times', 'Replies', many),
    ),
    input('own-body', 'Body, as JSON', { rows: 14, spellcheck: false, defaultValue: pretty(responseBody) }),
    operation && check(`For every ${operation}, not only for this path`, { name: 'every' }),
    check('Send it even if it violates the schema', { name: 'unchecked' }),
    buttons(
      h('button', { class: 'main' }, 'Answer with this'),
      button('Cancel', () => update({ isAnswering: false })),
    ),
  );
}

/** Shows a text, and copies it. @param {string | undefined} text */
async function show(text) {
  update({ copy: text ?? '' });
  if (!text) return 'No contract covers this reply: there is no interaction to copy.';
  // The page is drawn before the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const shown = document.getElementById('copied');
  return shown ? copyFrom(shown) : '';
}

/** @param {Entry} entry */
export function entryDetail(entry) {
  const { method, path, status, ms, requestHeaders, requestBody, responseHeaders, responseBody, truncated } = entry;
  const missing = ms === undefined ? 'The reply is not over yet.' : 'The mock no longer has its headers and bodies.';
  const outage = { state: 'the store does not answer', times: 2 };
  const answering = { 'aria-expanded': data.isAnswering };
  return h(
    'div',
    { class: 'detail' },
    why(entry),
    buttons(
      button('Answer this myself', () => update({ isAnswering: !data.isAnswering }), answering),
      button('503 twice, then 200', () => change('PUT', '/state', outage, 'The next two requests get 503.')),
      button('Send again', () => act(() => sendAgain(entry)), { disabled: !isWhole(entry) }),
      button('Copy as curl', () => act(() => show(curlOf(entry)))),
      button('Copy as interaction', () => act(async () => show(await interactionOf(entry)))),
    ),
    data.copy && block('Copied text', data.copy, 'copied'),
    data.isAnswering && answerForm(entry),
    truncated && soft('Bodies are cut at 16 KB.'),
    requestHeaders
      ? h(
          'div',
          { class: 'sides' },
          side('Request', `${method} ${path}`, requestHeaders, requestBody),
          side('Reply', String(status ?? 'none'), responseHeaders, responseBody),
        )
      : soft(missing),
  );
}
