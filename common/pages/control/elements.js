/** Parts that several cards have. */
import { h } from '/shared/preact.js';
import { refresh, update } from './store.js';

/** @typedef {import('/shared/preact.js').ComponentChildren} Children */
/** @typedef {{ currentTarget: HTMLInputElement | HTMLSelectElement }} Change */

/** @param {string} id @param {string} title @param {string} tab of a phone @param {...Children} children */
export const card = (id, title, tab, ...children) =>
  h(
    'section',
    { class: `card ${id}`, 'data-tab': tab, 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title` }, title),
    ...children,
  );

/** A button that opens a box, which Escape and a click elsewhere close. @param {string} id @param {Children} title @param {...Children} children */
export const menu = (id, title, ...children) => [
  h('button', { type: 'button', popovertarget: id }, title),
  h('div', { id, class: 'menu', popover: 'auto', onToggle: refresh }, ...children),
];

/** @param {...Children} children */
export const soft = (...children) => h('p', { class: 'soft' }, ...children);

/** @param {string} text @param {() => void} onClick @param {Record<string, any>} [more] */
export const button = (text, onClick, more = {}) => h('button', { type: 'button', onClick, ...more }, text);

/** @param {...Children} children */
export const buttons = (...children) => h('p', { class: 'buttons' }, ...children);

/**
 * A box that scrolls, by keyboard too.
 *
 * @param {string} label
 * @param {string} text
 * @param {string} [id]
 */
export const block = (label, text, id) => h('pre', { id, tabIndex: 0, role: 'group', 'aria-label': label }, text);

/**
 * An input with its label.
 *
 * @param {string} id
 * @param {string} label
 * @param {Record<string, any>} attributes
 */
export const input = (id, label, attributes) =>
  h(
    'label',
    { class: 'field', for: id },
    h('span', {}, label),
    h(attributes.rows ? 'textarea' : 'input', { id, name: id, autocomplete: 'off', ...attributes }),
  );

/**
 * A search that the page does by itself, at every letter.
 *
 * @param {string} id
 * @param {string} label
 * @param {string} value
 * @param {(value: string) => void} set
 */
export const search = (id, label, value, set) =>
  input(id, label, {
    type: 'search',
    value,
    onInput: (/** @type {Change} */ { currentTarget }) => set(currentTarget.value),
  });

/** @param {string} label @param {Record<string, any>} attributes */
export const check = (label, attributes) =>
  h('label', {}, h('input', { type: 'checkbox', ...attributes }), ` ${label}`);

/**
 * Attributes of a field for a value of the mock. While it has the focus its text is the user's, whatever the mock says.
 *
 * @param {string} id
 * @param {string | number} value
 * @param {(value: string) => void} commit
 */
const settable = (id, value, commit) => ({
  value: document.activeElement?.id === id ? undefined : value,
  onChange: (/** @type {Change} */ { currentTarget }) => commit(currentTarget.value),
  onBlur: () => update(),
});

/**
 * A value of the mock, set on Enter or when the field is left.
 *
 * @param {string} id
 * @param {string} label
 * @param {string | number} value
 * @param {(value: string) => void} commit
 * @param {Record<string, any>} attributes
 */
export const field = (id, label, value, commit, attributes) =>
  input(id, label, { ...attributes, ...settable(id, value, commit) });

/**
 * @param {string} id
 * @param {string} label
 * @param {string} value
 * @param {string[][]} options value and text of each
 * @param {(value: string) => void} commit
 */
export const choice = (id, label, value, options, commit) =>
  h(
    'label',
    { class: 'field', for: id },
    h('span', {}, label),
    h(
      'select',
      { id, ...settable(id, value, commit) },
      options.map(([one, text]) => h('option', { value: one }, text)),
    ),
  );

/** A form of fields. @param {string} label @param {(fields: Record<string, string>) => void} send @param {...Children} children */
export const form = (label, send, ...children) =>
  h(
    'form',
    {
      'aria-label': label,
      onSubmit: (/** @type {{ preventDefault(): void, currentTarget: HTMLFormElement }} */ event) => {
        event.preventDefault();
        send(/** @type {Record<string, string>} */ (Object.fromEntries(new FormData(event.currentTarget))));
      },
    },
    ...children,
  );
