import { distance } from '../pages/shared/distance.js';

/** A longer word is not a typing error, and the time grows with the square of the length. */
const maxLength = 100;

const far = (a: string, b: string) => distance(a.slice(0, maxLength).toLowerCase(), b.toLowerCase());

/** The known word that is most similar. `known` is not empty. */
export const closestWord = (word: string, known: readonly string[]): string =>
  known.toSorted((a, b) => far(word, a) - far(word, b))[0] ?? word;

/** ` Did you mean "…"?` with the most similar known word; `''` if no word is similar. */
export function didYouMean(word: string, known: readonly string[]): string {
  const similar = known.filter((one) => far(word, one) <= Math.max(2, Math.floor(one.length / 3)));
  return similar.length > 0 ? ` Did you mean "${closestWord(word, similar)}"?` : '';
}
