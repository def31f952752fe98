/** A number with its word: `1 route`, `2 routes`. @param {number} count @param {string} word */
export const counted = (count, word) => `${count} ${count === 1 ? word : `${word}s`}`;

/** A text as one word of a shell. @param {string} text */
export const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Copies the text of an element. Without https pages cannot use the clipboard: the text is selected instead.
 *
 * @param {HTMLElement} shown
 * @returns {Promise<string>} what was done.
 */
export async function copyFrom(shown) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(shown.textContent ?? '');
    return 'Copied';
  }
  getSelection()?.selectAllChildren(shown);
  return 'Selected';
}
