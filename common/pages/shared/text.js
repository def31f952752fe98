/** A number with its word: `1 route`, `2 routes`. @param {number} count @param {string} word */
export const counted = (count, word) => `${count} ${count === 1 ? word : `${word}s`}`;

/** A text as one word of a shell. @param {string} text */
export const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Copies the text of an element. Without https or permission, pages cannot use the clipboard: the text is selected instead.
 *
 * @param {HTMLElement} shown
 * @returns {Promise<string>} what was done.
 */
export async function copyFrom(shown) {
  try {
    await navigator.clipboard.writeText(shown.textContent ?? '');
    return 'Copied';
  } catch {
    getSelection()?.selectAllChildren(shown);
    return 'Selected';
  }
}
