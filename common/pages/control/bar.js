/**
 * The top of the page (session and address) and its foot (downloads).
 *
 * @import { KnownSession } from '../control-wire.ts'
 */
import { h } from '/shared/preact.js';
import { copyFrom, counted } from '../shared/text.js';
import { button, form, input, menu, soft } from './elements.js';
import { act, base, call, data, download, ownSession, parseJson, update } from './store.js';

/** What a person calls the client. @param {string} userAgent */
const deviceOf = (userAgent) =>
  /iPhone|iPad|Android|CFNetwork|okhttp|curl|Playwright|Chrome|Firefox|Safari/.exec(userAgent)?.[0] ??
  userAgent.split(/[/ ]/)[0]?.slice(0, 30);

/** @param {string} instant */
function agoOf(instant) {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(instant)) / 1000));
  return seconds < 90 ? `${seconds} s ago` : `${Math.round(seconds / 60)} min ago`;
}

/** `ana · iPhone · 192.168.1.23 · 2 s ago` @param {string} name @param {KnownSession} [session] */
function describe(name, session) {
  const client = session?.clients[0];
  const parts = client ? [deviceOf(client.userAgent), client.address, agoOf(client.lastAt)] : [];
  return [...new Set([name, ...parts])].filter(Boolean).join(' · ');
}

/** @param {string} name */
const pathOf = (name) =>
  name === (base === '' ? data.state.session : ownSession) ? '/__mock' : `/__session/${name}/__mock`;

function sessionPicker() {
  const name = data.state.session;
  const known = new Map(data.sessions.map((session) => [session.name, session]));
  const rows = [...new Set([name, ownSession, ...known.keys()])].map((one) =>
    h(
      'li',
      {},
      h('a', { href: pathOf(one), 'aria-current': one === name }, describe(one, known.get(one))),
      h('span', { class: 'soft' }, ` ${counted(known.get(one)?.requests ?? 0, 'request')}`),
    ),
  );
  const field = { required: true, pattern: '[A-Za-z0-9_.:\\-]{1,64}', placeholder: 'ana' };
  return menu(
    'sessions',
    [h('span', { class: 'soft' }, 'Session '), name],
    h('ul', {}, rows),
    form(
      'Open a session',
      (fields) => location.assign(pathOf(fields['new-session'] ?? ownSession)),
      input('new-session', 'New session', field),
      h('button', {}, 'Open'),
    ),
  );
}

/** A text with a button that copies it. @param {string} id @param {string} text */
const copyable = (id, text) => {
  const copy = () => act(() => copyFrom(/** @type {HTMLElement} */ (document.getElementById(id))));
  return [h('code', { id }, text), ' ', button('Copy', copy, { 'aria-label': `Copy ${text}` })];
};

const addresses = () =>
  menu(
    'addresses',
    'QR',
    data.addresses.length === 0 && soft('This machine has no address that a phone could reach.'),
    data.addresses.map(({ url, size, path }, index) =>
      h(
        'figure',
        {},
        h(
          'svg',
          { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': `QR code of ${url}` },
          h('path', { d: path }),
        ),
        h('figcaption', {}, copyable(`address-${index}`, url)),
      ),
    ),
    soft('/api/v3/mobile is Spanish, /api/v1/us English.'),
  );

function reset() {
  if (!confirm('Reset the state, votes, faults, own replies and night of this session?')) return;
  act(async () => {
    // Neither needs to exist.
    await Promise.allSettled(['/session', '/night'].map((path) => call('DELETE', path)));
    // Throws if the mock does not answer.
    await call('GET', '/state');
    return 'The session is as new.';
  });
}

export const head = () =>
  h(
    'header',
    {},
    h('h1', {}, h('a', { href: `${base}/` }, 'Fightcard'), ' control room'),
    sessionPicker(),
    h('p', {}, copyable('base', location.origin + base)),
    addresses(),
    button('Reset', reset),
  );

/** At the lower edge of the window: what it says must not move what is to be clicked. */
export function notice() {
  const { text, isError } = data.notice;
  const shown = data.isLive ? text : 'The mock does not answer; trying again.';
  return h('p', { role: 'status', class: isError || !data.isLive ? 'notice s5' : 'notice' }, shown);
}

/** @param {{ currentTarget: HTMLInputElement }} event */
const load = ({ currentTarget }) =>
  act(async () => {
    const [file] = currentTarget.files ?? [];
    // The same file can be chosen again.
    currentTarget.value = '';
    if (file) await call('PUT', '/session', parseJson(await file.text()));
    return 'The session is loaded.';
  });

export function foot() {
  const { entries, state } = data;
  const unmatched = entries.filter(({ match }) => match === 'fallback').length;
  const save = async () => {
    const saved = await call('GET', '/session').catch(() => {
      throw new Error('There is nothing to save: no state, votes, faults or own replies.');
    });
    download(`session-${state.session}.json`, saved);
  };
  /** @param {Record<string, string>} fields */
  const savePact = async ({ consumer = '' }) =>
    download(`${consumer}.json`, await call('GET', `/pact?consumer=${encodeURIComponent(consumer)}`));
  return h(
    'footer',
    {},
    h('p', {}, `${counted(entries.length, 'request')} · ${unmatched} unmatched`),
    form(
      'Pact',
      (fields) => act(() => savePact(fields)),
      input('consumer', 'Consumer', { required: true, placeholder: 'corner-ios' }),
      h('button', {}, 'Download pact'),
    ),
    button('Save session', () => act(save)),
    input('load', 'Load session', { type: 'file', accept: '.json,application/json', onChange: load }),
  );
}

/** On a phone one part is shown at a time. */
const tabs = { journal: 'Journal', session: 'State, network', night: 'Night' };

export const tabBar = () =>
  h(
    'nav',
    { 'aria-label': 'Parts' },
    Object.entries(tabs).map(([tab, text]) =>
      button(text, () => update({ tab }), { 'aria-current': data.tab === tab }),
    ),
  );
