/**
 * A request of an operation that can be changed and sent, what came back, and how it differs from the contract.
 *
 * @import { ContractDetails, ListedContract } from '../listing.ts'
 * @import { Place } from './route.js'
 * @import { WireRequest } from './code.js'
 * @import { Answer } from './request.js'
 */
import { counted, quoted } from '../shared/text.js';
import { codeTabs } from './code.js';
import { block, codeBlock, element, jsonBlock, showOutcome, statusBadge } from './elements.js';
import { baseUrl, headerLines, parsed, preferenceOf, readHeaders, send, urlOf, wireRequest } from './request.js';

/** Base of the links in the contracts. */
const exampleBase = 'https://api.example.com';

const maxDifferences = 30;

/** @param {string} label @param {HTMLElement} control */
const labelled = (label, control) => element('label', {}, element('span', {}, label), control);

/** @param {string} value @param {string} text */
const option = (value, text) => element('option', { value }, text);

/**
 * Where two values differ, at most `maxDifferences` places.
 *
 * @param {unknown} expected
 * @param {unknown} actual
 * @param {string} path
 * @returns {{ path: string, expected: unknown, actual: unknown }[]}
 */
function differences(expected, actual, path) {
  const isTree = [expected, actual].every((value) => typeof value === 'object' && value !== null);
  if (!isTree || Array.isArray(expected) !== Array.isArray(actual)) {
    return expected === actual ? [] : [{ path: path || 'body', expected, actual }];
  }
  const [one, other] = /** @type {Map<string, unknown>[]} */ (
    [expected, actual].map((value) => new Map(Object.entries(/** @type {object} */ (value))))
  );
  /** @param {string} name */
  const stepOf = (name) => (Array.isArray(expected) ? `[${name}]` : path && `.${name}`) || name;
  return [...new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])]
    .flatMap((name) => differences(one?.get(name), other?.get(name), path + stepOf(name)))
    .slice(0, maxDifferences);
}

/** @param {unknown} value */
const short = (value) => {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)} …` : text;
};

/** How an answer relates to the contract. @param {ListedContract} contract @param {unknown} body of the contract @param {Answer} answer */
function comparison(contract, body, answer) {
  const expected = body && JSON.parse(JSON.stringify(body).replaceAll(exampleBase, baseUrl));
  const actual = answer.text === '' ? undefined : (parsed(answer.text) ?? answer.text);
  const found = [...differences(contract.status, answer.status, 'status'), ...differences(expected, actual, '')];
  if (found.length === 0) return [element('p', { class: 'same' }, 'The answer is that of the contract.')];
  const by = answer.headers['contract-id'];
  const isOther = by !== undefined && by !== contract.id;
  const count = found.length < maxDifferences ? counted(found.length, 'place') : `${maxDifferences} or more places`;
  const titles = ['Place', 'Contract', 'Answer'].map((title) => element('th', { scope: 'col' }, title));
  const rows = found.slice(0, maxDifferences).map(({ path, expected, actual }) => {
    const cells = [expected, actual].map((value) => element('td', {}, element('code', {}, short(value))));
    return element('tr', {}, element('th', { scope: 'row' }, path), ...cells);
  });
  return [
    isOther && element('p', {}, 'Another contract answered: ', element('a', { href: `#${by}` }, by)),
    element(
      'details',
      { class: 'differences', open: !isOther },
      element('summary', {}, `Differs from the contract in ${count}`),
      element('table', {}, element('thead', {}, element('tr', {}, ...titles)), element('tbody', {}, ...rows)),
    ),
  ];
}

/** @param {ListedContract} contract @param {unknown} body of the contract @param {Answer} answer @param {string} language */
function answerParts(contract, body, answer, language) {
  const { status, headers, text, milliseconds } = answer;
  const json = parsed(text);
  const size = new Blob([text]).size.toLocaleString('en');
  return [
    element('h3', {}, 'Answer'),
    element('p', { class: 'line' }, statusBadge(status), ` ${milliseconds} ms, ${size} bytes`),
    ...comparison(contract, body, answer),
    element('details', {}, element('summary', {}, 'Headers'), block(headerLines(headers), 'Headers of the answer')),
    json !== undefined ? jsonBlock(json, 'Answer', language) : text !== '' && block(text, 'Answer'),
  ];
}

/** What `Prefer` may say on this route. @param {Place} place @param {ListedContract} contract */
function preferences({ operation: { contracts } }, contract) {
  const states = new Set(contracts.flatMap(({ states }) => states));
  const statuses = new Set(contracts.map(({ status }) => status).filter((status) => status >= 400));
  return element(
    'select',
    { name: 'prefer' },
    option(preferenceOf(contract.id), 'exactly this contract'),
    option('', 'as the mock is now'),
    element('optgroup', { label: 'State' }, ...[...states].map((name) => option(`state="${name}"`, name))),
    element('optgroup', { label: 'Status' }, ...[...statuses].map((status) => option(`code=${status}`, `${status}`))),
    element(
      'optgroup',
      { label: 'Network' },
      option('delay=2000', 'two seconds late'),
      option('fault=reset', 'connection is reset'),
    ),
  );
}

