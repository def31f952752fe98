/**
 * The requests of the session, newest first, as they come.
 *
 * @import { Entry } from '../control-wire.ts'
 */
import { h } from '/shared/preact.js';
import { button, buttons, card, check, choice, search, soft } from './elements.js';
import { entryDetail } from './entry.js';
import { act, call, data, update } from './store.js';

/** Rows at once: a row has some 16 nodes. */
const pageSize = 80;

/** @param {Entry} entry */
const isOver = ({ ms }) => ms !== undefined;

/** A status of an error, or a reply that was lost. @param {Entry} entry */
const isError = ({ status = 999, faults = '', ms }) =>
  ms !== undefined && (status >= 400 || /reset|hang|truncate/.test(faults));

function filtered() {
  const { text, operation, onlyFallback, onlyErrors } = data.filter;
  return data.entries.filter(
    (entry) =>
      entry.path.includes(text) &&
      (operation === '' || entry.operation === operation) &&
      (!onlyFallback || entry.match === 'fallback') &&
      (!onlyErrors || isError(entry)),
  );
}

/** @param {Partial<typeof data.filter>} changed */
const setFilter = (changed) => update({ filter: { ...data.filter, ...changed }, before: undefined });

const clear = () =>
  act(async () => {
    await call('DELETE', '/requests');
    await call('DELETE', '/unmatched');
  });

function filters() {
  const { text, operation, onlyFallback, onlyErrors } = data.filter;
  const seen = [...new Set(data.entries.flatMap((entry) => entry.operation ?? []))].sort();
  const operations = [['', 'all'], ...seen.map((one) => [one, one])];
  return h(
    'div',
    { class: 'filters' },
    search('path', 'Path contains', text, (value) => setFilter({ text: value })),
    choice('operation', 'Operation', operation, operations, (one) => setFilter({ operation: one })),
    check('only fallback', { checked: onlyFallback, onChange: () => setFilter({ onlyFallback: !onlyFallback }) }),
    check('only errors', { checked: onlyErrors, onChange: () => setFilter({ onlyErrors: !onlyErrors }) }),
    button('Clear journal', clear),
  );
}

/** @param {Entry} entry */
function row(entry) {
  const { id, at, method, path, status, match, ms, operation, faults } = entry;
  const source = [match ?? (isOver(entry) ? 'rules' : ''), faults].filter(Boolean).join(', ');
  const isOpen = data.opened === id;
  const onClick = () => update({ opened: isOpen ? undefined : id, copy: '', isAnswering: false });
  return h(
    'li',
    { key: id },
    h(
      'button',
      { type: 'button', class: 'row', 'aria-expanded': isOpen, onClick },
      h('span', { class: 'soft' }, new Date(at).toLocaleTimeString('en-GB')),
      h('span', {}, method),
      h('span', { class: 'path' }, path),
      h('span', { class: `status s${Math.floor((status ?? 0) / 100)}` }, status ?? (isOver(entry) ? 'none' : '…')),
      h('span', { class: match === 'fallback' || faults ? 's3' : '' }, source),
      h('span', { class: 'soft' }, ms === undefined ? '' : `${Math.round(ms)} ms`),
      h('span', { class: 'soft' }, operation ?? ''),
    ),
    isOpen && entryDetail(entry),
  );
}

export function journal() {
  const all = filtered().toReversed();
  const { before, entries } = data;
  const found = before === undefined ? 0 : all.findIndex(({ id }) => id < before);
  const first = found < 0 ? all.length : found;
  const rows = all.slice(first, first + pageSize);
  const hasOlder = first + rows.length < all.length;
  const none = entries.length === 0 ? 'No requests yet: point your app at the base URL above.' : 'No request fits.';
  return card(
    'journal',
    'Journal',
    'journal',
    filters(),
    rows.length === 0 && soft(none),
    h('ol', {}, rows.map(row)),
    (before !== undefined || hasOlder) &&
      buttons(
        before !== undefined && button('Newest', () => update({ before: undefined })),
        hasOlder && button('Show older', () => update({ before: rows.at(-1)?.id, opened: undefined })),
        h('span', { class: 'soft' }, `${first + 1} to ${first + rows.length} of ${all.length}`),
      ),
  );
}
