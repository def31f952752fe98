/**
 * Elements from names and texts: the content of a contract or an answer stays text.
 *
 * @typedef {string | Node | undefined | false} Child
 */

import { copyFrom } from '../shared/text.js';

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {Record<string, string | boolean>} [attributes] `true`: an attribute without value; `false`: no attribute
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(name, attributes = {}, ...children) {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) created.setAttribute(key, value === true ? '' : value);
  }
  created.append(...present(children));
  return created;
}

/** @param {Child[]} children */
const present = (children) => children.filter((child) => child !== undefined && child !== false);

/** @param {string} id */
export function byId(id) {
  const target = document.getElementById(id);
  if (!target) throw new Error(`the page has no #${id}`);
  return target;
}

/** Longer texts are shown without colours: each coloured word is an element. */
const maxColoured = 80_000;

/** @param {unknown} value */
const kindOf = (value) => {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'number' : 'word';
};

/**
 * @param {Element} code
 * @param {unknown} value
 * @param {string} indent
 * @param {string} path names of the members above: `fights.fighters`
 */
function writeJson(code, value, indent, path) {
  if (typeof value !== 'object' || value === null) {
    code.append(element('span', { class: kindOf(value) }, JSON.stringify(value)));
    return;
  }
  const isList = Array.isArray(value);
  const members = Object.entries(value);
  if (members.length === 0) {
    code.append(isList ? '[]' : '{}');
    return;
  }
  for (const [position, [name, inner]] of members.entries()) {
    code.append(position > 0 ? ',' : isList ? '[' : '{', `\n${indent}  `);
    const at = isList ? path : `${path}.${name}`;
    if (!isList) code.append(element('span', { class: 'key', 'data-path': at }, JSON.stringify(name)), ': ');
    writeJson(code, inner, `${indent}  `, at);
  }
  code.append(`\n${indent}${isList ? ']' : '}'}`);
}

/**
 * A value as JSON over several lines, coloured by kind of token; each key has its path.
 *
 * @param {unknown} value
 * @param {string} label
 * @param {string} [language] of the texts in it
 * @param {string} [root] first part of the paths
 */
export function jsonBlock(value, label, language, root = '') {
  const text = JSON.stringify(value, null, 2);
  const code = element('code', language ? { lang: language } : {});
  if (text.length > maxColoured) code.append(text);
  else writeJson(code, value, '', root);
  return block(code, label);
}

/** A box that scrolls, by keyboard too. @param {Child} content @param {string} label */
export const block = (content, label) => element('pre', { tabindex: '0', role: 'group', 'aria-label': label }, content);

/** The colour of a status: its first digit. @param {number} status */
export const statusBadge = (status) =>
  element('span', { class: `status s${Math.floor(status / 100)}` }, String(status));

/** `es en` @param {{ family: 'v3' | 'v1' }[]} operations */
export const languagesOf = (operations) => operations.map(({ family }) => (family === 'v3' ? 'es' : 'en')).join(' ');

/** Text with code between backquotes. @param {string} text */
export const prose = (text) => text.split('`').map((part, at) => (at % 2 === 1 ? element('code', {}, part) : part));

/**
 * A button that copies the text of an element.
 *
 * @param {HTMLElement} source
 * @param {string} what it copies, for people who do not see it
 */
function copyButton(source, what) {
  const button = element('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${what}` }, 'Copy');
  button.addEventListener('click', async () => {
    button.textContent = await copyFrom(source);
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1_500);
  });
  return button;
}

/** A short text with its name and a button that copies it. @param {string} name @param {string} text @param {string} what @param {string} [note] */
export function copyRow(name, text, what, note) {
  const code = element('code', {}, text);
  const label = element('span', { class: 'method' }, name);
  return element('li', {}, label, code, copyButton(code, what), note && element('span', { class: 'soft note' }, note));
}

/** Code with a button that copies it. @param {HTMLElement} code @param {string} label */
export const codeBlock = (code, label) =>
  element('div', { class: 'copyable' }, block(code, label), copyButton(code, label));

/**
 * A button that does one thing at a time and shows the outcome.
 *
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} shown
 * @param {() => Promise<Child[]>} run
 */
export async function showOutcome(button, shown, run) {
  const hasFocus = document.activeElement === button;
  button.disabled = true;
  const outcome = await run().catch(({ message }) => [element('p', {}, `No answer to show: ${message}`)]);
  shown.replaceChildren(...present(outcome));
  button.disabled = false;
  if (hasFocus) button.focus({ preventScroll: true });
}

/**
 * A list of tabs with the panel of the chosen one. Arrow keys move between tabs.
 *
 * @param {string} label
 * @param {string} id
 * @param {Record<string, () => Child[]>} contents by name, built when its tab is chosen
 * @param {string} chosen
 * @param {(name: string) => void} onChoose
 */
export function tabs(label, id, contents, chosen, onChoose) {
  const panel = element('div', { role: 'tabpanel', id: `${id}-panel`, tabindex: '0' });
  /** @param {string} name */
  function choose(name) {
    for (const one of buttons) {
      const isChosen = one.textContent === name;
      one.setAttribute('aria-selected', String(isChosen));
      one.tabIndex = isChosen ? 0 : -1;
      if (isChosen) panel.setAttribute('aria-labelledby', one.id);
    }
    panel.replaceChildren(...present(contents[name]?.() ?? []));
  }
  const buttons = Object.keys(contents).map((name) => {
    const attributes = { type: 'button', role: 'tab', id: `${id}-${name.toLowerCase()}`, 'aria-controls': panel.id };
    const button = element('button', attributes, name);
    button.addEventListener('click', () => {
      choose(name);
      onChoose(name);
    });
    button.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      const next = step && buttons.at((buttons.indexOf(button) + step) % buttons.length);
      if (!next) return;
      next.click();
      next.focus();
    });
    return button;
  });
  choose(chosen);
  return [element('div', { role: 'tablist', 'aria-label': label }, ...buttons), panel];
}
