/**
 * The fields of an operation as a tree, with an example that marks the field under the pointer.
 *
 * @import { Field } from '../listing.ts'
 * @import { Place } from './route.js'
 */
import { element, jsonBlock, prose } from './elements.js';

/** Lists of words are cut: the longest has sixty. */
const maxValues = 16;

/** @param {Field} field */
function aboutField({ type, required, description = '', values = [] }) {
  const shown = values.slice(0, maxValues).map((value) => element('code', {}, value));
  const rest = values.length - shown.length;
  return [
    element('span', { class: 'type' }, type),
    ' ',
    required ? element('span', { class: 'required' }, 'required') : element('span', { class: 'type' }, 'optional'),
    element('span', { class: 'description' }, ...prose(description)),
    shown.length > 0 &&
      element('span', { class: 'values' }, ...shown.flatMap((value) => [value, ' ']), rest > 0 && `and ${rest} more`),
  ];
}

/** @param {Field[]} fields @param {string} above path of the member that has the fields */
function tree(fields, above) {
  /** @param {Field} field @returns {HTMLElement} */
  const row = (field) => {
    const path = `${above}.${field.name}`;
    const name = element('button', { type: 'button', class: 'field', 'data-field': path }, field.name);
    const inner = field.fields ?? [];
    return element(
      'li',
      {},
      element('div', { class: 'row', 'data-field': path }, name, ' ', ...aboutField(field)),
      inner.length > 0 &&
        element('details', {}, element('summary', {}, `${inner.length} fields of ${field.name}`), tree(inner, path)),
    );
  };
  return element('ul', { class: 'tree' }, ...fields.map(row));
}

/** Marks a field in the examples, and brings its first place into sight. @param {Element} examples @param {string} path */
function mark(examples, path) {
  for (const key of examples.querySelectorAll('.marked')) key.classList.remove('marked');
  const keys = [...examples.querySelectorAll('[data-path]')].filter((key) => key.getAttribute('data-path') === path);
  for (const key of keys) key.classList.add('marked');
  const [first] = keys;
  const box = first?.closest('pre');
  if (box && first instanceof HTMLElement) box.scrollTop = first.offsetTop - box.clientHeight / 3;
}

/** @param {string} title @param {Field[]} fields @param {string} above */
const section = (title, fields, above) =>
  fields.length > 0 ? [element('h3', {}, title), element('div', { class: 'panel' }, tree(fields, above))] : [];

/** @param {Place} place @param {string} wanted name of a field to show */
export function fieldParts({ operation, details, language }, wanted) {
  const { parameters, body, reply, replyType } = details.fields;
  const success = operation.contracts.find(({ status }) => status < 300);
  const sample = success && details.contracts[success.id];
  const examples = element(
    'div',
    { class: 'beside' },
    ...(sample?.body === undefined
      ? []
      : [element('h3', {}, 'Example body'), jsonBlock(sample.body, 'Example body', undefined, 'body')]),
    element('h3', {}, 'Example'),
    jsonBlock(sample?.reply.body ?? null, 'Example', language),
  );
  /** @param {string} place */
  const given = (place) => parameters.filter((one) => one.place === place);
  const list = element(
    'div',
    {},
    ...section('Path', given('path'), 'path'),
    ...section('Query', given('query'), 'query'),
    ...section('Headers', given('header'), 'header'),
    ...section('Body', body, 'body'),
    ...section(`Reply: ${replyType}`, reply, ''),
  );
  for (const kind of ['pointerover', 'focusin', 'click']) {
    list.addEventListener(kind, ({ target }) => {
      const path = /** @type {Element} */ (target).closest('[data-field]')?.getAttribute('data-field');
      if (path) mark(examples, path);
    });
  }
  if (wanted) requestAnimationFrame(() => showField(list, wanted));
  return [element('div', { class: 'columns' }, list, examples)];
}

/** @param {Element} list @param {string} name */
function showField(list, name) {
  const found = [...list.querySelectorAll('button.field')].find(({ textContent }) => textContent === name);
  if (!(found instanceof HTMLElement)) return;
  for (let above = found.closest('details'); above; above = above.parentElement?.closest('details') ?? null) {
    above.open = true;
  }
  found.focus();
  found.scrollIntoView({ block: 'center' });
}
