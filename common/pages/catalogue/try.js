/**
 * A request of an operation that can be changed and sent, what came back, and how it differs from the contract.
 *
 * @import { ContractDetails, ListedContract, OperationDetails } from '../listing.ts'
 * @import { Place } from './contract.js'
 * @import { WireRequest } from './code.js'
 * @import { Answer } from './request.js'
 */
import { quoted } from '../shared/text.js';
import { codeTabs } from './code.js';
import { detailsOf, whenLoaded } from './contract.js';
import { block, copyButton, element, headerLines, jsonBlock, statusBadge } from './elements.js';
import { baseUrl, parsed, preferenceOf, send, wireRequest } from './request.js';

/** Base of the links in the contracts. */
const exampleBase = 'https://api.example.com';

const maxDifferences = 30;

/** @param {string} label @param {HTMLElement} control */
const labelled = (label, control) => element('label', {}, element('span', {}, label), control);

/** @param {string} value @param {string} text */
const option = (value, text) => element('option', { value }, text);

/** The form of the path that a contract has, with its values. @param {Place} place @param {string} path */
function valuesOf({ operation }, path) {
  const given = path.split('/');
  for (const form of operation.forms) {
    const segments = form.path.split('/');
    const isSame =
      segments.length === given.length && segments.every((one, at) => one.startsWith(':') || one === given[at]);
    if (!isSame) continue;
    const named = segments.flatMap((one, at) =>
      one.startsWith(':') ? [[one.slice(1), decodeURIComponent(given[at] ?? '')]] : [],
    );
    return { path: form.path, values: Object.fromEntries(named) };
  }
  return { path, values: {} };
}

/**
 * Where two values differ, at most `maxDifferences` places.
 *
 * @param {unknown} expected
 * @param {unknown} actual
 * @param {string} [path]
 * @returns {{ path: string, expected: unknown, actual: unknown }[]}
 */
export function differences(expected, actual, path = '') {
  const isTree = [expected, actual].every((value) => typeof value === 'object' && value !== null);
  if (!isTree || Array.isArray(expected) !== Array.isArray(actual)) {
    return expected === actual ? [] : [{ path: path || 'body', expected, actual }];
  }
  const [one, other] = /** @type {Record<string, unknown>[]} */ ([expected, actual]);
  const names = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])];
  return names
    .flatMap((name) => differences(one?.[name], other?.[name], path ? `${path}.${name}` : name))
    .slice(0, maxDifferences);
}

/** @param {unknown} value */
const short = (value) => {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)} …` : text;
};

/** How an answer relates to the contract. @param {ListedContract} contract @param {OperationDetails} details @param {Answer} answer */
function comparison(contract, details, answer) {
  const expected = details.contracts[contract.id]?.reply.body;
  const wanted =
    expected === undefined ? undefined : JSON.parse(JSON.stringify(expected).replaceAll(exampleBase, baseUrl));
  const found = [
    ...differences(contract.status, answer.status, 'status'),
    ...differences(wanted, answer.text === '' ? undefined : (parsed(answer.text) ?? answer.text)),
  ];
  if (found.length === 0) return [element('p', { class: 'same' }, 'The answer is that of the contract.')];
  const by = answer.headers['contract-id'];
  const rows = found
    .slice(0, maxDifferences)
    .map((one) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, one.path),
        element('td', {}, element('code', {}, short(one.expected))),
        element('td', {}, element('code', {}, short(one.actual))),
      ),
    );
  const titles = ['Place', 'Contract', 'Answer'].map((title) => element('th', { scope: 'col' }, title));
  return [
    by !== undefined &&
      by !== contract.id &&
      element('p', {}, 'Another contract answered: ', element('a', { href: `#${by}` }, by)),
    element(
      'details',
      { class: 'differences', open: by === undefined || by === contract.id },
      element(
        'summary',
        {},
        found.length < maxDifferences
          ? `Differs from the contract in ${found.length}`
          : `Differs from the contract in ${maxDifferences} or more`,
      ),
      element('table', {}, element('thead', {}, element('tr', {}, ...titles)), element('tbody', {}, ...rows)),
    ),
  ];
}