/** The events of a stream while they come. @param {() => WireRequest} requestOf */
function liveParts(requestOf) {
  const line = element('code', {}, `curl -N -H 'Accept: text/event-stream' ${quoted(requestOf().url)}`);
  const shown = element('div', { class: 'answer', role: 'status' });
  const button = element('button', { type: 'button' }, 'Watch live');
  /** @type {EventSource | undefined} */
  let source;
  const stop = () => {
    source?.close();
    source = undefined;
    button.textContent = 'Watch live';
  };
  function watch() {
    const { url } = requestOf();
    const live = new EventSource(url);
    const about = element('p', {}, 'Connecting …');
    let count = 0;
    source = live;
    button.textContent = 'Stop';
    line.textContent = `curl -N -H 'Accept: text/event-stream' ${quoted(url)}`;
    shown.replaceChildren(about);
    live.addEventListener('snapshot', ({ data, lastEventId }) => {
      count += 1;
      about.textContent = `Event ${count}, id ${lastEventId}, ${new Date().toLocaleTimeString('en')}`;
      shown.replaceChildren(about, jsonBlock(JSON.parse(data), 'Last event'));
    });
    live.addEventListener('error', () => {
      about.textContent = 'The connection is lost; trying again …';
      if (live.readyState !== EventSource.CLOSED) return;
      about.textContent = 'The stream cannot be opened; send the request to see why.';
      stop();
    });
    // The reader may open another page while nothing happens.
    const watching = setInterval(() => {
      if (!shown.isConnected) stop();
      if (source !== live) clearInterval(watching);
    }, 1_000);
  }
  button.addEventListener('click', () => (source ? stop() : watch()));
  return [
    element('h3', {}, 'Live'),
    element('p', {}, 'This route also streams: an event at once, then one for each change.'),
    codeBlock(line, 'Stream as curl'),
    element('p', { class: 'buttons' }, button),
    shown,
  ];
}

/** @param {Place} place @param {ListedContract | undefined} chosen contract from the address, whose GET is sent at once */
export function tryParts(place, chosen) {
  const { index, route, operation, details, language } = place;
  const { method } = route;
  const contract = chosen ?? /** @type {ListedContract} */ (operation.contracts[0]);
  const described = /** @type {ContractDetails} */ (details.contracts[contract.id]);
  const queries = details.fields.parameters.filter(({ place }) => place === 'query').map(({ name }) => [name, '']);
  const given = { path: described.params, query: { ...Object.fromEntries(queries), ...described.query } };

  /** @param {keyof typeof given} kind */
  const inputs = (kind) =>
    Object.entries(given[kind]).map(([name, value]) =>
      labelled(
        `${name} (${kind})`,
        element('input', { name: `${kind}.${name}`, value: String(value), autocomplete: 'off', spellcheck: 'false' }),
      ),
    );
  const start = wireRequest(described, method, index.host === 'mock' ? preferenceOf(contract.id) : undefined);
  const headers = element('textarea', { name: 'headers', rows: '3', spellcheck: 'false' }, headerLines(start.headers));
  const json = parsed(start.body ?? '');
  const text = json === undefined ? (start.body ?? '') : JSON.stringify(json, null, 2);
  const body = element('textarea', { name: 'body', rows: '8', spellcheck: 'false' }, text);
  const prefer = preferences(place, contract);
  const choices = operation.contracts.map(({ id, status, receiving }) => option(id, `${status} ${receiving}`));
  const choice = element('select', { name: 'contract' }, ...choices);
  choice.value = contract.id;

  const isOffered = method === 'GET' || index.writes;
  const sending = element('button', { class: 'try' }, `Send to this ${index.host}`);
  const refusal = 'This server is in production: the page sends no POST. Copy the request instead.';
  const form = element(
    'form',
    { class: 'panel form', 'aria-label': 'Request' },
    labelled('Start from', choice),
    ...inputs('path'),
    ...inputs('query'),
    index.host === 'mock' && labelled('State of the mock', prefer),
    labelled('Headers', headers),
    method === 'POST' && labelled('Body', body),
    isOffered ? element('p', { class: 'buttons' }, sending) : element('p', { class: 'soft' }, refusal),
  );

  /** @param {keyof typeof given} kind */
  function valuesOf(kind) {
    const fields = new FormData(form);
    return Object.fromEntries(Object.keys(given[kind]).map((name) => [name, String(fields.get(`${kind}.${name}`))]));
  }
  /** @returns {WireRequest} */
  const requestOf = () => ({
    method,
    url: urlOf({ path: described.path, params: valuesOf('path'), query: valuesOf('query') }),
    headers: readHeaders(headers.value),
    body: method === 'POST' ? body.value : undefined,
  });

  const answer = element('div', { class: 'answer', role: 'status' });
  const code = element('div', {});
  const showCode = () => code.replaceChildren(codeTabs('code-try', requestOf));
  const sendIt = () =>
    showOutcome(sending, answer, async () =>
      answerParts(contract, described.reply.body, await send(requestOf()), language),
    );

  prefer.addEventListener('input', () => {
    const { Prefer: _, ...others } = readHeaders(headers.value);
    headers.value = headerLines({ ...others, ...(prefer.value && { Prefer: prefer.value }) });
  });
  choice.addEventListener('change', () => {
    location.hash = `${choice.value}/try`;
  });
  form.addEventListener('input', showCode);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const question = `Send this POST to ${location.host}? It changes the data of this server.`;
    if (method === 'POST' && index.host === 'server' && !confirm(question)) return;
    await sendIt();
    answer.querySelector('h3')?.scrollIntoView({ block: 'nearest' });
  });
  showCode();
  if (chosen && method === 'GET') sendIt();
  // An answer that arrives moves nothing: it is the last of its column.
  const request = element('div', {}, form, ...(route.stream ? liveParts(requestOf) : []));
  return [element('div', { class: 'columns' }, request, element('div', {}, element('h3', {}, 'Code'), code, answer))];
}
