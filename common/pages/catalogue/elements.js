/**
 * Elements from names and texts: the content of a contract or an answer stays text.
 *
 * @typedef {string | Node | undefined | false} Child
 */

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
  created.append(...children.filter((child) => child !== undefined && child !== false));
  return created;
}

/** @param {string} id */
export function byId(id) {
  const target = document.getElementById(id);
  if (!target) throw new Error(`the page has no #${id}`);
  return target;
}

/** Longer texts are shown without colours: each coloured word is an element. */
const maxColoured = 80_000;

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** @param {RegExpMatchArray} match */
const kindOf = ([word, string, colon]) => {
  if (string) return colon ? 'key' : 'string';
  return /[tfn]/.test(word) ? 'word' : 'number';
};

/**
 * A value as JSON over several lines, coloured by kind of token.
 *
 * @param {unknown} value
 * @param {string} label
 * @param {string} [language] of the texts in it
 */
export function jsonBlock(value, label, language) {
  const text = JSON.stringify(value, null, 2);
  const code = element('code', language ? { lang: language } : {});
  let at = 0;
  for (const match of text.length <= maxColoured ? text.matchAll(token) : []) {
    code.append(text.slice(at, match.index));
    code.append(element('span', { class: kindOf(match) }, match[1] ?? match[0]));
    at = match.index + (match[1] ?? match[0]).length;
  }
  code.append(text.slice(at));
  return block(code, label);
}

/** A box that scrolls, by keyboard too. @param {Child} content @param {string} label */
export const block = (content, label) =>
  element('pre', { tabindex: '0', role: 'region', 'aria-label': label }, content);

/** The colour of a status: its first digit. @param {number} status */
export const statusBadge = (status) =>
  element('span', { class: `status s${Math.floor(status / 100)}` }, String(status));