/** @param {ListedContract} contract @param {OperationDetails} details @param {Answer} answer @param {string} language */
function answerParts(contract, details, answer, language) {
  const { status, headers, text, milliseconds } = answer;
  const json = parsed(text);
  const size = new Blob([text]).size.toLocaleString('en');
  return [
    element('h3', { tabindex: '-1' }, 'Answer'),
    element('p', { class: 'line' }, statusBadge(status), ` ${milliseconds} ms, ${size} bytes`),
    ...comparison(contract, details, answer),
    element('details', {}, element('summary', {}, 'Headers'), block(headerLines(headers), 'Headers of the answer')),
    json !== undefined ? jsonBlock(json, 'Answer', language) : text !== '' && block(text, 'Answer'),
  ].filter((part) => part !== false);
}

/** What `Prefer` may say on this route. @param {Place} place @param {ListedContract} contract */
function preferences({ operation }, contract) {
  const names = new Set(operation.contracts.flatMap(({ states }) => states));
  const statuses = new Set(operation.contracts.map(({ status }) => status).filter((status) => status >= 400));
  return element(
    'select',
    { name: 'prefer' },
    option(preferenceOf(contract.id), 'exactly this contract'),
    option('', 'as the mock is now'),
    element('optgroup', { label: 'State' }, ...[...names].map((name) => option(`state="${name}"`, name))),
    element('optgroup', { label: 'Status' }, ...[...statuses].map((status) => option(`code=${status}`, `${status}`))),
    element(
      'optgroup',
      { label: 'Network' },
      option('delay=2000', 'two seconds late'),
      option('fault=reset', 'connection is reset'),
    ),
  );
}

/** @param {string} text @returns {Record<string, string>} */
const readHeaders = (text) =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name = '', value = ''] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
      return name ? [[name, value]] : [];
    }),
  );

/** The events of a stream while they come. @param {() => WireRequest} requestOf */
function liveParts(requestOf) {
  const line = element('code', {});
  const shown = element('div', { class: 'answer', role: 'status' });
  const button = element('button', { type: 'button' }, 'Watch live');
  const show = () => {
    line.textContent = `curl -N -H 'Accept: text/event-stream' ${quoted(requestOf().url)}`;
  };
  show();
  /** @type {EventSource | undefined} */
  let source;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let watching;
  const stop = () => {
    clearInterval(watching);
    source?.close();
    source = undefined;
    button.textContent = 'Watch live';
  };
  button.addEventListener('click', () => {
    if (source) return stop();
    show();
    let count = 0;
    source = new EventSource(requestOf().url);
    button.textContent = 'Stop';
    shown.replaceChildren(element('p', {}, 'Connecting …'));
    // The reader may open another page while nothing happens.
    watching = setInterval(() => shown.isConnected || stop(), 1_000);
    source.addEventListener('snapshot', ({ data, lastEventId }) => {
      count += 1;
      const about = `Event ${count}, id ${lastEventId}, ${new Date().toLocaleTimeString('en')}`;
      shown.replaceChildren(element('p', {}, about), jsonBlock(JSON.parse(data), 'Last event'));
    });
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      stop();
      shown.replaceChildren(element('p', {}, 'The stream cannot be opened; send the request to see why.'));
    });
  });
  return [
    element('h3', {}, 'Live'),
    element('p', {}, 'This route also streams: an event at once, then one for each change.'),
    block(line, 'Stream as curl'),
    element('p', { class: 'buttons' }, button, copyButton(line, 'the stream as curl')),
    shown,
  ];
}

/**
 * @param {Place} place
 * @param {ListedContract} contract that fills the fields
 * @param {OperationDetails} details
 * @param {boolean} isSent whether a GET is sent at once
 */
function formParts(place, contract, details, isSent) {
  const { index, route, operation, language } = place;
  const { method } = route;
  const described = /** @type {ContractDetails} */ (details.contracts[contract.id]);
  const [path = '', search = ''] = described.url.split('?');
  const { path: pattern, values } = valuesOf(place, path);
  const query = Object.fromEntries(new URLSearchParams(search));
  for (const { name, place: at } of details.fields.parameters) if (at === 'query') query[name] ??= '';

  /** @param {Record<string, unknown>} given @param {string} kind */
  const inputs = (given, kind) =>
    Object.entries(given).map(([name, value]) =>
      labelled(
        `${name} (${kind})`,
        element('input', { name: `${kind}.${name}`, value: String(value), autocomplete: 'off', spellcheck: 'false' }),
      ),
    );
  const start = wireRequest(described, method, index.host === 'mock' ? preferenceOf(contract.id) : undefined);
  const headers = element('textarea', { name: 'headers', rows: '3', spellcheck: 'false' }, headerLines(start.headers));
  const body = element('textarea', { name: 'body', rows: '8', spellcheck: 'false' });
  const json = parsed(start.body ?? '');
  body.value = json === undefined ? (start.body ?? '') : JSON.stringify(json, null, 2);
  const prefer = preferences(place, contract);
  const choice = element(
    'select',
    { name: 'contract' },
    ...operation.contracts.map(({ id, status, receiving }) => option(id, `${status} ${receiving}`)),
  );
  choice.value = contract.id;

  const form = element('form', { class: 'panel form', 'aria-label': 'Request' });
  /** @param {string} name */
  const field = (name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name))?.value ?? '';
  /** @returns {WireRequest} */
  const requestOf = () => {
    const filled = pattern.replace(/:(\w+)/g, (_, name) =>
      name in values ? encodeURIComponent(field(`path.${name}`)) : `:${name}`,
    );
    const given = Object.keys(query).flatMap((name) =>
      field(`query.${name}`) === '' ? [] : [[name, field(`query.${name}`)]],
    );
    const asked = new URLSearchParams(given).toString();
    return {
      method,
      url: baseUrl + filled + (asked && `?${asked}`),
      headers: readHeaders(headers.value),
      body: method === 'POST' ? body.value : undefined,
    };
  };

  const answer = element('div', { class: 'answer', role: 'status' });
  const isOffered = method === 'GET' || index.writes;
  const sending = element('button', { class: 'try' }, `Send to this ${index.host}`);
  const code = element('div', {});
  const showCode = () => code.replaceChildren(codeTabs('code-try', requestOf));

  async function sendIt() {
    const question = `Send this POST to ${location.host}? It changes the data of this server.`;
    if (method === 'POST' && index.host === 'server' && !confirm(question)) return;
    sending.disabled = true;
    try {
      answer.replaceChildren(...answerParts(contract, details, await send(requestOf()), language));
    } catch (error) {
      answer.replaceChildren(element('p', {}, `Nothing came back: ${/** @type {Error} */ (error).message}`));
    }
    sending.disabled = false;
    sending.focus();
  }

  form.append(
    labelled('Start from', choice),
    ...inputs(values, 'path'),
    ...inputs(query, 'query'),
    ...(index.host === 'mock' ? [labelled('State of the mock', prefer)] : []),
    labelled('Headers', headers),
    ...(method === 'POST' ? [labelled('Body', body)] : []),
    isOffered
      ? element('p', { class: 'buttons' }, sending)
      : element(
          'p',
          { class: 'soft' },
          'This server is in production: the page sends no POST. Copy the request instead.',
        ),
  );
  prefer.addEventListener('change', () => {
    const { Prefer: _, ...others } = readHeaders(headers.value);
    headers.value = headerLines({ ...others, ...(prefer.value && { Prefer: prefer.value }) });
  });
  choice.addEventListener('change', () => {
    location.hash = `${choice.value}/try`;
  });
  form.addEventListener('input', showCode);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    sendIt();
  });
  queueMicrotask(() => {
    showCode();
    if (isSent && method === 'GET') sendIt();
  });
  return [
    element('div', { class: 'columns' }, form, element('div', {}, answer, element('h3', {}, 'Code'), code)),
    ...(route.stream ? liveParts(requestOf) : []),
  ];
}

/** @param {Place} place @param {ListedContract | undefined} chosen contract from the address, whose GET is sent at once */
export function tryParts(place, chosen) {
  const contract = chosen ?? place.operation.contracts[0];
  if (!contract) return [];
  return [
    whenLoaded(
      detailsOf(place.operation.id).then((details) => formParts(place, contract, details, chosen !== undefined)),
    ),
  ];
}
